/** Puts items in the order they come, one put at a time: what is added within one turn of the event loop, or while one is under way, shares the next. */
export function createBatcher<T, R>(
  put: (items: readonly T[]) => Promise<readonly R[]>,
): {
  /** Resolves with what the put gave for this item. */
  readonly add: (item: T) => Promise<R>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
} {
  type Waiting = {
    readonly item: T;
    readonly done: (given: R) => void;
    readonly failed: (error: unknown) => void;
  };
  let waiting: Waiting[] = [];
  let busy: Promise<void> | undefined;
  const putAll = async (batch: readonly Waiting[]) => {
    try {
      const given = await put(batch.map(({ item }) => item));
      if (given.length !== batch.length) throw new Error(`${given.length} of ${batch.length} were put`);
      given.forEach((one, at) => batch[at]?.done(one));
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  };
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await putAll(batch);
    }
    busy = undefined;
  };
  return {
    add: (item) =>
      new Promise((done, failed) => {
        waiting.push({ item, done, failed });
        busy ??= new Promise<void>((resume) => {
          setImmediate(resume);
        }).then(drain);
      }),
    idle: async () => {
      await busy;
    },
  };
}
