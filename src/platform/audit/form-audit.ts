import type { Db } from '../../db/db.ts';
import { recordAudit } from './audit.repository.ts';

/** Writes down what an employer did with a job by its link or its page. */
export async function recordFormAct(
  db: Db,
  { id, listingId }: { readonly id: number; readonly listingId: number | null },
  act: {
    readonly at: Date;
    readonly action: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const subject = listingId === null ? `submission:${id}` : `listing:${listingId}`;
  await recordAudit(db, { who: 'form', subject, ...act });
}

/** Writes down that a reader reported a job. */
export async function recordReport(db: Db, listingId: number, why: string, at: Date): Promise<void> {
  const subject = `listing:${listingId}`;
  await recordAudit(db, { at, who: 'reader', action: 'job reported', subject, detail: { why } });
}
