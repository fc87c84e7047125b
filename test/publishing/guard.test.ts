import { expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { judgeRemovals, judgeRun, type RemovalFacts, type RunFacts } from '../../src/publishing/guard-run.ts';
import { type GuardFacts, judge, upgradeRoom, usualDays } from '../../src/publishing/guard.ts';
import { approvedUntil, mustBeTyped, nextHolds, type PastHold } from '../../src/publishing/holds/holds.ts';
import type { Change } from '../../src/publishing/publishing-types.ts';
import { defaultSettings } from '../../src/platform/settings/settings.ts';
import { aSent, aWanted, endingOf, facts, removals, runFacts } from './makers.ts';

const kindsOf = (changes: readonly Change[], over: Partial<GuardFacts> = {}) => {
  const verdict = judge(changes, facts(over), defaultSettings);
  return verdict.kind === 'safe' ? [] : verdict.holds.map(({ kind }) => kind);
};
const runKinds = (over: Partial<RunFacts>) =>
  judgeRun(runFacts(over), defaultSettings).map(({ kind }) => kind);

test.each<readonly [string, readonly string[], Partial<RunFacts>]>([
  ['69 of the usual 100', ['drop'], { found: 69 }],
  ['70 of the usual 100', [], { found: 70 }],
  ['3 of the usual 12: not more than 10 fewer', [], { found: 3, usual: [12] }],
  ['1 of the usual 12', ['drop'], { found: 1, usual: [12] }],
  ['the last alone counts with fewer than 3 runs', [], { found: 69, usual: [69, 500] }],
  ['nothing', ['empty'], { found: 0, missing: 100 }],
  ['nothing, of nothing', [], { found: 0, live: 0, usual: [] }],
  ['new ids for all, unmatched', ['rekeyed'], { added: 30, missing: 30 }],
  ['new ids for all, matched', [], { added: 0, missing: 0, renamed: 30 }],
  ['new ids for all, nine of ten matched', [], { added: 4, missing: 9, renamed: 36 }],
  ['new ids for all, eight of ten matched', ['rekeyed'], { added: 9, missing: 9, renamed: 36 }],
  ['a quarter without description', ['drift'], { changed: 25, coverage: { title: 0.75 } }],
  ['a fifth without description', [], { changed: 20, coverage: { title: 0.8 } }],
  ['another definition that removes one', ['changed'], { definitionChanged: true, missing: 1 }],
  ['another definition that changes a little', [], { definitionChanged: true, changed: 30 }],
  ['201 new', ['surge'], { added: 201 }],
  ['200 new', [], { added: 200 }],
  ['31 of 100 changed', ['surge'], { changed: 31 }],
  ['31 of 100 changed by our upgrade', [], { changed: 31, upgraded: true }],
])('a run with %s', (_, kinds, over) => {
  expect(runKinds(over)).toEqual(kinds);
});

test.each<readonly [string, boolean, Partial<RemovalFacts>]>([
  ['21 of 100 end', true, { ending: [endingOf(60, 21)] }],
  ['20 of 100 end', false, { ending: [endingOf(60, 20)] }],
  ['12 end after 9 within the day', true, { endedLately: 9, live: 91, ending: [endingOf(60, 12)] }],
  ['4 of an employer’s 6', true, { ending: [endingOf(6, 4)] }],
  ['3 of an employer’s 9 after 2 within a day', true, { ending: [endingOf(9, 3, 2)] }],
  ['all 5 of an employer', false, { ending: [endingOf(5, 5)] }],
])('removals of a feed: %s', (_, held, over) => {
  const removing = { source: 'acme', live: 100, ending: [], endedLately: 0, ...over };
  expect(judgeRemovals(removing, defaultSettings)?.kind).toBe(held ? 'share' : undefined);
});

test('a target holds more than a twentieth, more than ten, of its jobs within a day', () => {
  expect(kindsOf(removals(11), { live: 219 })).toEqual(['share']);
  expect(kindsOf(removals(11), { live: 220 })).toEqual([]);
  expect(kindsOf(removals(10), { live: 20 })).toEqual([]);
  expect(kindsOf(removals(1), { live: 100, removedLately: 20 })).toEqual(['share']);
});

const times = (count: number, day: number) => Array.from({ length: count }, () => day);

test('what a target owes from earlier days counts on those days, with what went there then', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const owed = (...days: readonly number[]) => {
    const changes = removals(days.length);
    const ids = changes.flatMap((change) => (change.kind === 'delist' ? (change.sent.listingId ?? []) : []));
    return [changes, new Map(ids.map((id, at) => [id, ago(days[at] ?? 0)]))] as const;
  };
  const of = (days: readonly number[], over: Partial<GuardFacts> = {}) => {
    const [changes, ended] = owed(...days);
    return kindsOf(changes, { live: 100, now, ended, ...over });
  };
  expect(of([...times(10, 3), ...times(10, 2), ...times(10, 0.5)])).toEqual([]);
  expect(of([...times(10, 3), ...times(11, 1.5)])).toEqual(['share']);
  // A window lies anywhere, also over midnight.
  expect(of([...times(6, 3), ...times(6, 2.2)])).toEqual(['share']);
  expect(of(times(2, 3), { removed: [{ at: ago(3.5), count: 9 }] })).toEqual(['share']);
  expect(of(times(2, 3), { removed: [{ at: ago(4), count: 9 }] })).toEqual([]);
  expect(of([...times(2, 3), ...times(2, 0)], { removedLately: 9 })).toEqual(['share']);
});

test('a target where more is usual holds more than three times that, and never more than a tenth passes', () => {
  const usualThere = [6, 6, 5, 7, 90];
  expect(kindsOf(removals(18), { live: 200, usualThere })).toEqual([]);
  expect(kindsOf(removals(19), { live: 200, usualThere })).toEqual(['share']);
  expect(kindsOf(removals(20), { live: 200, usualThere: [40, 40, 40] })).toEqual([]);
  expect(kindsOf(removals(21), { live: 200, usualThere: [40, 40, 40] })).toEqual(['share']);
  // A school that is new has nothing that is usual.
  expect(kindsOf(removals(11), { live: 200, usualThere: [0, 0, 0, 0, 40, 40, 40] })).toEqual(['share']);
});

test('over everything 500 a day, or three times the usual, never above a twentieth of 20,000 and more', () => {
  expect(kindsOf(removals(501), { live: 100_000 })).toEqual(['share']);
  expect(kindsOf(removals(600), { live: 100_000, usualRemovals: [200, 200, 200] })).toEqual([]);
  expect(
    kindsOf(removals(1_100), { live: 100_000, liveEverywhere: 20_000, usualRemovals: [900, 900] }),
  ).toEqual(['share']);
});

test('what is usual is said by the same weekday since the first publishing; until there are three, by all days since then', () => {
  expect(usualDays(0.5)).toEqual([]);
  expect(usualDays(3.5)).toEqual([1, 2]);
  expect(usualDays(8)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(usualDays(22)).toEqual([7, 14, 21]);
  expect(usualDays(40)).toEqual([7, 14, 21, 28, 35]);
  expect(usualDays(400)).toEqual([7, 14, 21, 28, 35, 42, 49, 56]);
});

test('only removals inferred from absence are counted, and approved or begun ones are not', () => {
  const dated = removals(50).map((change) => ({ ...change, cause: 'expired' as const }));
  expect(kindsOf(dated)).toEqual([]);
  expect(kindsOf(removals(50, { intent: 'hide', state: 'delisting' }))).toEqual([]);
  const listings = new Map(Array.from({ length: 50 }, (_, at) => [at + 1, 1]));
  expect(kindsOf(removals(50), { approved: { publications: new Map(), listings } })).toEqual([]);
});

test('what an upgrade alone would send again is held above a twentieth, and spread over days once approved', () => {
  const again = removals(11).map((_, at): Change => ({
    kind: 'update',
    sent: aSent({ id: at, version: '0' }),
    wanted: aWanted(),
    because: 'changed',
    underway: false,
  }));
  expect(kindsOf(again)).toEqual(['changed']);
  expect(kindsOf(again, { upgradeApproved: true })).toEqual([]);
  expect(upgradeRoom(facts({ upgradeApproved: true, live: 1_000, resentLately: 20 }), 0.05)).toBe(30);
  expect(upgradeRoom(facts(), 0.05)).toBe(Infinity);
});

test('a publication without a listing is held, alone or in a group', () => {
  const [change] = removals(1);
  if (change?.kind !== 'delist') throw new Error('a removal');
  const { listingId: _, ...sent } = change.sent;
  expect(kindsOf([{ ...change, sent }])).toEqual(['rekeyed']);
  // However large a share they are, they are one incident.
  const many = Array.from({ length: 40 }, (_, id) => ({ ...change, sent: { ...sent, id } }));
  expect(kindsOf(many, { live: 50 })).toEqual(['rekeyed']);
  expect(kindsOf([...many, ...removals(11)], { live: 150 }).toSorted()).toEqual(['rekeyed', 'share']);
});

const now = new Date('2026-11-20T12:00:00Z');
test('numbers in a hold’s sentence are grouped', () => {
  const crawl = { found: 104, usual: [11_815], live: 11_815, missing: 11_711 };
  const [held] = judgeRun(runFacts(crawl), defaultSettings);
  expect(held?.reasons).toEqual([
    'The feed lists 104 jobs. The usual number is 11,815, the guard is at 8,271.',
  ]);
});

const reason = { kind: 'drop' as const, count: 3, reasons: [] };
const past = (over: Partial<PastHold>): PastHold => ({
  id: 7,
  kind: 'drop',
  state: 'open',
  fingerprint: 'f',
  thisRunOnly: false,
  reasons: [],
  ...over,
});

test.each<readonly [string, Partial<PastHold>, string, string]>([
  ['open, the same document', {}, 'f', 'stays'],
  ['open, another document: the same incident', {}, 'g', 'stays'],
  ['rejected, the same document', { state: 'rejected' }, 'f', 'stays'],
  ['rejected, another document', { state: 'rejected' }, 'g', 'open'],
  ['muted', { state: 'muted', until: new Date('2026-11-21') }, 'g', 'stays'],
  ['muted until yesterday', { state: 'muted', until: new Date('2026-11-19') }, 'f', 'stays'],
  ['approved', { state: 'approved', until: approvedUntil(now, 24) }, 'f', 'go'],
  ['approved for another document', { state: 'approved', until: approvedUntil(now, 24) }, 'g', 'open'],
  [
    'approved for that run only',
    { state: 'approved', until: approvedUntil(now, 24), thisRunOnly: true },
    'f',
    'open',
  ],
  ['approved a day ago', { state: 'approved', until: new Date('2026-11-20T11:00:00Z') }, 'f', 'open'],
])('a hold that is %s', (_, over, fingerprint, step) => {
  expect(nextHolds([reason], [past(over)], fingerprint, now).map(({ kind }) => kind)).toEqual([step]);
});

test('a good run lifts a hold by itself', () => {
  expect(nextHolds([], [past({}), past({ id: 8, kind: 'share', state: 'approved' })], 'f', now)).toEqual([
    { kind: 'lift', holdId: 7 },
  ]);
});

test('above a hundred jobs, and for an empty feed always, the approval is typed', () => {
  expect([
    mustBeTyped('drop', 100, 100),
    mustBeTyped('drop', 101, 100),
    mustBeTyped('empty', 1, 100),
  ]).toEqual([false, true, true]);
});
