import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { holds } from '../../db/schema.ts';
import type { Hold } from './holds-store.ts';
import { forgetSubjects, otherRevision, undecided, writeHolds } from './hold-writes.repository.ts';

/** Opens a decided hold again, as it was; false where another one of its kind is open by now. */
export async function reopenHold(tx: Db, { id, kind, sourceId, targetId }: Hold): Promise<boolean> {
  const others = await tx.$count(
    holds,
    sql`${holds.kind} = ${kind} and ${holds.state} = 'open' and ${holds.sourceId} is not distinct from ${sourceId}::int
      and ${holds.targetId} is not distinct from ${targetId}::int`,
  );
  if (others > 0) return false;
  await writeHolds(tx, eq(holds.id, id), { ...undecided, ...otherRevision, thisRunOnly: false });
  // What was decided one by one before stays decided.
  await forgetSubjects(tx, sql`k.hold_id = ${id} and k.whole`);
  return true;
}

/** What of a first plan was decided job by job waits again: these listings, or all of them. */
export async function forgetChoices(
  tx: Db,
  { id }: Pick<Hold, 'id'>,
  names?: readonly string[],
): Promise<void> {
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  const named =
    names === undefined ? sql`true` : sql`l.job_id in ${list} or s.name || '/' || l.job_id in ${list}`;
  const theirs = sql`(select l.id from listings l join sources s on s.id = l.source_id where ${named})`;
  const forgotten = await forgetSubjects(tx, sql`k.hold_id = ${id} and k.listing_id in ${theirs}`);
  const count = sql`${holds.count} + ${forgotten}`;
  await writeHolds(tx, and(eq(holds.id, id), eq(holds.state, 'open')), { ...otherRevision, count });
}
