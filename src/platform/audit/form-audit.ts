import type { Db } from '../db/db.ts';
import { recordAudit } from '../platform/audit/audit.repository.ts';
import type { Submission } from './submissions.repository.ts';

/** Writes down what an employer did with a job by its link or its page. */
export async function recordFormAct(
  db: Db,
  { id, listingId }: Pick<Submission, 'id' | 'listingId'>,
  act: {
    readonly at: Date;
    readonly action: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const subject = listingId === null ? `submission:${id}` : `listing:${listingId}`;
  await recordAudit(db, { who: 'form', subject, ...act });
}
