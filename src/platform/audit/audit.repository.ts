import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { audit } from '../../db/schema.ts';

export type AuditEntry = {
  readonly at: Date;
  /** `cli`, `schedule`, or an operator's e-mail. */
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
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
