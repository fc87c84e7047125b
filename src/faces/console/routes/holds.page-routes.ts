import { mayDo } from '../../../platform/accounts/permissions.ts';
import { aboutListings, heldRows } from '../../../publishing/hold-facts-store.ts';
import { heldName, removesJobs } from '../../../publishing/holds.ts';
import { type Hold, holdById, holdsIn } from '../../../publishing/holds-store.ts';
import { loadSettings } from '../../../platform/settings/settings.repository.ts';
import { allTargets } from '../../../targets/targets.repository.ts';
import { csvResponse, inPages } from '../../web/web-csv.ts';
import { decide, holdDecisions, muteUntil, phraseOf } from '../../web/doing/holds.actions.ts';
import type { WebDeps } from '../../web/env.ts';
import { refuse } from '../../web/errors.ts';
import { count } from '../html/format-text.ts';
import { maySeeHold } from '../../../operations/access.ts';
import { heldPath, holdPath } from '../addresses.page.ts';
import { holdPage, type HoldTried, type HoldView } from '../hold.ts';
import { afterwardsOf, findingOf, holdTitle } from '../hold-texts.ts';
import { type HoldLine, holdsPage } from '../holds.page.ts';
import { cursorOf, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { holdState } from '../states.ts';

export const holdRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/holds', permission: 'read', handle: holds },
  { method: 'get', path: '/holds/:id', permission: 'read', handle: (request) => hold(request) },
  { method: 'post', path: '/holds/:id', permission: 'approve', handle: act },
  { method: 'get', path: '/holds/:id/jobs.csv', permission: 'read', handle: csv },
];

async function holds({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = (await holdsIn(deps.db)).filter((one) => maySeeHold(actor.limits, one));
  return c.html(
    holdsPage(await frame(), {
      open: seen.filter(({ state }) => state === 'open').map(lineOf),
      decided: seen
        .filter(({ state }) => state !== 'open')
        .slice(0, 100)
        .map(lineOf),
    }),
  );
}

async function hold(request: PageRequest, tried?: HoldTried): Promise<Response> {
  const { c, frame } = request;
  const found = await seenHold(request);
  if (!found) return refuse(c, 404, noHold);
  return c.html(holdPage(await frame(), await viewOf(request, found), tried), tried ? 422 : 200);
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const found = await seenHold(request);
  if (!found) return refuse(c, 404, noHold);
  const form = await c.req.formData();
  const [chosen, phrase] = [textOf(form, 'decision'), textOf(form, 'phrase')];
  const decision = holdDecisions.find((one) => one === chosen);
  if (!decision)
    return hold(request, {
      decision: chosen,
      phrase,
      errors: [{ id: 'decision', message: 'Select what should happen' }],
    });
  const seen = textOf(form, 'jobs');
  if (seen !== '' && seen !== String(found.count)) return hold(request, grown(found, seen, decision));
  const outcome = await decide(deps, found, actor, { decision, phrase });
  switch (outcome.kind) {
    case 'decided':
      return c.redirect(holdPath(found.id), 303);
    case 'wrong phrase':
      return hold(request, {
        decision,
        phrase,
        errors: [{ id: 'phrase', message: `Enter “${outcome.expected}” to approve` }],
      });
    case 'refused':
      return refuse(c, 409, outcome.reason);
  }
}

/** A hold takes in what is stopped while it is open: nobody decides about jobs that the page did not show. */
function grown(found: Hold, seen: string, decision: string): HoldTried {
  const message = `The hold was about ${count(Number(seen))} jobs when you opened this page and is about ${count(found.count)} now. Look again, then decide`;
  return { decision, phrase: '', errors: [{ id: 'decision', message }] };
}

/** Every job that a hold keeps, for a spreadsheet. */
async function csv(request: PageRequest): Promise<Response> {
  const { c, deps } = request;
  const found = await seenHold(request);
  if (!found) return refuse(c, 404, noHold);
  const page = (afterId: number, limit: number) => heldRows(deps.db, found, { afterId, limit });
  return csvResponse(c, `hold-${found.id}.csv`, {
    columns: ['source', 'job_id', 'title', 'employer', 'target'],
    rows: inPages(page, ({ source, jobId, title, company, target }) => [
      source,
      jobId,
      title,
      company,
      target,
    ]),
  });
}

async function viewOf({ deps, actor }: PageRequest, found: Hold): Promise<HoldView> {
  const { id, kind, state, feed, target, count, reasons, facts, createdAt, decidedBy, decidedAt } = found;
  const settings = await loadSettings(deps.db);
  const phrase = phraseOf(found, settings.get('delist.typedAbove'));
  const removes = removesJobs(kind);
  const names = new Map((await allTargets(deps.db)).map((one) => [one.id, one.name]));
  const compared = facts?.compared;
  return {
    id,
    title: holdTitle(found),
    state: holdState(state),
    open: state === 'open',
    since: createdAt,
    ...(feed !== null && { feed }),
    removes,
    jobs: count,
    ...(found.listed && { href: heldPath(found) }),
    ...(compared && { compared: { ...compared, finding: findingOf(compared) } }),
    reasons,
    perTarget: (facts?.perTarget ?? []).map(({ targetId, live, removed }) => ({
      target: names.get(targetId) ?? 'a removed target',
      live,
      removed,
    })),
    ...(removes && { afterwards: afterwardsOf(settings, { feed, target }) }),
    sample: await sampleOf(deps.db, found),
    ...(decidedBy !== null && { decidedBy }),
    ...(decidedAt !== null && { decidedAt }),
    mayApprove: mayDo(actor, 'approve'),
    ...(phrase !== undefined && { phrase }),
    muteUntil: muteUntil(deps.clock.now()),
  };
}

async function sampleOf(db: WebDeps['db'], { sample, sourceId }: Hold): Promise<HoldView['sample']> {
  const about =
    sourceId === null
      ? []
      : await aboutListings(
          db,
          sourceId,
          sample.map(({ jobId }) => jobId),
        );
  const known = new Map(about.map((one) => [one.jobId, one]));
  return sample.map(({ source, jobId, title, target }) => {
    const { company, targets } = known.get(jobId) ?? { company: null, targets: undefined };
    return {
      source,
      jobId,
      title,
      ...(company !== null && { employer: company }),
      ...(targets !== undefined && { targets }),
      ...(target !== undefined && { target }),
    };
  });
}

const noHold = 'There is no such hold.';

async function seenHold({ c, deps, actor }: PageRequest): Promise<Hold | undefined> {
  const id = cursorOf(c.req.param('id'));
  const found = id === undefined ? undefined : await holdById(deps.db, id);
  return found && maySeeHold(actor.limits, found) ? found : undefined;
}

function lineOf(hold: Hold): HoldLine {
  const { id, state, count, createdAt, decidedBy, decidedAt } = hold;
  return {
    id,
    title: holdTitle(hold),
    state: holdState(state),
    about: heldName(hold),
    jobs: count,
    ...(hold.listed && { href: heldPath(hold) }),
    since: createdAt,
    ...(decidedBy !== null && { decidedBy }),
    ...(decidedAt !== null && { decidedAt }),
  };
}
