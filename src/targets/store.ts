import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { targets } from '../db/schema.ts';
import type { TargetDefinition } from '../db/schema/targets.ts';

export type Target = typeof targets.$inferSelect;

export type NewTarget = {
  readonly name: string;
  readonly definition: TargetDefinition;
  readonly builtIn?: boolean;
  readonly reviewFirst?: boolean;
  readonly now: Date;
};

/** Adds a target; undefined when the name is taken. */
export async function addTarget(
  db: Db,
  { name, definition, builtIn = false, reviewFirst = false, now }: NewTarget,
): Promise<Target | undefined> {
  const [row] = await db
    .insert(targets)
    .values({ name, definition, state: 'active', builtIn, reviewFirst, createdAt: now })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function targetNamed(db: Db, name: string): Promise<Target | undefined> {
  return (await db.select().from(targets).where(eq(targets.name, name)))[0];
}

export async function targetById(db: Db, id: number): Promise<Target | undefined> {
  return (await db.select().from(targets).where(eq(targets.id, id)))[0];
}

export async function allTargets(db: Db): Promise<readonly Target[]> {
  return db.select().from(targets).orderBy(asc(targets.name));
}

/** Targets that are worked on now. */
export async function activeTargets(db: Db): Promise<readonly Target[]> {
  return db.select().from(targets).where(eq(targets.state, 'active')).orderBy(asc(targets.id));
}

export type TargetChange = Partial<
  Pick<
    Target,
    | 'definition'
    | 'state'
    | 'reviewFirst'
    | 'failures'
    | 'openUntil'
    | 'lastAnswerAt'
    | 'lastTrouble'
    | 'reconciledAt'
    | 'mappingVersion'
    | 'repeatsSafe'
  >
>;

export async function changeTarget(db: Db, id: number, change: TargetChange): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(targets).set(change).where(eq(targets.id, id));
}

export async function deleteTarget(db: Db, id: number): Promise<void> {
  await db.delete(targets).where(eq(targets.id, id));
}
