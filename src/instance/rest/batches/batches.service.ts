/** The batches at work in this process. */
export type Batches = {
  /** Takes a token's one place for batch and bulk updates; undefined while it is taken. */
  readonly begin: (token: string) => (() => void) | undefined;
  /** Lets work go on after the answer. */
  readonly goOn: (work: Promise<void>) => void;
  /** Resolves when all work is done. */
  readonly idle: () => Promise<void>;
};

export function createBatches(): Batches {
  const busy = new Set<string>();
  const working = new Set<Promise<void>>();
  return {
    begin: (token) => {
      if (busy.has(token)) return undefined;
      busy.add(token);
      return () => busy.delete(token);
    },
    goOn: (work) => {
      working.add(work);
      void work.finally(() => working.delete(work));
    },
    idle: async () => {
      await Promise.all(working);
    },
  };
}
