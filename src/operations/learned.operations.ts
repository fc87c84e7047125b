import * as z from 'zod';
import { foldText } from '../core/text.ts';
import type { Db } from '../db/db.ts';
import { type Catalogue, catalogueOf } from '../picklists/catalogue.ts';
import { allLearnedMeanings } from '../picklists/entry-meanings.repository.ts';
import { shippedKnowledge } from '../picklists/knowledge.ts';
import { conceptOf } from '../picklists/picklist-decide.ts';
import { unresolvedIn, type LearnedLabel, learnedLabels } from '../picklists/picklists.queries.ts';
import { activeTargets } from '../targets/targets.queries.ts';
import { compareTargets } from './registry/compare.ts';
import { query, done } from './registry/operation.ts';
import { listText } from './registry/operation-text.ts';
import { conceptOutput, conceptToJson, meaningText } from './picklists.operations.ts';

export const listLearned = query({
  name: 'meaning.learned',
  permission: 'read',
  summary: 'List what schools taught: entries and labels that two people decided alike at two schools',
  input: z.object({
    export: z.boolean().optional().describe('As rows of src/data/picklists/phrases.tsv'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        of: z.enum(['entry', 'label']),
        field: z.string(),
        label: z.string().describe('In lower case, without signs'),
        kind: z.enum(['concepts', 'catch-all', 'nothing']),
        concepts: z.array(conceptOutput),
      }),
    ),
  }),
  http: 'GET /picklists/learned',
  cli: 'picklists learned',
  subject: async () => true,
  run: async ({ db }) => {
    const entries = (await allLearnedMeanings(db)).map(({ field, label, kind, concepts }) => ({
      of: 'entry' as const,
      field,
      label,
      kind,
      concepts: conceptsOf(field, concepts),
    }));
    const labels = (await learnedLabels(db)).map(({ field, label, concept }) => ({
      of: 'label' as const,
      field,
      label,
      kind: 'concepts' as const,
      concepts: conceptsOf(field, [concept]),
    }));
    return done({ items: [...entries, ...labels] });
  },
  text: ({ items }, { export: asRows }) => {
    if (asRows === true)
      return items
        .flatMap(({ label, concepts: [only, ...more] }) =>
          only === undefined || more.length > 0
            ? []
            : [[label, '*', only.id, 'strong', 'general'].join('\t')],
        )
        .join('\n');
    return listText(
      items,
      'Nothing was learned yet: two people at two schools decide alike first.',
      ['Of', 'Field', 'Label', 'Means'],
      ({ of, field, label, kind, concepts }) => [of, field, label, meaningText(kind, concepts)],
    );
  },
});

function conceptsOf(field: string, ids: readonly string[]) {
  const all = shippedKnowledge.concepts(field);
  return ids.flatMap((id) => all.find((one) => one.id === id) ?? []).map(conceptToJson);
}

/** What the entry of a key means at a school, for several decisions: its one concept, if it has one alone. */
export function conceptsOfEntries(db: Db) {
  const catalogues = new Map<number, Promise<Catalogue>>();
  return async (targetId: number, field: string, key: string): Promise<string | undefined> => {
    const catalogue = catalogues.get(targetId) ?? catalogueOf(db, targetId);
    catalogues.set(targetId, catalogue);
    const list = (await catalogue).lists.get(field);
    return list && conceptOf(list, key);
  };
}

/** Has schools compared after a change of decisions: those it touches, those where a newly learned label waits, and all where one is agreed no more. */
export async function compareLearners(
  db: Db,
  before: readonly LearnedLabel[],
  touched: readonly { readonly id: number }[],
): Promise<void> {
  await compareTargets(db, touched);
  const after = await learnedLabels(db);
  if (before.some(lacks(after))) return compareTargets(db, await activeTargets(db));
  for (const { field, label } of after.filter(lacks(before))) {
    const waiting = await unresolvedIn(db, { field }, { limit: 10_000 });
    const here = waiting.filter((one) => foldText(one.label) === label);
    await compareTargets(
      db,
      here.map(({ targetId }) => ({ id: targetId })),
    );
  }
}

const lacks =
  (some: readonly LearnedLabel[]) =>
  (one: LearnedLabel): boolean =>
    !some.some(
      ({ field, label, concept }) => field === one.field && label === one.label && concept === one.concept,
    );
