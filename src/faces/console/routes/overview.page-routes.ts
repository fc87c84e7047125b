import { DAY, dayName } from '../../../core/clock.ts';
import { lastCompleteAt, runsBefore, trendsOf, allFeeds, type Feed } from '../../../feeds/feeds.queries.ts';
import { hasJobs, liveListings } from '../../../publishing/queries/publications.queries.ts';
import {
  type DayAtTarget,
  type DayOfTimes,
  daysSince,
} from '../../../publishing/queries/daily-counts.queries.ts';
import type { PlaceCount } from '../../../publishing/queries/place-counts.ts';
import { runState, type StateText } from '../../../publishing/state-texts.ts';
import type { Target } from '../../../targets/targets.queries.ts';
import type { Day } from '../../web/html/charts/bars-per-day.ts';
import { count, duration } from '../../web/html/format-text.ts';
import type { State } from '../../web/html/html-status.ts';
import { jobsPath } from '../staff/addresses.page.ts';
import { attentionFor, seenPlaces } from '../../../operations/attention.operations.ts';
import { latestActivity } from '../../../operations/activity.operations.ts';
import { isUnlimited } from '../../../platform/accounts/permissions.ts';
import { maySeeFeed, type Seen, seenBy } from '../../../operations/registry/access.ts';
import { feedTexts, schoolTexts } from '../../../operations/reports/feed-and-school-texts.ts';
import { servicesOf } from '../../web/web-services.ts';
import { firstRunPage } from '../first-run.ts';
import type { FeedHealth } from '../feeds/feed-health.ts';
import { type LastRun, type Overview, overviewPage, type TargetHealth } from '../overview.page.ts';
import { get, PAGE, type PageRequest, type PageRoute } from '../page-route.ts';
import { stillHeld } from './still-held.ts';

export const overviewRoutes: readonly PageRoute[] = [get('/', 'read', overview)];

async function overview(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame, numbers } = request;
  const { db } = deps;
  const seen = await seenBy(db, actor);
  const feeds = (await allFeeds(db)).filter(({ name }) => maySeeFeed(actor.limits, name));
  if (feeds.length === 0 && actor.limits.targets === undefined && !(await hasJobs(db))) {
    const hasPractice = seen.targets.some(({ builtIn }) => builtIn);
    return c.html(firstRunPage(await frame(), { hasPractice, targets: seen.targets.length }));
  }
  const everywhere = await numbers.places();
  const places = seenPlaces(everywhere, seen);
  const seenIds = new Set(seen.targets.map(({ id }) => id));
  const { clock, site } = deps;
  const counted = actor.limits.sources
    ? await daysSince(db, new Date(clock.now().getTime() - 14 * DAY), site.timeZone, seen.sight)
    : await numbers.perDay();
  const days = counted.filter(({ targetId }) => seenIds.has(targetId));
  const health = await feedHealth(request, feeds, places);
  const here = await frame();
  const todo = await attentionFor({ ...servicesOf(deps), actor }, everywhere);
  return c.html(
    overviewPage(here, {
      todo,
      places,
      totals: {
        targets: seen.targets.length,
        feeds: feeds.length,
        form: places.some(({ sourceId }) => !feeds.some(({ id }) => id === sourceId)),
      },
      targets: (await targetHealth(request, seen.targets, places, days)).slice(0, PAGE),
      feeds: health.slice(0, PAGE),
      nextFeeds: health.length > PAGE ? '/feeds' : undefined,
      nextTargets: seen.targets.length > PAGE ? '/targets' : undefined,
      runs: await lastRunsOf(request, seen),
      ...daysOf(days, here.now, here.timeZone),
      ...(isUnlimited(actor.limits) && timesOf(await numbers.times(), here.now, here.timeZone)),
      latest: await latestActivity({ db, actor, site: deps.site }, 6),
    }),
  );
}

/** Feeds with their state, those in trouble first. */
export async function feedHealth(
  { deps, actor }: Pick<PageRequest, 'deps' | 'actor'>,
  feeds: readonly Feed[],
  everywhere: readonly PlaceCount[],
): Promise<readonly (FeedHealth & { readonly feed: Feed })[]> {
  const { db } = deps;
  const places = seenPlaces(everywhere, await seenBy(db, actor));
  const words = await feedTexts(db, feeds, places);
  const complete = await lastCompleteAt(db);
  const sorted = feeds
    .map((feed) => {
      return {
        feed,
        name: feed.name,
        state: linked(words.get(feed.id), { source: feed.name }),
        lastCompleteAt: complete.get(feed.id),
        nextAt: feed.state === 'active' ? feed.nextAt : undefined,
      };
    })
    .toSorted((a, b) => urgency(a.state.shape) - urgency(b.state.shape) || a.name.localeCompare(b.name));
  const shown = sorted.slice(0, PAGE).map(({ feed }) => feed.id);
  const [live, trends] = [await liveListings(db, shown), await trendsOf(db, shown)];
  return sorted.map((line) => {
    const [trend, jobs] = [trends.get(line.feed.id) ?? [], live.get(line.feed.id) ?? 0];
    return { ...line, trend, jobs: trend.length > 0 || jobs > 0 ? jobs : undefined };
  });
}

/** Targets with their state, those in trouble first. */
export async function targetHealth(
  { deps }: Pick<PageRequest, 'deps'>,
  targets: readonly Target[],
  places: readonly PlaceCount[],
  days: readonly DayAtTarget[],
): Promise<readonly (TargetHealth & { readonly target: Target })[]> {
  const now = deps.clock.now();
  const words = await schoolTexts(deps.db, targets, places, now);
  const today = dayName(now, deps.site.timeZone);
  const doneAt = new Map(
    days.flatMap((done) => (done.day === today ? [[done.targetId, done] as const] : [])),
  );
  return targets
    .map((target) => {
      const here = places.filter(({ targetId }) => targetId === target.id);
      const done = doneAt.get(target.id);
      return {
        target,
        name: target.name,
        places: here,
        state: linked(words.get(target.id), { target: target.name }),
        today: { day: today, published: done?.published ?? 0, delisted: done?.delisted ?? 0 },
        lastAnswerAt: target.lastAnswerAt ?? undefined,
      };
    })
    .toSorted((a, b) => urgency(a.state.shape) - urgency(b.state.shape) || a.name.localeCompare(b.name));
}

/** A number in a state opens the jobs that it counts. */
function linked(text: StateText | undefined, of: Readonly<Record<string, string>>): State {
  const { shape, word, counts }: StateText = text ?? { shape: 'wait', word: '' };
  return { shape, word, href: counts && jobsPath({ ...of, state: counts }) };
}

function urgency(shape: string): number {
  return shape === 'fail' ? 0 : shape === 'held' ? 1 : 2;
}

async function lastRunsOf({ deps }: PageRequest, { sources, sight }: Seen): Promise<LastRun[]> {
  const sourceIds = sources.map(({ id }) => id);
  const all = sight.sourceIds === undefined && sight.targetIds === undefined;
  const found = await runsBefore(deps.db, { limit: 6, sourceIds: all ? undefined : sourceIds });
  const runs = await stillHeld(deps.db, found);
  return runs.map(({ id, feed, state, held, startedAt, finishedAt, added }) => ({
    id,
    feed,
    state: runState(state, held),
    at: finishedAt ?? startedAt,
    added: state === 'complete' ? added : undefined,
  }));
}

/** The 14 days until one, with their names. */
function lastDays(until: Date, timeZone: string) {
  return Array.from({ length: 14 }, (_, back) => {
    const at = new Date(until.getTime() - (13 - back) * DAY);
    const date = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(at);
    return { date, day: dayName(at, timeZone), label: date.split(' ')[0] ?? '' };
  });
}

/** How long jobs took on each of these days, and on the last one with jobs in words. */
function timesOf(found: readonly DayOfTimes[], until: Date, timeZone: string): Pick<Overview, 'times'> {
  const days = lastDays(until, timeZone).map(({ date, label, day }) => {
    const took = found.find((one) => one.day === day);
    return { date, label, medianMs: took?.median, mostMs: took?.most };
  });
  const last = days.findLast(({ medianMs }) => medianMs !== undefined);
  if (last?.medianMs === undefined || last.mostMs === undefined) return {};
  const finding = `On ${last.date} half of the jobs took at most ${duration(last.medianMs)}, 19 of 20 at most ${duration(last.mostMs)}.`;
  return { times: { days, finding } };
}

/** The same days, also those on which nothing happened. */
export function daysOf(
  found: readonly DayAtTarget[],
  until: Date,
  timeZone: string,
): { days: Day[]; finding: string } {
  const days = lastDays(until, timeZone).map((one) => {
    const here = found.filter(({ day }) => day === one.day);
    const sum = (part: 'published' | 'updated' | 'delisted') =>
      here.reduce((total, day) => total + day[part], 0);
    return {
      ...one,
      published: sum('published'),
      updated: sum('updated'),
      delisted: sum('delisted'),
    };
  });
  const range = (part: 'published' | 'delisted') => {
    const counts = days.map((day) => day[part]);
    return `${count(Math.min(...counts))} and ${count(Math.max(...counts))}`;
  };
  return {
    days,
    finding: `Between ${range('published')} jobs were published a day, between ${range('delisted')} taken down.`,
  };
}
