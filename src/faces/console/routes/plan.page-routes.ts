import { mayDo } from '../../../platform/accounts/permissions.ts';
import { jobIdsOf } from '../../../listings/listing-rows.repository.ts';
import { holdsIn } from '../../../publishing/holds-store.ts';
import type { Decided } from '../../../publishing/reconcile.ts';
import type { Change } from '../../../publishing/publishing-types.ts';
import type { Target } from '../../../targets/targets.repository.ts';
import type { PlanFound } from '../../web/capabilities.ts';
import type { Html } from '../html/format-text.ts';
import { publishNow } from '../../web/doing/targets.actions.ts';
import { refuse } from '../../web/errors.ts';
import type { PlanRow } from '../html/plan-list.ts';
import { maySeeHold, seenBy } from '../../../operations/access.ts';
import { jobPath, targetPath } from '../addresses.page.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, textOf, withQuery } from '../page-route.ts';
import { pageInParts } from '../page-in-parts.ts';
import { planOfTarget, planPage, type PlanView } from '../plan.page.ts';
import { noTarget } from './seen-target.ts';

export const planRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/plan', permission: 'read', handle: plan },
  { method: 'post', path: '/plan', permission: 'operate', handle: publish },
];

const kinds = ['delist', 'update', 'publish'] as const;
/** Rows of each kind where all are shown. */
const FIRST = 10;

async function plan(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const { targets } = await seenBy(deps.db, actor);
  const names = targets.map(({ name }) => name);
  const target = targets.find(({ name }) => name === c.req.query('target')) ?? targets[0];
  const frame = await request.frame();
  if (!target) return c.html(planPage(frame, { targets: names }, ''));
  const planOf = deps.acts?.planOf;
  if (!planOf) return refuse(c, 503, 'Plans cannot be made from here.');
  const page = (part: Html) => planPage(frame, { target: target.name, targets: names }, part);
  return pageInParts(c, deps.log, page, {
    awaited: `Every job of ${target.name} is being compared.`,
    part: async () =>
      planOfTarget(frame, await viewOf(request, target, await planOf(target, actor.limits.sources))),
  });
}

async function viewOf({ c, deps, actor }: PageRequest, target: Target, made: PlanFound): Promise<PlanView> {
  const kind = kinds.find((one) => one === c.req.query('kind'));
  const from = cursorOf(c.req.query('after')) ?? 0;
  const changesOf = (one: Change['kind']) => made.changes.filter((change) => change.kind === one);
  const rows = kind
    ? changesOf(kind).slice(from, from + PAGE)
    : kinds.flatMap((one) => changesOf(one).slice(0, FIRST));
  const holds = (await holdsIn(deps.db, ['open'])).filter(
    (hold) => (hold.feed !== null || hold.target === target.name) && maySeeHold(actor.limits, hold),
  );
  const jobIds = await jobIdsOf(deps.db, rows.flatMap(listingIdIn));
  return {
    target: target.name,
    counts: {
      delist: changesOf('delist').length,
      update: changesOf('update').length,
      publish: changesOf('publish').length,
      unchanged: made.unchanged,
      held: made.withheld.length,
    },
    holds: holds.length,
    waiting: waitingIn(made.decided),
    rows: rows.map((change) => rowOf(change, target.name, jobIds)),
    ...(kind && { kind }),
    ...(kind &&
      from + PAGE < changesOf(kind).length && {
        next: withQuery('/plan', { target: target.name, kind, after: from + PAGE }),
      }),
    mayOperate: mayDo(actor, 'operate'),
  };
}

/** How many jobs wait for what, the most first. */
function waitingIn(decided: readonly Decided[]): PlanView['waiting'] {
  const waits = decided.flatMap(({ decision }) => (decision.kind === 'wait' ? [decision] : []));
  return [...Map.groupBy(waits, ({ step }) => step)]
    .map(([step, jobs]) => ({ step, jobs: jobs.length }))
    .toSorted((a, b) => b.jobs - a.jobs);
}

async function publish({ c, deps, actor }: PageRequest): Promise<Response> {
  const { targets } = await seenBy(deps.db, actor);
  const name = textOf(await c.req.formData(), 'target');
  const target = targets.find((one) => one.name === name);
  if (!target) return refuse(c, 404, noTarget);
  if (target.state === 'paused') return refuse(c, 409, `${name} is paused. Resume it first.`);
  await publishNow(deps, actor, target);
  return c.redirect(targetPath(name), 303);
}

/** The listing that a change is about; what was taken over, or lost its feed, may have none. */
function listingIdIn(change: Change): readonly number[] {
  if (change.kind !== 'delist') return [change.wanted.listingId];
  return change.sent.listingId === undefined ? [] : [change.sent.listingId];
}

/** A job's page goes by its source's own id, which need not be the one that the target knows. */
function rowOf(change: Change, target: string, jobIds: ReadonlyMap<number, string>): PlanRow {
  const { source, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
  const [listingId] = listingIdIn(change);
  const ownId = listingId === undefined ? undefined : jobIds.get(listingId);
  const why = change.kind === 'delist' ? change.cause : change.because;
  return { kind: change.kind, href: jobPath(source, ownId ?? jobId, target), title, jobId, why };
}
