import { Temporal } from 'temporal-polyfill';

/** Hours of a day like `22:00-07:00`; an empty text means never. */
export const hoursForm = /^(?:([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d))?$/;

/** Whether a time lies in such hours of a zone; they may go over midnight. */
export function isWithin(hours: string, now: Date, timeZone: string): boolean {
  return endOfHours(hours, now, timeZone) !== undefined;
}

/** When the hours that a time lies in end; undefined where it lies in none. */
export function endOfHours(hours: string, now: Date, timeZone: string): Date | undefined {
  const match = hoursForm.exec(hours);
  if (match === null || hours === '') return undefined;
  const [from, to] = [Number(match[1]) * 60 + Number(match[2]), Number(match[3]) * 60 + Number(match[4])];
  const local = localTime(now, timeZone);
  const at = local.hour * 60 + local.minute;
  const within = from <= to ? at >= from && at < to : at >= from || at < to;
  if (!within) return undefined;
  const day = at < to ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  const end = day.toPlainDateTime({ hour: Math.floor(to / 60), minute: to % 60 });
  return new Date(nextOf(end, local).epochMilliseconds);
}

/**
 * The next time after another at which clocks show this. Where they go back they show it twice; where they go forward over it, that is
 * when they do.
 */
function nextOf(shown: Temporal.PlainDateTime, after: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const first = shown.toZonedDateTime(after.timeZoneId);
  if (!first.toPlainDateTime().equals(shown)) return after.getTimeZoneTransition('next') ?? first;
  return Temporal.ZonedDateTime.compare(first, after) > 0
    ? first
    : shown.toZonedDateTime(after.timeZoneId, { disambiguation: 'later' });
}

/** The day of a zone that a time lies in, `2026-11-20`. */
export function dayIn(now: Date, timeZone: string): string {
  return localTime(now, timeZone).toPlainDate().toString();
}

/** When the next day of a zone begins. */
export function nextDayIn(now: Date, timeZone: string): Date {
  return new Date(localTime(now, timeZone).add({ days: 1 }).startOfDay().epochMilliseconds);
}

function localTime(now: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}
