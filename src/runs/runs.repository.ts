import { and, eq, ne, sql } from 'drizzle-orm';
import { HOUR } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { column, maybe, queryRow } from '../db/query.ts';
import { heldDocuments, runs, staged } from '../db/schema.ts';
import { stampRun } from '../feeds/feeds.repository.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import { closeListings } from '../listings/listings.repository.ts';
import { recordAudit } from '../platform/audit/audit.repository.ts';

/** Keeps the document of a run that is in doubt beside the rows that the run staged; the one before it is forgotten. */
export async function keepDocument(
  tx: Db,
  document: { readonly sourceId: number; readonly runId: number; readonly items: Uint8Array },
): Promise<void> {
  await forgetDocument(tx, document.sourceId, document.runId);
  await tx
    .insert(heldDocuments)
    .values(document)
    .onConflictDoUpdate({ target: heldDocuments.runId, set: { items: document.items } });
}

/** The document of a feed that is in doubt, with its run. */
export async function documentInDoubt(db: Db, sourceId: number) {
  const [row] = await db
    .select({ run: runs, items: heldDocuments.items })
    .from(heldDocuments)
    .innerJoin(runs, eq(runs.id, heldDocuments.runId))
    .where(eq(heldDocuments.sourceId, sourceId));
  return row;
}

/** Forgets the document of a feed that is in doubt, unless it is that of run `keep`. */
export async function forgetDocument(tx: Db, sourceId: number, keep = 0): Promise<void> {
  const mine = and(eq(heldDocuments.sourceId, sourceId), ne(heldDocuments.runId, keep));
  await tx
    .delete(staged)
    .where(sql`${staged.runId} in (select ${heldDocuments.runId} from ${heldDocuments} where ${mine})`);
  await tx.delete(heldDocuments).where(mine);
}

/** A reading of a feed counts from now on, and with it the promised days that it has not moved (R0). */
export async function countReading(tx: Db, sourceId: number, runId: number, now: Date): Promise<void> {
  await closeListings(tx, sourceId, { readAt: await stampRun(tx, sourceId, runId), now });
}

/** How often, and for how long, a feed has listed nothing, with the reading that is under way; an unchanged one repeats it. */
export async function emptyRuns(db: Db, { id, createdAt }: Pick<Feed, 'id' | 'createdAt'>, now: Date) {
  const { count, since } = await queryRow(db, { count: column.int, since: maybe(column.instant) })`
    with read as (select id, listings, finished_at from runs
      where source_id = ${id} and state in ('complete', 'unchanged') and started_at >= ${createdAt.toISOString()}::timestamptz)
    select count(*) as count, min(finished_at) as since from read
    where id > coalesce((select max(id) from read where listings > 0), 0)`;
  return { runs: count + 1, hours: (now.getTime() - (since ?? now).getTime()) / HOUR };
}

/** Writes down that a person, not the schedule, had a feed read. */
export async function recordReading(
  db: Db,
  { feed, ...read }: { readonly at: Date; readonly who: string; readonly feed: string },
): Promise<void> {
  await recordAudit(db, { ...read, action: 'feed read', subject: `feed:${feed}` });
}
