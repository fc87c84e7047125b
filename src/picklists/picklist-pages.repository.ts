import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { foldText } from '../core/text.ts';
import type { Db } from '../db/db.ts';
import { picklistAliases, picklists, targets, unresolvedLabels } from '../db/schema.ts';

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

export type PicklistVersion = typeof picklists.$inferSelect;

/** The versions of one list, or of all lists of a target, newest first. */
export async function versionsOf(
  db: Db,
  targetId: number,
  field?: string,
): Promise<readonly PicklistVersion[]> {
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

/** What a person decided that a label means: keys at one target, or labels of entries everywhere. An empty list: it means nothing. */
export type LabelDecision = {
  readonly targetId?: number;
  readonly field: string;
  readonly label: string;
  readonly keys: readonly string[];
  /** The concept of the entry, where it has one alone. */
  readonly concept?: string | undefined;
  readonly by: string;
  readonly at: Date;
};

/** Keeps a decision in place of an earlier one, and takes the label off the lists of what waits. */
export async function keepLabelDecision(
  db: Db,
  { targetId, field, label, keys, concept, by, at }: LabelDecision,
): Promise<void> {
  await db.transaction(async (tx) => {
    await forgetLabelDecision(tx, { targetId, field, label });
    await tx.insert(picklistAliases).values({
      targetId: targetId ?? null,
      field,
      label: foldText(label),
      keys,
      concept: concept ?? null,
      decidedBy: by,
      decidedAt: at,
    });
    const { targetId: of, field: ofField, label: ofLabel } = unresolvedLabels;
    const isOfTarget = targetId === undefined ? undefined : eq(of, targetId);
    await tx.delete(unresolvedLabels).where(and(isOfTarget, eq(ofField, field), eq(ofLabel, label)));
  });
}

type LabelAt = { readonly targetId: number | undefined; readonly field: string; readonly label: string };

function isDecision({ targetId, field, label }: LabelAt) {
  const { targetId: of, field: ofField, label: ofLabel } = picklistAliases;
  return and(
    targetId === undefined ? isNull(of) : eq(of, targetId),
    eq(ofField, field),
    eq(ofLabel, foldText(label)),
  );
}

/** Takes a decision back; gives how many there were, 0 or 1. */
export async function forgetLabelDecision(db: Db, at: LabelAt): Promise<number> {
  return (await db.delete(picklistAliases).where(isDecision(at)).returning({ id: picklistAliases.id }))
    .length;
}

/** What a label was decided to mean; undefined: nothing was decided. */
export async function labelDecision(db: Db, at: LabelAt): Promise<readonly string[] | undefined> {
  return (await db.select().from(picklistAliases).where(isDecision(at)))[0]?.keys;
}

export type LabelDecided = {
  /** Absent: for every target. */
  readonly target: string | null;
  readonly field: string;
  readonly label: string;
  readonly keys: readonly string[];
  readonly by: string;
  readonly at: Date;
};

/** Decisions about labels at some targets and for all, newest first; `at`: those of one moment. */
export async function decisionsAt(
  db: Db,
  {
    targetIds,
    at,
    limit,
  }: { readonly targetIds: readonly number[]; readonly at?: Date | undefined; readonly limit: number },
): Promise<readonly LabelDecided[]> {
  return db
    .select({
      target: targets.name,
      field: picklistAliases.field,
      label: picklistAliases.label,
      keys: picklistAliases.keys,
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
