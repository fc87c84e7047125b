import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';
import { holdsTogetherPage } from '../../../../src/faces/console/holds-together.page.ts';
import { settingsPage } from '../../../../src/faces/console/staff/settings.page.ts';
import { examples } from './examples.ts';

/** The settings, and several holds that are decided together. */
export function settingPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const { feed, error, hold, at } = examples(say);
  return {
    settings: settingsPage(frame, {
      scope: `feed:${feed}`,
      scopes: ['global', `feed:${feed}`],
      groups: [
        {
          id: 'safety',
          title: 'Safety limits',
          all: 2,
          sentences: [
            'Ask a person when a feed lists under {delist.dropShare:%} % of its usual number and at least {delist.dropCount} jobs fewer.',
          ],
        },
        {
          id: 'sending',
          title: 'Sending',
          all: 2,
          sentences: [
            'Send nothing: {publish.stopped}',
            'Leave a school alone in these hours: {publish.quietHours}',
          ],
        },
      ],
      settings: new Map([
        [
          'delist.dropShare',
          {
            meaning: say('Share of the usual number below which removals stop'),
            value: say('50'),
            above: '70',
            isText: false,
            set: { by: say('dana@northfield.example'), at: at('05:12') },
            elsewhere: [],
          },
        ],
        [
          'delist.dropCount',
          {
            meaning: 'Jobs fewer',
            value: '10',
            above: '10',
            isText: false,
            elsewhere: [`everything: ${say('20')}`],
          },
        ],
        [
          'publish.stopped',
          {
            meaning: 'Nothing is sent',
            value: 'No',
            above: 'No',
            options: ['No', 'Yes'],
            isText: false,
            elsewhere: [],
          },
        ],
        [
          'publish.quietHours',
          { meaning: 'Quiet hours', value: say('22:00-07:00'), above: '', isText: true, elsewhere: [] },
        ],
      ]),
      changed: 1,
      show: '',
      search: say('hours'),
      saved: ['delist.dropShare'],
      mayChange: true,
      errors: error('delist.dropShare'),
    }),
    'holds-together': holdsTogetherPage(
      frame,
      [7, 8, 9].map((id) => ({
        id,
        kind: id === 7 ? 'drop' : 'surge',
        state: 'open',
        feed,
        target: null,
        count: 12,
        reasons: hold.reasons,
        seen: '3',
        isTyped: id === 9,
      })),
      [{ id: 'hold-8', message: say('Hold 8 has changed') }],
    ),
  };
}
