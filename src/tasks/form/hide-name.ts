import type { Db } from '../../db/db.ts';
import { provenLevel } from '../../screening/employers/employers.repository.ts';
import { screeningsOf } from '../../screening/screening.repository.ts';
import type { Submission } from '../../submissions/submissions.repository.ts';

/** Whether a job may ask that its employer's name be hidden: it was confirmed, and the employer is known to the school or to staff (proof 3). */
export async function mayHideName(
  db: Db,
  submission: Pick<Submission, 'listingId' | 'email'> | undefined,
): Promise<boolean> {
  const listingId = submission?.listingId ?? null;
  if (listingId === null) return false;
  if ((await provenLevel(db, submission?.email ?? undefined)) !== undefined) return true;
  const screening = (await screeningsOf(db, [listingId])).get(listingId);
  return (screening?.proof ?? 0) >= 3;
}
