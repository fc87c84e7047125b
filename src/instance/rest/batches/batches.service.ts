/** The batches at work in this process. */
export function createBatches() {
  const busy = new Set<string>();
  const working = new Set<Promise<void>>();
  return {
    /** Takes a token's one place for batch and bulk updates; undefined while it is taken. */
    begin: (token: string) => {
      if (busy.has(token)) return undefined;
      busy.add(token);
      return () => busy.delete(token);
    },
    /** Lets work go on after the answer. */
    goOn: (work: Promise<void>) => {
      working.add(work);
      void work.finally(() => working.delete(work));
    },
    /** Resolves when all work is done. */
    idle: async () => {
      await Promise.all(working);
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
