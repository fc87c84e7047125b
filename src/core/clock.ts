/** The time, passed in wherever it is needed, so that tests own it. */
export type Clock = { readonly now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * The time of another clock that all machines share, told now and then; between two tellings this machine's counter goes on. A jump of
 * the local clock does not move it.
 */
export function followedClock(
  counterMs: () => number = () => performance.now(),
): Clock & { readonly follow: (shared: Date) => void } {
  let ahead = Date.now() - counterMs();
  return {
    now: () => new Date(counterMs() + ahead),
    follow: (shared) => {
      ahead = shared.getTime() - counterMs();
    },
  };
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Whether `YYYY-MM-DD` is a day of the calendar. */
export function isDay(text: string): boolean {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Whether a text is a date, with or without a time; JavaScript alone takes 30 February for 2 March. */
export function isMoment(text: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  return !Number.isNaN(Date.parse(text)) && (day === undefined || isDay(day));
}

/** A day of a zone as the database names days: `2026-11-20`. */
export function dayName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

/** Where the next day of UTC begins. */
export function midnightAfter(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
