import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';
import { feedAddPage } from '../../../../src/faces/console/feeds/feed-draft.ts';
import { feedDraftPage, type FeedDraftView } from '../../../../src/faces/console/feeds/feed-draft.ts';
import { feedImportedPage, feedImportPage } from '../../../../src/faces/console/feeds/feed-import.page.ts';
import { feedFieldsPage } from '../../../../src/faces/console/feeds/feed-fields.ts';
import { picklistReportPage } from '../../../../src/faces/console/schools/picklist-report.ts';
import { examples } from './examples.ts';

/** Pages on which a feed is added, or a school. */
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
      first: [
        { title, place: say('Remote, US'), type: label, pay: undefined, closes: undefined, notes: [reason] },
      ],
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
    'feed-import': feedImportPage(frame, {
      list: say('https://careers.tern.example'),
      review: true,
      right: 'own',
      errors: error('list'),
    }),
    'feed-imported': feedImportedPage(frame, {
      added: [{ line: 2, name: 'tern', url: say('https://careers.tern.example'), id: 7 }],
      refused: [{ line: 3, name: say('Anvil'), url: '', reason: say('This row has no address.') }],
      ignored: [say('tags')],
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
    'picklist-report': picklistReportPage(frame, {
      report: {
        target: school,
        items: [
          {
            field: 'job_function',
            sentence:
              'job_function: 81 entries, recognized: none; 79 understood, 1 partly, 1 not understood.',
            recognized: null,
            counts: { entries: 81, understood: 79, partly: 1, not_understood: 1, catch_all: 0, double: 0 },
            open: 1,
            entries: (['not understood', 'partly', 'understood'] as const).map((state, index) => ({
              key: say(`K/${index}`),
              label: say('Kinship Wranglers'),
              state,
              standard_entry: null,
              meaning: state === 'partly' ? [{ id: 'work.tax', label: 'Tax' }] : [],
              unread: [say('wrangler')],
              decided:
                state === 'understood'
                  ? { kind: 'catch-all' as const, by: 'dana', at: at('09:00').toISOString() }
                  : null,
              learned: false,
              suggestions: ['Social work', 'Human services', 'Child care'].map((name) => ({
                concept: { id: `work.${name}`, label: name },
                because: say('It shares words with “kinship care”.'),
                takes: [label, say('Case worker')],
                waiting: { labels: 2, jobs: 41 },
              })),
            })),
          },
        ],
      },
      goesOn: false,
      wrong: [{ field: 'job_function', key: say('K/0') }],
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
