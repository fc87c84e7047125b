import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { audit } from '../../db/schema.ts';
import type { Undo } from '../../db/schema/audit.schema.ts';

export type AuditEntry = {
  readonly at: Date;
  /** `cli`, `schedule`, or an operator's e-mail. */
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** How it is taken back, and until when nothing that follows from it is sent. */
  readonly undo?: Undo;
  readonly undoUntil?: Date;
};

/** Writes down who or what decided what. Nothing here is ever changed. */
export async function recordAudit(db: Db, { detail = {}, ...entry }: AuditEntry): Promise<void> {
  await db.insert(audit).values({ ...entry, detail });
}

/** What Quadwire does by itself is written under this name. */
export const QUADWIRE = 'Quadwire';

/** Writes down what Quadwire did by itself; the code that does it calls this in its transaction. */
export async function recordOwnAct(db: Db, act: Omit<AuditEntry, 'who'>): Promise<void> {
  await recordAudit(db, { ...act, who: QUADWIRE });
}

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
