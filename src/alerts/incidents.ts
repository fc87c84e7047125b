import { MINUTE } from '../core/clock.ts';
import type { incidents } from '../db/schema/alerts.ts';
import { type AlertCondition, STOOD_STILL } from './alert-conditions.ts';

export type Incident = Omit<typeof incidents.$inferSelect, 'closedAt'>;

export type Grouped = Omit<AlertCondition, 'subject'> & { readonly subjects: readonly string[] };

/** What becomes of the open incidents by the conditions of now. */
export type Syncing = {
  readonly open: readonly Grouped[];
  readonly update: readonly { readonly id: number; readonly of: Grouped }[];
  readonly close: readonly Incident[];
};

/** An incident ends when none of its subjects is left: other subjects under its key are another incident, with its own message. */
export function sync(conditions: readonly AlertCondition[], open: readonly Incident[]): Syncing {
  const groups = [...Map.groupBy(conditions, ({ key }) => key).values()].flatMap(grouped);
  const before = ({ key, subjects }: Grouped) =>
    open.find((one) => one.key === key && one.subjects.some((subject) => subjects.includes(subject)));
  const goingOn = new Set(groups.map(before));
  return {
    open: groups.filter((of) => before(of) === undefined),
    update: groups.flatMap((of) => {
      const incident = before(of);
      return incident === undefined || sameSubjects(incident, of) ? [] : [{ id: incident.id, of }];
    }),
    // What only one look sees stays open until people were told.
    close: open.filter((one) => !goingOn.has(one) && (one.key !== STOOD_STILL || one.toldAt !== null)),
  };
}

function grouped(conditions: readonly AlertCondition[]): readonly Grouped[] {
  const [first] = conditions;
  if (first === undefined) return [];
  const { subject: _, ...rest } = first;
  const severe = conditions.some(({ severity }) => severity === 'severe');
  const subjects = [...new Set(conditions.map(({ subject }) => subject))].toSorted();
  return [{ ...rest, severity: severe ? 'severe' : 'ordinary', subjects }];
}

function sameSubjects(a: Incident, b: Grouped): boolean {
  return a.severity === b.severity && a.title === b.title && a.subjects.join('\n') === b.subjects.join('\n');
}

/** Incidents that begin together are reported together: a new one waits for others. */
const GATHERING_MS = 10 * MINUTE;
/** Between two messages to people: at most five in an ordinary week; a severe incident waits an hour at most. */
const ORDINARY_PAUSE_MS = 36 * 60 * MINUTE;
const SEVERE_PAUSE_MS = 60 * MINUTE;

/** The incidents that the next message tells of, none while it is not yet time: severe ones soon, ordinary ones gathered. */
export function toTell(
  open: readonly Incident[],
  {
    now,
    lastMessageAt,
    quiet,
  }: { readonly now: Date; readonly lastMessageAt?: Date; readonly quiet: boolean },
): readonly Incident[] {
  const untold = open.filter(
    ({ toldAt, openedAt }) => toldAt === null && now.getTime() - openedAt.getTime() >= GATHERING_MS,
  );
  const since = lastMessageAt === undefined ? Infinity : now.getTime() - lastMessageAt.getTime();
  const severe = untold.some(({ severity }) => severity === 'severe');
  const pause = severe ? SEVERE_PAUSE_MS : ORDINARY_PAUSE_MS;
  if (untold.length === 0 || since < pause || (quiet && !severe)) return [];
  return untold;
}

/** One mail about all of them. */
export function messageOf(incidents: readonly Incident[]): {
  readonly subject: string;
  readonly text: string;
} {
  const [first] = incidents;
  const subject =
    incidents.length === 1 && first !== undefined ? first.title : `${incidents.length} things need a look`;
  const parts = incidents.map(({ title, remedy, subjects }) => {
    const shown = subjects.slice(0, 10).join(', ');
    const more = subjects.length > 10 ? ` and ${subjects.length - 10} more` : '';
    return `${title}\n  About: ${shown}${more}\n  ${remedy}`;
  });
  return { subject: `Quadwire: ${subject}`, text: `${parts.join('\n\n')}\n` };
}
