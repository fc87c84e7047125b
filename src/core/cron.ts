import { Temporal } from 'temporal-polyfill';

/** The five fields of crontab(5), each as the values that fit. */
type Cron = {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Both kinds of days are named: then either fits. */
  readonly eitherDay: boolean;
};

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const dayNames = 'sun mon tue wed thu fri sat'.split(' ');

const fields = [
  { name: 'minute', from: 0, to: 59, names: [] },
  { name: 'hour', from: 0, to: 23, names: [] },
  { name: 'day of the month', from: 1, to: 31, names: [] },
  { name: 'month', from: 1, to: 12, names: monthNames },
  { name: 'day of the week', from: 0, to: 7, names: dayNames },
] as const;

/** Days that are looked through: leap days come every eight years at the least. */
const DAYS = 9 * 366;

/** What is wrong with a text that should be five fields of cron; undefined when nothing is. */
export function cronMistake(text: string): string | undefined {
  const read = readCron(text);
  if (typeof read === 'string') return read;
  return nextTime(read, new Date(0), 'UTC') === undefined ? 'must name a day that exists' : undefined;
}

/** The first moment after a time at which five fields of cron fit, in a zone; undefined for what is no cron, or never fits. */
export function cronAfter(text: string, after: Date, timeZone: string): Date | undefined {
  const read = readCron(text);
  return typeof read === 'string' ? undefined : nextTime(read, after, timeZone);
}

function readCron(text: string): Cron | string {
  const parts = text.trim().toLowerCase().split(/\s+/);
  if (parts.length !== fields.length)
    return `must be five fields like "0 6 * * 1-5" (minute, hour, day, month, day of the week), not ${parts.length}`;
  const sets: ReadonlySet<number>[] = [];
  for (const [at, field] of fields.entries()) {
    const values = valuesOf(parts[at] ?? '', field);
    if (values === undefined)
      return `the ${field.name} must be *, or numbers from ${field.from} to ${field.to} like 1,5 or 1-5 or */2, not "${parts[at]}"`;
    sets.push(values);
  }
  const [minutes, hours, days, months, weekdays] = sets;
  if (!minutes || !hours || !days || !months || !weekdays) return 'must be five fields';
  const eitherDay = !(parts[2] ?? '').startsWith('*') && !(parts[4] ?? '').startsWith('*');
  return { minutes, hours, days, months, weekdays: new Set([...weekdays].map((day) => day % 7)), eitherDay };
}

type Field = { readonly from: number; readonly to: number; readonly names: readonly string[] };

function valuesOf(text: string, field: Field): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, first = '', last, step = '1'] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
    const from = first === '*' ? field.from : numberOf(first, field);
    const open = first === '*' || part.includes('/');
    const to = last === undefined ? (open ? field.to : from) : numberOf(last, field);
    const by = Number(step);
    if (
      from === undefined ||
      to === undefined ||
      to < from ||
      by < 1 ||
      (first === '*' && last !== undefined)
    )
      return undefined;
    for (let value = from; value <= to; value += by) values.add(value);
  }
  return values;
}

function numberOf(text: string, { from, to, names }: Field): number | undefined {
  const named = names.indexOf(text);
  const value = named === -1 ? (/^\d{1,2}$/.test(text) ? Number(text) : NaN) : named + from;
  return value >= from && value <= to ? value : undefined;
}

function nextTime(cron: Cron, after: Date, timeZone: string): Date | undefined {
  const instant = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  const first = instant.toZonedDateTimeISO(timeZone).toPlainDate();
  for (let ahead = 0; ahead < DAYS; ahead += 1) {
    const day = first.add({ days: ahead });
    if (!fitsDay(cron, day)) continue;
    for (const hour of inOrder(cron.hours))
      for (const minute of inOrder(cron.minutes)) {
        // An hour that the clocks leave out comes an hour later, one that comes twice counts once.
        const at = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour, minute }) });
        if (at.epochMilliseconds > after.getTime()) return new Date(at.epochMilliseconds);
      }
  }
  return undefined;
}

function fitsDay({ days, months, weekdays, eitherDay }: Cron, day: Temporal.PlainDate): boolean {
  if (!months.has(day.month)) return false;
  const [ofMonth, ofWeek] = [days.has(day.day), weekdays.has(day.dayOfWeek % 7)];
  return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
}

function inOrder(values: ReadonlySet<number>): number[] {
  return [...values].toSorted((a, b) => a - b);
}
