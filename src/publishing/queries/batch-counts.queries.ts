import { and, type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { companyKey } from '../../listings/duplicates/company-key.ts';
import { namedListings } from '../../screening/employers/employers.queries.ts';
import { batches, holds, publications } from '../../db/schema.ts';
import { type DailyActivity, activityOf } from './activity.queries.ts';

/** The publications that a number elsewhere counts. */
export type PublicationSelection =
  | { readonly kind: 'happened'; readonly happened: DailyActivity }
  /** Those that a batch took down, or those of them that can come back at a moment. */
  | { readonly kind: 'batch'; readonly id: number; readonly restorable: Date | undefined }
  /** What a hold keeps as it is: a feed's names listings, a target's publications. */
  | { readonly kind: 'hold'; readonly id: number; readonly ofFeed: boolean }
  /** Jobs that schools show, among the listings of an employer. */
  | { readonly kind: 'employer'; readonly listings: SQL };

/** As a condition on `publications`. An array keeps the order of the ids' index; a page reads its start. */
export function isSelected(counted: PublicationSelection): SQL {
  switch (counted.kind) {
    case 'happened':
      return activityOf(counted.happened);
    case 'batch':
      return counted.restorable
        ? isRestorable(sql`${counted.id}`, counted.restorable)
        : sql`${publications.id} = any(array(select jsonb_array_elements_text(${batches.subjects})::bigint from ${batches} where ${batches.id} = ${counted.id}))`;
    case 'hold':
      return counted.ofFeed
        ? sql`${eq(publications.live, true)} and ${isHeld(publications.listingId, counted.id)}`
        : isHeld(publications.id, counted.id);
    case 'employer':
      return sql`${eq(publications.shown, true)} and ${publications.listingId} in ${counted.listings}`;
  }
}

/** The numbers of the listings that name an employer, in any spelling. */
export async function listingsOf(db: Db, employer: string): Promise<SQL> {
  return sql`(select listing_id from ${await namedListings(db)} named where company = ${companyKey(employer)})`;
}

/** An ended listing `l` may live again: not over, not closed by its own employer, and its feed is there. */
export const mayReturn = (now: Date): SQL => sql`l.state = 'ended' and l.cause not in ('expired', 'withdrawn')
  and not (l.closes_announced and l.expires_at <= ${now.toISOString()}::timestamptz)
  and not exists (select 1 from feeds f where f.source_id = l.source_id and f.state in ('removed', 'left'))`;

/** Down by a batch, or on its way, with what was sent still kept, and its listing may live again. */
export function isRestorable(batchId: SQL, now: Date): SQL {
  return sql`${publications.batchId} = ${batchId} and ${publications.intent} = 'hide' and ${publications.taken} is not null
    and exists (select 1 from listings l where l.id = ${publications.listingId} and ${mayReturn(now)})`;
}

/** Whether a number of listings or publications is among the subjects of a hold. */
export function isHeld(column: AnyColumn, holdId: number): SQL {
  return sql`${column} = any(array(select jsonb_array_elements_text(${holds.subjects})::bigint from ${holds} where ${holds.id} = ${holdId}))`;
}

/** Jobs of a hold that are live somewhere: those of its subjects that are at no school have nothing to take down. */
export async function liveJobsOf(
  db: Db,
  { id, sourceId }: { readonly id: number; readonly sourceId: number | null },
): Promise<number> {
  const ofFeed = sourceId !== null;
  const jobs = sql<number>`count(distinct ${ofFeed ? publications.listingId : publications.id})::int`;
  const [row] = await db
    .select({ jobs })
    .from(publications)
    .where(and(eq(publications.live, true), isSelected({ kind: 'hold', id, ofFeed })));
  return row?.jobs ?? 0;
}
