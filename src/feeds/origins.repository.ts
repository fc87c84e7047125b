import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { origins } from '../db/schema.ts';
import type { RobotsMemory } from './fetch.ts';
import type { RobotsState } from './robots.ts';

/** What origins said about machines, kept in the database, so that it survives restarts and is shared by workers. */
export function robotsMemory(db: Db): RobotsMemory {
  return {
    recall: async (origin) => {
      const [row] = await db
        .select({ robots: origins.robots })
        .from(origins)
        .where(eq(origins.origin, origin));
      return row?.robots === null || row?.robots === undefined ? undefined : (row.robots as RobotsState);
    },
    remember: async (origin, robots) => {
      await db
        .insert(origins)
        .values({ origin, robots })
        .onConflictDoUpdate({ target: origins.origin, set: { robots } });
    },
  };
}
