import { createBatcher } from '../../core/batcher.ts';
import type { JournalLine } from './journal.ts';

/** Writes lines in the order they come, one put at a time: what comes while one is under way shares the next. */
export function batchedWriter(put: (text: string) => Promise<unknown>): {
  /** Resolves when the lines stand. */
  readonly write: (lines: readonly JournalLine[]) => Promise<void>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
} {
  const texts = createBatcher(async (batch: readonly string[]) => {
    await put(batch.join(''));
    return batch.map(() => undefined);
  });
  return {
    write: (lines) => texts.add(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    idle: texts.idle,
  };
}
