import { HOUR } from '../../../src/core/clock.ts';
import { verdict } from '../../../src/feeds/verdict.ts';
import { matchRekeyed } from '../../../src/listings/rekey.ts';
import { judgeRun, type RunFacts } from '../../../src/publishing/guard-run.ts';
import type { HoldStep, PastHold } from '../../../src/publishing/holds.ts';
import { defaultSettings } from '../../../src/settings/settings.ts';
import { verdictOn } from '../../../src/tasks/run-verdict.ts';
import { runFacts } from '../../publishing/makers.ts';
import { type Chance, type History, nextSerial, perYear, type YearJob } from './history.ts';

/** A hold as the year keeps it: what it is about, beside what the next judgement needs. */
export type YearHold = { -readonly [K in keyof PastHold]: PastHold[K] } & {
  readonly subjects: readonly YearJob[];
  readonly reasons: readonly string[];
  readonly hour: number;
};

/** What we know of a feed, as the tables do. */
export type FeedView = {
  readonly history: History;
  /** Jobs that count as live: listed, or missing and not yet ended. */
  readonly known: Set<YearJob>;
  readonly missing: Map<YearJob, { misses: number; seenHour: number }>;
  /** Complete readings, newest first. */
  runs: { readonly found: number; held: boolean; readonly hour: number }[];
  /** Jobs that ended by absence, on no person's word. */
  ended: { readonly hour: number; readonly employer: string }[];
  holds: YearHold[];
};

export function aView(history: History): FeedView {
  const lists = { known: new Set<YearJob>(), missing: new Map() };
  return { history, ...lists, runs: [], ended: [], holds: [] };
}

export type ReadingEnd = {
  readonly ended: readonly YearJob[];
  readonly opened: readonly YearHold[];
};

const NOTHING: ReadingEnd = { ended: [], opened: [] };

/** A reading at an hour: proof, comparison, judgement, and what ends by it, through the product's own decisions. */
export function readAt(view: FeedView, hour: number, random: Chance): ReadingEnd {
  const { history, missing } = view;
  if (hour < history.downUntil) return NOTHING;
  const isCut = random() < (perYear.cutReading / (365 * 24)) * history.everyHours;
  const items = isCut ? Math.floor(history.listed.size * random()) : history.listed.size;
  const proof = isCut ? { documentProblem: 'it ends in the middle of an item' } : {};
  if (verdict({ items, notUnderstood: 0, ...proof }).completeness !== 'complete') return NOTHING;

  const seenHour = view.runs[0]?.hour ?? hour;
  const isFirst = view.runs.length === 0;
  let added = [...history.arrived];
  for (const job of history.left) if (view.known.has(job)) missing.set(job, { misses: 0, seenHour });
  let rekeyed: RunFacts['rekeyed'];
  if (history.rekeyed && !isFirst) {
    const found = rekey(view, seenHour, defaultSettings.get('delist.rekeyShare', { feed: history.name }));
    added = [...found.fresh];
    if (found.matched > 0) rekeyed = { matched: found.matched, unmatched: missing.size };
  }
  const live = view.known.size;
  const changed = Math.min(history.changed, live);
  history.arrived = new Set();
  history.left = new Set();
  history.changed = 0;
  history.rekeyed = false;

  const ending = [...missing].filter(
    ([, { misses, seenHour: seen }]) =>
      misses + 1 >= defaultSettings.get('delist.missRuns') &&
      hour - seen >= defaultSettings.get('delist.missHours'),
  );
  const lately = view.ended.filter((one) => one.hour > hour - 24);
  const facts = runFacts({
    source: history.name,
    found: history.listed.size,
    usual: view.runs.flatMap(({ found, held }) => (held ? [] : [found])).slice(0, 5),
    live,
    added: added.length,
    changed,
    missing: missing.size,
    ending: groups(
      view,
      ending.map(([job]) => job),
      lately,
    ),
    endedLately: lately.length,
    emptyRuns: { runs: history.listed.size === 0 ? 1 : 0, hours: 0 },
    ...(rekeyed === undefined ? {} : { rekeyed }),
  });
  const { steps, held, removalsHeld } = verdictOn({
    objections: judgeRun(facts, defaultSettings),
    unmatched: [],
    holds: view.holds,
    isWindow: false,
    digest: `${history.name} ${hour}`,
    now: new Date(hour * HOUR),
  });

  for (const job of added) view.known.add(job);
  for (const [, miss] of missing) miss.misses += 1;
  const ended = removalsHeld ? [] : ending.map(([job]) => job);
  endJobs(view, ended);
  view.ended = [...lately, ...ended.map(({ employer }) => ({ hour, employer }))];
  view.runs = [{ found: history.listed.size, held, hour }, ...view.runs].slice(0, 10);
  return { ended, opened: keepHolds(view, steps, [...missing.keys()], hour) };
}

export function endJobs(view: FeedView, jobs: readonly YearJob[]): void {
  for (const job of jobs) {
    view.known.delete(job);
    view.missing.delete(job);
  }
}

let holdId = 0;

function keepHolds(view: FeedView, steps: readonly HoldStep[], subjects: readonly YearJob[], hour: number) {
  const opened: YearHold[] = [];
  for (const step of steps) {
    if (step.kind === 'lift') lift(view, step.holdId);
    if (step.kind !== 'open') continue;
    if (step.replaces !== undefined) lift(view, step.replaces);
    holdId += 1;
    const { kind, reasons } = step.reason;
    const hold = { id: holdId, kind, state: 'open' as const, fingerprint: `${view.history.name} ${hour}` };
    const kept = { ...hold, thisRunOnly: false, subjects, reasons, hour };
    view.holds = [...view.holds.filter((one) => one.kind !== kind), kept];
    // Another document of the same incident asks nobody anew.
    if (step.replaces === undefined) opened.push(kept);
  }
  return opened;
}

function lift(view: FeedView, id: number): void {
  for (const hold of view.holds) if (hold.id === id) hold.state = 'lifted';
}

const seen = ({ title, employer, place, serial }: YearJob) => ({
  title,
  company: employer,
  places: [{ city: place, country: 'US' }],
  textHash: String(serial),
});

/** All ids are new: the product's own matching says which jobs go on; the others are missing under the old id and new under theirs. */
function rekey(view: FeedView, seenHour: number, share: number) {
  const { history, known, missing } = view;
  const old = [...history.listed].filter((job) => known.has(job));
  const many = share * known.size;
  if (known.size === 0 || old.length <= many) return { fresh: [], matched: 0 };
  const pairs = matchRekeyed(
    old.map((job) => ({ ...seen(job), listingId: job.serial })),
    [...history.listed].map((job) => ({ ...seen(job), jobId: String(job.serial) })),
  );
  const kept = new Set(pairs.map(({ listingId }) => listingId));
  const fresh = old.filter(({ serial }) => !kept.has(serial));
  for (const job of fresh) {
    // Under its old id it has ended; the same job under the new one is another to everybody.
    history.listed.delete(job);
    const again: YearJob = { ...job, serial: nextSerial() };
    history.listed.add(again);
    job.gone = seenHour;
    missing.set(job, { misses: 0, seenHour });
  }
  return { fresh: [...history.listed].filter((job) => !known.has(job)), matched: pairs.length };
}

function count(some: Iterable<{ readonly employer: string }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { employer } of some) counts.set(employer, (counts.get(employer) ?? 0) + 1);
  return counts;
}

function groups(view: FeedView, ending: readonly YearJob[], lately: FeedView['ended']): RunFacts['ending'] {
  if (ending.length === 0) return [];
  const live = view.history.multiEmployer
    ? count(view.known)
    : new Map([[ending[0]?.employer, view.known.size]]);
  const ended = count(lately);
  return [...count(ending)].map(([employer, now]) => {
    const before = ended.get(employer) ?? 0;
    return { employer, live: (live.get(employer) ?? 0) + before, ending: now, endedLately: before };
  });
}
