import { HOUR } from '../../src/core/clock.ts';
import { approvedUntil, removesJobs } from '../../src/publishing/holds/holds.ts';
import { dayKind } from './year/calendar.ts';
import { aView, countDocument, endJobs, type FeedView, readAt, type YearHold } from './year/feed-view.ts';
import { aHistory, anHour, type Chance, type YearJob } from './year/history.ts';
import {
  type Everywhere,
  liveAt,
  planAt,
  publicationOf,
  targetOf,
  type TargetView,
} from './year/target-view.ts';

export type HonestYear = {
  /** Of an installation that began with all of it: before it knows what is usual on each weekday. */
  readonly beginning: {
    readonly days: number;
    readonly holds: number;
    readonly holdsPerThousand: number;
    readonly daysWithHolds: number;
    readonly kinds: Readonly<Record<string, number>>;
  };
  readonly feedDays: number;
  readonly holds: number;
  readonly holdsPerThousand: number;
  readonly unexplained: number;
  /** By what they are about and their kind. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly removals: number;
  /** Removals of what is still listed. */
  readonly wrong: number;
  /** Jobs that had ended for a week and were up at the year's end. */
  readonly notDone: number;
  /** Hours from a job's end to its removal: half of them within, and the longest. */
  readonly hours: { readonly median: number; readonly longest: number };
};

/** The guard over everything knows eight weeks back. */
const BEGINNING_DAYS = 63;

/**
 * A year in which every feed tells the truth, so that each hold is needless, and counted. The histories are made up; proof, comparison of
 * re-keyed ids, the judgements of runs and plans, and what becomes of holds are the product's own. A person looks on working days at nine.
 */
export function honestYear(size: {
  readonly feeds: number;
  readonly targets: number;
  readonly beginning?: number;
  readonly days?: number;
  readonly random: Chance;
}): HonestYear {
  const { random, beginning = BEGINNING_DAYS, days = 365 } = size;
  const feeds = Array.from({ length: size.feeds }, (_, at) => aView(aHistory(at, random)));
  const targets = Array.from({ length: size.targets }, (_, at) => aTarget(at, feeds, random));
  const takers = new Map(
    feeds.map((feed) => [feed, targets.filter((target) => target.feeds.includes(feed))]),
  );
  const everywhere: Everywhere = {
    removedAt: [],
    countedAt: [],
    live: 0,
    approvedListings: new Set(),
    holds: [],
  };
  const kinds: Record<string, number> = {};
  const waits: number[] = [];
  const early = { holds: 0, days: new Set<number>(), kinds: new Map<string, number>() };
  const tally = { holds: 0, unexplained: 0, wrong: 0 };
  const note = (about: string, opened: readonly YearHold[]) => {
    for (const { kind, reasons, hour } of opened) {
      if (hour < beginning * 24) {
        early.holds += 1;
        early.days.add(Math.floor(hour / 24));
        early.kinds.set(`${about} ${kind}`, (early.kinds.get(`${about} ${kind}`) ?? 0) + 1);
        continue;
      }
      tally.holds += 1;
      kinds[`${about} ${kind}`] = (kinds[`${about} ${kind}`] ?? 0) + 1;
      if (reasons.length === 0) tally.unexplained += 1;
    }
  };
  const takeDown = (feed: FeedView, jobs: readonly YearJob[]) => {
    for (const target of takers.get(feed) ?? []) target.waiting.push(...jobs);
  };

  const end = (beginning + days) * 24;
  for (let hour = 0; hour < end; hour += 1) {
    for (const [at, feed] of feeds.entries()) {
      anHour(feed.history, hour, random);
      if ((hour + at) % feed.history.everyHours !== 0) continue;
      const { ended, opened } = readAt(feed, hour, random);
      note('feed', opened);
      takeDown(feed, ended);
    }
    if (hour % 24 === 9 && dayKind(Math.floor(hour / 24)) === 'workday') {
      for (const feed of feeds) takeDown(feed, decideFeed(feed, everywhere, hour));
      for (const target of targets) decideTarget(target, hour);
      decideAll(everywhere, targets);
    }
    if (hour % 3 === 0) everywhere.live = targets.reduce((sum, target) => sum + liveAt(target), 0);
    for (const target of targets) {
      if (target.waiting.length === 0 || (hour + target.at) % 3 !== 0) continue;
      const { down, opened } = planAt(target, everywhere, hour);
      note('target', opened);
      for (const { gone } of down) {
        if (gone === undefined) tally.wrong += 1;
        else waits.push(hour - gone);
      }
    }
  }
  waits.sort((a, b) => a - b);
  const feedDays = size.feeds * days;
  return {
    beginning: {
      days: beginning,
      holds: early.holds,
      holdsPerThousand: (early.holds / (size.feeds * beginning)) * 1000,
      daysWithHolds: early.days.size,
      kinds: Object.fromEntries(early.kinds),
    },
    feedDays,
    ...tally,
    holdsPerThousand: (tally.holds / feedDays) * 1000,
    kinds,
    removals: waits.length,
    notDone: stillUp(feeds, targets, end - 7 * 24),
    hours: { median: waits[waits.length >> 1] ?? 0, longest: waits.at(-1) ?? 0 },
  };
}

/** A target takes a twentieth of the feeds or so. */
function aTarget(at: number, all: readonly FeedView[], random: Chance): TargetView {
  const share = 0.02 + 0.08 * random();
  const feeds = all.filter(() => random() < share);
  const none = { waiting: [], holds: [], removedAt: [], removed: [] };
  return { name: `school-${at}`, at, feeds, ...none, approved: new Set() };
}

/** A person looks at what is held: what has truly ended goes, at once. */
function decideFeed(feed: FeedView, { approvedListings }: Everywhere, hour: number): readonly YearJob[] {
  const gone: YearJob[] = [];
  for (const hold of feed.holds) {
    if (hold.state !== 'open') continue;
    const isTrue = !removesJobs(hold.kind) || hold.subjects.every((job) => job.gone !== undefined);
    hold.state = isTrue ? 'approved' : 'rejected';
    if (!isTrue) continue;
    hold.until = approvedUntil(new Date(hour * HOUR), 24);
    const [last] = feed.runs;
    if (last !== undefined) last.held = false;
    if (hold.kind !== 'share') countDocument(feed, hour);
    if (!removesJobs(hold.kind)) continue;
    const still = hold.subjects.filter((job) => feed.known.has(job));
    for (const { serial } of still) approvedListings.add(serial);
    endJobs(feed, still);
    gone.push(...still);
  }
  return gone;
}

function decideTarget(target: TargetView, hour: number): void {
  target.approved.clear();
  for (const hold of target.holds) {
    if (hold.state !== 'open') continue;
    const isTrue = hold.subjects.every((job) => job.gone !== undefined);
    hold.state = isTrue ? 'approved' : 'rejected';
    if (!isTrue) continue;
    hold.until = approvedUntil(new Date(hour * HOUR), 24);
    for (const { serial } of hold.subjects) target.approved.add(publicationOf(serial, target));
  }
}

function decideAll(everywhere: Everywhere, targets: readonly TargetView[]): void {
  for (const hold of everywhere.holds) {
    if (hold.state !== 'open') continue;
    const isTrue = hold.subjects.every((id) => hold.jobs.get(id)?.gone !== undefined);
    hold.state = isTrue ? 'approved' : 'rejected';
    if (!isTrue) continue;
    for (const id of hold.subjects) targets[targetOf(id)]?.approved.add(id);
  }
  everywhere.holds = everywhere.holds.filter(({ state }) => state !== 'approved');
}

function stillUp(feeds: readonly FeedView[], targets: readonly TargetView[], before: number): number {
  const isOld = ({ gone }: YearJob) => gone !== undefined && gone < before;
  const count = (jobs: Iterable<YearJob>) => [...jobs].filter(isOld).length;
  return (
    feeds.reduce((sum, { known }) => sum + count(known), 0) +
    targets.reduce((sum, { waiting }) => sum + count(waiting), 0)
  );
}
