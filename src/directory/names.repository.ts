import { and, asc, eq, inArray, max, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { directoryNames } from '../db/schema.ts';

export type EmployerName = typeof directoryNames.$inferSelect;

/** Under which names employers with these keys are written at a target; oldest first. */
export async function namesOf(db: Db, targetId: number, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .select()
    .from(directoryNames)
    .where(and(eq(directoryNames.targetId, targetId), inArray(directoryNames.key, [...keys])))
    .orderBy(asc(directoryNames.at), asc(directoryNames.domain));
}

/** Remembers names; what a person decided stays. */
export async function keepNames(db: Db, names: readonly EmployerName[]): Promise<void> {
  for (let at = 0; at < names.length; at += 500)
    await db
      .insert(directoryNames)
      .values(names.slice(at, at + 500))
      .onConflictDoUpdate({
        target: [directoryNames.targetId, directoryNames.key, directoryNames.domain],
        set: {
          name: sql`excluded.name`,
          employerId: sql`excluded.employer_id`,
          state: sql`excluded.state`,
          why: sql`excluded.why`,
          candidates: sql`excluded.candidates`,
        },
        setWhere: ne(directoryNames.state, 'decided'),
      });
}

/** Keeps what a person decided. */
export async function keepDecision(db: Db, name: EmployerName & { readonly state: 'decided' }) {
  await db
    .insert(directoryNames)
    .values(name)
    .onConflictDoUpdate({
      target: [directoryNames.targetId, directoryNames.key, directoryNames.domain],
      set: name,
    });
}

/** Doubtful employers that wait for a person, oldest first. */
export async function requestedNames(db: Db, targetId: number): Promise<readonly EmployerName[]> {
  return db
    .select()
    .from(directoryNames)
    .where(and(eq(directoryNames.targetId, targetId), eq(directoryNames.state, 'asked')))
    .orderBy(asc(directoryNames.at), asc(directoryNames.key))
    .limit(500);
}

/** Changes whenever a person decides: then every posting is compared again. */
export async function decisionsVersion(db: Db, targetId: number): Promise<string> {
  const [row] = await db
    .select({ newest: max(directoryNames.at), count: sql<number>`count(*)::int` })
    .from(directoryNames)
    .where(and(eq(directoryNames.targetId, targetId), eq(directoryNames.state, 'decided')));
  return `${row?.count ?? 0} ${row?.newest?.toISOString() ?? ''}`;
}
