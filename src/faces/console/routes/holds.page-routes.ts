import { type Picks, picksOf } from '../../../platform/accounts/accounts.queries.ts';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import {
  aboutListings,
  heldJobs,
  heldRows,
  type Hold,
  holdById,
  holdsIn,
} from '../../../publishing/holds/holds.queries.ts';
import { holdTitle, removesJobs } from '../../../publishing/holds/holds.ts';
import { loadSettings } from '../../../platform/settings/settings.queries.ts';
import { allTargets } from '../../../targets/targets.queries.ts';
import { csvResponse, inPages } from '../../web/web-csv.ts';
import type { WebDeps } from '../../web/env.ts';
import { refuse } from '../../web/errors.ts';
import { count, pluralHtml } from '../../web/html/format-text.ts';
import { maySeeHold } from '../../../operations/registry/access.ts';
import { lastRuns } from '../../../feeds/feeds.queries.ts';
import { approveHold, decideHold, phraseOf, rejectHold } from '../../../operations/holds.operations.ts';
import { heldPath, holdPath } from '../staff/addresses.page.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { changesFrom, jobsToTakeDown } from '../../../operations/reports/held-jobs.ts';
import { holdPage, type HoldTried, type HoldView } from '../hold.ts';
import { firstPlanPage, nameOfJob } from '../schools/first-plan.page.ts';
import {
  firstPlanBlocked,
  firstPlanJobs,
  firstPlanSorts,
  firstPlanSums,
} from '../../../publishing/holds/first-plan.queries.ts';
import { muteUntil, revisionOf } from '../../../operations/decide-hold.ts';
import type { FieldError } from '../../../operations/registry/operation.ts';
import { isPicked, keepPicks } from '../../../platform/accounts/picks.ts';
import { holdsPage } from '../holds.page.ts';
import { type FormOf, formRoute } from '../operation-form.ts';
import {
  get,
  onePage,
  PAGE,
  type PageRequest,
  type PageRoute,
  post,
  textOf,
  textsOf,
} from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import { hasRuns, holdState } from '../../../publishing/state-texts.ts';
import type { HoldFacts } from '../../../db/schema/publishing.ts';
import { paceOfFeed } from '../../../publishing/allowance.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

const backToHold = ({ c }: PageRequest): Response =>
  c.redirect(c.req.path.replace(/\/(?:part|picks)\/\w+$/, ''), 303);
const asks = { again: askedAgain, conflict: askedAgain };
const picks = { read: pickedIn, then: backToHold, ...asks };

export const holdRoutes: readonly PageRoute[] = [
  get('/holds', 'read', holds),
  get('/holds/:id', 'read', hold),
  formRoute(decideHold, {
    path: '/holds/:id',
    read: (form) => ({ count: textOf(form, 'jobs') }),
    then: ({ c }, { id }) => c.redirect(holdPath(id), 303),
    again: (request, errors, form) =>
      hold(request, { ...triedIn(form), errors: errors.map(({ field, message }) => wrong(field, message)) }),
    conflict: grown,
  }),
  formRoute(approveHold, asks),
  formRoute(rejectHold, asks),
  formRoute(approveHold, { path: '/holds/:id/picks/approve', ...picks }),
  formRoute(rejectHold, { path: '/holds/:id/picks/reject', ...picks }),
  formRoute(approveHold, partOf('approve')),
  formRoute(rejectHold, partOf('reject')),
  post('/holds/:id/picks', 'approve', keepPicked),
  get('/holds/:id/jobs.csv', 'read', csv),
];

/** Some jobs of a hold of removals. */
function partOf(act: 'approve' | 'reject'): FormOf {
  return {
    path: `/holds/:id/part/${act}`,
    read: (form) => ({ only: textsOf(form, 'only') }),
    then: backToHold,
    again: async (request, errors) =>
      partAgain(
        request,
        errors.every(({ field }) => field === 'only')
          ? 'Pick at least one job'
          : errors.map(({ message }) => message).join('. '),
      ),
    conflict: partAgain,
  };
}

async function partAgain(request: PageRequest, message: string): Promise<Response> {
  return hold(request, { decision: 'reject', phrase: '', errors: [{ id: 'only', message }] });
}

async function holds({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = (await holdsIn(deps.db)).filter((one) => maySeeHold(actor.limits, one));
  return c.html(
    holdsPage(await frame(), {
      open: seen.filter(({ state }) => state === 'open'),
      decided: seen.filter(({ state }) => state !== 'open').slice(0, 100),
      justDecided: (c.req.query('decided') ?? '').split(',').flatMap((id) => cursorOf(id) ?? []),
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
        ? { id: 'picked', message: 'Pick at least one job' }
        : { id: field === 'confirm' ? 'confirm' : 'picked', message },
    ),
  );
}

/** What the address, or the form that was sent from it, asks of the list. */
function listAsked(query: Readonly<Record<string, string | undefined>>) {
  const { sort: by, after, employer, feed, place } = query;
  const sort = firstPlanSorts.find((one) => one === by) ?? 'job';
  const filter = { employer: employer || undefined, feed: feed || undefined, place: place || undefined };
  return { sort, filter, from: cursorOf(after) ?? 0 };
}

/** The picks of this page beside those of the other pages, which are kept for the person. */
async function picksNow({ deps, actor }: PageRequest, hold: Hold, form: FormData): Promise<Picks> {
  const picked = textsOf(form, 'only');
  const left = [...new Set(textsOf(form, 'row')).difference(new Set(picked))];
  return keepPicks(deps.db, actor.id, `hold:${hold.id}`, { picked, left }, deps.clock.now());
}

/** The picked jobs of all pages. */
async function pickedIn(form: FormData, request: PageRequest) {
  const found = await seenHold(request);
  if (found === undefined) return {};
  const picks = await picksNow(request, found, form);
  const jobs = await firstPlanJobs(request.deps.db, found);
  return { only: jobs.map(nameOfJob).filter((row) => isPicked(picks, row)) };
}

/** Keeps what is picked on this page, picks all or none of a filter, and shows another page. */
async function keepPicked(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const found = await seenHold(request);
  if (found?.kind !== 'review' || found.state !== 'open') return refuse(c, 404, noHold);
  const form = await c.req.formData();
  const doing = textOf(form, 'do');
  const asked = Object.fromEntries(
    ['sort', 'employer', 'feed', 'place'].map((key) => [key, textOf(form, key)]),
  );
  await picksNow(request, found, form);
  if (doing === 'all' || doing === 'none') {
    const rows = (await firstPlanJobs(deps.db, found, listAsked(asked))).map(nameOfJob);
    const change = doing === 'all' ? { picked: rows } : { left: rows };
    await keepPicks(deps.db, actor.id, `hold:${found.id}`, change, deps.clock.now());
  }
  const [, after] = /^page:(\d{1,9})$/.exec(doing) ?? [undefined, textOf(form, 'after')];
  return c.redirect(`${withQuery(holdPath(found.id), { ...asked, after })}#jobs`, 303);
}

async function firstPlan({ c, deps, actor, frame }: PageRequest, hold: Hold, errors: readonly FormError[]) {
  const { db } = deps;
  const { sort, filter, from } = listAsked(c.req.query());
  const all = await firstPlanJobs(db, hold, { sort });
  const picks = await picksOf(db, actor.id, `hold:${hold.id}`);
  const jobs = await firstPlanJobs(db, hold, { sort, filter });
  const address = (more: { sort?: string; after?: number }) =>
    withQuery(holdPath(hold.id), { sort, ...filter, ...more });
  const runs = hold.sourceId === null ? undefined : await lastRuns(db, [{ id: hold.sourceId }]);
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
    rejected: run && { run: run.id, jobs: run.rejected },
    paused: (await allTargets(db)).filter(({ state }) => state === 'paused').map(({ name }) => name),
    from,
    picked: new Set(all.map(nameOfJob).filter((row) => isPicked(picks, row))),
    address: (one, after) => address({ sort: one, after }),
    seen: await revisionOf(db, hold),
    phrase: phraseOf(hold, settings.get('delist.typedAbove')),
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
  const file = `hold-${found.id}.csv`;
  const columns = ['source', 'job_id', 'title', 'employer'];
  if (found.kind === 'review' && found.state === 'open') {
    const jobs = await firstPlanJobs(deps.db, found);
    return csvResponse(c, file, {
      columns: [...columns, 'target', 'change'],
      rows: jobs.map((job) => [
        job.source,
        job.jobId,
        job.title,
        job.company,
        job.targets.join(', '),
        job.change,
      ]),
    });
  }
  const changes = changesFrom(deps.db, found);
  if (changes !== undefined)
    return csvResponse(c, file, {
      columns: [...columns, 'change'],
      rows: inPages(changes, ({ jobId, title, company, what }) => [found.feed, jobId, title, company, what]),
    });
  const page = (afterId: number, limit: number) => heldRows(deps.db, found, { afterId, limit });
  return csvResponse(c, file, {
    columns: [...columns, 'target'],
    rows: inPages(page, (row) => [row.source, row.jobId, row.title, row.company, row.target]),
  });
}

async function partsOf({ c, deps, actor }: PageRequest, found: Hold): Promise<HoldView['parts']> {
  if (found.state !== 'open' || !removesJobs(found.kind) || !found.listed || !mayDo(actor, 'approve'))
    return undefined;
  const rows = await heldJobs(deps.db, found, {
    afterId: cursorOf(c.req.query('after')) ?? 0,
    limit: PAGE + 1,
  });
  const { shown, next } = onePage(
    rows,
    PAGE,
    (last) => `${withQuery(holdPath(found.id), { after: last.id })}#parts`,
  );
  return { rows: shown, seen: String(found.rev), next };
}

/** Few enough that the decision below them is seen. */
const CHANGES = 25;

async function changesOf({ c, deps }: PageRequest, found: Hold): Promise<HoldView['changes']> {
  const after = cursorOf(c.req.query('after')) ?? 0;
  const rows = await changesFrom(deps.db, found)?.(after, CHANGES + 1);
  if (rows === undefined) return undefined;
  const { shown, next } = onePage(
    rows,
    CHANGES,
    () => `${withQuery(holdPath(found.id), { after: after + CHANGES })}#changes`,
  );
  return { rows: shown.map((row) => ({ ...row, source: found.feed ?? '' })), next };
}

async function viewOf(request: PageRequest, found: Hold): Promise<HoldView> {
  const { deps } = request;
  const { kind, state, feed, target, facts } = found;
  const settings = await loadSettings(deps.db);
  const phrase = phraseOf(found, settings.get('delist.typedAbove'));
  const removes = removesJobs(kind);
  const names = new Map((await allTargets(deps.db)).map((one) => [one.id, one.name]));
  const compared = facts?.compared;
  return {
    ...found,
    title: holdTitle(found),
    state: holdState(state, feed),
    open: state === 'open',
    feed: hasRuns(feed) ? feed : null,
    removes,
    live: await jobsToTakeDown(deps.db, found),
    href: found.listed ? heldPath(found) : undefined,
    compared: compared && { ...compared, finding: findingOf(compared) },
    perTarget: (facts?.perTarget ?? []).map(({ targetId, live, removed }) => ({
      target: names.get(targetId) ?? 'a removed target',
      live,
      removed,
    })),
    afterwards: removes ? afterwardsOf(settings, { feed, target }) : undefined,
    sample: await sampleOf(deps.db, found),
    parts: await partsOf(request, found),
    changes: await changesOf(request, found),
    phrase,
    muteUntil: muteUntil(deps.clock.now()),
  };
}

async function sampleOf(db: WebDeps['db'], { sample, sourceId }: Hold): Promise<HoldView['sample']> {
  const ids = sample.map(({ jobId }) => jobId);
  const about = sourceId === null ? [] : await aboutListings(db, sourceId, ids);
  const known = new Map(about.map((one) => [one.jobId, one]));
  return sample.map((job) => ({ ...job, ...known.get(job.jobId) }));
}

const noHold = 'There is no such hold.';

async function seenHold({ c, deps, actor }: PageRequest): Promise<Hold | undefined> {
  const id = cursorOf(c.req.param('id'));
  const found = id === undefined ? undefined : await holdById(deps.db, id);
  return found && maySeeHold(actor.limits, found) ? found : undefined;
}

type About = { readonly feed: string | null; readonly target: string | null };

/** What a chart of the run against the usual number says. */
function findingOf({ found, usual, guard }: NonNullable<HoldFacts['compared']>): string {
  return `${pluralHtml(found, 'job')} found, ${count(usual)} is usual. The guard is at ${count(guard)}.`;
}

/** What follows an approval: how fast jobs go, and how long each can come back. */
function afterwardsOf(settings: Settings, { feed, target }: About): string {
  const pace =
    feed === null
      ? `At most ${pluralHtml(settings.get('delist.removalsPerMinute', target === null ? {} : { target }), 'removal')} a minute`
      : `At most ${paceOfFeed(settings.get('delist.feedSharePerHour', { feed }))}`;
  return `${pace}, and you can stop at any time. What was sent is kept for ${pluralHtml(settings.get('delist.keepDays'), 'day')} and can be restored under the same ids.`;
}
