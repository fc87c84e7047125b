import { HOUR } from '../../../src/core/clock.ts';
import { closingOf } from '../../../src/listings/listing-state.ts';
import { inferredEnding, stepListing } from '../../lifecycle/listing-steps.ts';
import { defaultSettings } from '../../../src/platform/settings/settings.ts';
import { type Chance, happen, type History, leave, type YearJob } from './history.ts';

/** What our rows know of a feed's dates. */
type DatedView = {
  readonly history: History;
  readonly known: Set<YearJob>;
  readonly fresh: YearJob[];
  /** Promised days, by the hour at which no reading is waited for any more. */
  readonly closing: Map<number, YearJob[]>;
  /** Closing days of the document that waits under a hold. */
  readonly waiting: ReadonlyMap<YearJob, number>;
  /** The hour of the last counted reading. */
  readonly readAt: number;
};

const missHours = defaultSettings.get('delist.missHours');
const none = { refusedFingerprint: null, refusedExpiresAt: null } as const;

/**
 * A share of feeds tells closing dates; some of them list a job for three days after its day. `closeHours`: how long a promised day
 * that is over waits for a reading (`delist.closeHours`).
 */
export function tellDates(history: History, closeHours: number, random: Chance): void {
  if (random() < 0.4) history.dates = { due: new Map(), lingers: random() < 0.3, closeHours };
}

/** Times a year in which a feed shows one job with a wrong date, in one reading. */
const MISREAD = 2;

/** An hour of the dates of a source: new jobs get one, some are changed, one is shown wrongly, and jobs end at their day. */
export function anHourOfDates(history: History, hour: number, random: Chance): void {
  const { dates } = history;
  if (dates === undefined) return;
  const at = (when: number, job: YearJob) => void dates.due.set(when, [...(dates.due.get(when) ?? []), job]);
  const close = (job: YearJob, when: number) => at((job.closes = when), job);
  for (const job of history.arrived)
    if (job.closes === undefined)
      close(job, hour + 24 + Math.floor(24 * history.lifeDays * (0.4 + 1.4 * random())));
  const some = (perHour: number) => {
    const jobs =
      happen(perHour, random) === 0 ? [] : [...history.listed].filter(({ gone }) => gone === undefined);
    return jobs[Math.floor(jobs.length * random())];
  };
  const moved = some((history.listed.size * 0.002) / 24);
  if (moved?.closes !== undefined) {
    history.changed += 1;
    const kind = random();
    if (kind < 0.6) close(moved, moved.closes + 24 * Math.ceil(30 * random()));
    else if (kind < 0.9) close(moved, Math.min(moved.closes, hour + 24 * Math.ceil(3 * random())));
    else {
      // Closed before its day: the source shows yesterday for three days.
      moved.gone = hour;
      moved.closes = hour - 24;
      at(hour + 72, moved);
    }
  }
  const misread = some(MISREAD / (365 * 24));
  if (misread !== undefined) {
    history.changed += 1;
    misread.misread = misread.shown =
      hour + 24 * (random() < 0.5 ? -Math.ceil(200 * random()) : Math.ceil(60 * random()));
  }
  for (const job of dates.due.get(hour) ?? []) {
    if (!history.listed.has(job)) continue;
    if (job.gone !== undefined) leave(history, job, hour);
    else if (job.closes === hour) {
      job.gone = hour;
      if (dates.lingers) at(hour + 72, job);
      else leave(history, job, hour);
    }
  }
  dates.due.delete(hour);
}

/** What a counted reading makes of the dates (rule R0): the product's own steps. */
export function readDates(view: DatedView, hour: number): void {
  const { history, known, closing } = view;
  if (history.dates === undefined) return;
  for (const job of history.listed) {
    const shown = job.shown ?? job.closes;
    if (shown === undefined || job.row?.expiresAt?.getTime() === shown * HOUR) continue;
    const [fingerprint, expiresAt] = [String(shown), new Date(shown * HOUR)];
    const readFirst = job.row === undefined;
    const isAhead = shown > hour;
    if (!isAhead && readFirst) {
      // New with a day that is over: it is posted when a reading shows another.
      known.delete(job);
      const at = view.fresh.indexOf(job);
      if (at !== -1) view.fresh.splice(at, 1);
    } else if (!known.has(job)) {
      if (!isAhead) continue;
      known.add(job);
      delete job.stated;
      view.fresh.push(job);
    }
    const read = new Date(hour * HOUR);
    job.row =
      job.row === undefined
        ? {
            ...none,
            state: 'listed',
            fingerprint,
            expiresAt,
            announced: isAhead,
            jumpedAt: isAhead ? null : read,
          }
        : stepListing(job.row, { type: 'seen', at: read, fingerprint, expiresAt });
    const when = Math.max(shown + history.dates.closeHours, hour + 1);
    if (job.row.announced) closing.set(when, [...(closing.get(when) ?? []), job]);
  }
}

/** The closing days of the document as it is now. */
export function datesShown({ history }: DatedView): ReadonlyMap<YearJob, number> {
  return new Map([...history.listed].map((job) => [job, job.shown ?? job.closes ?? 0]));
}

/** A wrong date stands in one document only. */
export function forgetMisread({ history }: DatedView): void {
  if (history.dates !== undefined) for (const job of history.listed) delete job.shown;
}

/** Jobs that are listed with a date that was over when it was first read, and again: they end by inference. */
export function jumped({ history, known }: DatedView, hour: number): readonly YearJob[] {
  if (history.dates === undefined) return [];
  const [now, limits] = [new Date(hour * HOUR), { runs: Infinity, hours: missHours }];
  return [...history.listed]
    .filter(({ row }) => row !== undefined && inferredEnding(row, now, limits) === 'jumped')
    .filter((job) => known.has(job));
}

/** Jobs whose promised day is over, by a reading in this hour or by the clock: nobody is asked. A document that waits may move the day. */
export function closeAt(view: DatedView, hour: number): readonly YearJob[] {
  const { known, closing, history, readAt, waiting } = view;
  if (history.dates === undefined) return [];
  const { closeHours } = history.dates;
  const due = closing.get(hour) ?? [];
  closing.delete(hour);
  const now = new Date(hour * HOUR);
  const isOver = (job: YearJob) => {
    if (!known.has(job) || job.row?.announced !== true || job.row.expiresAt === null) return false;
    const moved = (waiting.get(job) ?? 0) * HOUR;
    const expiresAt = new Date(Math.max(job.row.expiresAt.getTime(), moved));
    const isClosed = closingOf({ expiresAt, readAt: new Date(readAt * HOUR) }, now, closeHours) === 'closed';
    if (!isClosed && moved > 0) closing.set(hour + 1, [...(closing.get(hour + 1) ?? []), job]);
    return isClosed;
  };
  const over = [...new Set(readAt === hour ? known : due)].filter(isOver);
  for (const job of over) job.stated = true;
  return over;
}
