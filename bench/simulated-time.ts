import { manualClock } from '../test/setup/clock.ts';

/** Time that passes only when everybody waits for it, so that hours take a moment. */
export type SimulatedTime = {
  readonly clock: ReturnType<typeof manualClock>;
  readonly wait: (ms: number) => Promise<void>;
  /** Work of the real machine (a statement, say) during which time stands. */
  readonly standing: <T>(work: () => Promise<T>) => Promise<T>;
  /** Lets time pass until the work is done. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
};

export function simulatedTime(start: string): SimulatedTime {
  const clock = manualClock(start);
  const waiting: { readonly at: number; readonly wake: () => void }[] = [];
  let busy = 0;
  return {
    clock,
    wait: (ms) =>
      new Promise((wake) => {
        const at = clock.now().getTime() + ms;
        const before = waiting.findLastIndex((one) => one.at <= at);
        waiting.splice(before + 1, 0, { at, wake });
      }),
    standing: async (work) => {
      busy += 1;
      try {
        return await work();
      } finally {
        busy -= 1;
      }
    },
    run: async (work) => {
      let over = false;
      const end = () => {
        over = true;
      };
      void work.then(end, end);
      for (let still = 0; !over;) {
        await new Promise((done) => setImmediate(done));
        still = busy === 0 ? still + 1 : 0;
        if (still < 2) continue;
        still = 0;
        const next = waiting.shift();
        if (next === undefined) continue;
        clock.set(new Date(next.at));
        next.wake();
      }
      return work;
    },
  };
}
