import type { Assoc } from '../soap/types.ts';
import type { InstanceDb } from './database.ts';
import { picklists } from './instance-schema.ts';

/** The picklists that stand in place of the instance's own. */
export async function readPicklists(
  db: InstanceDb,
): Promise<readonly (readonly [string, readonly Assoc[]])[]> {
  const rows = await db.select().from(picklists);
  return rows.map(({ name, entries }) => [name, entries]);
}

export async function writePicklist(db: InstanceDb, name: string, entries: readonly Assoc[]): Promise<void> {
  await db
    .insert(picklists)
    .values({ name, entries })
    .onConflictDoUpdate({ target: picklists.name, set: { entries } });
}

export async function deletePicklists(db: InstanceDb): Promise<void> {
  await db.delete(picklists);
}
