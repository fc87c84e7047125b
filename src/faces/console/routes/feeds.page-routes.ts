import { redacted } from '../../../core/redacted.ts';
import type { Db } from '../../../db/db.ts';
import { qualityOfSource } from '../../../listings/listings.queries.ts';
import { runsWithJobs } from '../../../listings/run-jobs.queries.ts';
import {
  allFeeds,
  completeRunsOf,
  type Feed,
  feedNamed,
  newestListings,
  type Run,
  runById,
  runsBefore,
} from '../../../feeds/feeds.queries.ts';
import { mayDo, maySeeTarget } from '../../../platform/accounts/permissions.ts';
import { type Hold, holdsIn } from '../../../publishing/holds/holds.queries.ts';
import { median } from '../../../publishing/guard-run.ts';
import { funnelOf } from '../../../publishing/queries/funnel.queries.ts';
import { loadSettings } from '../../../platform/settings/settings.queries.ts';
import { removeFeed } from '../../../operations/feeds.operations.ts';
import { setFeed } from '../../../operations/feed-definitions.operations.ts';
import { removalRoute, removedPage } from '../removal.ts';
import { execute, failureText } from '../../../operations/registry/operation.ts';
import { servicesOf } from '../../web/web-services.ts';
import { refuse } from '../../web/errors.ts';
import { count, duration } from '../../web/html/format-text.ts';
import { ownerReportPath } from '../../../operations/reports/owner-report.ts';
import { maySeeFeed, maySeeHold, seenBy } from '../../../operations/registry/access.ts';
import { feedPath, holdPath } from '../staff/addresses.page.ts';
import { feedChangePage } from '../feeds/feed-choices.ts';
import { choiceErrorsOf, chosenIn, fileOf, typedIn } from '../feeds/feed-chosen.ts';
import { feedSettings, intervalText } from '../feeds/feed-texts.ts';
import { feedPage, type FeedView } from '../feeds/feed.page.ts';
import { feedsPage } from '../feeds/feeds.page.ts';
import { holdTitle } from '../../../publishing/holds/holds.ts';
import { get, onePage, pageFrom, type PageRequest, type PageRoute, post } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import { conclusionOf, pointsOf, proofOf, runLine, runView } from '../feeds/run-texts.ts';
import { runPage, runsPage } from '../feeds/runs.ts';
import { feedAddRoutes } from './feed-add.page-routes.ts';
import { feedHealth } from './overview.page-routes.ts';
import { stillHeld } from './still-held.ts';

export const feedRoutes: readonly PageRoute[] = [
  get('/feeds', 'read', feeds),
  ...feedAddRoutes,
  get('/feeds/:name', 'read', feed),
  get('/feeds/:name/change', 'operate', change),
  removalRoute(removeFeed, 'Feeds', '/feeds'),
  post('/feeds/:name/change', 'operate', change),
  get('/feeds/:name/progress', 'read', progress),
  get('/runs', 'read', runs),
  get('/runs/:id', 'read', run),
];

async function feeds(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const { q: words = '', after } = c.req.query();
  const seen = (await allFeeds(deps.db)).filter(
    ({ name, definition }) =>
      maySeeFeed(actor.limits, name) &&
      (name.includes(words.toLowerCase()) || redacted(definition.url).includes(words)),
  );
  const health = await feedHealth(request, seen, await request.numbers.places());
  const { shown, next } = pageFrom(health, cursorOf(after) ?? 0, (from) =>
    withQuery('/feeds', { q: words, after: from }),
  );
  const lines = shown.map(({ feed, ...line }) => ({
    ...line,
    adapter: feed.definition.adapter,
    every: intervalText(feed.definition),
  }));
  return c.html(
    feedsPage(await frame(), {
      words,
      total: seen.length,
      inTrouble: health.filter(({ state }) => state.shape === 'fail' || state.shape === 'held').length,
      feeds: lines,
      next,
    }),
  );
}

async function feed(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const found = await seenFeed(request);
  if (!found) return removedPage(request, 'feed', noFeed);
  const here = await frame();
  return c.html(
    feedPage(here, {
      ...(await viewOf(request, found)),
      report: mayDo(actor, 'operate') ? ownerReportPath(deps.site, found.name, deps.clock.now()) : undefined,
    }),
  );
}

async function viewOf(request: PageRequest, found: Feed): Promise<FeedView> {
  const { c, deps, actor } = request;
  const { db, site } = deps;
  const beforeId = cursorOf(c.req.query('before'));
  const runs = await runsBefore(db, { sourceId: found.id, limit: 15, beforeId });
  const { shown, next } = onePage(runs, 14, ({ id }) => withQuery(c.req.path, { before: id }));
  const [line] = await feedHealth(request, [found], await request.numbers.places());
  const complete = await completeRunsOf(db, found.id, 5);
  const guard = await guardOf(request, found, complete);
  const hold = (await holdsIn(db, ['open'])).find(
    (one) => one.feed === found.name && maySeeHold(actor.limits, one),
  );
  const listings = await newestListings(db, found.id, 5);
  const numbered = (await runsBefore(db, { sourceId: found.id, limit: 14 })).filter(
    ({ state }) => state === 'complete' || state === 'truncated',
  );
  const proven = runs.find(({ state }) => state !== 'running' && state !== 'unchanged');
  const points = pointsOf(numbered, site.timeZone);
  const counts = points.map(({ jobs }) => jobs);
  const funnel = await funnelOf(db, found.id);
  return {
    name: found.name,
    state: line?.state ?? { shape: 'wait', word: 'Not read yet' },
    paused: found.state === 'paused',
    nextAt: found.nextAt,
    every: intervalText(found.definition),
    notice: hold && noticeOf(hold),
    points,
    guard,
    finding:
      counts.length === 0
        ? ''
        : `Between ${count(Math.min(...counts))} and ${count(Math.max(...counts))} jobs a run.${guard === undefined ? '' : ` The guard is at ${count(guard)}.`}`,
    proof: proven ? proofOf(proven) : [],
    conclusion: conclusionOf(proven),
    reading:
      found.state === 'active' && (runs[0] === undefined || runs[0].state === 'running')
        ? readingNow(runs[0], deps.clock.now())
        : undefined,
    runs: await linesOf(db, shown),
    nextRuns: next,
    settings: feedSettings(found),
    listings: listings.rows,
    listingsTotal: listings.total,
    quality: await qualityOfSource(db, found.id),
    funnel: {
      found: complete[0],
      understood: listings.total,
      lines: funnel.filter(({ target }) => maySeeTarget(actor.limits, target)),
    },
  };
}

/** Below how many jobs a run is held; undefined before the first complete one. */
async function guardOf(
  { deps: { db } }: PageRequest,
  { name: feed }: Feed,
  complete: Awaited<ReturnType<typeof completeRunsOf>>,
): Promise<number | undefined> {
  if (complete.length === 0) return undefined;
  const share = (await loadSettings(db)).get('delist.dropShare', { feed });
  return Math.round(median(complete.map(({ listings }) => listings)) * share);
}

function noticeOf(hold: Hold): NonNullable<FeedView['notice']> {
  const link = { href: holdPath(hold.id), label: 'Look at the hold' };
  return { shape: 'held', title: holdTitle(hold), text: hold.reasons.join(' '), link };
}

/** How a feed is read is changed on a page of its own; what was sent comes back there with what is wrong with it. */
async function change(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const found = await seenFeed(request);
  if (!found) return refuse(c, 404, noFeed);
  if (actor.limits.targets) return refuse(c, 403, aboutAllTargets);
  const { targets } = await seenBy(deps.db, actor);
  const { name, file, detached } = found;
  const page = { name, file: detached ? null : file };
  if (c.req.method === 'GET')
    return c.html(feedChangePage(await frame(), { ...page, chosen: chosenIn(found, targets), errors: [] }));
  const chosen = { ...typedIn(await c.req.formData(), targets), name };
  const mistakes = choiceErrorsOf(chosen);
  const outcome =
    mistakes.length > 0
      ? undefined
      : await execute(servicesOf(deps), actor, setFeed, {
          ...Object.fromEntries(Object.keys(found.definition).map((key) => [key, null])),
          ...fileOf(found.definition, chosen, undefined),
          name,
        });
  if (outcome && 'value' in outcome) return c.redirect(feedPath(name), 303);
  const errors = [...mistakes, ...(outcome ? [{ id: 'every', message: failureText(outcome) }] : [])];
  return c.html(feedChangePage(await frame(), { ...page, chosen, errors }), 422);
}

const aboutAllTargets =
  'Your account is limited to some targets. How a feed is read, and where its jobs go, is about all of them.';

/** What script asks while a feed is read. */
async function progress(request: PageRequest): Promise<Response> {
  const { c, deps } = request;
  const found = await seenFeed(request);
  if (!found) return refuse(c, 404, noFeed);
  const [last] = await runsBefore(deps.db, { sourceId: found.id, limit: 1 });
  return c.json({
    done: last !== undefined && last.state !== 'running',
    text: readingNow(last, deps.clock.now()),
  });
}

/** `Reading for 4 s.` */
function readingNow(last: { readonly startedAt: Date } | undefined, now: Date): string {
  return last === undefined
    ? 'It waits for its first reading.'
    : `Reading for ${duration(Math.max(0, now.getTime() - last.startedAt.getTime()))}.`;
}

/** Runs on one page. */
const RUNS = 50;

async function runs({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const beforeId = cursorOf(c.req.query('before'));
  const { sources } = await seenBy(deps.db, actor);
  const found = await runsBefore(deps.db, {
    sourceIds: sources.map(({ id }) => id),
    limit: RUNS + 1,
    beforeId,
  });
  const { shown, next } = onePage(found, RUNS, ({ id }) => withQuery('/runs', { before: id }));
  return c.html(runsPage(await frame(), { runs: await linesOf(deps.db, shown), next }));
}

async function run({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const id = cursorOf(c.req.param('id'));
  const found = id === undefined ? undefined : await runById(deps.db, id);
  if (!found || !maySeeFeed(actor.limits, found.feed)) return refuse(c, 404, 'No such run is known here.');
  const [shown = found] = await stillHeld(deps.db, [found]);
  return c.html(runPage(await frame(), runView(shown, await runsWithJobs(deps.db, [shown]))));
}

async function linesOf(db: Db, runs: readonly (Run & { readonly feed: string })[]) {
  const kept = await runsWithJobs(db, runs);
  return (await stillHeld(db, runs)).map((one) => runLine(one, kept));
}

const noFeed = 'No feed has this name. It may have been removed.';

async function seenFeed({ c, deps, actor }: PageRequest): Promise<Feed | undefined> {
  const name = c.req.param('name') ?? '';
  return maySeeFeed(actor.limits, name) ? feedNamed(deps.db, name) : undefined;
}
