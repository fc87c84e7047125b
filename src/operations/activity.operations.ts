import * as z from 'zod';
import { DAY, dayName } from '../core/clock.ts';
import { present } from '../core/present.ts';
import { grouped } from '../core/numbers.ts';
import { type Limits, isUnlimited, mayDo, maySeeTarget } from '../platform/accounts/permissions.ts';
import { auditBetween, auditEntries } from '../platform/audit/audit.queries.ts';
import { type JobEvents, jobEvents, startOfDay } from '../publishing/queries/activity.queries.ts';
import {
  type ActivityEntry,
  activityEntry,
  activityKinds,
  actOf,
  eventOf,
  type Kind,
} from './reports/activity-entries.ts';
import { seenBy } from './registry/access.ts';
import { type Caller, query, done } from './registry/operation.ts';
import { columns } from './registry/operation-text.ts';
import { pageOf } from './registry/paging.ts';

const day = z.iso.date();
/** Beyond these the calendar of the database ends. */
const askedDay = day.regex(/^(?:19|2\d)/, 'must be a day from 1900 to 2999');
const number = z.int();

export const listActivity = query({
  name: 'activity.list',
  permission: 'read',
  summary: 'Show what changed on a day, and by whom',
  input: z.object({
    day: askedDay.optional().describe('The day (2026-11-20); today when it is left out'),
    to: askedDay.optional().describe('The last day, 31 days after the first at most'),
    by: z.string().optional().describe('Only what this person, token or Quadwire did'),
    about: z.string().optional().describe('Only what is about this feed or target'),
    kind: z.enum(activityKinds).optional().describe('Only one kind of acts'),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'must be the `next` of the page before')
      .optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100).describe('Most rows of a page, 1 to 500.'),
  }),
  output: pageOf(activityEntry).extend({
    from: day,
    to: day,
    published: number,
    updated: number,
    delisted: number,
    kinds: z.record(z.enum(activityKinds), number).describe('How many rows each kind has.'),
    by: z.array(z.object({ who: z.string(), events: number, jobs: number })),
  }),
  http: 'GET /activity',
  cli: 'activity',
  subject: async () => ({}),
  run: async ({ db, clock, site: { timeZone }, actor, input }) => {
    const { by, about, kind, cursor = '0', limit } = input;
    const from = input.day ?? dayName(clock.now(), timeZone);
    const to = input.to ?? from;
    const until = await startOfDay(db, to, timeZone, 1);
    const since = await startOfDay(db, from, timeZone);
    if (since >= until || until.getTime() - since.getTime() > 32 * DAY)
      return { kind: 'invalid', errors: [{ field: 'to', message: 'must be from 0 to 31 days after `day`' }] };
    const { sight } = await seenBy(db, actor);
    const jobs = await jobEvents(db, { from, to, timeZone, sight, ...present({ about }) });
    const written = await auditBetween(db, since, until);
    const undone = new Set(written.map(({ detail }) => detail['decision']));
    const { operations } = await import('./registry/operation-registry.ts');
    const may = operations.filter(({ permission }) => mayDo(actor, permission));
    const acts = written.map(({ undo, ...one }) =>
      actOf(
        { ...one, undo: undo !== null && may.some(({ name }) => name === undo.name) ? undo : null },
        timeZone,
        undone,
      ),
    );
    const sees = (one: ActivityEntry) =>
      (isUnlimited(actor.limits) || isWithin(actor.limits, one)) &&
      (about === undefined || [...one.sources, ...one.targets].includes(about));
    const all = [...jobs.map(eventOf), ...acts.filter(sees)]
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .filter(({ who }) => by === undefined || who === by);
    const fitting = all.filter((one) => kind === undefined || one.kind === kind);
    const start = Number(cursor);
    const counted = (what: JobEvents['what']) =>
      jobs.reduce((sum, one) => sum + (one.what === what ? one.jobs : 0), 0);
    const items = fitting.slice(start, start + limit);
    return done({
      from,
      to,
      published: counted('published'),
      updated: counted('updated'),
      delisted: counted('delisted'),
      kinds: tally(all),
      by: whoDid(all),
      items,
      next: start + limit < fitting.length ? String(start + limit) : null,
    });
  },
  text: ({ from, to, items, ...sums }) => {
    const rows = items.map(({ at, what, jobs, who, details, sources, targets, decision }) => [
      at.slice(11, 16),
      what,
      jobs ?? '',
      who,
      [details, ...sources.slice(0, 3), ...targets.slice(0, 3)].filter(Boolean).join(', '),
      decision === null ? '' : `quadwire undo ${decision}`,
    ]);
    const head = ['At', 'What', 'Jobs', 'By', 'Details', 'Undo'];
    return `${from === to ? from : `${from} to ${to}`}: ${daySums(sums)}\n${rows.length === 0 ? 'Nothing happened.' : columns(head, rows)}`;
  },
});

/** The newest acts of people and of Quadwire that somebody may see, without what happened to single jobs. */
export async function latestActivity(
  { db, actor, site }: Pick<Caller, 'db' | 'actor' | 'site'>,
  limit: number,
): Promise<readonly ActivityEntry[]> {
  // Of somebody with limits a few of many entries are seen: the last ones are searched, not all.
  const written = await auditEntries(db, { limit: isUnlimited(actor.limits) ? limit : 50 * limit });
  return written
    .map((one) => actOf(one, site.timeZone, new Set()))
    .filter((one) => isUnlimited(actor.limits) || isWithin(actor.limits, one))
    .slice(0, limit);
}

/** `57 published, 31 updated, 29 taken down`. */
export function daySums(sums: { published: number; updated: number; delisted: number }): string {
  return `${grouped(sums.published)} published, ${grouped(sums.updated)} updated, ${grouped(sums.delisted)} taken down`;
}

/** Somebody with limits sees what names a feed or a school of theirs, and nothing of another. */
function isWithin(limits: Limits, { sources, targets, subject }: ActivityEntry): boolean {
  return (
    /^(feed|target|hold):/.test(subject ?? '') &&
    sources.length + targets.length > 0 &&
    sources.every((name) => limits.sources?.includes(name) ?? false) &&
    targets.every((name) => maySeeTarget(limits, name))
  );
}

function tally(entries: readonly ActivityEntry[]): Record<Kind, number> {
  const counted = { jobs: 0, decisions: 0, automatic: 0, settings: 0 };
  for (const { kind } of entries) counted[kind] += 1;
  return counted;
}

function whoDid(entries: readonly ActivityEntry[]) {
  return [...Map.groupBy(entries, ({ who }) => who)]
    .map(([who, own]) => ({
      who,
      events: own.length,
      jobs: own.reduce((sum, { kind, jobs }) => sum + (kind === 'jobs' ? (jobs ?? 0) : 0), 0),
    }))
    .toSorted((a, b) => b.events - a.events || a.who.localeCompare(b.who));
}
