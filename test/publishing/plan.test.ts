import { expect, test } from 'vitest';
import { judgePage } from '../../src/feeds/read/page-check.ts';
import { type Arrived, matchRekeyed, type RemovedListing } from '../../src/listings/rekey.ts';
import { planChanges } from '../../src/publishing/plan.ts';
import { answerShape } from '../../src/targets/usual-answers.ts';
import { afterDelist, afterPublish } from '../../src/publishing/settle.ts';
import type { Sent } from '../../src/publishing/publishing-types.ts';
import { aSent, aWanted } from './makers.ts';

const changesFor = (sent: Partial<Sent>, wanted = aWanted()) =>
  planChanges({ wanted: [wanted], sent: [aSent(sent)], unwanted: new Map() }).map(
    ({ kind, underway }) => `${kind}${underway ? ' underway' : ''}`,
  );

test.each<readonly [string, Partial<Sent>, readonly string[]]>([
  ['taken as it is', {}, []],
  ['taken otherwise', { takenFingerprint: 'b' }, ['update']],
  ['queued as it is', { state: 'sending', due: true, takenFingerprint: 'b' }, ['update underway']],
  ['refused as it is', { state: 'refused', parked: true, takenFingerprint: '' }, []],
  [
    'refused otherwise',
    { state: 'refused', parked: true, wantedFingerprint: 'b', takenFingerprint: '' },
    ['update'],
  ],
  ['to be taken down, and is there as it is wanted', { intent: 'hide', state: 'delisting', due: true }, []],
  ['being taken down', { intent: 'hide', state: 'delisting', due: true, takenFingerprint: '' }, ['update']],
  [
    'taken down',
    { intent: 'hide', state: 'delisted', live: false, takenBefore: false, takenFingerprint: '' },
    ['publish'],
  ],
  ['unanswered, waiting for a person', { state: 'unanswered', parked: true, takenFingerprint: '' }, []],
])('a wanted job that was %s', (_, sent, kinds) => {
  expect(changesFor(sent)).toEqual(kinds);
});

test('what is not wanted is taken down, for the reason of its listing, and before anything is sent', () => {
  const plan = planChanges({
    wanted: [aWanted({ jobId: '2', listingId: 2 })],
    sent: [
      aSent(),
      aSent({ id: 3, jobId: '3', listingId: 3, live: false, intent: 'hide', state: 'delisted' }),
    ],
    unwanted: new Map([[1, 'expired']]),
  });
  expect(plan).toMatchObject([{ kind: 'delist', cause: 'expired' }, { kind: 'publish' }]);
});

const posting = {
  job: { job_id: 'A-1', job_title: 'Night Nurse' },
  employer: { empname: 'Zenith Hospital' },
};
const called = { tries: 0, denied: 0, takenBefore: false, posting };
const limits = {
  retryFirstMs: 30_000,
  retryMaxMs: 3_600_000,
  attentionAfter: 8,
  repeatsProven: false,
  usualAnswers: [],
};
const half = () => 0.5;
const deleted = (value: boolean | null, over = {}) =>
  afterDelist({ kind: 'answered', value }, { ...called, ...over }, limits, half);

test('deleteJob: true and false are what they are, nothing is a refusal, trouble is repeated', () => {
  expect(deleted(true)).toEqual({ event: { type: 'answered' }, answer: 'true' });
  expect(deleted(false)).toMatchObject({ event: { type: 'answeredFalse' }, answer: 'false' });
  expect(deleted(false, { denied: 1 }).reason).toContain('twice');
  expect(deleted(null)).toMatchObject({ event: { type: 'refused' } });
  expect(
    afterDelist({ kind: 'unanswered', why: 'timeout', reason: 'no answer' }, called, limits, half),
  ).toMatchObject({ event: { type: 'unanswered', pauseMs: 30_000, giveUp: false } });
  expect(afterDelist({ kind: 'refused', reason: 'no such job' }, called, limits, half)).toEqual({
    event: { type: 'refused' },
    reason: 'no such job',
  });
});

test('processJob: trouble is repeated later and later, an unanswered first publishing three times, then a person looks', () => {
  const unanswered = (tries: number) =>
    afterPublish(
      { kind: 'unanswered', why: 'timeout', reason: 'no answer' },
      { ...called, tries },
      limits,
      half,
    ).event;
  expect([0, 1, 2].map(unanswered)).toMatchObject([
    { pauseMs: 30_000, giveUp: false },
    { pauseMs: 60_000, giveUp: false },
    { pauseMs: 120_000, giveUp: false },
  ]);
  expect(unanswered(3)).toMatchObject({ giveUp: true });
  expect(afterPublish({ kind: 'refused', reason: 'no' }, called, limits, half).event).toEqual({
    type: 'refused',
  });
});

test.each([
  [null, 'unusual'],
  ['', 'unusual'],
  ['Job 771203 updated', 'answered'],
  ['ERROR: rejected', 'unusual'],
  ['The job type is invalid.', 'unusual'],
  ['Access denied', 'unusual'],
])('processJob that answers %j is %s', (value, type) => {
  expect(afterPublish({ kind: 'answered', value }, called, limits, half).event).toEqual({ type });
});

test.each([
  ['Night nurse of Zenith Hospital: SAVED as 5f2c-77 on 2026-11-20', 'answered'],
  ['Day nurse of Zenith Hospital: saved as 771203 on 2026-11-21', 'unusual'],
  ['', 'answered'],
  ['Thank you', 'unusual'],
])('where two answers are usual, %j is %s', (value, type) => {
  const usual = [answerShape('Night Nurse of Zenith Hospital: saved as 771204 on 2026-11-19', posting), ''];
  const known = { ...limits, usualAnswers: usual };
  expect(afterPublish({ kind: 'answered', value }, called, known, half).event).toEqual({ type });
});

const shell = '<html><body><div id="root"></div><script>boot()</script></body></html>';
const text = `<h1>Welder</h1><p>${'We build things. '.repeat(30)}</p>`;
test.each([
  [{ status: 404 }, 'gone'],
  [{ status: 410 }, 'gone'],
  [{ status: 403 }, 'uncertain'],
  [{ status: 429 }, 'uncertain'],
  [{ status: 503 }, 'uncertain'],
  [{ status: 0 }, 'uncertain'],
  [{ status: 200, text }, 'there'],
  [{ status: 200, text: `${text}<p>This position has been filled.</p>` }, 'gone'],
  [{ status: 200, text: shell }, 'uncertain'],
  [{ status: 200, text: '<p>Please verify you are human</p>' }, 'uncertain'],
  [{ status: 200, text, answered: 'https://acme.example/careers' }, 'uncertain'],
  [{ status: 404, asked: 'https://jobs.lever.co/acme/9' }, 'uncertain'],
])('a job’s page that answers %j is %s', (seen, verdict) => {
  expect(judgePage({ asked: 'https://acme.example/jobs/123', ...seen }).kind).toBe(verdict);
});

const gone = (listingId: number, over: Partial<RemovedListing> = {}): RemovedListing => ({
  listingId,
  title: 'Welder',
  company: 'Acme Inc.',
  places: [{ city: 'Boston' }],
  textHash: 't',
  ...over,
});
const fresh = (jobId: string, over: Partial<Arrived> = {}): Arrived => ({
  jobId,
  title: 'Welder',
  company: 'ACME',
  places: [{ city: 'Boston' }],
  textHash: 't',
  ...over,
});

test('a re-keyed job is matched by company, title and place; of several alike the text decides, and doubt matches none', () => {
  expect(matchRekeyed([gone(1, { textHash: 'x' })], [fresh('a')])).toEqual([{ listingId: 1, jobId: 'a' }]);
  expect(matchRekeyed([gone(1)], [fresh('a', { title: 'Baker' })])).toEqual([]);
  expect(
    matchRekeyed(
      [gone(1, { textHash: 'x' }), gone(2, { textHash: 'y' })],
      [fresh('a', { textHash: 'y' }), fresh('b', { textHash: 'z' })],
    ),
  ).toEqual([{ listingId: 2, jobId: 'a' }]);
  expect(matchRekeyed([gone(1), gone(2)], [fresh('a'), fresh('b')])).toHaveLength(2);
});
