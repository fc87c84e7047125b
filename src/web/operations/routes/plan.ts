import { mayDo } from '../../../accounts/permissions.ts';
import type { Decided } from '../../../publishing/reconcile.ts';
import type { Change } from '../../../publishing/types.ts';
import { publishNow } from '../../doing/targets.ts';
import { refuse } from '../../errors.ts';
import type { PlanRow } from '../../html/plan-list.ts';
import { seenBy } from '../../sight.ts';
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
      planPage(await frame(), { targets: names, counts: none, rows: [], waiting: [], mayOperate }),
    );
  if (!deps.acts?.planOf) return refuse(c, 503, 'Plans cannot be made from here.');
  const made = await deps.acts.planOf(target);
  const kind = (['delist', 'update', 'publish'] as const).find((one) => one === c.req.query('kind'));
  const from = cursorOf(c.req.query('after')) ?? 0;
  const fresh = made.changes.filter((change) => actor.limits.sources?.includes(sourceOf(change)) ?? true);
  const rows = kind
    ? fresh.filter((change) => change.kind === kind).slice(from, from + PAGE)
    : (['delist', 'update', 'publish'] as const).flatMap((one) =>
        fresh.filter((change) => change.kind === one).slice(0, FIRST),
      );
  const countOf = (one: Change['kind']) => fresh.filter((change) => change.kind === one).length;
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
      // Decisions do not name their source: whoever is limited to some is not told of all.
      waiting: actor.limits.sources ? [] : waitingIn(made.decided),
      rows: rows.map((change) => rowOf(change, target.name)),
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

function sourceOf(change: Change): string {
  return change.kind === 'delist' ? change.sent.source : change.wanted.source;
}

function rowOf(change: Change, target: string): PlanRow {
  if (change.kind === 'delist') {
    const { source, jobId, title } = change.sent;
    return { kind: 'delist', href: jobPath(source, jobId, target), title, jobId, why: change.cause };
  }
  const { source, jobId, title } = change.wanted;
  return { kind: change.kind, href: jobPath(source, jobId, target), title, jobId, why: change.because };
}
