import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { column, execute, query } from '../../db/query.ts';
import { holds } from '../../db/schema.ts';
import { type Hold, undecided } from './holds-store.ts';

const same = (of: typeof holds.sourceId | typeof holds.targetId, value: number | null) =>
  value === null ? isNull(of) : eq(of, value);

/** Opens a decided hold again, as it was; false where another one of its kind is open by now. */
export async function reopenHold(tx: Db, { id, kind, sourceId, targetId }: Hold): Promise<boolean> {
  const others = await tx.$count(
    holds,
    and(
      eq(holds.kind, kind),
      eq(holds.state, 'open'),
      same(holds.sourceId, sourceId),
      same(holds.targetId, targetId),
    ),
  );
  if (others > 0) return false;
  await tx
    .update(holds)
    .set({ ...undecided, thisRunOnly: false, rev: sql`${holds.rev} + 1` })
    .where(eq(holds.id, id));
  // What was decided one by one before has left its subjects, and stays decided.
  await execute(
    tx,
  )`delete from hold_subjects k using holds h where h.id = ${id} and k.hold_id = h.id and h.subjects @> to_jsonb(k.publication_id)`;
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
  const rows = await query(tx, { id: column.int })`
    delete from hold_subjects h using listings l, sources s
    where h.hold_id = ${id} and l.id = h.listing_id and s.id = l.source_id and (${named}) returning l.id`;
  await execute(
    tx,
  )`update holds set rev = rev + 1, count = count + ${rows.length} where id = ${id} and state = 'open'`;
}
