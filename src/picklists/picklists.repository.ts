import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { listings, picklistAliases, picklists, unresolvedLabels, isLive } from '../db/schema.ts';
import type { PicklistEntry } from '../db/schema/picklists.schema.ts';
import { employerPicklistFields } from '../soap/fields.ts';
import { loadSettings } from '../platform/settings/settings.repository.ts';
import { type Aliases, prepareAliases } from './picklist-aliases.ts';

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

export type NewVersion = {
  readonly targetId: number;
  readonly field: string;
  readonly version: number;
  readonly entries: readonly PicklistEntry[];
  readonly now: Date;
};

/** Keeps a new version of a list as the current one; the older ones stay. */
export async function addVersion(
  db: Db,
  { targetId, field, version, entries, now }: NewVersion,
): Promise<void> {
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
          ofField.filter((row) => row.targetId !== null).map(({ label, keys }) => ({ label, keys })),
          ofField.filter((row) => row.targetId === null).map(({ label, keys }) => ({ label, labels: keys })),
          new Map(learned.filter((row) => row.field === field).map(({ label, concept }) => [label, concept])),
        ),
      ];
    }),
  );
}

export type LearnedLabel = { readonly field: string; readonly label: string; readonly concept: string };

/** Labels to which two people at two schools gave entries of one concept, and nobody another; none while `picklists.learn` is off. */
export async function learnedLabels(
  db: Db,
  { except }: { readonly except?: number } = {},
): Promise<readonly LearnedLabel[]> {
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

export type UnresolvedLabel = Omit<typeof unresolvedLabels.$inferInsert, 'targetId'>;

/** Replaces what is unresolved at a target by what the newest whole reconcile found. */
export async function replaceUnresolved(
  db: Db,
  targetId: number,
  labels: readonly UnresolvedLabel[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(unresolvedLabels).where(eq(unresolvedLabels.targetId, targetId));
    for (let at = 0; at < labels.length; at += 500) {
      await tx
        .insert(unresolvedLabels)
        .values(labels.slice(at, at + 500).map((label) => ({ targetId, ...label })));
    }
  });
}

/** Whether a label without an entry is not listed yet: then all jobs of the target are compared at once, and counted by label. */
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
