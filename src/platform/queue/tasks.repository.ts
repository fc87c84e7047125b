import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { tasks } from '../../db/schema/queue.schema.ts';
import type { Task } from './queue.ts';
import { column, execute, query } from '../../db/query.ts';

/** A task and the message that is to carry it. */
export type Announced = Pick<Task, 'name' | 'key' | 'payload'> & { readonly id: string; readonly at: Date };

/**
 * Marks that a message waits for each task, and gives those for which one is to be sent: where another one waits that is due no later,
 * or that repeats a failure in its own time, none is. A message that is overdue for minutes counts as lost.
 */
export async function announce(db: Db, announced: readonly Announced[], now: Date) {
  if (announced.length === 0) return [];
  const lost = new Date(now.getTime() - LOST_MS).toISOString();
  const rows = JSON.stringify(announced.map((task) => ({ ...task, at: task.at.toISOString() })));
  const marked = await query(db, { waiting_id: column.text })`
    insert into tasks as t (name, key, payload, waiting_id, waiting_at)
    select r.name, r.key, r.payload, r.id, r.at
    from jsonb_to_recordset(${rows}::jsonb) as r(name text, key text, payload jsonb, id text, at timestamptz)
    order by r.name, r.key
    on conflict (name, key) do update set
      payload = excluded.payload, waiting_id = excluded.waiting_id, waiting_at = excluded.waiting_at
    where t.waiting_id is null or t.waiting_at < ${lost}::timestamptz
      or (t.failures = 0 and t.waiting_at > excluded.waiting_at + interval '1 second')
    returning waiting_id`;
  const ids = new Set(marked.map((row) => row.waiting_id));
  return announced.filter(({ id }) => ids.has(id));
}

const LOST_MS = 5 * 60_000;

/** Messages that could not be sent: nothing waits. */
export async function unannounce(db: Db, ids: readonly string[]): Promise<void> {
  await execute(db)`
    update tasks set waiting_id = null, waiting_at = null
    where waiting_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
}

/** Whether pg-boss holds a task of the kind that may begin now, with a key that is not carried out. */
export async function othersWait(db: Db, { name, key }: Pick<Task, 'name' | 'key'>): Promise<boolean> {
  const [row] = await query(db, { waits: column.bool })`
      select exists (
        select from queue.job j where j.name = ${name} and j.state < 'active' and j.start_after <= now() and j.singleton_key <> ${key}
          and not exists (select from queue.job a where a.name = j.name and a.state = 'active' and a.singleton_key = j.singleton_key)
      ) as waits`;
  return row?.waits === true;
}

/**
 * pg-boss passes over keys that ran when it last looked, which is up to seconds ago: takes one out, and has it look again. It only saves a
 * wait, so a database that is away here makes no failure of a task that was carried out.
 */
export async function forgetRunning(
  db: Db,
  { name, key }: Pick<Task, 'name' | 'key'>,
  evict: () => Promise<void>,
): Promise<void> {
  try {
    const rows = await query(db, { name: column.text })`
      update queue.queue set singletons_active = array_remove(singletons_active, ${key}) where name = ${name} and ${key} = any(singletons_active) returning name`;
    if (rows.length > 0) await evict();
  } catch {
    // The next look, a second later, says the same.
  }
}

/** Whether processes of this name are connected to the database; those of a killed one close with it. */
export async function isConnected(db: Db, applicationName: string): Promise<boolean> {
  const found = await query(
    db,
    {},
  )`select 1 from pg_stat_activity where datname = current_database() and application_name = ${applicationName} limit 1`;
  return found.length > 0;
}

export type LeaseClaim = Pick<Task, 'name' | 'key' | 'payload'> & {
  readonly by: string;
  readonly now: Date;
  readonly until: Date;
  /** The message that brings it; absent where the queue is not Cloudflare's. */
  readonly messageId?: string;
};

export type LeaseOutcome =
  | { readonly kind: 'mine' }
  /** Somebody else carries it out; the hold ends then at the latest. */
  | { readonly kind: 'busy'; readonly until: Date }
  /** Another message waits for it. */
  | { readonly kind: 'superseded' };

/** Takes a task to be carried out, for a while; of tasks with one key one is carried out at a time, over all workers. */
export async function claimLease(db: Db, claim: LeaseClaim): Promise<LeaseOutcome> {
  const { name, key, payload, by, messageId = null } = claim;
  const [now, until] = [claim.now.toISOString(), claim.until.toISOString()];
  const taken = await query(db, {})`
    insert into tasks as t (name, key, payload, held_by, held_until)
    values (${name}, ${key}, ${JSON.stringify(payload)}::jsonb, ${by}, ${until}::timestamptz)
    on conflict (name, key) do update set
      held_by = excluded.held_by, held_until = excluded.held_until,
      waiting_id = case when ${messageId}::text is null then t.waiting_id end,
      waiting_at = case when ${messageId}::text is null then t.waiting_at end
    where (t.held_until is null or t.held_until <= ${now}::timestamptz)
      and (${messageId}::text is null or t.waiting_id is null or t.waiting_id = ${messageId}::text)
    returning name`;
  if (taken.length > 0) return { kind: 'mine' };
  const [row] = await db
    .select({ waitingId: tasks.waitingId, heldUntil: tasks.heldUntil })
    .from(tasks)
    .where(and(eq(tasks.name, name), eq(tasks.key, key)));
  const waiting = row?.waitingId ?? null;
  const isOther = messageId !== null && waiting !== null && waiting !== messageId;
  return isOther ? { kind: 'superseded' } : { kind: 'busy', until: row?.heldUntil ?? claim.now };
}

/** Keeps what one holds for longer. */
export async function holdLonger(db: Db, by: string, until: Date): Promise<void> {
  await db.update(tasks).set({ heldUntil: until }).where(eq(tasks.heldBy, by));
}

/** The turn ended well: earlier failures count no more. */
export async function endLease(db: Db, by: string): Promise<void> {
  await db
    .update(tasks)
    .set({ heldBy: null, heldUntil: null, failures: 0, error: null, deadAt: null })
    .where(eq(tasks.heldBy, by));
}

export type LeaseFailure = {
  readonly error: string;
  /** The same message comes again then. */
  readonly again?: { readonly id: string; readonly at: Date };
};

/** The turn failed: why, and what waits now. A message that supersedes it stays. */
export async function failLease(db: Db, by: string, { error, again }: LeaseFailure): Promise<void> {
  await db
    .update(tasks)
    .set({
      heldBy: null,
      heldUntil: null,
      failures: sql`${tasks.failures} + 1`,
      error,
      ...(again === undefined
        ? {}
        : {
            waitingId: sql`coalesce(${tasks.waitingId}, ${again.id})`,
            waitingAt: sql`coalesce(${tasks.waitingAt}, ${again.at.toISOString()}::timestamptz)`,
          }),
    })
    .where(eq(tasks.heldBy, by));
}

/** A task was given up: its message is in the dead-letter queue, and waits no more. */
export async function markDead(
  db: Db,
  { name, key, payload }: Pick<Task, 'name' | 'key' | 'payload'>,
  { now, messageId = null }: { readonly now: Date; readonly messageId?: string | null },
): Promise<void> {
  const waits = messageId === null ? sql`true` : sql`${tasks.waitingId} = ${messageId}`;
  await db
    .insert(tasks)
    .values({ name, key, payload, deadAt: now })
    .onConflictDoUpdate({
      target: [tasks.name, tasks.key],
      set: {
        deadAt: now,
        waitingId: sql`case when ${waits} then null else ${tasks.waitingId} end`,
        waitingAt: sql`case when ${waits} then null else ${tasks.waitingAt} end`,
      },
    });
}

export type DeadTask = Awaited<ReturnType<typeof deadTasks>>[number];

/** Tasks that were given up and have not succeeded since, oldest first. */
export async function deadTasks(db: Db) {
  const { name, key, payload, failures, error, deadAt } = tasks;
  return db
    .select({ name, key, payload, failures, error, deadAt })
    .from(tasks)
    .where(isNotNull(deadAt))
    .orderBy(asc(deadAt))
    .limit(100);
}
