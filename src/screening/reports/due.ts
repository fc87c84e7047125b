import { Temporal } from 'temporal-polyfill';

/** By when a person has looked at a reported job: so many hours later, Saturdays and Sundays not counted. */
export function dueOf(reportedAt: Date, { hours, timeZone }: ReportTerms): Date {
  let at = Temporal.Instant.fromEpochMilliseconds(reportedAt.getTime()).toZonedDateTimeISO(timeZone);
  let left = Math.round(hours * 3_600);
  while (left > 0) {
    const nextDay = at.add({ days: 1 }).startOfDay();
    const today = Math.min(left, nextDay.since(at).total('seconds'));
    const counts = at.dayOfWeek <= FRIDAY;
    if (counts && today === left) return new Date(at.add({ seconds: left }).epochMilliseconds);
    if (counts) left -= today;
    at = nextDay;
  }
  return new Date(at.epochMilliseconds);
}

export type ReportTerms = { readonly hours: number; readonly timeZone: string };

const FRIDAY = 5;
