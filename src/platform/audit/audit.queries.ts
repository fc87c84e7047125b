import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { audit } from '../../db/schema.ts';

/** Everything that was recorded between two moments, oldest first. */
export async function auditBetween(db: Db, from: Date, until: Date) {
  return db
    .select()
    .from(audit)
    .where(and(gte(audit.at, from), lt(audit.at, until)))
    .orderBy(asc(audit.id));
}

export async function auditEntries(
  db: Db,
  { subject, beforeId, limit = 100 }: { subject?: string; beforeId?: number; limit?: number } = {},
) {
  return db
    .select()
    .from(audit)
    .where(
      and(
        subject === undefined ? undefined : eq(audit.subject, subject),
        beforeId === undefined ? undefined : lt(audit.id, beforeId),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit);
}

export type Decided = typeof audit.$inferSelect;

export async function auditEntry(db: Db, id: number): Promise<Decided | undefined> {
  const [row] = await db.select().from(audit).where(eq(audit.id, id));
  return row;
}

/** What somebody did last and can still take back before anything is sent. */
export async function lastUndoable(db: Db, who: string, now: Date): Promise<Decided | undefined> {
  const [row] = await db
    .select()
    .from(audit)
    .where(and(eq(audit.who, who), gt(audit.undoUntil, now)))
    .orderBy(desc(audit.id))
    .limit(1);
  return row && (await isUndone(db, row.id)) ? undefined : row;
}

export async function isUndone(db: Db, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        gt(audit.id, id),
        eq(audit.action, 'decision.undo'),
        sql`${audit.detail} ->> 'decision' = ${String(id)}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
