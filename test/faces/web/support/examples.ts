import type { PlaceCount } from '../../../../src/publishing/job-states.repository.ts';
/** What the example pages share; each text that comes from outside is made by `say`. */
/** A plan of a paused school in which nothing waits. */
export const calmPlan = {
  isPaused: true,
  counts: { delist: 0, update: 0, publish: 0 },
  unjudged: 0,
  unchanged: 12,
  places: [],
  waits: [],
  leftOut: [],
  rows: [],
  digest: 'd',
  hasChanged: true,
  mayOperate: true,
} as const;

/** A job of a plan that waits. */
export const waitingRow = {
  kind: 'publish',
  waits: true,
  href: '/jobs/a/4',
  title: 'Lab Technician',
  jobId: 'LR-2261',
  why: '“Seasonal” has no entry',
} as const;

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
    since: at('12:12'),
    feed,
    removes: true,
    jobs: 11_711,
    compared: { found: 104, usual: 11_815, guard: 8_271, finding: '104 jobs found, 11,815 is usual.' },
    reasons: [say('120 of 200 jobs would be taken down, which is 60 %; at most 25 % may be')],
    perTarget: [{ target: school, live: 4_212, removed: 2_871 }],
    afterwards: 'At most 1,182 jobs an hour.',
    sample: [{ source: feed, jobId: say('MT-880017'), title, target: school }],
    mayApprove: true,
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
