import { createBatcher } from '../core/batcher.ts';
import type { InstanceDb } from './database.ts';
import { type CallRow, deleteCalls, logCalls, readCalls } from './jobs.repository.ts';

const enough = 100;

/** Every call of both services, in the order in which they were answered. */
export function callLog(db: InstanceDb) {
  let kept: CallRow[] = [];
  // Calls that are answered together share a statement.
  const together = createBatcher((rows: readonly CallRow[]) => logCalls(db, rows));
  const flush = async () => {
    const rows = kept;
    kept = [];
    await logCalls(db, rows);
  };
  return {
    /** Writes a call down at once. */
    write: async (row: CallRow) => {
      await flush();
      await together.add(row);
    },
    /** Keeps a call for the next writing, which comes soon. */
    note: async (row: CallRow) => {
      kept.push(row);
      if (kept.length >= enough) await flush();
    },
    read: async (identity?: string) => {
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

export type CallLog = ReturnType<typeof callLog>;
