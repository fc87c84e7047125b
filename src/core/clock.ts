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

/** A day of a zone as the database names days: `2026-11-20`. */
export function dayName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

/** Where the next day of UTC begins. */
export function midnightAfter(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
