import { type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/db.ts';
import { column, execute, query } from '../../db/query.ts';
import { holds } from '../../db/schema.ts';
import { idRows } from '../../db/sql.ts';

/** Nobody has decided, or what was decided is over. */
export const undecided = { state: 'open', decidedBy: null, decidedAt: null, until: null } as const;

/** Of a hold that became about other jobs: what was decided about the ones before decides nothing. */
export const otherRevision = { rev: sql`${holds.rev} + 1` } as const;

/** The one writer of holds that are there; gives the ids of those that it wrote. The trigger `hold_follows` has what may follow what. */
export async function writeHolds(tx: Db, which: SQL | undefined, change: PgUpdateSetSource<typeof holds>) {
  const rows = await tx.update(holds).set(change).where(which).returning({ id: holds.id });
  return rows.map(({ id }) => id);
}

export async function addHold(
  tx: Db,
  hold: Omit<typeof holds.$inferInsert, 'id' | 'state'>,
): Promise<number> {
  const [row] = await tx
    .insert(holds)
    .values({ ...hold, state: 'open' })
    .returning({ id: holds.id });
  if (row === undefined) throw new Error('the database gave no id for a hold');
  return row.id;
}

/** Writes what a person decided about subjects: `rows` selects their hold, listing, publication, op, fingerprint, decision, until, and whether it was the whole hold. */
export async function decideSubjects(tx: Db, rows: SQL): Promise<void> {
  await execute(tx)`
    insert into hold_subjects (hold_id, listing_id, publication_id, op, fingerprint, decision, until, whole) ${rows}
    on conflict (hold_id, listing_id, publication_id, job_id)
      do update set decision = excluded.decision, fingerprint = excluded.fingerprint, until = excluded.until, whole = excluded.whole`;
}

/** Forgets decisions about subjects `k`; gives how many. */
export async function forgetSubjects(tx: Db, which: SQL): Promise<number> {
  const rows = await query(tx, { id: column.int })`delete from hold_subjects k where ${which} returning k.id`;
  return rows.length;
}

/** Removals that a hold proposes beside its own subjects, and that nobody has decided about. */
export async function proposeRemovals(tx: Db, holdId: number, publicationIds: readonly number[]) {
  await forgetSubjects(tx, sql`k.hold_id = ${holdId} and k.decision is null`);
  await decideSubjects(
    tx,
    sql`select ${holdId}::bigint, null::bigint, i.value, 'hide', null, null, null::timestamptz, true from ${idRows(publicationIds)} i`,
  );
}

/** What was proposed, or let go, of subjects `k` stays. */
export async function keepDecided(tx: Db, which: SQL): Promise<void> {
  await execute(
    tx,
  )`update hold_subjects k set decision = 'kept', until = null where k.decision is distinct from 'kept' and ${which}`;
}
