import type { Db } from '../../db/db.ts';
import { type Actor, isUnlimited } from '../../platform/accounts/permissions.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import type { ReportTerms } from '../../screening/reports/due.ts';
import {
  countReviews,
  type QueueQuestion,
  type ReviewQueueState,
} from '../../screening/review-queue.queries.ts';
import { seenBy } from '../registry/access.ts';
import type { Services } from '../registry/operation.ts';

/** The part of the queue that an actor may see: all of it, or the decisions of its schools; undefined for a school that it may not see. */
export async function queueFor(
  db: Db,
  actor: Actor,
  { target, state }: { readonly target?: string | undefined; readonly state: ReviewQueueState },
): Promise<QueueQuestion | 'limited' | undefined> {
  if (actor.limits.sources) return 'limited';
  const { targets } = await seenBy(db, actor);
  const chosen = target === undefined ? targets : targets.filter(({ name }) => name === target);
  if (target !== undefined && chosen.length === 0) return undefined;
  const isAll = target === undefined && isUnlimited(actor.limits);
  return { state, general: isAll, ...(!isAll && { targetIds: chosen.map(({ id }) => id) }) };
}

/** How many jobs wait for an actor: for all schools (null) and for each school, by id. */
export async function reviewsWaiting(db: Db, actor: Actor): Promise<ReadonlyMap<number | null, number>> {
  const question = await queueFor(db, actor, { state: 'waiting' });
  return question === undefined || question === 'limited' ? new Map() : countReviews(db, question);
}

/** In what time a person looks at what readers report. */
export async function reportTerms({
  db,
  site,
}: {
  readonly db: Db;
  readonly site: Pick<Services['site'], 'timeZone'>;
}): Promise<ReportTerms> {
  const settings = await loadSettings(db);
  return { hours: settings.get('review.reportHours'), timeZone: site.timeZone };
}
