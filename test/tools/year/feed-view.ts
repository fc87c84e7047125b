import { HOUR } from '../../../src/core/clock.ts';
import { verdict } from '../../../src/feeds/read/verdict.ts';
import { matchRekeyed } from '../../../src/listings/rekey.ts';
import { judgeRemovals, type RemovalFacts } from '../../../src/publishing/guard-run.ts';
import { type HoldStep, nextHolds, type PastHold } from '../../../src/publishing/holds/holds.ts';
import { defaultSettings } from '../../../src/platform/settings/settings.ts';
import { doubtOf } from '../../../src/runs/doubt.ts';
import { runFacts } from '../../publishing/makers.ts';
import { datesShown, forgetMisread, jumped, readDates } from './dates.ts';
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
  readonly missing: Map<YearJob, { misses: number; readonly since: number }>;
  /** Jobs that the document lists under another id. */
  renamed: number;
  /** Complete readings, newest first. */
  runs: { readonly found: number; held: boolean; readonly hour: number }[];
  /** Jobs that ended by absence, on no person's word. */
  ended: { readonly hour: number; readonly employer: string }[];
  holds: YearHold[];
  /** Listed anew, or again, since the schools were last told. */
  fresh: YearJob[];
  /** Promised closing days, by hour. */
  readonly closing: Map<number, YearJob[]>;
  /** Closing days of the document that waits under a hold. */
  waiting: ReadonlyMap<YearJob, number>;
  /** The hour of the last reading that counted. */
  readAt: number;
  /** The next reading is the first of another version of ours. */
  upgraded: boolean;
};

export function aView(history: History): FeedView {
  const lists = { known: new Set<YearJob>(), missing: new Map() };
  const none = { fresh: [], closing: new Map(), waiting: new Map(), upgraded: false };
  return { history, ...lists, ...none, readAt: 0, renamed: 0, runs: [], ended: [], holds: [] };
}

export type ReadingEnd = {
  readonly ended: readonly YearJob[];
  readonly opened: readonly YearHold[];
};

const NOTHING: ReadingEnd = { ended: [], opened: [] };

/** A reading at an hour: proof, comparison, judgement, and what ends by it, through the product's own decisions. */
export function readAt(view: FeedView, hour: number, random: Chance): ReadingEnd {
  const { history } = view;
  if (hour < history.downUntil) return NOTHING;
  const isCut = random() < (perYear.cutReading / (365 * 24)) * history.everyHours;
  const items = isCut ? Math.floor(history.listed.size * random()) : history.listed.size;
  const proof = isCut ? { documentProblem: 'it ends in the middle of an item' } : {};
  if (verdict({ items, notUnderstood: 0, ...proof }).completeness !== 'complete') return NOTHING;

  if (history.rekeyed && view.runs.length > 0) view.renamed = rekey(view, hour);
  history.rekeyed = false;
  const missing = [
    ...new Set([...view.missing.keys(), ...[...history.left].filter((job) => view.known.has(job))]),
  ];
  const live = view.known.size;
  const facts = runFacts({
    source: history.name,
    found: history.listed.size,
    usual: view.runs.flatMap(({ found, held }) => (held ? [] : [found])).slice(0, 5),
    live,
    added: history.arrived.size,
    changed: view.upgraded ? live : Math.min(history.changed, live),
    missing: missing.length,
    renamed: view.renamed,
    upgraded: view.upgraded,
    emptyRuns: { runs: history.listed.size === 0 ? 1 : 0, hours: 0 },
  });
  const doubt = doubtOf(facts, defaultSettings, false);
  const ofDocuments = view.holds.filter(({ kind }) => kind !== 'share');
  const steps = nextHolds(
    doubt === undefined ? [] : [doubt],
    ofDocuments,
    `${history.name} ${hour}`,
    at(hour),
  );
  const held = steps.some(({ kind }) => kind === 'open' || kind === 'stays');
  view.runs = [{ found: history.listed.size, held, hour }, ...view.runs].slice(0, 10);
  view.upgraded = false;
  const opened = keepHolds(view, steps, missing, hour);
  if (held) view.waiting = datesShown(view);
  else countDocument(view, hour);
  forgetMisread(view);
  if (held) return { ended: [], opened };
  const removed = removeAt(view, hour);
  return { ended: removed.ended, opened: [...opened, ...removed.opened] };
}

const at = (hour: number) => new Date(hour * HOUR);

/** What the document lists and lacks counts from now on. */
export function countDocument(view: FeedView, hour: number): void {
  const { history, missing, known } = view;
  view.readAt = view.runs[0]?.hour ?? hour;
  view.waiting = new Map();
  for (const job of history.arrived) known.add(job);
  view.fresh.push(...history.arrived);
  readDates(view, hour);
  for (const job of history.left) if (known.has(job)) missing.set(job, { misses: 0, since: hour });
  for (const [, miss] of missing) miss.misses += 1;
  history.arrived = new Set();
  history.left = new Set();
  history.changed = 0;
  view.renamed = 0;
}

/** Jobs past both limits of R3 end, or are held by their share. */
function removeAt(view: FeedView, hour: number): ReadingEnd {
  const ending = [...view.missing]
    .filter(
      ([, { misses, since }]) =>
        misses >= defaultSettings.get('delist.missRuns') &&
        hour - since >= defaultSettings.get('delist.missHours'),
    )
    .map(([job]) => job);
  ending.push(...jumped(view, hour));
  const lately = view.ended.filter((one) => one.hour > hour - 24);
  const reason =
    ending.length === 0
      ? undefined
      : judgeRemovals(
          {
            source: view.history.name,
            live: view.known.size,
            ending: groups(view, ending, lately),
            endedLately: lately.length,
          },
          defaultSettings,
        );
  const shares = view.holds.filter(({ kind }) => kind === 'share');
  const steps = nextHolds(
    reason === undefined ? [] : [reason],
    shares,
    `${view.history.name} ${hour}`,
    at(hour),
  );
  const opened = keepHolds(view, steps, ending, hour);
  const ended = steps.some(({ kind }) => kind === 'open' || kind === 'stays') ? [] : ending;
  endJobs(view, ended);
  view.ended = [...lately, ...ended.map(({ employer }) => ({ hour, employer }))];
  return { ended, opened };
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
    holdId += 1;
    const { kind, reasons } = step.reason;
    const hold = { id: holdId, kind, state: 'open' as const, fingerprint: `${view.history.name} ${hour}` };
    const kept = { ...hold, thisRunOnly: false, subjects, reasons, hour };
    view.holds = [...view.holds.filter((one) => one.kind !== kind), kept];
    opened.push(kept);
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

/** All ids are new: the product's own matching says which jobs go on; the others left under the old id and arrived under theirs. */
function rekey({ history, known }: FeedView, hour: number): number {
  const old = [...history.listed].filter((job) => known.has(job));
  const pairs = matchRekeyed(
    old.map((job) => ({ ...seen(job), listingId: job.serial })),
    [...history.listed].map((job) => ({ ...seen(job), jobId: String(job.serial) })),
    history.multiEmployer,
  );
  const kept = new Set(pairs.map(({ listingId }) => listingId));
  for (const job of old.filter(({ serial }) => !kept.has(serial))) {
    // Under its old id it has ended; the same job under the new one is another to everybody.
    history.listed.delete(job);
    const { employer, title, place } = job;
    const again: YearJob = { serial: nextSerial(), employer, title, place };
    history.listed.add(again);
    history.arrived.add(again);
    history.left.add(job);
    job.gone = hour;
  }
  return pairs.length;
}

function count(some: Iterable<{ readonly employer: string }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { employer } of some) counts.set(employer, (counts.get(employer) ?? 0) + 1);
  return counts;
}

function groups(
  view: FeedView,
  ending: readonly YearJob[],
  lately: FeedView['ended'],
): RemovalFacts['ending'] {
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
