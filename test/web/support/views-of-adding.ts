import type { Frame } from '../../../src/web/html/layout.ts';
import type { Html } from '../../../src/web/html/words.ts';
import { feedAddPage } from '../../../src/web/operations/feed-add.ts';
import { feedDraftPage, type FeedDraftView } from '../../../src/web/operations/feed-draft.ts';
import { feedFieldsPage } from '../../../src/web/operations/feed-fields.ts';
import { examples } from './examples.ts';

/** Pages on which a feed is added. */
export function addingPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const { school, feed, title, reason, label, error, settings, at } = examples(say);
  const draft = {
    id: 4,
    address: say('https://careers.tern.example/jobs.xml'),
    errors: [],
    chosen: {
      name: feed,
      every: '6h',
      right: 'permission',
      attribution: '',
      employer: say('Tern Software'),
      targets: [],
      rules: [{ then: 'skip', field: 'country', op: 'is not', values: say('US, CA') }],
      allTargets: [school],
    },
  };
  const read: FeedDraftView['state'] = {
    kind: 'read',
    found: {
      ms: 1_200,
      facts: settings,
      listings: 148,
      mappable: true,
      first: [{ title, place: say('Remote, US'), type: label, notes: [reason] }],
      foreseen: [
        { target: school, publish: 91, held: 7, skipped: 2, reasons: [{ reason, jobs: 7 }] },
        { target: say('Calloway College'), publish: 100, held: 0, skipped: 0, reasons: [] },
      ],
      foreseenOf: 100,
    },
  };
  return {
    'feed-add': feedAddPage(frame, {
      address: say('https://careers.tern.example'),
      errors: error('address'),
    }),
    'feed-draft': feedDraftPage(frame, { ...draft, state: read, errors: error('name') }),
    'feed-draft-reading': feedDraftPage(frame, {
      ...draft,
      state: { kind: 'reading', items: 1_200, since: at('15:41') },
    }),
    'feed-draft-failed': feedDraftPage(frame, {
      ...draft,
      state: { kind: 'failed', reason, mappable: true },
    }),
    'feed-fields': feedFieldsPage(frame, {
      id: 4,
      outline: {
        format: 'xml',
        candidates: ['stelle', 'firma'],
        items: 'stelle',
        seen: 20,
        fields: [
          { path: 'bezeichnung', sample: title, filled: 20, meaning: 'title' },
          { path: 'firma/name', sample: say('Anvil Works'), filled: 18 },
        ],
      },
      chosen: { title: 'bezeichnung' },
      errors: error('title'),
    }),
  };
}
