import { and, asc, desc, eq, gt, inArray, isNull, or, sql, isNotNull, ne, type SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { picklistAliases, picklists, targets, unresolvedLabels, listings, isLive } from '../db/schema.ts';
import { employerPicklistFields } from '../soap/fields.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { type Aliases, prepareAliases } from './picklist-aliases.ts';

/** A label without a key at a target, with the number of jobs that lack it. */
export type Unresolved = {
  readonly target: string;
  readonly targetId: number;
  readonly field: string;
  readonly label: string;
  readonly jobs: number;
  readonly blocked: number;
  readonly example: string | null;
};

export type LabelQuestion = {
  /** Ids of targets; undefined is all. */
  readonly targetIds?: readonly number[];
  readonly field?: string;
  readonly label?: string;
  /** Only those that keep jobs from a school. */
  readonly blocking?: boolean;
};

/** Labels that wait for an entry, the one that blocks most first. */
export async function unresolvedIn(
  db: Db,
  question: LabelQuestion,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<readonly Unresolved[]> {
  return db
    .select({
      target: targets.name,
      targetId: unresolvedLabels.targetId,
      field: unresolvedLabels.field,
      label: unresolvedLabels.label,
      jobs: unresolvedLabels.jobs,
      blocked: unresolvedLabels.blocked,
      example: unresolvedLabels.example,
    })
    .from(unresolvedLabels)
    .innerJoin(targets, eq(targets.id, unresolvedLabels.targetId))
    .where(asked(question))
    .orderBy(
      desc(unresolvedLabels.blocked),
      desc(unresolvedLabels.jobs),
      unresolvedLabels.label,
      unresolvedLabels.field,
      unresolvedLabels.targetId,
    )
    .limit(limit)
    .offset(offset);
}

/** How many labels wait, and how many of them block. */
export async function countUnresolved(db: Db, question: LabelQuestion) {
  const [row] = await db
    .select({
      labels: sql<number>`count(*)::int`,
      blocking: sql<number>`(count(*) filter (where ${unresolvedLabels.blocked} > 0))::int`,
    })
    .from(unresolvedLabels)
    .where(asked(question));
  return row ?? { labels: 0, blocking: 0 };
}

/** How many labels keep jobs from each school, and how many jobs, by its id. */
export async function blockingAt(db: Db, question: LabelQuestion) {
  const { targetId, blocked } = unresolvedLabels;
  const counts = { targetId, labels: sql<number>`count(*)::int`, jobs: sql<number>`sum(${blocked})::int` };
  const isAsked = asked({ ...question, blocking: true });
  return db.select(counts).from(unresolvedLabels).where(isAsked).groupBy(targetId);
}

type List = Pick<Unresolved, 'targetId' | 'field'>;

/** The entries of these lists as they are now. */
export async function currentEntries(
  db: Db,
  lists: readonly List[],
): Promise<(list: List) => readonly Entry[]> {
  const asked = sql`select "targetId", field from jsonb_to_recordset(${JSON.stringify(lists)}::text::jsonb) as l("targetId" int, field text)`;
  const isAsked = sql`${picklists.current} and (${picklists.targetId}, ${picklists.field}) in (${asked})`;
  const found = (await db.select().from(picklists).where(isAsked)).map(({ targetId, field, entries }) => {
    return { targetId, field, entries: entries.map(({ ikey, ivalue }) => ({ key: ikey, label: ivalue })) };
  });
  return ({ targetId, field }) =>
    found.find((one) => one.targetId === targetId && one.field === field)?.entries ?? [];
}

export type Entry = { readonly key: string; readonly label: string };

/** The versions of one list, or of all lists of a target, newest first. */
export async function versionsOf(db: Db, targetId: number, field?: string) {
  const isOf = field === undefined ? undefined : eq(picklists.field, field);
  return db
    .select()
    .from(picklists)
    .where(and(eq(picklists.targetId, targetId), isOf))
    .orderBy(asc(picklists.field), desc(picklists.version));
}

/** How many current lists each target has. */
export async function countLists(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ targetId: picklists.targetId, n: sql<number>`count(*)::int` })
    .from(picklists)
    .where(eq(picklists.current, true))
    .groupBy(picklists.targetId);
  return new Map(rows.map(({ targetId, n }) => [targetId, n]));
}

/** What people decided about a list's labels, at this target and everywhere. */
export async function decidedLabels(db: Db, targetId: number, field: string) {
  const isHere = or(eq(picklistAliases.targetId, targetId), isNull(picklistAliases.targetId));
  return db
    .select()
    .from(picklistAliases)
    .where(and(eq(picklistAliases.field, field), isHere))
    .orderBy(picklistAliases.label);
}

function asked({ targetIds, field, label, blocking }: LabelQuestion) {
  return and(
    targetIds && inArray(unresolvedLabels.targetId, [...targetIds]),
    field === undefined ? undefined : eq(unresolvedLabels.field, field),
    label === undefined ? undefined : eq(unresolvedLabels.label, label),
    blocking === true ? gt(unresolvedLabels.blocked, 0) : undefined,
  );
}

/** A decision about a label; without a target it is for every one. */
export type LabelDecided = Awaited<ReturnType<typeof decisionsAt>>[number];

/** Decisions about labels at some targets and for all, newest first; `at`: those of one moment. */
export async function decisionsAt(
  db: Db,
  {
    targetIds,
    at,
    limit,
  }: { readonly targetIds: readonly number[]; readonly at?: Date | undefined; readonly limit: number },
) {
  return db
    .select({
      target: targets.name,
      field: picklistAliases.field,
      label: picklistAliases.label,
      keys: picklistAliases.keys,
      names: picklistAliases.names,
      by: picklistAliases.decidedBy,
      at: picklistAliases.decidedAt,
    })
    .from(picklistAliases)
    .leftJoin(targets, eq(targets.id, picklistAliases.targetId))
    .where(
      and(
        or(isNull(picklistAliases.targetId), inArray(picklistAliases.targetId, [...targetIds])),
        at && eq(picklistAliases.decidedAt, at),
      ),
    )
    .orderBy(desc(picklistAliases.decidedAt), picklistAliases.label, desc(picklistAliases.id))
    .limit(limit);
}

export type StoredPicklist = typeof picklists.$inferSelect;

/** The newest version of each of a target's picklists. */
export async function currentPicklists(db: Db, targetId: number): Promise<readonly StoredPicklist[]> {
  return db
    .select()
    .from(picklists)
    .where(and(eq(picklists.targetId, targetId), eq(picklists.current, true)));
}

/** Versions that no longer count, newest first. */
export async function formerPicklists(db: Db, targetId: number): Promise<readonly StoredPicklist[]> {
  return db
    .select()
    .from(picklists)
    .where(and(eq(picklists.targetId, targetId), eq(picklists.current, false)))
    .orderBy(desc(picklists.version));
}

/** What operators decided, by field, for one target and for all. */
export async function aliasesFor(db: Db, targetId: number): Promise<ReadonlyMap<string, Aliases>> {
  const rows = await db
    .select()
    .from(picklistAliases)
    .where(or(eq(picklistAliases.targetId, targetId), isNull(picklistAliases.targetId)));
  const learned = await learnedLabels(db, { except: targetId });
  const fields = new Set([...rows, ...learned].map(({ field }) => field));
  return new Map(
    [...fields].map((field) => {
      const ofField = rows.filter((row) => row.field === field);
      return [
        field,
        prepareAliases(
          ofField.filter((row) => row.targetId !== null),
          ofField.filter((row) => row.targetId === null).map(({ label, keys }) => ({ label, labels: keys })),
          new Map(learned.filter((row) => row.field === field).map(({ label, concept }) => [label, concept])),
        ),
      ];
    }),
  );
}

export type LearnedLabel = { readonly field: string; readonly label: string; readonly concept: string };

/** Labels to which two people at two schools gave entries of one concept, and nobody another; none while `picklists.learn` is off. */
export async function learnedLabels(db: Db, { except }: { readonly except?: number } = {}) {
  const { field, label, concept, targetId, decidedBy } = picklistAliases;
  const found = await db
    .select({ field, label, concept: sql<string>`min(${concept})` })
    .from(picklistAliases)
    .where(and(isNotNull(targetId), except === undefined ? undefined : ne(targetId, except)))
    .groupBy(field, label)
    .having(
      sql`count(*) > 1 and count(*) = count(${concept}) and count(distinct ${concept}) = 1 and count(distinct ${decidedBy}) > 1`,
    )
    .orderBy(field, label);
  return found.length > 0 && (await loadSettings(db)).get('picklists.learn') ? found : [];
}

/** Whether a label without an entry is not listed yet: then the labels of the target are counted again. */
export async function hasUnlistedLabel(
  db: Db,
  targetId: number,
  labels: readonly { readonly field: string; readonly label: string }[],
): Promise<boolean> {
  if (labels.length === 0) return false;
  const rows = await db
    .select({ field: unresolvedLabels.field, label: unresolvedLabels.label })
    .from(unresolvedLabels)
    .where(eq(unresolvedLabels.targetId, targetId));
  const listed = new Set(rows.map(({ field, label }) => JSON.stringify([field, label])));
  return labels.some(({ field, label }) => !listed.has(JSON.stringify([field, label])));
}

/** How many live listings write this label in this field, whatever its case: whom a choice touches at most. */
export async function listingsWith(db: Db, field: string, label: string): Promise<number> {
  return db.$count(listings, and(isLive, writesLabel(field, label)));
}

/** Whether a listing writes this label in this field, whatever its case. */
export function writesLabel(field: string, label: string): SQL {
  const record = employerPicklistFields.some((name) => name === field) ? 'employer' : 'job';
  const list = sql`${listings.listing}->${record}::text->${field}::text`;
  return sql`exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} else '[]'::jsonb end) e
    where lower(e->>'stringvalue') = lower(${label}::text))`;
}
