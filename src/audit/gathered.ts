import type { JournalLine } from './journal.ts';

/** Writes lines in the order they come, one put at a time: what comes while one is under way shares the next. */
export function gathered(put: (text: string) => Promise<unknown>): {
  /** Resolves when the lines stand. */
  readonly write: (lines: readonly JournalLine[]) => Promise<void>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
} {
  let waiting: {
    readonly text: string;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[] = [];
  let busy: Promise<void> | undefined;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await put(batch.map(({ text }) => text).join(''));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    busy = undefined;
  };
  return {
    write: (lines) =>
      new Promise((done, failed) => {
        waiting.push({ text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), done, failed });
        busy ??= Promise.resolve().then(drain);
      }),
    idle: async () => {
      await busy;
    },
  };
}
