import { eq, inArray, sql } from 'drizzle-orm';
import { dayIn } from '../../core/hours.ts';
import type { Db } from '../../db/db.ts';
import { callCounts } from '../../db/schema.ts';
import { type CallCount, callKinds, type CallLimits, callsInWindow, priorityOf } from '../allowance.ts';
import { column, queryRow, execute } from '../../db/query.ts';
import { monthOf } from './usage.queries.ts';

/** Calls made at targets, by target; those that were never called are not in it. */
export async function countsOf(db: Db, targetIds: readonly number[]) {
  const rows = await db
    .select()
    .from(callCounts)
    .where(inArray(callCounts.targetId, [...targetIds]));
  return new Map(rows.map(({ targetId, ...count }) => [targetId, count]));
}

export type Counting = {
  readonly targetId: number;
  readonly limits: CallLimits;
  readonly now: Date;
};

/**
 * Decides and counts in one transaction, one process at a time for a target: `take` is given the count as it is, and answers with what
 * it took.
 */
export async function countCalls<T>(
  db: Db,
  { targetId, limits, now }: Counting,
  take: (tx: Db, count: CallCount) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  return db.transaction(async (tx) => {
    const count = await locked(tx, { targetId, limits, now });
    const taken = await take(tx, count);
    if (taken.length > 0) await keep(tx, targetId, callsInWindow(count, taken.length, limits, now));
    return taken;
  });
}

/** Gives back what was counted and not called, but what another day has: that is over. */
export async function uncount(db: Db, counting: Counting, counted: readonly Date[]): Promise<void> {
  const { targetId, limits, now } = counting;
  const calls = counted.filter((at) => dayIn(at, limits.timeZone) === dayIn(now, limits.timeZone)).length;
  if (calls === 0) return;
  await db.transaction(async (tx) =>
    keep(tx, targetId, callsInWindow(await locked(tx, counting), -calls, limits, now)),
  );
}

async function locked(tx: Db, { targetId, limits, now }: Counting): Promise<CallCount> {
  const known = await lockedRow(tx, targetId);
  if (known !== undefined) return known;
  await tx
    .insert(callCounts)
    .values({ targetId, ...callsInWindow(undefined, 0, limits, now) })
    .onConflictDoNothing();
  const begun = await lockedRow(tx, targetId);
  if (begun === undefined) throw new Error('the count of a target’s calls vanished');
  return begun;
}

async function lockedRow(tx: Db, targetId: number): Promise<CallCount | undefined> {
  const [row] = await tx.select().from(callCounts).where(eq(callCounts.targetId, targetId)).for('update');
  if (row === undefined) return undefined;
  const { targetId: _, ...count } = row;
  return count;
}

async function keep(tx: Db, targetId: number, count: CallCount): Promise<void> {
  await tx.update(callCounts).set(count).where(eq(callCounts.targetId, targetId));
}

/** The kinds of calls that are due at a target now. */
export async function dueKinds(db: Db, targetId: number, now: Date, sourceId?: number) {
  const columns = callKinds.map(
    (
      kind,
    ) => sql`exists (select from publications where target_id = ${targetId} and priority = ${priorityOf[kind]}
      and source_id = coalesce(${sourceId ?? null}::int, source_id) and call = 'due' and next_at <= ${now.toISOString()}::timestamptz) as ${sql.identifier(kind)}`,
  );
  const kinds = Object.fromEntries(callKinds.map((kind) => [kind, column.bool]));
  const row = await queryRow(db, kinds)`select ${sql.join(columns, sql`, `)}`;
  return callKinds.filter((kind) => row[kind]);
}

/** Adds calls that were made at a target, by source. */
export async function addCalls(
  db: Db,
  { targetId, calls, at }: { targetId: number; calls: ReadonlyMap<string, number>; at: Date },
): Promise<void> {
  if (calls.size === 0) return;
  const rows = [...calls].map(([source, count]) => ({ source, count }));
  await execute(db)`
    insert into usage as u (target, source, month, calls)
    select t.name, r.source, ${monthOf(at)}, r.count
    from targets t, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(source text, count int)
    where t.id = ${targetId}
    on conflict (target, source, month) do update set calls = u.calls + excluded.calls`;
}
