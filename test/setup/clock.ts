import type { Clock } from '../../src/core/clock.ts';

/** A clock that stands until it is moved. */
export function manualClock(
  start: Date | string,
): Clock & { advance: (ms: number) => void; set: (to: Date | string) => void } {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
    set: (to) => {
      at = new Date(to).getTime();
    },
  };
}
