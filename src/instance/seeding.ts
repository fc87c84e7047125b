import type { InstanceDb } from './database.ts';
import type { Stored } from './instance-records.ts';
import { deleteRecords, insertMany, readMark, tidyRecords, writeMark } from './records.repository.ts';

const sizes = ['none', 'small', 'campus'] as const;
export type Size = (typeof sizes)[number];

/** The made-up records an instance starts with. */
export function createSeeding(
  db: InstanceDb,
  wanted: { readonly seed: number; readonly size: Size },
  make: () => Iterable<Stored>,
) {
  const name = `${wanted.size} ${wanted.seed}`;
  let running: Promise<void> | undefined;
  const seedOnce = async () => {
    if ((await readMark(db, 'seed')) === undefined) await seed();
  };
  const seed = async () => {
    await db.transaction(async (tx) => {
      await insertMany(tx, make());
      await writeMark(tx, 'seed', name);
    });
    if (wanted.size === 'campus') await tidyRecords(db);
  };
  return {
    /** Resolves when the records exist; the first call creates them. */
    done: () => {
      running ??= seedOnce();
      return running;
    },
    /** Deletes all records and creates them again. */
    again: () => {
      running = deleteRecords(db).then(seed);
      return running;
    },
  };
}

export type Seeding = ReturnType<typeof createSeeding>;
