import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { targets } from '../db/schema.ts';
import { MINUTE } from '../core/clock.ts';

export type Target = typeof targets.$inferSelect;

export async function targetNamed(db: Db, name: string): Promise<Target | undefined> {
  const isNamed = and(eq(targets.name, name), ne(targets.state, 'removed'));
  return (await db.select().from(targets).where(isNamed))[0];
}

export async function targetById(db: Db, id: number): Promise<Target | undefined> {
  return (await db.select().from(targets).where(eq(targets.id, id)))[0];
}

export async function allTargets(db: Db): Promise<readonly Target[]> {
  return db.select().from(targets).where(ne(targets.state, 'removed')).orderBy(asc(targets.name));
}

/** Targets that are worked on now: also those whose jobs are being taken down. */
export async function activeTargets(db: Db): Promise<readonly Target[]> {
  return db
    .select()
    .from(targets)
    .where(inArray(targets.state, ['active', 'leaving']))
    .orderBy(asc(targets.id));
}

/** When a target was last compared. */
export const comparedAt = ({ reconciledAt }: Pick<Target, 'reconciledAt'>): Date | undefined =>
  reconciledAt === null ? undefined : new Date(reconciledAt.getTime() + OVERLAP);

/** What is compared overlaps with the comparison before by this much: a row may be written before the moment that it names. */
const OVERLAP = MINUTE;

/** How far the next comparison looks back, after one that began at this moment. */
export const watermarkOf = (began: Date): Date => new Date(began.getTime() - OVERLAP);
