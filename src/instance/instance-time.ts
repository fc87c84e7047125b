import type { Clock } from '../core/clock.ts';

/** The instance's own time, which testers may move. */
export function instanceClock(base: Clock) {
  let offset = 0;
  return {
    now: () => new Date(base.now().getTime() + offset),
    /** Sets the time; it goes on from there. */
    set: (now: Date) => {
      offset = now.getTime() - base.now().getTime();
    },
    advance: (ms: number) => {
      offset += ms;
    },
    reset: () => {
      offset = 0;
    },
  };
}

export type InstanceClock = ReturnType<typeof instanceClock>;

/** A moment as the services write it: UTC, whole seconds. */
export function datetime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** The moment without its fraction of a second. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}
