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
