import { jobsNamed } from '../../../listings/listings.queries.ts';
import { feedsWithoutSchool } from '../../../feeds/feeds.queries.ts';
import { holdTitle } from '../../../publishing/holds/holds.ts';
import { holdsIn } from '../../../publishing/holds/holds.queries.ts';
import {
  groupsOf,
  listingIn,
  type PlanFound,
  type PlanGroup,
  planId,
  stoppedDocuments,
} from '../../../publishing/plan-groups.ts';
import type { Change } from '../../../publishing/publishing-types.ts';
import { waitingPlaces } from '../../../publishing/queries/job-states.queries.ts';
import { waitsForYou } from '../../../publishing/queries/place-counts.ts';
import { postingsAtSchools } from '../../../publishing/queries/publications.queries.ts';
import { causeText } from '../../../publishing/state-texts.ts';
import type { Target } from '../../../targets/targets.queries.ts';
import type { Html } from '../../web/html/format-text.ts';
import { refuse } from '../../web/errors.ts';
import { type PlanRow, differencesOf } from '../../web/html/plan-list.ts';
import { sendPlan } from '../../../operations/plans.operations.ts';
import { formRoute } from '../operation-form.ts';
import { maySeeFeed, maySeeHold, seenBy } from '../../../operations/registry/access.ts';
import { seenPlaces } from '../../../operations/attention.operations.ts';
import { callPath, jobPath, targetPath } from '../staff/addresses.page.ts';
import { get, PAGE, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import { noTarget } from './seen-target.ts';
import { pageInParts } from '../page-in-parts.ts';
import { planOfTarget, planPage, type PlanView, type PlanWait } from '../schools/plan.page.ts';

export const planRoutes: readonly PageRoute[] = [
  get('/plan', 'read', plan),
  formRoute(sendPlan, {
    path: '/plan',
    then: ({ c }, { target, changes }) =>
      c.redirect(withQuery(targetPath(target), { sent: String(changes) }), 303),
    conflict: changed,
  }),
];

/** The plan changed, or its school was paused, since the page was made. */
async function changed(request: PageRequest, detail: string, form: FormData): Promise<Response> {
  const { targets } = await seenBy(request.deps.db, request.actor);
  const target = targets.find(({ name }) => name === textOf(form, 'id').split('@')[0]);
  return target?.state === 'active' ? plan(request, { target }) : refuse(request.c, 409, detail);
}

const kinds = ['delist', 'update', 'publish'] as const;
/** Rows of each kind where all are shown. */
const FIRST = 10;

async function plan(request: PageRequest, changed?: { readonly target: Target }): Promise<Response> {
  const { c, deps, actor } = request;
  const { targets } = await seenBy(deps.db, actor);
  const names = targets.map(({ name }) => name);
  const asked = c.req.query('target') || undefined;
  const target = changed?.target ?? (asked ? targets.find(({ name }) => name === asked) : targets[0]);
  if (!target && asked) return refuse(c, 404, noTarget);
  const frame = await request.frame();
  if (!target) return c.html(planPage(frame, { targets: names }, ''));
  const planOf = deps.acts?.planOf;
  if (!planOf) return refuse(c, 503, 'Plans cannot be made from here.');
  const page = (part: Html) => planPage(frame, { target: target.name, targets: names }, part);
  return pageInParts(c, deps.log, page, {
    awaited: `Every job of ${target.name} is being compared.`,
    part: async () =>
      planOfTarget(frame, {
        ...(await viewOf(request, target, await planOf(target, actor.limits.sources))),
        hasChanged: changed !== undefined,
      }),
  });
}

async function viewOf(request: PageRequest, target: Target, made: PlanFound): Promise<PlanView> {
  const { c, deps, actor, numbers } = request;
  const kind = kinds.find((one) => one === c.req.query('kind'));
  const from = cursorOf(c.req.query('after')) ?? 0;
  const changesOf = (one: Change['kind']) => made.changes.filter((change) => change.kind === one);
  const changes = kind
    ? changesOf(kind).slice(from, from + PAGE)
    : kinds.flatMap((one) => changesOf(one).slice(0, FIRST));
  const holds = (await holdsIn(deps.db, ['open'])).filter((hold) => maySeeHold(actor.limits, hold));
  const seen = await seenBy(deps.db, actor);
  const standing = await waitingPlaces(deps.db, target.id, seen.sight.sourceIds);
  const groups = groupsOf(made, target.id, holds, standing);
  const waiting = groups.filter(({ state }) => waitsForYou.some((one) => one === state));
  const named = await jobsNamed(deps.db, [
    ...changes.flatMap(listingIn),
    ...waiting.flatMap(({ listingIds }) => listingIds.slice(0, FIRST)),
  ]);
  const updated = changes.flatMap((change) => (change.kind === 'update' ? [change.sent.id] : []));
  const taken = await postingsAtSchools(deps.db, updated);
  const places = seenPlaces(await numbers.places(), seen).filter(({ targetId }) => targetId === target.id);
  return {
    target: target.name,
    isPaused: target.state === 'paused',
    counts: {
      delist: changesOf('delist').length,
      update: changesOf('update').length,
      publish: changesOf('publish').length,
    },
    unjudged: jobsIn(groups, 'to_publish'),
    places,
    lost: [...(await feedsWithoutSchool(deps.db))].filter(([feed]) => maySeeFeed(actor.limits, feed)),
    stopped: stoppedDocuments(holds, places).map((hold) => ({ id: hold.id, title: holdTitle(hold) })),
    waits: waiting.flatMap((group): PlanWait[] => {
      const rows = waitingRows(group, target.name, named);
      if (group.state === 'blocked')
        return [{ state: 'blocked', reason: group.reason, detail: group.detail, jobs: group.jobs, rows }];
      if (group.state === 'look' || group.state === 'refused')
        return [{ state: group.state, jobs: group.jobs, rows }];
      if (group.state !== 'held') return [];
      const hold = holds.find(({ id }) => id === group.holdId);
      return hold === undefined
        ? []
        : [{ state: 'held', hold: hold.id, title: holdTitle(hold), jobs: group.jobs, rows }];
    }),
    leftOut: groups.flatMap((group) => (group.state === 'left_out' ? [group] : [])),
    rows: changes.map((change) => ({
      ...rowOf(change, target.name, named),
      differences:
        change.kind === 'update' ? differencesOf(taken.get(change.sent.id), change.wanted.posting) : [],
    })),
    id: planId(target.name, made.changes),
    kind,
    ...(kind &&
      from + PAGE < changesOf(kind).length && {
        next: withQuery('/plan', { target: target.name, kind, after: from + PAGE }),
      }),
  };
}

const jobsIn = (groups: readonly PlanGroup[], state: PlanGroup['state']): number =>
  groups.reduce((sum, group) => sum + (group.state === state ? group.jobs : 0), 0);

type Named = Awaited<ReturnType<typeof jobsNamed>>;

function waitingRows(group: PlanGroup, target: string, named: Named): readonly PlanRow[] {
  return group.listingIds.slice(0, FIRST).flatMap((id, at) => {
    const job = named.get(id);
    if (job === undefined) return [];
    const why = group.state === 'blocked' ? (group.reasons[at] ?? '') : '';
    return [
      {
        kind: 'publish' as const,
        waits: true as const,
        href: jobPath(job.source, job.jobId, target),
        title: job.title,
        jobId: job.jobId,
        why,
      },
    ];
  });
}

/** A job's page goes by its source's own id, which need not be the one that the school knows. */
function rowOf(change: Change, target: string, named: Named): PlanRow {
  const { source, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
  const [listingId] = listingIn(change);
  const own = listingId === undefined ? undefined : named.get(listingId);
  const why = change.kind === 'delist' ? causeText(change.cause) : change.because;
  return {
    kind: change.kind,
    href: jobPath(source, own?.jobId ?? jobId, target),
    title,
    jobId,
    why,
    call: own && callPath(source, own.jobId, target),
  };
}
