import { mayDo } from '../../../accounts/permissions.ts';
import { jobIdsOf } from '../../../listings/store.ts';
import { holdsIn } from '../../../publishing/holds-store.ts';
import type { Decided } from '../../../publishing/reconcile.ts';
import type { Change } from '../../../publishing/types.ts';
import { publishNow } from '../../doing/targets.ts';
import { refuse } from '../../errors.ts';
import type { PlanRow } from '../../html/plan-list.ts';
import { maySeeHold, seenBy } from '../../sight.ts';
import { jobPath, targetPath } from '../addresses.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, textOf, withQuery } from '../page-route.ts';
import { planPage, type PlanView } from '../plan.ts';

export const planRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/plan', permission: 'read', handle: plan },
  { method: 'post', path: '/plan', permission: 'operate', handle: publish },
];

const none = { delist: 0, update: 0, publish: 0, unchanged: 0, held: 0 };
const FIRST = 10;

async function plan({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const { targets } = await seenBy(deps.db, actor);
  const names = targets.map(({ name }) => name);
  const target = targets.find(({ name }) => name === c.req.query('target')) ?? targets[0];
  const mayOperate = mayDo(actor, 'operate');
  if (!target)
    return c.html(
      planPage(await frame(), { targets: names, counts: none, rows: [], waiting: [], holds: 0, mayOperate }),
    );
  if (!deps.acts?.planOf) return refuse(c, 503, 'Plans cannot be made from here.');
  const made = await deps.acts.planOf(target, actor.limits.sources);
  const kind = (['delist', 'update', 'publish'] as const).find((one) => one === c.req.query('kind'));
  const from = cursorOf(c.req.query('after')) ?? 0;
  const rows = kind
    ? made.changes.filter((change) => change.kind === kind).slice(from, from + PAGE)
    : (['delist', 'update', 'publish'] as const).flatMap((one) =>
        made.changes.filter((change) => change.kind === one).slice(0, FIRST),
      );
  const countOf = (one: Change['kind']) => made.changes.filter((change) => change.kind === one).length;
  const holds = (await holdsIn(deps.db, ['open'])).filter(
    (hold) => (hold.feed !== null || hold.target === target.name) && maySeeHold(actor.limits, hold),
  );
  const jobIds = await jobIdsOf(deps.db, rows.flatMap(listingIdIn));
  return c.html(
    planPage(await frame(), {
      target: target.name,
      targets: names,
      counts: {
        delist: countOf('delist'),
        update: countOf('update'),
        publish: countOf('publish'),
        unchanged: made.unchanged,
        held: made.withheld.length,
      },
      holds: holds.length,
      waiting: waitingIn(made.decided),
      rows: rows.map((change) => rowOf(change, target.name, jobIds)),
      ...(kind && { kind }),
      ...(kind &&
        from + PAGE < countOf(kind) && {
          next: withQuery('/plan', { target: target.name, kind, after: from + PAGE }),
        }),
      mayOperate,
    }),
  );
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
  if (!target) return refuse(c, 404, 'No target has this name. It may have been removed.');
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
