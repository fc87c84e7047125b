import * as z from 'zod';
import { DAY, HOUR } from '../core/clock.ts';
import { secretRemedy } from '../core/core-writer.ts';
import { grouped, plural } from '../core/numbers.ts';
import { lastCompleteAt, allFeeds, type Feed, lastRuns } from '../feeds/feeds.queries.ts';
import { secretsOf } from '../feeds/feed-secrets.ts';
import { isUnlimited } from '../platform/accounts/permissions.ts';
import { deadTasks } from '../platform/queue/tasks.repository.ts';
import { touchedTargets } from '../publishing/decisions.repository.ts';
import { holdTitle } from '../publishing/holds/holds.ts';
import { holdsIn, undecidedHolds } from '../publishing/holds/holds.queries.ts';
import { takeDownsOf } from '../publishing/holds/take-downs.repository.ts';
import type { PlaceCount } from '../publishing/queries/place-counts.ts';
import { placeCounts } from '../publishing/queries/job-states.queries.ts';
import { liveListings } from '../publishing/queries/publications.queries.ts';
import { dueOf } from '../screening/reports/due.ts';
import { reportsWaiting } from '../screening/screening.queries.ts';
import { missingSecrets } from '../targets/target-secrets.ts';
import type { Target } from '../targets/targets.queries.ts';
import {
  type Attention,
  attentionKinds,
  blockedItems,
  labelItems,
  schoolItems,
} from './reports/attention-jobs.ts';
import { maySeeFeed, maySeeHold, type Seen, seenBy } from './registry/access.ts';
import { type Caller, query, done } from './registry/operation.ts';
import { reportTerms, reviewsWaiting } from './reports/reviews-waiting.ts';

/**
 * Everything that needs a person, worst first: the one source of the overview's heading, `status`, `GET /attention` and its metric.
 * While it is empty, no job at a school waits for anybody.
 */
export async function attentionFor(
  caller: Caller,
  known?: readonly PlaceCount[],
): Promise<readonly Attention[]> {
  const { db, actor } = caller;
  const seen = await seenBy(db, actor);
  const places = seenPlaces(known ?? (await placeCounts(db)), seen);
  const feeds = (await allFeeds(db)).filter(({ name }) => maySeeFeed(actor.limits, name));
  const isUp = places.some(({ live, cause }) => live && cause === 'blocked');
  const acts = isUp ? await takeDownsOf(db, { open: true, limit: 100 }) : [];
  const items = [
    ...(await reported(caller)),
    ...missing(caller, seen, feeds),
    ...(await schools(caller, seen)),
    ...(await failing(caller, feeds)),
    ...(await open(caller, places)),
    ...(await labelItems(caller, seen, places)),
    ...(await reviews(caller, seen)),
    ...schoolItems(seen, places, acts),
    ...(await short(caller, feeds)),
    ...(await tasks(caller, feeds, seen)),
  ];
  const told = items.some(({ kind }) => kind === 'review');
  items.push(...blockedItems(seen, places, told));
  return items.toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind));
}

/** Jobs that are for other schools alone; lists leave them out too (`seenAt`). */
const isTheirs = ({ state, step }: PlaceCount) => state === 'left_out' && step === 'addressed';

/** The counts of what somebody sees. */
export function seenPlaces(
  places: readonly PlaceCount[],
  { sight }: Pick<Seen, 'sight'>,
): readonly PlaceCount[] {
  return places.filter(
    (place) =>
      (sight.targetIds === undefined || (sight.targetIds.includes(place.targetId) && !isTheirs(place))) &&
      (sight.sourceIds?.includes(place.sourceId) ?? true),
  );
}

async function open({ db, actor }: Caller, places: readonly PlaceCount[]): Promise<readonly Attention[]> {
  const seen = (await holdsIn(db, ['open'])).filter((hold) => maySeeHold(actor.limits, hold));
  const held = places.reduce((sum, { state, n }) => sum + (state === 'held' ? n : 0), 0);
  const others = isUnlimited(actor.limits) ? 0 : held - seen.reduce((sum, hold) => sum + hold.count, 0);
  return [
    ...seen.map((hold): Attention => ({
      kind: 'hold',
      title: holdTitle(hold),
      detail: `${hold.reasons[0] ?? ''} Nothing has been done yet.`.trim(),
      count: hold.count,
      since: hold.createdAt,
      link: `/holds/${hold.id}`,
      command: `quadwire hold ${hold.id}`,
      targets: hold.target === null ? [] : [hold.target],
      sources: hold.feed === null ? [] : [hold.feed],
    })),
    ...(others > 0 ? [heldElsewhere(others)] : []),
  ];
}

/** Jobs of a hold that is about other schools or feeds as well. */
const heldElsewhere = (count: number): Attention => ({
  kind: 'hold',
  title: `${plural(count, 'job')} ${count === 1 ? 'is' : 'are'} held`,
  detail: 'The hold is about other schools or feeds as well. Somebody who sees them all decides.',
  count,
  link: '/jobs?state=held',
  command: 'quadwire holds',
});

const feedPath = (name: string) => `/feeds/${encodeURIComponent(name)}`;
const schoolPath = (name: string) => `/targets/${encodeURIComponent(name)}`;

const secretItem = (
  name: string,
  lacking: readonly string[],
  link: string,
  about: Partial<Attention>,
): Attention[] =>
  lacking.length === 0
    ? []
    : [
        {
          kind: 'secret',
          title: `${name} lacks the ${lacking.length === 1 ? 'secret' : 'secrets'} ${lacking.join(' and ')}`,
          detail: `${lacking.map(secretRemedy).join('; ')}. Until then nothing is sent or read with it.`,
          count: lacking.length,
          link,
          command: 'quadwire doctor',
          ...about,
        },
      ];

function missing(
  { isSecretSet = () => true }: Caller,
  { targets }: Seen,
  feeds: readonly Feed[],
): readonly Attention[] {
  const lookUp = (name: string) => (isSecretSet(name) ? '' : undefined);
  return [
    ...targets
      .filter(({ state }) => state === 'active')
      .flatMap((target) =>
        secretItem(target.name, missingSecrets(target, lookUp), schoolPath(target.name), {
          targets: [target.name],
        }),
      ),
    ...feeds
      .filter(({ state }) => state === 'active')
      .flatMap(({ name, definition }) =>
        secretItem(
          name,
          secretsOf(definition).filter((secret) => !isSecretSet(secret)),
          feedPath(name),
          { sources: [name] },
        ),
      ),
  ];
}

const aboutSchool = ({ name }: Target, title: string, detail: string, since: Date | null): Attention => ({
  kind: 'school',
  title,
  detail,
  count: 1,
  ...(since !== null && { since }),
  link: schoolPath(name),
  command: `quadwire target check ${name}`,
  targets: [name],
});

async function schools(
  { db, clock, isSecretSet = () => true }: Caller,
  { targets }: Seen,
): Promise<readonly Attention[]> {
  // A school whose secret is missing has one item, which says what to do.
  const lookUp = (name: string) => (isSecretSet(name) ? '' : undefined);
  const now = clock.now();
  const touched = await touchedTargets(db);
  return targets.flatMap((target): Attention[] => {
    const { name, state, openUntil, lastTrouble, lastAnswerAt, reconciledAt, definition } = target;
    if (state !== 'active' && state !== 'leaving') return [];
    const last = state === 'active' ? definition.agreement?.to : undefined;
    const ends = last === undefined ? undefined : Date.parse(last) - now.getTime();
    const items: Attention[] = [];
    if (openUntil !== null && openUntil > now && missingSecrets(target, lookUp).length === 0) {
      const detail = `${(lastTrouble ?? 'It did not answer').replace(/\.$/, '')}. Quadwire tries again by itself; the school's jobs stay as they are${state === 'leaving' ? ' until then' : ''}.`;
      items.push(aboutSchool(target, `${name} does not answer`, detail, lastAnswerAt));
    }
    if (
      touched.has(target.id) &&
      reconciledAt !== null &&
      now.getTime() - reconciledAt.getTime() > 2 * HOUR
    ) {
      const detail = 'Something changed since. The log says why.';
      items.push(aboutSchool(target, `${name} was not compared for 2 hours`, detail, reconciledAt));
    }
    if (ends !== undefined && ends > -DAY && ends < 30 * DAY) {
      const title = `The agreement with ${name} ends on ${last}`;
      const item = aboutSchool(target, title, 'After that day nothing new is sent.', null);
      items.push({ ...item, kind: 'agreement', command: `quadwire target set ${name} agreement.to DATE` });
    }
    return items;
  });
}

async function failing({ db, clock }: Caller, feeds: readonly Feed[]): Promise<readonly Attention[]> {
  const bad = feeds.filter(({ state, failures }) => state === 'active' && failures > 0);
  if (bad.length === 0) return [];
  const runs = await lastRuns(db, bad);
  const complete = await lastCompleteAt(db);
  const live = await liveListings(
    db,
    bad.map(({ id }) => id),
  );
  return bad.map(({ id, name, failures }) => {
    const { state: last, reason } = runs.get(id) ?? {};
    const at = complete.get(id);
    const jobs = live.get(id) ?? 0;
    const days = at === undefined ? 0 : Math.floor((clock.now().getTime() - at.getTime()) / DAY);
    return {
      kind: 'feed',
      title:
        days > 0
          ? `${name} has not been read whole for ${plural(days, 'day')}`
          : `${name} ${last === 'truncated' ? 'was not read whole' : 'could not be read'}`,
      detail: `${reason ? `${reason.replace(/\.$/, '')}, ` : ''}${plural(failures, 'time')} in a row.${jobs > 0 ? ` Its ${plural(jobs, 'job')} ${jobs === 1 ? 'stays' : 'stay'} as ${jobs === 1 ? 'it is' : 'they are'}.` : ''}`,
      count: failures,
      since: at,
      link: feedPath(name),
      command: `quadwire runs ${name}`,
      sources: [name],
    };
  });
}

/** A hold for too few jobs that a person rejected or put to sleep: the feed lists too few still. */
async function short({ db }: Caller, feeds: readonly Feed[]): Promise<readonly Attention[]> {
  const openAbout = new Set((await holdsIn(db, ['open'])).map(({ sourceId }) => sourceId));
  const ids = new Set(
    (await undecidedHolds(db))
      .filter(({ kind, sourceId }) => (kind === 'drop' || kind === 'empty') && !openAbout.has(sourceId))
      .map(({ sourceId }) => sourceId),
  );
  return feeds
    .filter(({ id, state }) => state === 'active' && ids.has(id))
    .map(({ name }) => ({
      kind: 'feed_short',
      title: `${name} lists fewer jobs than its limit`,
      detail:
        'You decided to keep its jobs. They stay up until the feed lists enough again, or you let them go.',
      count: 1,
      link: feedPath(name),
      command: `quadwire runs ${name}`,
      sources: [name],
    }));
}

async function reviews({ db, actor }: Caller, { targets }: Seen): Promise<readonly Attention[]> {
  const waiting = await reviewsWaiting(db, actor);
  const jobs = [...waiting.values()].reduce((sum, one) => sum + one, 0);
  if (jobs === 0) return [];
  const named = [...waiting].map(([id, some]) => {
    const school = targets.find((target) => target.id === id)?.name;
    return `${grouped(some)} ${school === undefined ? 'for all schools' : `for ${school}`}`;
  });
  return [
    {
      kind: 'review',
      title: `${plural(jobs, 'job')} ${jobs === 1 ? 'waits' : 'wait'} for review`,
      detail: `${named.slice(0, 5).join(', ')}${named.length > 5 ? ', and more' : ''}.`,
      count: jobs,
      link: '/review',
      command: 'quadwire reviews',
    },
  ];
}

/** What readers reported has a clock, and comes first. */
async function reported({ db, actor, clock, site }: Caller): Promise<readonly Attention[]> {
  if (!isUnlimited(actor.limits)) return [];
  const { jobs, since } = await reportsWaiting(db);
  if (since === undefined) return [];
  const due = dueOf(since, await reportTerms({ db, site }));
  const hours = Math.round(Math.abs(due.getTime() - clock.now().getTime()) / HOUR);
  return [
    {
      kind: 'reports',
      title: `${plural(jobs, 'job')} ${jobs === 1 ? 'was' : 'were'} reported by readers`,
      detail:
        due <= clock.now()
          ? `The first look is ${plural(hours, 'hour')} overdue.`
          : `The first look is due within ${plural(hours, 'hour')}.`,
      count: jobs,
      since,
      link: '/review',
      command: 'quadwire reviews',
    },
  ];
}

/** Tasks that the queue gave up, about their feed or school. */
async function tasks(
  { db, actor }: Caller,
  feeds: readonly Feed[],
  { targets }: Seen,
): Promise<readonly Attention[]> {
  if (!isUnlimited(actor.limits)) return [];
  return (await deadTasks(db)).map(({ name, payload, failures, error, deadAt }) => {
    const feed = feeds.find(({ id }) => id === payload['feedId'])?.name;
    const target = targets.find(({ id }) => id === payload['targetId'])?.name;
    const about = feed ?? target;
    return {
      kind: 'task',
      title: about === undefined ? `${name} was given up` : `${name} of ${about} was given up`,
      detail: `${plural(failures, 'failure')} in a row: ${error ?? 'no reason is known'}. Quadwire tries again by itself.`,
      count: failures,
      ...(deadAt && { since: deadAt }),
      link: feed ? feedPath(feed) : target ? schoolPath(target) : '/audit',
      command: 'quadwire doctor',
      targets: target === undefined ? [] : [target],
      sources: feed === undefined ? [] : [feed],
    };
  });
}

export const attentionOutput = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      detail: z.string(),
      count: z.int(),
      since: z.iso.datetime().nullable(),
      link: z.string().describe('Path of the page that ends it.'),
      command: z.string().describe('The command that helps.'),
      targets: z.array(z.string()),
      sources: z.array(z.string()),
    }),
  ),
});

export const listAttention = query({
  name: 'attention.list',
  permission: 'read',
  summary: 'List what needs a person, worst first',
  input: z.object({}),
  output: attentionOutput,
  http: 'GET /attention',
  subject: async () => ({}),
  run: async (call) => done({ items: (await attentionFor(call)).map(attentionToJson) }),
});

export function attentionToJson({ since, targets = [], sources = [], ...item }: Attention) {
  return { ...item, since: since?.toISOString() ?? null, targets, sources };
}
