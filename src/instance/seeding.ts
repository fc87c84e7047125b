import type { InstanceDb } from './database.ts';
import { deleteRecords, readMark, writeMark } from './records-store.ts';

export const sizes = ['none', 'small', 'campus'] as const;
export type Size = (typeof sizes)[number];

/** The made-up records an instance starts with. */
export type Seeding = {
  /** Resolves when they stand; the first to ask has them made. */
  readonly done: () => Promise<void>;
  /** Forgets all records and has them made anew. */
  readonly again: () => Promise<void>;
};

export function createSeeding(
  db: InstanceDb,
  wanted: { readonly seed: number; readonly size: Size },
  make: (db: InstanceDb) => Promise<void>,
): Seeding {
  const name = `${wanted.size} ${wanted.seed}`;
  let running: Promise<void> | undefined;
  const seedOnce = async () => {
    if ((await readMark(db, 'seed')) === undefined) await seed();
  };
  const seed = () =>
    db.transaction(async (tx) => {
      await make(tx);
      await writeMark(tx, 'seed', name);
    });
  return {
    done: () => {
      running ??= seedOnce();
      return running;
    },
    again: () => {
      running = deleteRecords(db).then(seed);
      return running;
    },
  };
}
