import type { FirstPlanView } from '../../../../src/faces/console/schools/first-plan.page.ts';
import type { PlaceCount } from '../../../../src/publishing/queries/place-counts.ts';
/** What the example pages share; each text that comes from outside is made by `say`. */
/** A plan of a paused school in which nothing waits. */
export const calmPlan = {
  isPaused: true,
  stopped: [],
  lost: [],
  counts: { delist: 0, update: 0, publish: 0 },
  unjudged: 0,
  unchanged: 12,
  places: [],
  waits: [],
  leftOut: [],
  rows: [],
  id: 'northfield@0123456789abcdef',
  hasChanged: true,
} as const;

/** An open hold of a feed's removals. */
export function aHold(say: (plain: string) => string) {
  const { hold } = aFirstPlan(say);
  const about = { sourceId: 1, feed: say('meridian'), targetId: null, target: null };
  return { ...hold, ...about, kind: 'drop' as const, count: 11_711 };
}

/** A job of a plan that waits. */
export const waitingRow = {
  kind: 'publish',
  waits: true,
  href: '/jobs/a/4',
  title: 'Lab Technician',
  jobId: 'LR-2261',
  why: '“Seasonal” has no entry',
} as const;

/** The first jobs of a school: 240 of two feeds, of which a page shows two. */
export function aFirstPlan(say: (plain: string) => string): FirstPlanView {
  const job = (at: number) => ({
    listingId: at,
    fingerprint: String(at),
    source: say('meridian'),
    jobId: say(`MT-88${at}`),
    title: say('Graduate Trainee, Logistics'),
    company: at % 2 === 0 ? say('Harbor & Finch LLP') : undefined,
    place: at % 3 === 0 ? say('Chicago, IL') : undefined,
    targets: [say('Northfield State University')],
    isStated: false,
    removal: at % 3 === 1 ? at : undefined,
    change: (['publish', 'take down', 'update'] as const)[at % 3] ?? 'publish',
  });
  const all = Array.from({ length: 240 }, (_, at) => job(at));
  return {
    hold: {
      id: 7,
      rev: 1,
      kind: 'review',
      sourceId: null,
      targetId: 1,
      feed: null,
      target: say('Northfield State University'),
      count: 240,
      reasons: [],
      facts: null,
      sample: [],
      state: 'open',
      listed: false,
      createdAt: at('12:12'),
      decidedAt: null,
      decidedBy: null,
      fingerprint: 'f',
      runId: null,
      thisRunOnly: false,
      until: null,
    },
    all,
    jobs: all.slice(0, 2),
    matching: 240,
    filter: {},
    sort: 'job',
    sums: [{ name: say('meridian'), live: 0, held: 240, blocked: 3, left: 1 }],
    blocked: [
      {
        step: 'picklist',
        target: say('Northfield State University'),
        reason: say('“Seasonal” has no entry'),
        jobs: 3,
      },
    ],
    paused: [say('Northfield State University')],
    from: 0,
    picked: new Set([`${say('meridian')}/${say('MT-880')}`]),
    address: (sort) => `/holds/7?sort=${sort}`,
    seen: 'abc',
    phrase: `${say('Northfield State University')} 240`,
    errors: [],
  };
}

/** Jobs at one school: most are live, some cannot go. */
export const somePlaces: readonly PlaceCount[] = (['live', 'blocked'] as const).map((state) => ({
  targetId: 1,
  sourceId: 1,
  source: 'acme',
  state,
  live: state === 'live',
  step: state === 'live' ? null : 'picklist',
  cause: null,
  n: state === 'live' ? 4_212 : 41,
  since: null,
}));

export function examples(say: (plain: string) => string) {
  const school = say('Northfield State University');
  const feed = say('meridian');
  const title = say('Graduate Trainee, Logistics');
  const reason = say('Missing in 2 complete runs, 13 h');
  const label = say('Graduate Trainee');
  const tests = [
    { outcome: 'passed', what: 'Ends where it should', numbers: say('48 MB of 48 MB') },
    { outcome: 'not passed', what: 'As many jobs as usual', numbers: 'least 70 %' },
    { outcome: 'not tested', what: 'Says how many jobs it has', numbers: 'it does not' },
  ] as const;
  const error = (id: string) => [{ id, message: say('Enter “Meridian Talent 11711” to approve') }];
  const settings = [
    { term: 'Address', value: say('https://feeds.meridiantalent.example/all.xml.gz') },
    { term: 'Read', value: 'every 6 hours', change: { href: '/settings', what: 'how often it is read' } },
  ];
  const feedLine = {
    name: feed,
    state: held,
    jobs: 104,
    trend: [11_800, 11_815, 104],
    lastCompleteAt: at('12:12'),
    nextAt: at('18:00'),
  };
  const hold = {
    id: 7,
    title: '11,711 jobs would be taken down from 5 targets',
    state: held,
    open: true,
    createdAt: at('12:12'),
    decidedBy: null,
    decidedAt: null,
    feed,
    removes: true,
    count: 11_711,
    compared: { found: 104, usual: 11_815, guard: 8_271, finding: '104 jobs found, 11,815 is usual.' },
    reasons: [say('120 of 200 jobs would be taken down, which is 60 %; at most 25 % may be')],
    perTarget: [{ target: school, live: 4_212, removed: 2_871 }],
    afterwards: 'At most 1,182 jobs an hour.',
    sample: [{ source: feed, jobId: say('MT-880017'), title, target: school }],
    phrase: `${feed} 11711`,
    muteUntil: at('18:00'),
  };
  return { school, feed, title, reason, label, tests, error, settings, feedLine, hold, ok, held, fail, at };
}

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const ok = { shape: 'ok', word: 'Healthy' } as const;
const held = { shape: 'held', word: 'Held' } as const;
const fail = { shape: 'fail', word: 'Failing' } as const;

/** Every page of operations, full of data. Each text that comes from outside is made by `say`, so that a test can say something else. */
