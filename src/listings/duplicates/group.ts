import type { Steps } from '../../core/cooperative.ts';
import { lookupKeys, type Advert } from './duplicate-advert.ts';
import { judgePair, type Verdict } from './judge-pair.ts';
import type { ShingleCounts } from './rare-shingles.ts';

/** A merge or a flag, as it is kept and shown (D10). */
export type Decision = {
  readonly kind: 'merge' | 'repost' | 'flag';
  readonly a: string;
  readonly b: string;
  readonly rule: Verdict['rule'];
  readonly score: number;
  readonly evidence: string;
};

export type Grouping = {
  /** Group of each advert that shares one with another, by listing id. A group keeps its name when it grows. */
  readonly groups: ReadonlyMap<string, string>;
  readonly decisions: readonly Decision[];
};

export type GroupingInput = {
  readonly fresh: readonly Advert[];
  /** Stored adverts that may be copies of fresh ones; they are not judged among themselves. */
  readonly stored: readonly Advert[];
  /** Groups that stored adverts are in already. */
  readonly known: ReadonlyMap<string, string>;
  /** Pairs that a person has set apart: `pairOf(a, b)`. A split is remembered (D10). */
  readonly splits: ReadonlySet<string>;
  readonly counts: ShingleCounts;
};

/** Rules D5 to D8 over many adverts: the strongest evidence joins first, and no group gets two live ids of one feed. */
export function* groupAdverts(input: GroupingInput): Steps<Grouping> {
  const found = yield* findPairs(input);
  found.sort((x, y) => y.verdict.score - x.verdict.score || order(x.a, y.a) || order(x.b, y.b));
  const groups = yield* startingGroups(input);
  const decisions: Decision[] = [];
  for (const { a, b, verdict } of found) {
    if (verdict.kind === 'flag' || !join(groups, a, b, input.splits)) continue;
    decisions.push(decisionOf(a, b, verdict, verdict.kind === 'repost' ? 'repost' : 'merge'));
    yield;
  }
  for (const { a, b, verdict } of found) {
    if (verdict.kind === 'flag' && isOpen(groups, a, b, input.splits))
      decisions.push(decisionOf(a, b, verdict, 'flag'));
  }
  return { groups: namesOf(groups), decisions };
}

/** One name for a pair, whichever comes first. */
export function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

type Pair = { readonly a: Advert; readonly b: Advert; readonly verdict: Verdict };

function* findPairs({ fresh, stored, counts }: GroupingInput): Steps<Pair[]> {
  const index = new Map<number, Advert[]>();
  const pairs: Pair[] = [];
  for (const advert of stored) {
    enter(index, advert);
    yield;
  }
  for (const advert of fresh) {
    for (const other of candidates(index, advert)) {
      const verdict = judgePair(advert, other, counts);
      if (verdict.kind !== 'apart') pairs.push({ a: advert, b: other, verdict });
    }
    enter(index, advert);
    yield;
  }
  return pairs;
}

function enter(index: Map<number, Advert[]>, advert: Advert): void {
  const { exact, open } = lookupKeys(advert);
  for (const key of [...exact, ...open]) {
    const bucket = index.get(key);
    if (bucket === undefined) index.set(key, [advert]);
    else bucket.push(advert);
  }
}

/** All under an exact key, and the newest under an open one: the work for one advert is bounded whatever the corpus (D11). */
function candidates(index: ReadonlyMap<number, readonly Advert[]>, advert: Advert): Set<Advert> {
  const { exact, open } = lookupKeys(advert);
  const found = new Set<Advert>();
  for (const key of exact)
    for (const other of (index.get(key) ?? []).slice(-MOST_PER_EXACT_KEY)) found.add(other);
  for (const key of open)
    for (const other of (index.get(key) ?? []).slice(-MOST_PER_OPEN_KEY)) found.add(other);
  return found;
}

export const MOST_PER_EXACT_KEY = 200;
export const MOST_PER_OPEN_KEY = 50;

type Group = { name: string; readonly members: Advert[] };
type Groups = Map<string, Group>;

/** Only adverts that are in a group already; the others get theirs when they first meet. */
function* startingGroups({ fresh, stored, known }: GroupingInput): Steps<Groups> {
  const byName = new Map<string, Group>();
  const groups: Groups = new Map();
  if (known.size === 0) return groups;
  for (const advert of [...stored, ...fresh]) {
    const name = known.get(advert.listingId);
    yield;
    if (name === undefined) continue;
    const group = byName.get(name) ?? { name, members: [] };
    group.members.push(advert);
    byName.set(name, group);
    groups.set(advert.listingId, group);
  }
  return groups;
}

/** Puts two adverts' groups together, unless that joins two live ids of one feed or what a person has split. */
function join(groups: Groups, a: Advert, b: Advert, splits: ReadonlySet<string>): boolean {
  const [one, other] = [groupOf(groups, a), groupOf(groups, b)];
  if (one === other) return false;
  if (one.members.some((x) => other.members.some((y) => mustStayApart(x, y, splits)))) return false;
  const [kept, given] = isElder(one, other) ? [one, other] : [other, one];
  kept.members.push(...given.members);
  for (const member of kept.members) groups.set(member.listingId, kept);
  return true;
}

function groupOf(groups: Groups, advert: Advert): Group {
  return groups.get(advert.listingId) ?? { name: advert.listingId, members: [advert] };
}

/** The larger group keeps its name; of two equal ones, that with the lower. */
function isElder(one: Group, other: Group): boolean {
  if (one.members.length !== other.members.length) return one.members.length > other.members.length;
  return one.name < other.name;
}

function mustStayApart(a: Advert, b: Advert, splits: ReadonlySet<string>): boolean {
  if (splits.has(pairOf(a.listingId, b.listingId))) return true;
  return a.feedId === b.feedId && a.jobId !== b.jobId && aliveTogether(a, b);
}

function aliveTogether(a: Advert, b: Advert): boolean {
  return !endedBefore(a, b) && !endedBefore(b, a);
}

function endedBefore(a: Advert, b: Advert): boolean {
  return a.closedAt !== undefined && a.closedAt <= Math.max(b.postedAt ?? 0, b.seenAt ?? 0);
}

/** A flag is worth a person's time unless one of the two has found its copy in the other's feed, or both are one already. */
function isOpen(groups: Groups, a: Advert, b: Advert, splits: ReadonlySet<string>): boolean {
  const [ours, theirs] = [groupOf(groups, a), groupOf(groups, b)];
  if (ours === theirs || splits.has(pairOf(a.listingId, b.listingId))) return false;
  return !hasCopyIn(ours, b.feedId) && !hasCopyIn(theirs, a.feedId);
}

function hasCopyIn(group: Group, feedId: string): boolean {
  return group.members.some((member) => member.feedId === feedId);
}

function namesOf(groups: Groups): Map<string, string> {
  const shared = [...groups].filter(([, group]) => group.members.length > 1);
  return new Map(shared.map(([listingId, group]) => [listingId, group.name]));
}

function decisionOf(a: Advert, b: Advert, { rule, score, evidence }: Verdict, kind: Decision['kind']) {
  return { kind, a: a.listingId, b: b.listingId, rule, score, evidence };
}

const order = (a: Advert, b: Advert) => (a.listingId < b.listingId ? -1 : a.listingId > b.listingId ? 1 : 0);
