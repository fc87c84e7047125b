import { sql } from 'drizzle-orm';
import { gathered } from '../core/gathered.ts';
import type { Db } from '../db/db.ts';
import { numberIn, rowsOf } from '../db/rows.ts';
import type { Settled } from './settle.ts';
import type { Claimed } from './store.ts';

/** How a call about a claimed publication ended. */
export type Settlement = {
  readonly claimed: Claimed;
  readonly settled: Settled;
  readonly at: Date;
  readonly worker: string;
};

/** Writes how calls ended; resolves when it stands. */
export type Outcomes = { readonly write: (settlement: Settlement) => Promise<void> };

/**
 * Writes how calls ended: those that end while one write is under way share the next. When a newer plan changed what is wanted while a
 * call was out, what the target now holds is written down and the newer call stays due.
 */
export function gatheredOutcomes(db: Db): Outcomes {
  const together = gathered((settlements: readonly Settlement[]) => settleTogether(db, settlements));
  return {
    write: async (settlement) => {
      // One that cannot be written must not keep the others from it.
      const isWritten = await together.add(settlement).catch(() => false);
      if (!isWritten) await settleAlone(db, settlement);
    },
  };
}

/**
 * Those whose rows are free and still want what was sent; says of each whether it is written. A row that another transaction holds is
 * not waited for: a plan locks many in an order of its own.
 */
async function settleTogether(db: Db, settlements: readonly Settlement[]): Promise<readonly boolean[]> {
  const first = new Map<number, Settlement>();
  for (const settlement of settlements)
    if (!first.has(settlement.claimed.id)) first.set(settlement.claimed.id, settlement);
  const given = JSON.stringify([...first.values()].map(rowOf));
  const rows = await db.execute(sql`
    with r as materialized (select * from jsonb_to_recordset(${given}::jsonb) as r(${columns})),
      free as materialized (select id from publications where id in (select id from r) for update skip locked)
    update publications p set ${written}, taken = case when r.taken then p.wanted else p.taken end
    from r, free where free.id = r.id and p.id = r.id and (not r.taken or p.wanted_fingerprint is not distinct from r.fingerprint)
    returning p.id`);
  const done = new Set(rowsOf(rows).map((row) => numberIn(row, 'id')));
  return settlements.map((settlement) => {
    const { id } = settlement.claimed;
    return first.get(id) === settlement && done.has(id);
  });
}

async function settleAlone(db: Db, settlement: Settlement): Promise<void> {
  const given = JSON.stringify([{ ...rowOf(settlement), posting: settlement.claimed.posting ?? null }]);
  await db.execute(sql`
    update publications p set ${written}, taken = case when r.taken then r.posting else p.taken end
    from jsonb_to_recordset(${given}::jsonb) as r(${columns}, posting jsonb) where p.id = r.id`);
}

const columns = sql.raw(
  'id bigint, worker text, at timestamptz, answer text, reason text, fingerprint text, state text, attempts int, due_at timestamptz, taken boolean, gone boolean, not_there boolean, delete_unanswered boolean',
);

const written = sql.raw(`
  lease_until = case when p.lease_by = r.worker then null else p.lease_until end, lease_by = nullif(p.lease_by, r.worker),
  answered_at = r.at, answer = r.answer, reason = r.reason,
  taken_fingerprint = case when r.taken then r.fingerprint when r.gone then null else p.taken_fingerprint end,
  live = p.live and not r.gone and not r.not_there,
  delisted_at = case when r.gone then r.at when r.taken then null else p.delisted_at end,
  delete_unanswered = case when r.delete_unanswered then true when r.gone or r.taken then false else p.delete_unanswered end,
  state = case when p.wanted_fingerprint is not distinct from r.fingerprint then r.state when p.wanted is null then 'delisting' else 'sending' end,
  attempts = case when p.wanted_fingerprint is not distinct from r.fingerprint then r.attempts else 0 end,
  due_at = case when p.wanted_fingerprint is not distinct from r.fingerprint then r.due_at else r.at end`);

function rowOf({ claimed, settled, at, worker }: Settlement): Readonly<Record<string, unknown>> {
  const { id, fingerprint = null, posting } = claimed;
  const { answer = null, reason = null, state, attempts, dueInMs } = settled;
  return {
    id,
    worker,
    at,
    answer,
    reason,
    fingerprint,
    state,
    attempts,
    due_at: dueInMs === undefined ? null : new Date(at.getTime() + dueInMs),
    taken: settled.taken === true && posting !== undefined,
    gone: settled.gone === true,
    not_there: isNotThere(claimed, settled),
    delete_unanswered: settled.deleteUnanswered === true,
  };
}

/** A first publishing that was refused at its first try, or that no connection took there: the target does not hold the job. */
function isNotThere({ posting, takenBefore, wasLive }: Claimed, { state, unsent }: Settled): boolean {
  return (state === 'refused' || unsent === true) && posting !== undefined && !takenBefore && !wasLive;
}
