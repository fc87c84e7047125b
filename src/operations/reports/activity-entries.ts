import * as z from 'zod';
import { dayName } from '../../core/clock.ts';
import { grouped, plural } from '../../core/numbers.ts';
import { QUADWIRE } from '../../platform/audit/audit.repository.ts';
import type { auditBetween } from '../../platform/audit/audit.queries.ts';
import type { JobEvents } from '../../publishing/queries/activity.queries.ts';
import { actText, causeText } from '../../publishing/state-texts.ts';

export const activityKinds = ['jobs', 'decisions', 'automatic', 'settings'] as const;
export type Kind = (typeof activityKinds)[number];

export const activityEntry = z.object({
  at: z.iso.datetime(),
  kind: z.enum(activityKinds),
  action: z
    .string()
    .describe('`jobs.published`, `jobs.updated`, `jobs.delisted`, or what the audit log calls it.'),
  what: z.string().describe('The same in words.'),
  details: z.string(),
  who: z.string(),
  jobs: z.int().nullable(),
  cause: z.string().nullable().describe('Why jobs were taken down, as publications name it.'),
  day: z.iso.date(),
  subject: z.string().nullable().describe('feed:NAME, target:NAME, hold:N and the like.'),
  sources: z.array(z.string()),
  targets: z.array(z.string()),
  decision: z
    .int()
    .nullable()
    .describe('Number to take it back with; null where nothing takes it back, or you may not.'),
});
export type ActivityEntry = z.output<typeof activityEntry>;
const happened = { published: 'Published', updated: 'Updated', delisted: 'Taken down' } as const;

export function eventOf({ what, at, day: on, jobs, targets, sources, ...more }: JobEvents): ActivityEntry {
  const { cause, takeDown, hold } = more.why;
  return {
    at: at.toISOString(),
    kind: 'jobs',
    action: `jobs.${what}`,
    what: happened[what],
    details: detailsOf(what, more),
    who: more.by ?? QUADWIRE,
    cause: what === 'delisted' ? cause : null,
    jobs,
    day: on,
    subject: takeDown > 0 ? `take-down:${takeDown}` : hold > 0 ? `hold:${hold}` : null,
    sources: what === 'delisted' ? [] : [...sources],
    targets: [...targets],
    decision: null,
  };
}

function detailsOf(what: JobEvents['what'], { takeDown, why }: Pick<JobEvents, 'takeDown' | 'why'>): string {
  if (what !== 'delisted') return what === 'published' ? 'New in' : 'Changed in';
  if (takeDown) return `${takeDown.name} ${takeDown.kind === 'employer' ? 'blocked' : 'taken down'}`;
  const words = causeText(why.cause);
  const approved = why.hold > 0 ? `, hold ${why.hold} approved` : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${approved}`;
}

type Written = Awaited<ReturnType<typeof auditBetween>>[number];

const access = /^(setting|user|token|session)[ .]/;
const byItself = new Set([QUADWIRE, 'schedule', 'form', 'reader']);

export function actOf(
  { id, at, who, action, subject, detail, undo }: Written,
  timeZone: string,
  undone: ReadonlySet<unknown>,
): ActivityEntry {
  const [, noun, name = ''] = /^(\w+):(.*)$/s.exec(subject) ?? [];
  const named = (key: 'feed' | 'target') => {
    const value = noun === key ? name : detail[key];
    return typeof value === 'string' ? [value] : [];
  };
  const count = detail['count'] ?? detail['jobs'];
  return {
    at: at.toISOString(),
    kind: kindOf(who, action),
    action,
    what: actText(action).word,
    details: detailText(detail),
    who,
    jobs: typeof count === 'number' ? count : null,
    cause: null,
    day: dayName(at, timeZone),
    subject,
    sources: named('feed'),
    targets: named('target'),
    decision: undo === null || undone.has(id) ? null : id,
  };
}

function kindOf(who: string, action: string): Kind {
  if (byItself.has(who)) return 'automatic';
  return access.test(action) ? 'settings' : 'decisions';
}

/** Written in columns of their own, or as links. */
const apart = new Set(['count', 'jobs', 'feed', 'target', 'kind', 'act', 'back']);

/** `key delist.dropShare, value 0.5`; parts that nobody reads as words are counted. */
function detailText(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([name, value]) => !apart.has(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => spoken[name]?.(value) ?? `${wordsOf(name)} ${plainly(value)}`)
    .join(', ');
}

const spoken: Readonly<Record<string, (value: unknown) => string>> = {
  reason: plainly,
  key: plainly,
  outcome: (value) => (value === 'second-needed' ? 'a second person must approve it' : plainly(value)),
  works: (value) => (value === true ? 'it works' : 'it does not work'),
};

const wordsOf = (name: string) => name.replaceAll(/([a-z])([A-Z])|_/g, '$1 $2').toLowerCase();

function plainly(value: unknown): string {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string')
      ? `${value.slice(0, 3).join(', ')}${value.length > 3 ? ` and ${grouped(value.length - 3)} more` : ''}`
      : plural(value.length, 'entry', 'entries');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, inner]) => `${wordsOf(name)} ${plainly(inner)}`)
        .join(', ')
    : String(value);
}
