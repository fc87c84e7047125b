import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { picklistAliases, picklists, unresolvedLabels } from '../db/schema.ts';
import type { PicklistEntry } from '../db/schema/picklists.schema.ts';
import { execute } from '../db/query.ts';
import { foldText } from '../core/text.ts';

export type NewVersion = {
  readonly targetId: number;
  readonly field: string;
  readonly version: number;
  readonly entries: readonly PicklistEntry[];
  readonly now: Date;
};

/** Keeps a new version of a list as the current one; the older ones stay. */
export async function addVersion(db: Db, { targetId, field, version, entries, now }: NewVersion) {
  await db.transaction(async (tx) => {
    await tx
      .update(picklists)
      .set({ current: false })
      .where(and(eq(picklists.targetId, targetId), eq(picklists.field, field)));
    await tx
      .insert(picklists)
      .values({ targetId, field, version, current: true, entries, readAt: now, checkedAt: now });
  });
}

export async function markChecked(db: Db, targetId: number, field: string, now: Date): Promise<void> {
  await db
    .update(picklists)
    .set({ checkedAt: now })
    .where(and(eq(picklists.targetId, targetId), eq(picklists.field, field), eq(picklists.current, true)));
}

export type UnresolvedLabel = Omit<typeof unresolvedLabels.$inferInsert, 'targetId'>;

/** A longer text is no label that anybody maps, and none that an index of PostgreSQL takes. */
const MOST_LETTERS = 500;

/** Replaces what is unresolved at a target by what the newest whole reconcile found. */
export async function replaceUnresolved(db: Db, targetId: number, found: readonly UnresolvedLabel[]) {
  const labels = found.filter(({ label }) => label.length <= MOST_LETTERS);
  await db.transaction(async (tx) => {
    await tx.delete(unresolvedLabels).where(eq(unresolvedLabels.targetId, targetId));
    for (let at = 0; at < labels.length; at += 500) {
      await tx
        .insert(unresolvedLabels)
        .values(labels.slice(at, at + 500).map((label) => ({ targetId, ...label })));
    }
  });
}

/** Counts what is unresolved at a target from what plans wrote down of each job: what they decided about it, else what they want there. */
export async function countUnresolved(db: Db, targetId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(unresolvedLabels).where(eq(unresolvedLabels.targetId, targetId));
    await execute(tx)`
      insert into unresolved_labels (target_id, field, label, jobs, blocked, example, seen_at)
      select ${targetId}::int, u ->> 0, u ->> 1, count(*), count(u ->> 2), (array_agg(l.title order by l.id))[1], ${now.toISOString()}::timestamptz
      from (
        select listing_id, unlisted from decisions where target_id = ${targetId}
        union all
        select p.listing_id, p.unlisted from publications p where p.target_id = ${targetId} and p.intent = 'show'
          and not exists (select from decisions d where d.target_id = p.target_id and d.listing_id = p.listing_id)
      ) jobs join listings l on l.id = jobs.listing_id cross join jsonb_array_elements(jobs.unlisted) u
      where length(u ->> 1) <= ${MOST_LETTERS}
      group by u ->> 0, u ->> 1`;
  });
}

/** What a person decided that a label means: keys at one target, or labels of entries everywhere. An empty list: it means nothing. */
export type LabelDecision = {
  readonly targetId?: number;
  readonly field: string;
  readonly label: string;
  readonly keys: readonly string[];
  /** What the target calls the entries with these keys. */
  readonly names?: readonly string[];
  /** The concept of the entry, where it has one alone. */
  readonly concept?: string | undefined;
  readonly by: string;
  readonly at: Date;
};

/** Keeps a decision in place of an earlier one, and takes the label off the lists of what waits. */
export async function keepLabelDecision(
  db: Db,
  { targetId, field, label, keys, names, concept, by, at }: LabelDecision,
): Promise<void> {
  await db.transaction(async (tx) => {
    await forgetLabelDecision(tx, { targetId, field, label });
    await tx.insert(picklistAliases).values({
      targetId: targetId ?? null,
      field,
      label: foldText(label),
      keys,
      names: names ?? null,
      concept: concept ?? null,
      decidedBy: by,
      decidedAt: at,
    });
    const { targetId: of, field: ofField, label: ofLabel } = unresolvedLabels;
    const isOfTarget = targetId === undefined ? undefined : eq(of, targetId);
    await tx.delete(unresolvedLabels).where(and(isOfTarget, eq(ofField, field), eq(ofLabel, label)));
  });
}

/** Takes a decision back; gives how many there were, 0 or 1. */
export async function forgetLabelDecision(db: Db, at: LabelAt): Promise<number> {
  return (await db.delete(picklistAliases).where(isDecision(at)).returning({ id: picklistAliases.id }))
    .length;
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

/** What a label was decided to mean; undefined: nothing was decided. */
export async function labelDecision(db: Db, at: LabelAt): Promise<readonly string[] | undefined> {
  return (await db.select().from(picklistAliases).where(isDecision(at)))[0]?.keys;
}
