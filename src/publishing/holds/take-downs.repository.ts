import { and, desc, eq, exists, inArray, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import { publications as p, takeDownJobs, takeDowns, targets } from '../../db/schema.ts';
import type { TargetState } from '../../db/schema/targets.schema.ts';
import { priorityOf } from '../allowance.ts';
import { type Step, stepPublications } from '../publications.repository.ts';

export type TakeDownAct = Pick<
  typeof takeDowns.$inferInsert,
  'kind' | 'subjects' | 'name' | 'by' | 'at' | 'reason' | 'atPaused'
>;

/** Which jobs at targets an act is about. */
export type TakeDownScope =
  | { readonly publications: readonly number[] }
  /** At these targets, or at all. */
  | { readonly listings: readonly number[]; readonly targets?: readonly number[] }
  /** Of a feed, what the rules no longer send where it is. */
  | { readonly unroutedOf: number; readonly listings: readonly number[] }
  | { readonly sourceId: number }
  | { readonly targetId: number };

function inScope(scope: TakeDownScope): SQL | undefined {
  if ('publications' in scope) return anyOf(p.id, scope.publications);
  if ('unroutedOf' in scope)
    return sql`${anyOf(p.listingId, scope.listings)} or ${p.sourceId} = ${scope.unroutedOf} and exists (select 1 from decisions k
      where k.target_id = ${p.targetId} and k.listing_id = ${p.listingId} and k.outcome = 'skipped' and k.step in ('routing', 'addressed', 'right'))`;
  if ('listings' in scope)
    return and(anyOf(p.listingId, scope.listings), scope.targets && anyOf(p.targetId, scope.targets));
  return 'sourceId' in scope ? eq(p.sourceId, scope.sourceId) : eq(p.targetId, scope.targetId);
}

const mayBeUp = (scope: TakeDownScope) => and(p.live, ne(targets.state, 'removed'), inScope(scope));

/** How many jobs a take-down of this scope would have, and at how many targets: what a person confirms first (R24). */
export async function takeDownSize(db: Db, scope: TakeDownScope) {
  const [row] = await db
    .select({ jobs: sql<number>`count(*)::int`, targets: sql<number>`count(distinct ${p.targetId})::int` })
    .from(p)
    .innerJoin(targets, eq(targets.id, p.targetId))
    .where(mayBeUp(scope));
  return row ?? { jobs: 0, targets: 0 };
}

/** How far a take-down is at one target, in jobs. */
export type TakeDownAtTarget = {
  readonly targetId: number;
  readonly target: string;
  readonly state: TargetState;
  readonly lastAnswerAt: Date | null;
  /** What is wrong with the target, while no call is made there. */
  readonly trouble: string | null;
  readonly jobs: number;
  readonly down: number;
  /** The removal is queued, or its call is out. */
  readonly underWay: number;
  /** Nothing is queued: the target is paused, or was not planned yet. */
  readonly stillUp: number;
  /** The removal waits for a person: it was refused, denied or not understood. */
  readonly parked: number;
  /** Wanted there again, or left up with the target. */
  readonly released: number;
};

export type TakeDown = typeof takeDowns.$inferSelect & {
  readonly jobs: number;
  readonly down: number;
  /** Jobs that may still be at a school: under way, still up or parked. */
  readonly remaining: number;
  readonly schools: readonly TakeDownAtTarget[];
};

/**
 * Records a person's act that takes jobs down, in its transaction, with those jobs of its scope that may be at a target. Gives
 * its number; undefined where none is.
 */
export async function recordTakeDown(
  tx: Db,
  act: TakeDownAct,
  scope: TakeDownScope,
): Promise<number | undefined> {
  const [row] = await tx.insert(takeDowns).values(act).returning({ id: takeDowns.id });
  if (row === undefined) return undefined;
  const jobs = tx
    .select({ takeDownId: sql<number>`${row.id}::bigint`.as('take_down_id'), publicationId: p.id })
    .from(p)
    .innerJoin(targets, eq(targets.id, p.targetId))
    .where(mayBeUp(scope));
  if ((await tx.insert(takeDownJobs).select(jobs).returning()).length > 0) return row.id;
  await tx.delete(takeDowns).where(eq(takeDowns.id, row.id));
  return undefined;
}

/** Removes a subject from take-downs, and ends those without one, with what of them is still queued: a block was lifted, a job was let through. */
export async function takeBack(tx: Db, subject: string, now: Date): Promise<void> {
  const subjects = sql<readonly string[]>`${takeDowns.subjects} - ${subject}::text`;
  const changed = await tx
    .update(takeDowns)
    .set({ subjects, endedAt: sql`case when ${subjects} = '[]' then ${now.toISOString()}::timestamptz end` })
    .where(and(isNull(takeDowns.endedAt), sql`${takeDowns.subjects} ? ${subject}::text`))
    .returning({ id: takeDowns.id, endedAt: takeDowns.endedAt });
  const ended = changed.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id]));
  if (ended.length === 0) return;
  const which = sql`p.cause in ('blocked', 'operator') and p.call in ('due', 'out') and p.target_id in (select id from targets where state in ('active', 'paused'))
    and p.id in ${jobsOf(sql`d.id = any(${`{${ended.join(',')}}`}::bigint[])`)} and p.id not in ${jobsOf(sql`d.ended_at is null`)}`;
  await stepPublications(tx, which, () => ({ event: { type: 'leave' } }), now);
}

/** Takes back what is queued to take a job down at some targets: a person lets it back there. What else takes it down there, the next plan queues again. */
export async function takeBackAt(
  tx: Db,
  { listingId, targetIds }: { readonly listingId: number; readonly targetIds: readonly number[] },
  now: Date,
): Promise<void> {
  const which = sql`p.cause = 'operator' and p.call in ('due', 'out') and p.listing_id = ${listingId}
    and p.target_id in (select t.id from targets t where t.state in ('active', 'paused') and t.id = any(${`{${targetIds.join(',')}}`}::int[]))`;
  await stepPublications(tx, which, () => ({ event: { type: 'leave' } }), now);
}

const jobsOf = (acts: SQL) =>
  sql`(select j.publication_id from take_down_jobs j join take_downs d on d.id = j.take_down_id where ${acts})`;

/** Records and queues what a review takes down, and takes back what an earlier one did. */
export async function followReview(
  tx: Db,
  { id, title }: { readonly id: number; readonly title: string },
  isRejected: boolean,
  said: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  const subject = `listing:${id}`;
  await takeBack(tx, subject, said.at);
  if (!isRejected) return;
  const act = { kind: 'job', subjects: [subject], name: title, ...said } as const;
  const takeDown = await recordTakeDown(tx, act, { listings: [id] });
  if (takeDown !== undefined) await hideJobs(tx, takeDown, said.at);
}

/**
 * Has all jobs of a take-down removed from now on, in its transaction: nothing that is repeated before the next plan posts one again. At a
 * paused target the removals wait, unless the act names paused targets too.
 */
export async function hideJobs(
  tx: Db,
  id: number,
  now: Date,
  cause: 'blocked' | 'operator' = 'blocked',
): Promise<void> {
  const step: Step = {
    event: { type: 'hide', cause, verdict: 'stated' },
    set: { priority: priorityOf.takeDown, batchId: null },
  };
  const which = sql`p.id in (select publication_id from take_down_jobs where take_down_id = ${id})`;
  await stepPublications(tx, which, () => step, now);
}

/** Has the removals that an act queued sent to paused targets too. */
export async function reachPaused(tx: Db, id: number): Promise<void> {
  await tx.update(takeDowns).set({ atPaused: true }).where(eq(takeDowns.id, id));
}

/** Jobs of take-downs that are sent to paused targets too. */
export const isSentWhilePaused = sql`publications.id in (select j.publication_id from take_down_jobs j join take_downs d on d.id = j.take_down_id where d.at_paused and d.ended_at is null)`;

/** Paused targets where such a removal is due now. */
export async function pausedWithTakeDowns(db: Db, now: Date): Promise<readonly number[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await db
    .selectDistinct({ id: p.targetId })
    .from(p)
    .innerJoin(targets, and(eq(targets.id, p.targetId), eq(targets.state, 'paused')))
    .where(
      sql`${p.intent} = 'hide' and (${p.call} = 'due' and ${p.nextAt} <= ${at} or ${p.call} = 'out' and ${p.leaseUntil} < ${at}) and ${isSentWhilePaused}`,
    );
  return rows.map(({ id }) => id);
}

/** Of a job of a take-down: how far it is. What a plan that is newer than the act wants there is no longer of it. */
const stage = sql<string>`case
  when ${p.belief} = 'none' or ${p.delistedAt} >= ${takeDowns.at} then 'down'
  when ${targets.state} = 'removed' or ${targets.reconciledAt} > ${takeDowns.at}
    and (${p.intent} = 'show' and ${targets.state} = 'active' or ${p.intent} = 'leave' and ${takeDowns.kind} = 'rule') then 'released'
  when ${p.intent} = 'hide' and ${p.call} = 'parked' then 'parked'
  when ${p.intent} = 'hide' and (${targets.state} <> 'paused' or ${takeDowns.atPaused}) then 'underWay'
  else 'stillUp' end`;
const remains = sql`(${stage}) in ('underWay', 'stillUp', 'parked')`;

/** Whether some job of a take-down may still be at a target. */
const isUnfinished = (db: Db) =>
  exists(
    db
      .select({ id: p.id })
      .from(takeDownJobs)
      .innerJoin(p, eq(p.id, takeDownJobs.publicationId))
      .innerJoin(targets, eq(targets.id, p.targetId))
      .where(and(eq(takeDownJobs.takeDownId, takeDowns.id), remains)),
  );

/** Take-downs with their progress, newest first: all, those with something left, or one. */
export async function takeDownsOf(
  db: Db,
  which:
    | { readonly id: number }
    | { readonly open: boolean; readonly beforeId?: number; readonly limit: number },
): Promise<readonly TakeDown[]> {
  const chosen = 'id' in which ? { limit: 1, beforeId: which.id + 1, open: false } : which;
  const acts = await db
    .select()
    .from(takeDowns)
    .where(
      and(
        'id' in which ? eq(takeDowns.id, which.id) : undefined,
        chosen.beforeId === undefined ? undefined : lt(takeDowns.id, chosen.beforeId),
        ...(chosen.open ? [isNull(takeDowns.endedAt), isUnfinished(db)] : []),
      ),
    )
    .orderBy(desc(takeDowns.id))
    .limit(chosen.limit);
  const places = await placesOf(
    db,
    acts.map(({ id }) => id),
  );
  return acts.map((act): TakeDown => {
    const schools = places.get(act.id) ?? [];
    const sum = (of: (one: TakeDownAtTarget) => number) => schools.reduce((total, one) => total + of(one), 0);
    const left = sum(({ underWay, stillUp, parked }) => underWay + stillUp + parked);
    const remaining = act.endedAt === null ? left : 0;
    return { ...act, jobs: sum(({ jobs }) => jobs), down: sum(({ down }) => down), remaining, schools };
  });
}

const counted = (name: string) => sql<number>`count(*) filter (where (${stage}) = ${name})::int`;

async function placesOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      id: takeDownJobs.takeDownId,
      targetId: targets.id,
      target: targets.name,
      state: targets.state,
      lastAnswerAt: targets.lastAnswerAt,
      trouble: sql<string | null>`case when ${targets.openUntil} is not null then ${targets.lastTrouble} end`,
      jobs: sql<number>`count(*)::int`,
      down: counted('down'),
      underWay: counted('underWay'),
      stillUp: counted('stillUp'),
      parked: counted('parked'),
      released: counted('released'),
    })
    .from(takeDownJobs)
    .innerJoin(takeDowns, eq(takeDowns.id, takeDownJobs.takeDownId))
    .innerJoin(p, eq(p.id, takeDownJobs.publicationId))
    .innerJoin(targets, eq(targets.id, p.targetId))
    .where(inArray(takeDownJobs.takeDownId, [...ids]))
    .groupBy(takeDownJobs.takeDownId, targets.id)
    .orderBy(targets.name);
  return Map.groupBy(rows, ({ id }) => id);
}

/** Ends the take-downs that have nothing left. */
export async function endTakeDowns(db: Db, now: Date): Promise<void> {
  await db
    .update(takeDowns)
    .set({ endedAt: now })
    .where(and(isNull(takeDowns.endedAt), not(isUnfinished(db))));
}
