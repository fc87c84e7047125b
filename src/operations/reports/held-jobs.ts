import { plural } from '../../core/numbers.ts';
import type { Db } from '../../db/db.ts';
import { holdsChanges, removesJobs } from '../../publishing/holds/holds.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';
import { columns, minute } from '../registry/operation-text.ts';
import { type DocumentChange, documentChanges } from '../../runs/document-changes.queries.ts';
import { firstPlanJobs } from '../../publishing/holds/first-plan.queries.ts';
import { pageOfRows } from '../registry/paging.ts';
import { liveJobsOf } from '../../publishing/queries/batch-counts.queries.ts';

/** How many jobs of a hold would be taken down; undefined where it takes nothing down, or not each of its jobs is known. */
export async function jobsToTakeDown(db: Db, hold: Hold): Promise<number | undefined> {
  return removesJobs(hold.kind) && hold.listed ? liveJobsOf(db, hold) : undefined;
}

/** What the document that a hold stopped would change, from job `after` on; undefined of another hold. */
export function changesFrom(
  db: Db,
  hold: Hold,
): ((after: number, limit: number) => Promise<readonly DocumentChange[]>) | undefined {
  const { sourceId } = hold;
  if (sourceId === null || !holdsChanges(hold)) return undefined;
  return (after, limit) => documentChanges(db, sourceId, { after, limit });
}

/** A page of the jobs that a document in doubt would add or change. */
export function changedRows(changes: readonly DocumentChange[], { feed }: Pick<Hold, 'feed'>, limit: number) {
  return pageOfRows(changes, limit, ({ id, jobId, title, company, what }) => ({
    id,
    source: feed ?? '',
    job_id: jobId,
    title,
    employer: company,
    target: '',
    change: what,
  }));
}

/** A job of a first plan is one row, with the schools that would get it. */
export async function firstPlanRows(db: Db, hold: Hold, limit: number, from: number) {
  const jobs = await firstPlanJobs(db, hold);
  const items = jobs
    .slice(from, from + limit)
    .map(({ listingId, source, jobId, title, company, targets, change }) => ({
      id: listingId,
      source,
      job_id: jobId,
      title,
      employer: company ?? null,
      target: targets.join(', '),
      change,
    }));
  return { items, next: jobs.length > from + limit ? String(from + limit) : null };
}

type HeldView = Pick<Hold, 'kind' | 'feed'> & {
  readonly id: number;
  readonly state: string;
  readonly state_text: string;
  readonly seen: string;
  readonly count: number;
  readonly live: number | null;
  readonly reasons: readonly string[];
  readonly created_at: string;
  readonly jobs: {
    readonly items: readonly {
      readonly source: string;
      readonly job_id: string;
      readonly title: string;
      readonly target: string;
      readonly change?: string | undefined;
    }[];
    readonly next: string | null;
  };
};

/** A hold and a page of its jobs, on a terminal. */
export function heldText(title: string, { jobs, live, ...hold }: HeldView): string {
  const nowhere = hold.count - (live ?? hold.count);
  const they = nowhere === 1 ? 'it stays as it is' : 'they stay as they are';
  const isOfChanges = jobs.items.some(({ change }) => change !== undefined);
  const isAtSchools = !isOfChanges || hold.kind === 'review';
  const rows = jobs.items.map(({ source, job_id: jobId, title: job, target, change = '' }) => [
    source,
    jobId,
    job,
    ...(isAtSchools ? [target] : []),
    ...(isOfChanges ? [change] : []),
  ]);
  const heads = [
    'Feed',
    'Job',
    'Title',
    ...(isAtSchools ? ['School'] : []),
    ...(isOfChanges ? ['Change'] : []),
  ];
  const isTakenBack =
    hold.state === 'muted' || (hold.state === 'rejected' && (hold.kind === 'review' || hold.feed === null));
  return [
    `Hold ${hold.id}: ${title}`,
    `${hold.state_text}, since ${minute(new Date(hold.created_at))} UTC. ${hold.reasons.join(' ')}`,
    ...(nowhere > 0 ? [`${plural(nowhere, 'job is', 'jobs are')} at no school: ${they}.`] : []),
    ...(rows.length === 0 ? [] : ['', columns(heads, rows)]),
    ...(jobs.next === null ? [] : [`More: quadwire hold ${hold.id} --cursor ${jobs.next}`]),
    ...(hold.state === 'open' ? ['', `Decide: quadwire approve ${hold.id} --seen ${hold.seen}`] : []),
    ...(isTakenBack ? ['', `Take it back: quadwire hold reopen ${hold.id}`] : []),
  ].join('\n');
}
