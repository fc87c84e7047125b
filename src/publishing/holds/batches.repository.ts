import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { batches, publications } from '../../db/schema.ts';
import { queueForScreening } from '../../listings/screening-queue.repository.ts';
import { writeListings } from '../../listings/listing-writes.repository.ts';
import { listingOfSubject, listingsNamed } from './hold-parts.repository.ts';
import { keepDecided } from './hold-writes.repository.ts';
import { forgetDecided } from './holds.repository.ts';
import { isRestorable, mayReturn } from '../queries/batch-counts.queries.ts';

/**
 * Lets the listings of a batch live again, so that the plan publishes them under the same ids. They are kept
 * until they are listed again (rule R12). `others`: down for another reason than absence; dates, rules and screening stand. `already`:
 * nothing was left to restore, because it was done before.
 */
export async function restoreBatch(tx: Db, id: number, now: Date) {
  const [batch] = await tx.select().from(batches).where(eq(batches.id, id));
  if (batch === undefined) throw new Error(`there is no batch ${id}`);
  const feedsOf = await tx
    .selectDistinct({ id: publications.sourceId })
    .from(publications)
    .where(eq(publications.batchId, id));
  const mine = await tx.$count(publications, sql`batch_id = ${id} and intent = 'hide' and taken is not null`);
  const theirs = sql`(select listing_id from publications where ${isRestorable(sql`${id}`, now)})`;
  const sourceIds = feedsOf.map(({ id: sourceId }) => sourceId);
  const kept = await letLive(tx, sourceIds, sql`l.id in ${theirs}`, now);
  if (batch.restoredAt !== null && kept.length === 0)
    return { kind: 'already', at: batch.restoredAt } as const;
  await tx.update(batches).set({ restoredAt: now }).where(eq(batches.id, id));
  return { kind: 'restored', listings: kept.length, others: mine - kept.length } as const;
}

/**
 * What a person let go of a hold of removals is kept after all: a feed's listings live again, and a target's publications stay. `names`: of
 * the jobs these; absent: all.
 */
export async function keepApproved(
  tx: Db,
  { id, sourceId }: { readonly id: number; readonly sourceId: number | null },
  names: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  const isThat = (listing: SQL) =>
    names === undefined ? sql`true` : sql`${listing} in ${listingsNamed(names)}`;
  if (sourceId !== null)
    await letLive(tx, [sourceId], sql`l.hold_id = ${id} and ${mayReturn(now)} and ${isThat(sql`l.id`)}`, now);
  await keepDecided(tx, sql`k.hold_id = ${id} and ${isThat(listingOfSubject)}`);
}

/** Ended listings are kept until they are listed again. They may have ended before anybody compared or screened them. */
async function letLive(tx: Db, sourceIds: readonly number[], which: SQL, now: Date) {
  // Before the listings, as a run does it.
  await queueForScreening(tx, sourceIds);
  const kept = await writeListings(tx, which, { type: 'kept' }, now);
  await forgetDecided(tx, 'listing_id', kept);
  return kept;
}
