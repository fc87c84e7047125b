import type { Clock } from '../core/clock.ts';

/** The instance's own time, which testers may move. */
export type InstanceClock = Clock & {
  /** Sets the time; it goes on from there. */
  readonly set: (now: Date) => void;
  readonly advance: (ms: number) => void;
  readonly reset: () => void;
};

export function instanceClock(base: Clock): InstanceClock {
  let offset = 0;
  return {
    now: () => new Date(base.now().getTime() + offset),
    set: (now) => {
      offset = now.getTime() - base.now().getTime();
    },
    advance: (ms) => {
      offset += ms;
    },
    reset: () => {
      offset = 0;
    },
  };
}

/** A moment as the services write it: UTC, whole seconds. */
export function datetime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** The moment without its fraction of a second. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}
