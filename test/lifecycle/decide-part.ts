import { sql } from 'drizzle-orm';
import { DAY } from '../../src/core/clock.ts';
import { actOnHold, revisionOf } from '../../src/operations/decide-hold.ts';
import { keepJobOff } from '../../src/operations/school-reviews.operations.ts';
import { reopenDecided } from '../../src/operations/undo.operations.ts';
import { firstPlanJobs } from '../../src/publishing/holds/first-plan.queries.ts';
import { type Hold, holdById, holdsIn, subjectsOf } from '../../src/publishing/holds/holds.queries.ts';
import { removesJobs } from '../../src/publishing/holds/holds.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import type { Opening, World } from './world.ts';

/** One job of a hold of removals; `isStale`: by a page that shows what the hold was before. */
export type Part = {
  readonly do: 'part';
  readonly kind: 'approve' | 'reject';
  readonly nth: number;
  readonly isStale: boolean;
};

export const actOf = (kind: 'approve' | 'reject') =>
  kind === 'approve' ? ({ kind, thisRunOnly: false } as const) : ({ kind } as const);

/** A person decides one job of a hold of removals: what was decided leaves the hold with its decision and counts with it; the rest stays, in the same hold. */
export async function decidePart(
  { db, context, violations }: World,
  { kind, nth, isStale }: Part,
): Promise<void> {
  const hold = await aHoldOfRemovals(db);
  if (hold === undefined) return;
  const before = await subjectsOf(db, hold.id);
  const subject = before[nth % before.length];
  if (subject === undefined) return;
  const isFeeds = hold.sourceId !== null;
  const [job] = rowsOf(
    await db.execute(
      isFeeds
        ? sql`select s.name || '/' || l.job_id as job_id from listings l join sources s on s.id = l.source_id where l.id = ${subject}`
        : sql`select s.name || '/' || coalesce(l.job_id, p.job_id) as job_id from publications p join sources s on s.id = p.source_id left join listings l on l.id = p.listing_id where p.id = ${subject}`,
    ),
  );
  const only = [String(job?.['job_id'])];
  const rev = isStale ? String(hold.rev - 1) : await revisionOf(db, hold);
  const done = await actOnHold(context, hold.id, { ...actOf(kind), only, rev }, 'dana');
  const after = await subjectsOf(db, hold.id);
  const now = await holdById(db, hold.id);
  const left = before.filter((id) => !after.includes(id));
  const decided = rowsOf(
    await db.execute(
      sql`select coalesce(listing_id, publication_id) as id from hold_subjects where hold_id = ${hold.id} and decision = ${kind === 'approve' ? 'approved' : 'kept'}`,
    ),
  ).map((row) => numberIn(row, 'id'));
  const violate = (what: string) => violations.push(`hold ${hold.id}: ${what}`);
  if (isStale) {
    if (done.kind !== 'refused' || left.length > 0 || now?.rev !== hold.rev)
      violate('a part of an older revision was decided');
    return;
  }
  // A removal of a first plan that is on its way, or waits for a look, is not offered.
  const isRefused = done.kind === 'refused' && /that can go now\.$|change that\.$/.test(done.reason);
  if (hold.kind === 'review' && isRefused) return;
  if (done.kind !== 'decided') return void violate(`its job was not decided: ${done.reason}`);
  if (!left.includes(subject)) violate('the job that was decided is still in it');
  if (after.some((id) => !before.includes(id))) violate('a decision brought it a job');
  if (left.some((id) => !decided.includes(id))) violate('a job left it without a decision');
  if ((now?.facts?.counted ?? 0) !== (hold.facts?.counted ?? 0) + left.length)
    violate('what left it does not count with it');
  // A first plan has jobs to send beside its removals.
  if (hold.kind === 'review') return;
  const state = after.length > 0 ? 'open' : kind === 'approve' ? 'approved' : 'rejected';
  if (now?.state !== state) violate(`it is ${now?.state}, and ${after.length} jobs are left`);
}

/** Removals by what is missing, or beside the jobs that the plan of a school would send. */
async function aHoldOfRemovals(db: World['db']): Promise<Hold | undefined> {
  for (const hold of await holdsIn(db, ['open'])) {
    if (removesJobs(hold.kind)) return hold;
    if (hold.kind === 'review' && hold.targetId !== null && (await subjectsOf(db, hold.id)).length > 0)
      return hold;
  }
  return undefined;
}

/** A person takes the last decision about a hold back. */
export async function reopen({ db, perform }: World): Promise<void> {
  const [hold] = rowsOf(
    await db.execute(
      sql`select id from holds where state in ('approved', 'rejected', 'lifted') order by decided_at desc nulls last, id desc limit 1`,
    ),
  );
  if (hold !== undefined) await perform(reopenDecided, { id: String(numberIn(hold, 'id')) });
}

/** One job of a first plan, whichever it is: it goes, or is kept back as it is. */
export type Pick = { readonly do: 'pick'; readonly kind: 'approve' | 'reject'; readonly nth: number };

export async function pickJob({ db, context, violations }: World, { kind, nth }: Pick): Promise<void> {
  const hold = (await holdsIn(db, ['open'])).find((one) => one.kind === 'review');
  const jobs = hold === undefined ? [] : await firstPlanJobs(db, hold);
  const job = jobs[nth % Math.max(1, jobs.length)];
  if (hold === undefined || job === undefined) return;
  const only = [`${job.source}/${job.jobId}`];
  const done = await actOnHold(context, hold.id, { ...actOf(kind), only }, 'dana');
  const violate = (what: string) => violations.push(`hold ${hold.id}: ${what}`);
  if (done.kind === 'refused' && done.reason.endsWith('change that.')) return;
  if (done.kind !== 'decided') return void violate(`${only[0]} is offered, and not decided: ${done.reason}`);
  const left = await firstPlanJobs(db, hold);
  if (left.some(({ listingId }) => listingId === job.listingId)) violate(`${only[0]} is offered again`);
  if (left.length < jobs.length - 1) violate('a decision about one job took another with it');
}

/** A person takes back what was decided last about one job. */
export async function undoPart({ db, perform }: World): Promise<void> {
  const [last] = rowsOf(
    await db.execute(sql`
      select k.hold_id as id, s.name || '/' || l.job_id as job from hold_subjects k left join publications p on p.id = k.publication_id
        join listings l on l.id = coalesce(k.listing_id, p.listing_id) join sources s on s.id = l.source_id
      where k.decision is not null and not k.whole order by k.id desc limit 1`),
  );
  if (last !== undefined)
    await perform(reopenDecided, { id: String(last['id']), only: [String(last['job'])] });
}

/** A person has no time for what is asked: every open hold is muted for a day. */
export async function muteAll({ db, context, clock }: World): Promise<void> {
  const until = new Date(clock.now().getTime() + DAY);
  for (const { id } of await holdsIn(db, ['open']))
    await actOnHold(context, id, { kind: 'mute', until }, 'dana');
}

/** A person keeps each listing of an opening off a school, or lets it return. */
export async function keepOff(
  { db, perform }: World,
  target: string,
  { opening, back }: { readonly opening: Opening; readonly back: boolean },
): Promise<void> {
  const rows = rowsOf(
    await db.execute(
      sql`select s.name, l.job_id from listings l join sources s on s.id = l.source_id
        where l.state <> 'ended' and l.listing -> 'job' ->> 'job_title' = ${opening} order by l.id`,
    ),
  );
  for (const { name, job_id: jobId } of rows)
    await perform(keepJobOff, {
      source: String(name),
      job_id: String(jobId),
      target,
      reason: 'a scam',
      back,
    });
}
