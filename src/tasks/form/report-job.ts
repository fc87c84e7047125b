import type { Clock } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { listingById } from '../../listings/listings.queries.ts';
import { recordReport } from '../../platform/audit/form-audit.ts';
import { settleClearances } from '../../publishing/holds/settle-clearances.ts';
import { reportedListing } from '../../screening/reports/link.ts';
import { addReport } from '../../screening/screening.repository.ts';

/** The live job of a signed link that schools show beside it. */
export async function reportedJob(db: Db, secret: string, id: string, signature: string) {
  const listingId = reportedListing(secret, id, signature);
  const listing = listingId === undefined ? undefined : await listingById(db, listingId);
  return listing?.state === 'ended' ? undefined : listing;
}

/** Keeps what a reader says about a job; a job that staff cleared is looked at again. */
export async function reportJob(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  listingId: number,
  report: Pick<Parameters<typeof addReport>[1], 'why' | 'text' | 'email'>,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    await addReport(tx, { listingId, ...report, reportedAt: at });
    await settleClearances(tx, { ids: [listingId] }, at);
  });
  await recordReport(db, listingId, report.why, at);
}
