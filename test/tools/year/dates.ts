import { type Chance, happen, type History, leave, type YearJob } from './history.ts';

/** What our rows know of a feed's dates. */
type DatedView = {
  readonly history: History;
  readonly known: Set<YearJob>;
  readonly fresh: YearJob[];
  readonly closing: Map<number, YearJob[]>;
};

/** A share of feeds tells closing dates; some of them list a job for three days after its day. */
export function tellDates(history: History, random: Chance): void {
  if (random() < 0.4) history.dates = { due: new Map(), lingers: random() < 0.3 };
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

/** What a counted reading makes of the dates (rule R0). An ended job whose day is not over is listed again. */
export function readDates(view: DatedView, hour: number): void {
  const { history, known, closing } = view;
  if (history.dates === undefined) return;
  for (const job of history.listed) {
    const shown = job.shown ?? job.closes;
    if (shown === undefined || shown === job.read) continue;
    const isFirst = job.read === undefined;
    if (!isFirst && !known.has(job)) {
      if (shown <= hour) continue;
      known.add(job);
      delete job.stated;
      view.fresh.push(job);
    }
    job.read = shown;
    job.told = isFirst || shown > hour;
    const when = Math.max(shown, hour + 1);
    if (job.told) closing.set(when, [...(closing.get(when) ?? []), job]);
  }
}

/** A wrong date stands in one document only. */
export function forgetMisread({ history }: DatedView): void {
  if (history.dates !== undefined) for (const job of history.listed) delete job.shown;
}

/** Jobs that are listed with a date that was first read after its day: they end by inference. */
export function jumped({ history, known }: DatedView, hour: number): readonly YearJob[] {
  if (history.dates === undefined) return [];
  return [...history.listed].filter(
    (job) => known.has(job) && job.told === false && (job.read ?? hour) <= hour,
  );
}

/** Jobs whose promised day is over: nobody is asked. */
export function closeAt(view: DatedView, hour: number): readonly YearJob[] {
  const over = (view.closing.get(hour) ?? []).filter(
    (job) => view.known.has(job) && job.told === true && (job.read ?? Infinity) <= hour,
  );
  for (const job of over) job.stated = true;
  view.closing.delete(hour);
  return over;
}
