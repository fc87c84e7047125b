import { idAt } from '../ids.ts';
import { type Collection, rowOf } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import { createChance } from './chance.ts';

/** Seeded records lie in the year before this moment. */
const newest = Date.UTC(2026, 9, 31, 18);
const oldestIds = Date.UTC(2020, 0, 1);

/** What the makers of records share: chance, keys of picklists, numbers that run on. */
export function createMaker(seed: number, keys: (picklist: string) => readonly string[]) {
  const chance = createChance(seed);
  let serials = 0;
  let ids = 0;
  return {
    chance,
    keys,
    serial: () => {
      serials += 1;
      return serials;
    },
    newId: () => {
      ids += 1;
      return idAt(oldestIds + ids, 0, chance.hex());
    },
    row: (collection: Collection, id: string, data: RecordData) =>
      rowOf(collection, id, data, new Date(newest - chance.below(365 * 86_400) * 1_000)),
  };
}

export type Maker = ReturnType<typeof createMaker>;
