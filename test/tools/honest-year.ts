import { HOUR } from '../../src/core/clock.ts';
import { defaultSettings } from '../../src/platform/settings/settings.ts';
import { approvedUntil, removesJobs } from '../../src/publishing/holds/holds.ts';
import { dayKind } from './year/calendar.ts';
import { befallSchool, callAt, type Calls, want } from './year/calls.ts';
import { anHourOfDates, closeAt, tellDates } from './year/dates.ts';
import { aView, countDocument, endJobs, type FeedView, readAt, type YearHold } from './year/feed-view.ts';
import { aHistory, anHour, type Chance, type YearJob } from './year/history.ts';
import {
  type Everywhere,
  liveAt,
  planAt,
  publicationOf,
  targetOf,
  type TargetView,
  upgradeAt,
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
  /** Of the holds, those that every upgrade of ours asks for (rule R19), one a school. */
  readonly ofUpgrade: number;
  /** By what they are about and their kind. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly removals: number;
  readonly wrong: Calls['wrong'];
  readonly doubles: number;
  /** Jobs that had ended for a week and were up at the year's end; jobs listed that were neither up nor queued. */
  readonly leftUp: number;
  readonly lost: number;
  /** Hours from a job's end to its removal: half of them within, and the longest; of jobs that ended at their promised day, apart. */
  readonly hours: Spread;
  readonly datedHours: Spread & { readonly removals: number };
  readonly calls: Pick<Calls, 'calls' | 'lost' | 'troubled' | 'deaths'>;
};

type Spread = { readonly median: number; readonly longest: number };

/** The day in the year on which an upgrade of ours reads and writes every job anew. */
const UPGRADE_DAY = 200;

/** The guard over everything knows eight weeks back. */
const BEGINNING_DAYS = 63;

/**
 * A year in which every feed tells the truth, so that each hold is needless, and counted. The histories are made up; proof, comparison of
 * re-keyed ids, the judgements of runs and plans, the steps of a publication, and what becomes of holds are the product's own. A person
 * looks on working days at nine. `trouble` adds closing dates, schools that are down, silent or paused, dying workers and an upgrade of ours.
 */
export function honestYear(size: {
  readonly feeds: number;
  readonly targets: number;
  readonly beginning?: number;
  readonly days?: number;
  readonly random: Chance;
  readonly trouble?: Chance;
  /** Hours for which a promised day that is over waits for a reading of its feed. */
  readonly closeHours?: number;
}): HonestYear {
  const { random, trouble, beginning = BEGINNING_DAYS, days = 365 } = size;
  const { closeHours = defaultSettings.get('delist.closeHours') } = size;
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
  const calls: Calls = {
    calls: 0,
    lost: 0,
    troubled: 0,
    deaths: 0,
    doubles: 0,
    waits: [],
    datedWaits: [],
    wrong: { absence: 0, jumped: 0, misread: 0, unread: 0 },
  };
  if (trouble !== undefined) for (const { history } of feeds) tellDates(history, closeHours, trouble);
  const early = { holds: 0, days: new Set<number>(), kinds: new Map<string, number>() };
  const tally = { holds: 0, unexplained: 0 };
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
  const takeDown = (feed: FeedView, jobs: readonly YearJob[], hour: number) => {
    for (const job of jobs) job.endedAt = hour;
    for (const target of takers.get(feed) ?? []) target.waiting.push(...jobs);
  };
  const close = (feed: FeedView, hour: number) => {
    const over = closeAt(feed, hour);
    endJobs(feed, over);
    takeDown(feed, over, hour);
  };
  /** What is listed anew or again goes up; its removal is taken back. */
  const putUp = (feed: FeedView, hour: number) => {
    if (feed.fresh.length === 0) return;
    const fresh = new Set(feed.fresh.splice(0));
    for (const target of takers.get(feed) ?? []) {
      target.waiting = target.waiting.filter((job) => !fresh.has(job));
      for (const job of fresh) want(target, job, 'show', hour);
    }
  };

  const end = (beginning + days) * 24;
  const upgradeHour = (beginning + Math.min(UPGRADE_DAY, days >> 1)) * 24 + 1;
  for (let hour = 0; hour < end; hour += 1) {
    for (const [at, feed] of feeds.entries()) {
      anHour(feed.history, hour, random);
      if (trouble !== undefined) {
        anHourOfDates(feed.history, hour, trouble);
        if (hour === upgradeHour) feed.upgraded = true;
      }
      close(feed, hour);
      putUp(feed, hour);
      if ((hour + at) % feed.history.everyHours !== 0) continue;
      // Its reader dies before it has written anything.
      if (trouble !== undefined && trouble() < 1 / 2_000) {
        calls.deaths += 1;
        continue;
      }
      const { ended, opened } = readAt(feed, hour, random);
      note('feed', opened);
      putUp(feed, hour);
      takeDown(feed, ended, hour);
      close(feed, hour);
    }
    if (hour % 24 === 9 && dayKind(Math.floor(hour / 24)) === 'workday') {
      for (const feed of feeds) takeDown(feed, decideFeed(feed, everywhere, hour), hour);
      for (const target of targets) decideTarget(target, hour);
      decideAll(everywhere, targets);
    }
    if (hour % 3 === 0) everywhere.live = targets.reduce((sum, target) => sum + liveAt(target), 0);
    for (const target of targets) {
      if (trouble !== undefined) {
        befallSchool(target, hour, end, trouble);
        if (hour === upgradeHour) target.version += 1;
      }
      if (hour >= target.pausedUntil && (hour + target.at) % 3 === 0) {
        if (target.waiting.length > 0) {
          const { down, opened } = planAt(target, everywhere, hour);
          note('target', opened);
          for (const job of down) want(target, job, 'hide', hour);
        }
        if (target.version > 0) {
          const again = upgradeAt(target, hour);
          note('target', again.opened);
          for (const job of again.jobs) want(target, job, 'show', hour);
        }
      }
      callAt(target, hour, calls, trouble);
    }
  }
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
    ofUpgrade: kinds['target changed'] ?? 0,
    kinds,
    removals: calls.waits.length + calls.datedWaits.length,
    wrong: calls.wrong,
    doubles: calls.doubles,
    leftUp: targets.reduce((sum, target) => sum + leftUp(target, end - 7 * 24), 0),
    lost: targets.reduce((sum, target) => sum + lostAt(target), 0),
    hours: spread([...calls.waits, ...calls.datedWaits]),
    datedHours: { removals: calls.datedWaits.length, ...spread(calls.datedWaits) },
    calls: { calls: calls.calls, lost: calls.lost, troubled: calls.troubled, deaths: calls.deaths },
  };
}

function spread(hours: number[]): Spread {
  hours.sort((a, b) => a - b);
  return { median: hours[hours.length >> 1] ?? 0, longest: hours.at(-1) ?? 0 };
}

/** A target takes a twentieth of the feeds or so. */
function aTarget(at: number, all: readonly FeedView[], random: Chance): TargetView {
  const share = 0.02 + 0.08 * random();
  const feeds = all.filter(() => random() < share);
  const none = { waiting: [], holds: [], removedAt: [], removed: [] };
  const there = { rows: new Map(), has: new Map(), board: new Set<YearJob>() };
  const state = { downUntil: 0, pausedUntil: 0, version: 0, upgrade: 'none' as const, resent: [] };
  return { name: `school-${at}`, at, feeds, ...none, approved: new Set(), ...there, ...state };
}

/** A person looks at what is held: what has truly ended goes, at once. */
function decideFeed(feed: FeedView, { approvedListings }: Everywhere, hour: number): readonly YearJob[] {
  const gone: YearJob[] = [];
  for (const hold of feed.holds) {
    if (hold.state !== 'open') continue;
    const isTrue = !removesJobs(hold.kind) || hold.subjects.every((job) => job.gone !== undefined);
    hold.state = isTrue ? 'approved' : 'rejected';
    if (!isTrue && hold.kind !== 'share') feed.waiting = new Map();
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
  if (target.upgrade === 'open') target.upgrade = 'approved';
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

function leftUp({ board }: TargetView, before: number): number {
  return [...board].filter(({ gone }) => gone !== undefined && gone < before).length;
}

/** Jobs that their source has open, and that are neither there nor queued. */
function lostAt({ feeds, board, rows }: TargetView): number {
  return feeds.reduce(
    (sum, feed) =>
      sum +
      [...new Set([...feed.known, ...feed.history.listed])].filter(
        (job) => isOpen(feed, job) && !board.has(job) && !rows.has(job),
      ).length,
    0,
  );
}

/** We hold it to be listed, or a document that counted since it ended lists it. */
function isOpen({ history, known, readAt }: FeedView, job: YearJob): boolean {
  if (known.has(job)) return true;
  return job.gone === undefined && !history.arrived.has(job) && readAt > (job.endedAt ?? Infinity);
}
