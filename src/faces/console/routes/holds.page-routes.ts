import { mayDo } from '../../../platform/accounts/permissions.ts';
import { aboutListings, heldRows } from '../../../publishing/hold-facts-store.ts';
import { heldName, removesJobs } from '../../../publishing/holds.ts';
import { type Hold, holdById, holdsIn } from '../../../publishing/holds-store.ts';
import { loadSettings } from '../../../platform/settings/settings.repository.ts';
import { allTargets } from '../../../targets/targets.repository.ts';
import { csvResponse, inPages } from '../../web/web-csv.ts';
import type { WebDeps } from '../../web/env.ts';
import { refuse } from '../../web/errors.ts';
import { count } from '../html/format-text.ts';
import { maySeeHold } from '../../../operations/access.ts';
import { lastRuns } from '../../../feeds/feeds.repository.ts';
import {
  approveHold,
  decideHold,
  muteUntil,
  phraseOf,
  rejectHold,
} from '../../../operations/holds.operations.ts';
import { heldPath, holdPath } from '../addresses.page.ts';
import type { FormError } from '../html/html-fields.ts';
import { holdPage, type HoldTried, type HoldView } from '../hold.ts';
import { afterwardsOf, findingOf } from '../hold-texts.ts';
import { holdTitle } from '../../../publishing/holds.ts';
import { firstPlanPage } from '../first-plan.page.ts';
import {
  firstPlanBlocked,
  type FirstPlanJob,
  firstPlanJobs,
  firstPlanSorts,
  firstPlanSums,
} from '../../../operations/first-plan.ts';
import { revisionOf } from '../../../operations/decide-hold.ts';
import type { FieldError } from '../../../operations/operation.ts';
import { type HoldLine, holdsPage } from '../holds.page.ts';
import { formRoute } from '../operation-form.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, textOf, withQuery } from '../page-route.ts';
import { hasRuns, holdState } from '../../../publishing/state-texts.ts';

export const holdRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/holds', permission: 'read', handle: holds },
  { method: 'get', path: '/holds/:id', permission: 'read', handle: (request) => hold(request) },
  formRoute(decideHold, {
    path: '/holds/:id',
    read: (form) => ({ count: textOf(form, 'jobs') }),
    then: ({ c }, { id }) => c.redirect(holdPath(id), 303),
    again: (request, errors, form) =>
      hold(request, { ...triedIn(form), errors: errors.map(({ field, message }) => wrong(field, message)) }),
    conflict: grown,
  }),
  formRoute(approveHold, { again: askedAgain, conflict: askedAgain }),
  formRoute(rejectHold, { again: askedAgain, conflict: askedAgain }),
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
  if (found.kind === 'review' && found.state === 'open')
    return firstPlan(request, found, tried?.errors ?? []);
  return c.html(holdPage(await frame(), await viewOf(request, found), tried), tried ? 422 : 200);
}

/** The page again, where a decision was refused: its list has changed, nothing was picked, or the phrase is wrong. */
async function askedAgain(request: PageRequest, said: string | readonly FieldError[]): Promise<Response> {
  const found = await seenHold(request);
  if (found?.kind !== 'review' || found.state !== 'open')
    return refuse(
      request.c,
      409,
      typeof said === 'string' ? said : said.map(({ message }) => message).join('. '),
    );
  const errors = typeof said === 'string' ? [{ field: 'only', message: said }] : said;
  return firstPlan(
    request,
    found,
    errors.map(({ field, message }) =>
      field === 'only' && typeof said !== 'string'
        ? { id: 'jobs', message: 'Pick at least one job' }
        : { id: field === 'confirm' ? 'confirm' : 'jobs', message },
    ),
  );
}

async function firstPlan({ c, deps, actor, frame }: PageRequest, hold: Hold, errors: readonly FormError[]) {
  const { db } = deps;
  const { sort: by, after, employer, feed, place } = c.req.query();
  const sort = firstPlanSorts.find((one) => one === by) ?? 'job';
  const all = await firstPlanJobs(db, hold, { sort });
  const filter = { employer: employer || undefined, feed: feed || undefined, place: place || undefined };
  const jobs = await firstPlanJobs(db, hold, { sort, filter });
  const from = cursorOf(after) ?? 0;
  const address = (more: { sort?: string; after?: number }) =>
    withQuery(holdPath(hold.id), { sort, ...filter, ...more });
  const runs = hold.sourceId === null ? undefined : await lastRuns(db, [hold.sourceId]);
  const run = runs?.get(hold.sourceId ?? 0);
  const settings = await loadSettings(db);
  const page = firstPlanPage(await frame(), {
    hold,
    all,
    jobs: jobs.slice(from, from + PAGE),
    matching: jobs.length,
    filter,
    sort,
    sums: await firstPlanSums(db, hold),
    blocked: await firstPlanBlocked(db, hold),
    ...(run && { rejected: { run: run.id, jobs: run.rejected } }),
    paused: (await allTargets(db)).filter(({ state }) => state === 'paused').map(({ name }) => name),
    ...(jobs.length > from + PAGE && { next: address({ after: from + PAGE }) }),
    address: (one) => address({ sort: one }),
    seen: await revisionOf(db, hold),
    phrase: phraseOf(hold, settings.get('delist.typedAbove')),
    mayApprove: mayDo(actor, 'approve'),
    errors,
  });
  return c.html(page, errors.length === 0 ? 200 : 422);
}

const triedIn = (form: FormData) => ({ decision: textOf(form, 'decision'), phrase: textOf(form, 'phrase') });

/** A hold takes in what is stopped while it is open: nobody decides about jobs that the page did not show. */
async function grown(request: PageRequest, detail: string, form: FormData): Promise<Response> {
  const found = await seenHold(request);
  if (found?.state !== 'open') return refuse(request.c, 409, detail);
  const message = `The hold was about ${count(Number(textOf(form, 'jobs')))} jobs when you opened this page and is about ${count(found.count)} now. Look again, then decide`;
  return hold(request, { ...triedIn(form), errors: [{ id: 'decision', message }] });
}

function wrong(field: string, message: string): FormError {
  if (field === 'phrase')
    return { id: 'phrase', message: `Enter ${message.replace('must be ', '')} to approve` };
  return { id: 'decision', message: 'Select what should happen' };
}

/** Every job that a hold keeps, for a spreadsheet. */
async function csv(request: PageRequest): Promise<Response> {
  const { c, deps } = request;
  const found = await seenHold(request);
  if (!found) return refuse(c, 404, noHold);
  if (found.kind === 'review' && found.state === 'open')
    return csvResponse(c, `hold-${found.id}.csv`, {
      columns: ['source', 'job_id', 'title', 'employer', 'target'],
      rows: firstPlanRows(await firstPlanJobs(deps.db, found)),
    });
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

async function* firstPlanRows(jobs: readonly FirstPlanJob[]) {
  for (const { source, jobId, title, company, targets } of jobs)
    yield [source, jobId, title, company, targets.join(', ')];
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
    state: holdState(state, feed),
    open: state === 'open',
    since: createdAt,
    ...(hasRuns(feed) && feed !== null && { feed }),
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
    phrase,
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
      targets,
      target,
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
    state: holdState(state, hold.feed),
    about: heldName(hold),
    isFirst: hold.kind === 'review',
    jobs: count,
    ...(hold.listed && { href: heldPath(hold) }),
    since: createdAt,
    ...(decidedBy !== null && { decidedBy }),
    ...(decidedAt !== null && { decidedAt }),
  };
}
