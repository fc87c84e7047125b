import { and, eq, lt } from 'drizzle-orm';
import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { type FeedDefinition, feedDrafts } from '../db/schema/feeds.schema.ts';
import type { FeedDraft } from './feeds.queries.ts';

/** Begins a draft; those that nobody went on with for a week are forgotten. */
export async function insertDraft(
  db: Db,
  draft: Pick<FeedDraft, 'name' | 'definition' | 'createdBy'>,
  now: Date,
): Promise<number> {
  await db.delete(feedDrafts).where(lt(feedDrafts.startedAt, new Date(now.getTime() - 7 * DAY)));
  const [row] = await db
    .insert(feedDrafts)
    .values({ ...draft, state: 'reading', createdAt: now, startedAt: now })
    .returning({ id: feedDrafts.id });
  if (row === undefined) throw new Error('a draft was not kept');
  return row.id;
}

/** Begins another reading of a draft, with another definition. */
export async function rereadDraft(db: Db, id: number, definition: FeedDefinition, now: Date): Promise<void> {
  await db
    .update(feedDrafts)
    .set({ definition, state: 'reading', items: 0, reason: null, startedAt: now })
    .where(eq(feedDrafts.id, id));
}

/** What is chosen about a draft, without reading it again. */
export async function changeDraft(
  db: Db,
  id: number,
  change: Partial<Pick<FeedDraft, 'name' | 'definition' | 'state'>>,
): Promise<void> {
  await db.update(feedDrafts).set(change).where(eq(feedDrafts.id, id));
}

/** How far the reading that began then is. A later one has nothing to do with it. */
export async function noteProgress(db: Db, id: number, startedAt: Date, items: number): Promise<void> {
  await db.update(feedDrafts).set({ items }).where(ofReading(id, startedAt));
}

/** What a reading found, or why it found nothing. */
export async function endReading(
  db: Db,
  id: number,
  startedAt: Date,
  end: Pick<FeedDraft, 'state' | 'found' | 'reason'>,
): Promise<void> {
  await db.update(feedDrafts).set(end).where(ofReading(id, startedAt));
}

function ofReading(id: number, startedAt: Date) {
  return and(eq(feedDrafts.id, id), eq(feedDrafts.startedAt, startedAt), eq(feedDrafts.state, 'reading'));
}
