/** Work that says where it may pause: a generator that yields between small steps and returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs the steps in slices of about 8 ms and yields to the event loop between them. */
export async function runCooperatively<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    await new Promise((resume) => {
      setImmediate(resume);
    });
  }
}

/**
 * The same for steps between which something is awaited that is answered at once: such a wait does not let the event loop go on. To
 * be awaited after each step.
 */
export function yieldEvery(): () => Promise<void> {
  let end = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < end) return;
    await new Promise((resume) => {
      setImmediate(resume);
    });
    end = performance.now() + TURN_MS;
  };
}

const TURN_MS = 8;
