import { HOUR } from '../../core/clock.ts';
import { Temporal } from 'temporal-polyfill';

/** By when a person has looked at a reported job: so many hours later, Saturdays and Sundays not counted. */
export function dueOf(reportedAt: Date, { hours, timeZone }: ReportTerms): Date {
  let at = reportedAt.getTime();
  let left = Math.round(hours * HOUR);
  while (left > 0) {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const nextDay = here.add({ days: 1 }).startOfDay().epochMilliseconds;
    const counts = here.dayOfWeek <= FRIDAY;
    if (counts && left <= nextDay - at) return new Date(at + left);
    if (counts) left -= nextDay - at;
    at = nextDay;
  }
  return new Date(at);
}

export type ReportTerms = { readonly hours: number; readonly timeZone: string };

const FRIDAY = 5;
