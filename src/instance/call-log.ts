import { createBatcher } from '../core/batcher.ts';
import type { InstanceDb } from './database.ts';
import { type CallRow, deleteCalls, logCalls, readCalls } from './jobs.repository.ts';
import type { calls } from './instance-schema.ts';

/** Every call of both services, in the order in which they were answered. */
export type CallLog = {
  /** Writes a call down at once. */
  readonly write: (row: CallRow) => Promise<void>;
  /** Keeps a call for the next writing, which comes soon. */
  readonly note: (row: CallRow) => Promise<void>;
  readonly read: (identity?: string) => Promise<readonly (typeof calls.$inferSelect)[]>;
  readonly clear: () => Promise<void>;
  readonly flush: () => Promise<void>;
};

const enough = 100;

export function callLog(db: InstanceDb): CallLog {
  let kept: CallRow[] = [];
  // Calls that are answered together share a statement.
  const together = createBatcher((rows: readonly CallRow[]) => logCalls(db, rows));
  const flush = async () => {
    const rows = kept;
    kept = [];
    await logCalls(db, rows);
  };
  return {
    write: async (row) => {
      await flush();
      await together.add(row);
    },
    note: async (row) => {
      kept.push(row);
      if (kept.length >= enough) await flush();
    },
    read: async (identity) => {
      await flush();
      return readCalls(db, identity);
    },
    clear: async () => {
      kept = [];
      await together.idle();
      await deleteCalls(db);
    },
    flush,
  };
}
