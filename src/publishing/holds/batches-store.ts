import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { batches, publications, targets } from '../../db/schema.ts';
import { queueForScreening } from '../../listings/screening-queue-store.ts';
import { writeListings } from '../../listings/listing-writes.repository.ts';
import { isRestorable } from '../queries/batch-counts-store.ts';
import { idRows } from '../../db/sql.ts';
import { column, maybe, query } from '../../db/query.ts';

export type Batch = Omit<typeof batches.$inferSelect, 'subjects'> & {
  readonly target: string;
  /** Whether the publications that it took down are still known one by one. */
  readonly listed: boolean;
  /** Jobs of it that are down, or on their way, and whose posting is still kept. */
  readonly restorable: number;
};

/** Removals that went out together, newest first (rule R12). */
export async function batchesOf(
  db: Db,
  targetId?: number,
  { beforeId, limit = 100 }: { readonly beforeId?: number | undefined; readonly limit?: number } = {},
): Promise<readonly Batch[]> {
  const rows = await selectBatches(db)
    .where(
      and(
        targetId === undefined ? undefined : eq(batches.targetId, targetId),
        beforeId === undefined ? undefined : lt(batches.id, beforeId),
      ),
    )
    .orderBy(desc(batches.id))
    .limit(limit);
  return rows.map(({ batch, ...row }) => ({ ...batch, ...row }));
}

export async function batchById(db: Db, id: number): Promise<Batch | undefined> {
  const [row] = await selectBatches(db).where(eq(batches.id, id));
  return row && { ...row.batch, target: row.target, restorable: row.restorable, listed: row.listed };
}

function selectBatches(db: Db) {
  const restorable = sql<number>`(select count(*)::int from ${publications} where ${isRestorable(sql`${batches.id}`)})`;
  const listed = sql<boolean>`jsonb_array_length(${batches.subjects}) > 0`;
  const { subjects: _, ...columns } = getTableColumns(batches);
  return db
    .select({ batch: columns, target: targets.name, restorable, listed })
    .from(batches)
    .innerJoin(targets, eq(targets.id, batches.targetId))
    .$dynamic();
}

export type Restored = {
  readonly kind: 'restored';
  /** Listings that count as listed again; the next plan publishes them under the same ids. */
  readonly listings: number;
  /** Jobs that are down for another reason than absence or withdrawal: dates, rules and screening stand. */
  readonly others: number;
};

/** Nothing was left to restore, because it was done before. */
export type AlreadyRestored = { readonly kind: 'already'; readonly at: Date };

/**
 * Lets the listings of a batch live again, so that the plan publishes them under the same ids. They are kept
 * until they are listed again (rule R12).
 */
export async function restoreBatch(tx: Db, id: number, now: Date): Promise<Restored | AlreadyRestored> {
  const [batch] = await tx.select().from(batches).where(eq(batches.id, id));
  if (batch === undefined) throw new Error(`there is no batch ${id}`);
  // They may have ended before anybody compared or screened them. Before the listings, as a run does it.
  const feedsOf = await tx
    .selectDistinct({ id: publications.sourceId })
    .from(publications)
    .where(eq(publications.batchId, id));
  await queueForScreening(
    tx,
    feedsOf.map(({ id: feedId }) => feedId),
  );
  const mine = await query(tx, { id: maybe(column.int) })`
    select listing_id as id from publications where batch_id = ${id} and intent = 'hide' and taken is not null`;
  const ended = sql`l.id in ${idRows(mine.flatMap((row) => row.id ?? []))} and l.state = 'ended' and l.cause not in ('expired', 'withdrawn')`;
  const listings = (await writeListings(tx, ended, { type: 'kept' }, now)).length;
  if (batch.restoredAt !== null && listings === 0) return { kind: 'already', at: batch.restoredAt };
  await tx.update(batches).set({ restoredAt: now }).where(eq(batches.id, id));
  return { kind: 'restored', listings, others: mine.length - listings };
}
