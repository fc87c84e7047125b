import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { foldText } from '../core/text.ts';
import type { Db } from '../db/db.ts';
import { entryMeanings } from '../db/schema.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import type { Decided } from './picklist-types.ts';

/** A decision about an entry, as it is kept; `label` is folded. */
export type EntryMeaning = typeof entryMeanings.$inferSelect;

type List = { readonly field: string; readonly entries: readonly { readonly ivalue: string }[] };

/** By field and folded label: what people decided at a target, and where they did not, what was learned from other schools. */
export async function decidedMeanings(db: Db, targetId: number, lists: readonly List[]) {
  const learned = await learnedMeanings(db, targetId, lists);
  const own = await meaningsAt(db, targetId);
  return new Map(
    [...Map.groupBy([...learned, ...own], ({ field }) => field)].map(([field, rows]) => [
      field,
      new Map(rows.map(({ label, ...row }) => [label, decidedOf(row)])),
    ]),
  );
}

const decidedOf = ({ kind, concepts, isLearned }: Decided): Decided => ({
  kind,
  concepts,
  ...(isLearned && { isLearned }),
});

/** Every decision of a target, the newest first. */
export async function meaningsAt(db: Db, targetId: number): Promise<readonly EntryMeaning[]> {
  return db
    .select()
    .from(entryMeanings)
    .where(eq(entryMeanings.targetId, targetId))
    .orderBy(sql`${entryMeanings.decidedAt} desc, ${entryMeanings.id} desc`);
}

/** What other schools decided about entries with labels of these lists. */
export async function meaningsElsewhere(db: Db, targetId: number, lists: readonly List[]) {
  const fields = lists.map(({ field }) => field);
  const labels = labelsOf(lists);
  if (labels.length === 0) return [];
  return db
    .select()
    .from(entryMeanings)
    .where(
      and(
        ne(entryMeanings.targetId, targetId),
        inArray(entryMeanings.field, fields),
        inArray(entryMeanings.label, labels),
      ),
    )
    .orderBy(entryMeanings.id);
}

/** Meanings that two people decided at two other schools, and nobody otherwise. */
async function learnedMeanings(db: Db, targetId: number, lists: readonly List[]) {
  const others = await meaningsElsewhere(db, targetId, lists);
  if (others.length < 2) return [];
  if (!(await loadSettings(db)).get('picklists.learn')) return [];
  return agreed(others).map((one) => ({ ...one, isLearned: true as const }));
}

/** Every meaning that two people decided alike at two schools, and nobody otherwise. */
export async function allLearnedMeanings(db: Db): Promise<readonly EntryMeaning[]> {
  return agreed(await db.select().from(entryMeanings).orderBy(entryMeanings.field, entryMeanings.label));
}

function agreed(decisions: readonly EntryMeaning[]): EntryMeaning[] {
  const byLabel = Map.groupBy(decisions, ({ field, label }) => `${field}\t${label}`);
  return [...byLabel.values()].flatMap((rows) => {
    const [first] = rows;
    const isAgreed =
      new Set(rows.map(({ decidedBy }) => decidedBy)).size > 1 &&
      new Set(rows.map(({ kind, concepts }) => `${kind} ${concepts.join(' ')}`)).size === 1;
    return first && isAgreed ? [first] : [];
  });
}

const labelsOf = (lists: readonly List[]): string[] => [
  ...new Set(lists.flatMap(({ entries }) => entries.map(({ ivalue }) => foldText(ivalue)))),
];

/** Keeps a decision in place of an earlier one about the same entry. */
export async function keepMeaning(db: Db, meaning: typeof entryMeanings.$inferInsert): Promise<void> {
  await db
    .insert(entryMeanings)
    .values(meaning)
    .onConflictDoUpdate({
      target: [entryMeanings.targetId, entryMeanings.field, entryMeanings.label],
      set: meaning,
    });
}

/** Takes a decision back. */
export async function removeMeaning(db: Db, { id }: Pick<EntryMeaning, 'id'>): Promise<void> {
  await db.delete(entryMeanings).where(eq(entryMeanings.id, id));
}
