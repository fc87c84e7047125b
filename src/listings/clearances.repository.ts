import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { clearances } from '../db/schema.ts';
import { idRows } from '../db/sql.ts';
import { touchListings } from './listing-writes.repository.ts';
import { column, query } from '../db/query.ts';

/** Listings by id, or all of a source. */
export type ScreenedListing = { readonly ids: readonly number[] } | { readonly sourceId: number };

/**
 * Clears the live listings that duplicates and screening, or a person, have judged at their very content and let through. A job of the
 * form is compared as it is written. Cleared listings are touched: plans look at them.
 */
export async function clearScreened(tx: Db, judged: ScreenedListing, now: Date): Promise<void> {
  const at = now.toISOString();
  const cleared = await query(tx, { listing_id: column.int })`
      insert into clearances (listing_id, fingerprint, at, by)
      select l.id, l.fingerprint, ${at}::timestamptz, case when s.state = 'approved' then coalesce(s.decided_by, 'rules') else 'rules' end
      from listings l join sources o on o.id = l.source_id
        join screenings s on s.listing_id = l.id and s.fingerprint = l.fingerprint and s.state in ('clear', 'approved')
      where ${isAmong(judged)} and l.state <> 'ended'
        and (o.kind = 'form' or exists (select 1 from adverts a where a.listing_id = l.id and a.fingerprint = l.fingerprint and a.judged))
        and not exists (select 1 from clearances c where c.listing_id = l.id and c.fingerprint = l.fingerprint)
      on conflict do nothing returning listing_id`;
  const ids = cleared.map((row) => row.listing_id);
  if (ids.length > 0) await touchListings(tx, ids, now);
}

/** Listings that are cleared although screening or a person no longer lets them through. */
export async function clearedInDoubt(tx: Db, judged: ScreenedListing): Promise<readonly number[]> {
  const rows = await query(tx, { id: column.int })`
    select l.id from listings l join screenings s on s.listing_id = l.id and s.state not in ('clear', 'approved')
    where ${isAmong(judged)} and exists (select 1 from clearances c where c.listing_id = l.id)`;
  return rows.map((row) => row.id);
}

/** Takes every clearance of some listings back; what is queued to show them is retracted before. */
export async function revokeClearances(tx: Db, listingIds: readonly number[], now: Date): Promise<void> {
  if (listingIds.length === 0) return;
  await tx.delete(clearances).where(inArray(clearances.listingId, [...listingIds]));
  await touchListings(tx, listingIds, now);
}

function isAmong(judged: ScreenedListing): SQL {
  return 'ids' in judged ? sql`l.id in ${idRows(judged.ids)}` : sql`l.source_id = ${judged.sourceId}`;
}
