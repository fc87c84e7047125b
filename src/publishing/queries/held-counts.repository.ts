import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { publications } from '../../db/schema.ts';
import { isSelected } from './batch-counts-store.ts';

/** Jobs of a hold that are live somewhere: those of its subjects that are at no school have nothing to take down. */
export async function liveJobsOf(
  db: Db,
  { id, sourceId }: { readonly id: number; readonly sourceId: number | null },
): Promise<number> {
  const ofFeed = sourceId !== null;
  const [row] = await db
    .select({
      jobs: sql<number>`count(distinct ${ofFeed ? publications.listingId : publications.id})::int`,
    })
    .from(publications)
    .where(and(eq(publications.live, true), isSelected({ kind: 'hold', id, ofFeed })));
  return row?.jobs ?? 0;
}
