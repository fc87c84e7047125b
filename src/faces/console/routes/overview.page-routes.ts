import { keptJobs } from '../../../publishing/facts-store.ts';
import { isUnlimited } from '../../../platform/accounts/permissions.ts';
import { DAY } from '../../../core/clock.ts';
import { disclosedBy } from '../../../feeds/feed-definition.ts';
import { lastCompleteAt, runsBefore, trendsOf } from '../../../feeds/feed-pages.repository.ts';
import { allFeeds, type Feed, lastRuns } from '../../../feeds/feeds.repository.ts';
import { countUnresolved, unresolvedIn } from '../../../picklists/picklist-pages.repository.ts';
import { heldTargets, type Hold, holdsIn, undecidedHolds } from '../../../publishing/holds-store.ts';
import {
  hasJobs,
  liveListings,
  type TargetNumbers,
} from '../../../publishing/publishing-pages.repository.ts';
import type { DayAtTarget } from '../../../publishing/daily-counts-store.ts';
import { type DeadTask, deadTasks } from '../../../platform/queue/tasks-store.ts';
import { dueOf } from '../../../screening/reports/due.ts';
import { reportsWaiting } from '../../../screening/reports/reports.repository.ts';
import type { Target } from '../../../targets/targets.repository.ts';
import type { Day } from '../html/charts/bars-per-day.ts';
import { count, pluralHtml, duration, sentence } from '../html/format-text.ts';
import { reportTerms, reviewsWaiting } from '../../../operations/reviews.operations.ts';
import { maySeeFeed, maySeeHold, type Seen, seenBy } from '../../../operations/access.ts';
import { feedPath, holdPath, jobsPath, targetPath } from '../addresses.page.ts';
import { firstRunPage } from '../first-run.ts';
import { holdTitle } from '../hold-texts.ts';
import type { FeedHealth } from '../feed-health.ts';
import { type LastRun, type OverviewTodo, overviewPage, type TargetHealth } from '../overview.page.ts';
import { PAGE, type PageRequest, type PageRoute } from '../page-route.ts';
import { missingSecretText } from '../secret-texts.ts';
import { feedState, runState, targetState } from '../states.ts';
import { stillHeld } from './still-held.ts';

export const overviewRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/', permission: 'read', handle: overview },
];

async function overview(request: PageRequest): Promise<Response> {
  const { c, deps, actor, frame, numbers } = request;
  const { db } = deps;
  const seen = await seenBy(db, actor);
  const feeds = (await allFeeds(db)).filter(({ name }) => maySeeFeed(actor.limits, name));
  if (feeds.length === 0 && actor.limits.targets === undefined && !(await hasJobs(db))) {
    const practice = seen.targets.some(({ builtIn }) => builtIn);
    return c.html(
      firstRunPage(await frame(), { ...(practice && { practice: {} }), targets: seen.targets.length }),
    );
  }
  const holds = (await holdsIn(db, ['open'])).filter((hold) => maySeeHold(actor.limits, hold));
  const perTarget = await numbers.perTarget();
  const seenIds = new Set(seen.targets.map(({ id }) => id));
  const days = (await numbers.perDay()).filter(({ targetId }) => seenIds.has(targetId));
  const health = await feedHealth(request, feeds);
  const here = await frame();
  const labels = await labelTodo(request, seen);
  const reviews = await reviewTodo(request, seen);
  const todo = [
    ...(await reportTodo(request)),
    ...holds.map(holdTodo),
    ...seen.targets.flatMap((target) => targetTodo(target, deps)),
    ...feeds.flatMap((feed) => feedTodo(feed, deps)),
    ...labels,
    ...reviews,
    ...(await keptTodo(request, seen, { labels: labels.length > 0, reviews: reviews.length > 0 })),
    ...(isUnlimited(actor.limits) ? (await deadTasks(db)).map((task) => taskTodo(task, feeds, seen)) : []),
  ];
  return c.html(
    overviewPage(here, {
      todo: todo.slice(0, 20),
      totals: {
        publications: perTarget
          .filter(({ targetId }) => seenIds.has(targetId))
          .reduce((sum, { live }) => sum + live, 0),
        targets: seen.targets.length,
        feeds: feeds.length,
      },
      targets: (await targetHealth(request, seen.targets, perTarget, days)).slice(0, PAGE),
      feeds: health.slice(0, PAGE),
      ...(health.length > PAGE && { nextFeeds: '/feeds' }),
      ...(seen.targets.length > PAGE && { nextTargets: '/targets' }),
      runs: await lastRunsOf(request, seen),
      ...daysOf(days, here.now, here.timeZone),
    }),
  );
}

/** Feeds with their state, those in trouble first. */
export async function feedHealth(
  { deps }: Pick<PageRequest, 'deps'>,
  feeds: readonly Feed[],
): Promise<readonly (FeedHealth & { readonly feed: Feed })[]> {
  const { db } = deps;
  const held = new Set((await undecidedHolds(db)).map(({ sourceId }) => sourceId));
  const runs = await lastRuns(
    db,
    feeds.map(({ id }) => id),
  );
  const complete = await lastCompleteAt(db);
  const sorted = feeds
    .map((feed) => {
      const last = runs.get(feed.id);
      const state = feedState({
        paused: feed.state === 'paused',
        held: held.has(feed.id),
        failures: feed.failures,
        ...(last && { last: last.state }),
      });
      const at = complete.get(feed.id);
      return {
        feed,
        name: feed.name,
        state,
        trend: [] as readonly number[],
        ...(at && { lastCompleteAt: at }),
        ...(feed.state === 'active' && { nextAt: feed.nextAt }),
      };
    })
    .toSorted((a, b) => urgency(a.state.shape) - urgency(b.state.shape) || a.name.localeCompare(b.name));
  const shown = sorted.slice(0, PAGE).map(({ feed }) => feed.id);
  const [live, trends] = [await liveListings(db, shown), await trendsOf(db, shown)];
  return sorted.map((line) => {
    const [trend, jobs] = [trends.get(line.feed.id) ?? [], live.get(line.feed.id) ?? 0];
    return { ...line, trend, ...((trend.length > 0 || jobs > 0) && { jobs }) };
  });
}

/** Targets with their state, those in trouble first. */
export async function targetHealth(
  { deps }: Pick<PageRequest, 'deps'>,
  targets: readonly Target[],
  perTarget: readonly TargetNumbers[],
  days: readonly DayAtTarget[],
): Promise<readonly (TargetHealth & { readonly target: Target })[]> {
  const held = await heldTargets(deps.db);
  const now = deps.clock.now();
  const today = dayName(now, deps.site.timeZone);
  const numbersOf = new Map(perTarget.map((numbers) => [numbers.targetId, numbers]));
  const doneAt = new Map(
    days.flatMap((done) => (done.day === today ? [[done.targetId, done] as const] : [])),
  );
  return targets
    .map((target) => {
      const numbers = numbersOf.get(target.id);
      const done = doneAt.get(target.id);
      const waiting = numbers?.due ?? 0;
      return {
        target,
        name: target.name,
        state: targetState({
          name: target.name,
          paused: target.state === 'paused',
          resting: target.openUntil !== null && target.openUntil > now,
          held: held.has(target.id),
          blocked: numbers?.waiting ?? 0,
          waiting,
        }),
        live: numbers?.live ?? 0,
        waiting,
        today: { day: today, published: done?.published ?? 0, delisted: done?.delisted ?? 0 },
        ...(target.lastAnswerAt && { lastAnswerAt: target.lastAnswerAt }),
      };
    })
    .toSorted((a, b) => urgency(a.state.shape) - urgency(b.state.shape) || a.name.localeCompare(b.name));
}

function urgency(shape: string): number {
  return shape === 'fail' ? 0 : shape === 'held' ? 1 : 2;
}

function holdTodo(hold: Hold): OverviewTodo {
  return {
    state: { shape: 'held', word: 'Hold' },
    href: holdPath(hold.id),
    what: holdTitle(hold),
    detail: `${hold.reasons[0] ?? ''} Nothing has been done yet.`.trim(),
    since: hold.createdAt,
  };
}

function targetTodo(target: Target, { acts, clock }: PageRequest['deps']): OverviewTodo[] {
  const { name, state, openUntil, lastTrouble, lastAnswerAt } = target;
  const [trouble, href] = [{ shape: 'fail', word: 'Target trouble' } as const, targetPath(name)];
  const lack = state === 'active' ? missingSecretText(acts?.missingSecrets?.(target) ?? []) : undefined;
  if (lack) return [{ state: trouble, href, what: `${name} ${lack.what}`, detail: lack.remedy }];
  if (openUntil === null || openUntil <= clock.now()) return [];
  return [
    {
      state: trouble,
      href,
      what: `${name} does not take calls`,
      detail: `${sentence(lastTrouble ?? 'it did not answer')} It is tried again by itself; its jobs stay as they are.`,
      ...(lastAnswerAt && { since: lastAnswerAt }),
    },
  ];
}

function feedTodo(
  { name, failures, state, definition }: Feed,
  { acts }: PageRequest['deps'],
): OverviewTodo[] {
  if (state !== 'active') return [];
  const [trouble, href] = [{ shape: 'fail', word: 'Feed failing' } as const, feedPath(name)];
  const secrets = Object.values(disclosedBy(definition).secrets);
  const lack = missingSecretText(secrets.filter((secret) => acts?.isSecretSet?.(secret) === false));
  if (lack) return [{ state: trouble, href, what: `${name} ${lack.what}`, detail: lack.remedy }];
  if (failures === 0) return [];
  return [
    {
      state: trouble,
      href,
      what: `${name} could not be read`,
      detail: `${pluralHtml(failures, 'time')} in a row. Its jobs stay as they are.`,
    },
  ];
}

/** A task that the queue gave up, about its feed or target. */
function taskTodo(
  { name, payload, failures, error, deadAt }: DeadTask,
  feeds: readonly Feed[],
  { targets }: Seen,
): OverviewTodo {
  const feed = feeds.find(({ id }) => id === payload['feedId']);
  const target = targets.find(({ id }) => id === payload['targetId']);
  const about = feed?.name ?? target?.name;
  return {
    state: { shape: 'fail', word: 'Task given up' },
    href: feed ? feedPath(feed.name) : target ? targetPath(target.name) : '/audit',
    what: about === undefined ? `${name} was given up` : `${name} of ${about} was given up`,
    detail: `${pluralHtml(failures, 'failure')} in a row: ${error ?? 'no reason is known'}. It is tried again by itself.`,
    ...(deadAt && { since: deadAt }),
  };
}

async function labelTodo({ deps }: PageRequest, { sight }: Seen): Promise<OverviewTodo[]> {
  const { labels, blocked } = await countUnresolved(deps.db, sight);
  const [first] = await unresolvedIn(deps.db, sight, { limit: 1 });
  if (labels === 0 || !first) return [];
  return [
    {
      state: { shape: blocked > 0 ? 'held' : 'wait', word: 'Labels' },
      href: '/labels',
      what:
        blocked > 0
          ? `${pluralHtml(labels, 'label')} nobody maps keep ${pluralHtml(blocked, 'job')} from schools`
          : `${pluralHtml(labels, 'label')} ${labels === 1 ? 'has' : 'have'} no entry`,
      detail: `“${first.label}” at ${first.target} is in ${pluralHtml(first.jobs, 'job')}.`,
    },
  ];
}

/** What readers reported has a clock, and comes first. */
async function reportTodo({ deps, actor }: PageRequest): Promise<OverviewTodo[]> {
  if (!isUnlimited(actor.limits)) return [];
  const { jobs, since } = await reportsWaiting(deps.db);
  if (since === undefined) return [];
  const due = dueOf(since, await reportTerms(deps));
  const now = deps.clock.now();
  const late = due <= now;
  return [
    {
      state: late ? { shape: 'fail', word: 'Overdue' } : { shape: 'held', word: 'Reported' },
      href: '/review',
      what: `${pluralHtml(jobs, 'job')} ${jobs === 1 ? 'was' : 'were'} reported by readers`,
      detail: late
        ? `A person was to look at the first one ${duration(now.getTime() - due.getTime())} ago.`
        : `A person looks at the first one within ${duration(due.getTime() - now.getTime())}.`,
      since,
    },
  ];
}

/**
 * Schools with jobs that cannot go there, which their state counts as blocked, unless other items of the list tell every reason. So a
 * school with blocked jobs never stands under “Nothing needs a person”.
 */
async function keptTodo(
  { deps }: PageRequest,
  { targets }: Seen,
  told: { readonly labels: boolean; readonly reviews: boolean },
): Promise<OverviewTodo[]> {
  const kept = Map.groupBy(await keptJobs(deps.db), ({ targetId }) => targetId);
  return targets.flatMap(({ id, name, state }) => {
    const here = kept.get(id) ?? [];
    const [most] = here
      .filter(({ step }) => !(step === 'picklist' && told.labels) && !(step === 'screening' && told.reviews))
      .toSorted((a, b) => b.jobs - a.jobs);
    if (state !== 'active' || most === undefined) return [];
    const jobs = here.reduce((sum, one) => sum + one.jobs, 0);
    return [
      {
        state: { shape: 'held', word: 'Cannot go' } as const,
        href: jobsPath({ target: name, state: 'waiting' }),
        what: `${pluralHtml(jobs, 'job')} cannot go to ${name}`,
        detail: sentence(most.jobs === 1 ? most.reason : `most common reason: ${most.reason}`),
      },
    ];
  });
}

/** Jobs that wait for a decision, for all schools and for each: as many as the review queue has. */
async function reviewTodo({ deps, actor }: PageRequest, { targets }: Seen): Promise<OverviewTodo[]> {
  const waiting = await reviewsWaiting(deps.db, actor);
  const jobs = [...waiting.values()].reduce((sum, one) => sum + one, 0);
  if (jobs === 0) return [];
  const named = [...waiting].map(([id, some]) => {
    const school = targets.find((target) => target.id === id)?.name;
    return `${count(some)} ${school === undefined ? 'for all schools' : `for ${school}`}`;
  });
  return [
    {
      state: { shape: 'wait', word: 'Review' },
      href: '/review',
      what: `${pluralHtml(jobs, 'job')} ${jobs === 1 ? 'waits' : 'wait'} for review`,
      detail: `${named.slice(0, 5).join(', ')}${named.length > 5 ? ', and more' : ''}.`,
    },
  ];
}

async function lastRunsOf({ deps }: PageRequest, { sources, sight }: Seen): Promise<LastRun[]> {
  const sourceIds = sources.map(({ id }) => id);
  const all = sight.sourceIds === undefined && sight.targetIds === undefined;
  const found = await runsBefore(deps.db, { limit: 6, ...(!all && { sourceIds }) });
  const runs = await stillHeld(deps.db, found);
  return runs.map(({ id, feed, state, held, startedAt, finishedAt, added }) => ({
    id,
    feed,
    state: runState(state, held),
    at: finishedAt ?? startedAt,
    ...(state === 'complete' && { added }),
  }));
}

/** The last 14 days, also those on which nothing happened. */
function daysOf(
  found: readonly DayAtTarget[],
  now: Date,
  timeZone: string,
): { days: Day[]; finding: string } {
  const days = Array.from({ length: 14 }, (_, back) => {
    const at = new Date(now.getTime() - (13 - back) * DAY);
    const name = dayName(at, timeZone);
    const here = found.filter(({ day }) => day === name);
    const sum = (part: 'published' | 'updated' | 'delisted') =>
      here.reduce((total, day) => total + day[part], 0);
    const date = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(at);
    return {
      date,
      day: name,
      label: date.split(' ')[0] ?? '',
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
    finding: `Between ${range('published')} jobs published a day, between ${range('delisted')} delisted.`,
  };
}

/** `2026-11-20`, as the database names days. */
function dayName(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}
