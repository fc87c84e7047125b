import * as z from 'zod';
import { foldText } from '../core/text.ts';
import type { Db } from '../db/db.ts';
import { noAliases } from '../picklists/picklist-aliases.ts';
import { catalogueOf } from '../picklists/catalogue.ts';
import {
  type EntryMeaning,
  keepMeaning,
  meaningsAt,
  meaningsElsewhere,
  removeMeaning,
} from '../picklists/entry-meanings.repository.ts';
import { type Concept, shippedKnowledge } from '../picklists/knowledge.ts';
import { type EntryReport, type ListReport, reportList, reportSentence } from '../picklists/list-report.ts';
import { unresolvedIn, versionsOf, aliasesFor } from '../picklists/picklists.queries.ts';
import { resolve } from '../picklists/resolve.ts';
import { waitingSentence } from '../picklists/suggest-concepts.ts';
import type { Target } from '../targets/targets.queries.ts';
import { aboutTarget, seenTarget } from './registry/access.ts';
import { compareTargets, reconcileTasks } from './registry/compare.ts';
import { type Answer, type Caller, mutation, query, done } from './registry/operation.ts';

export const conceptOutput = z.object({ id: z.string().describe('Never changes.'), label: z.string() });
const waitingOutput = z.object({ labels: z.int(), jobs: z.int() });
const decidedOutput = z
  .object({ kind: z.enum(['concepts', 'catch-all', 'nothing']), by: z.string(), at: z.iso.datetime() })
  .nullable();
const entryOutput = z.object({
  key: z.string(),
  label: z.string(),
  state: z.enum(['understood', 'partly', 'not understood', 'catch-all', 'double']),
  standard_entry: z
    .string()
    .nullable()
    .describe('Its id in the public list that the list is or borrows from.'),
  meaning: z.array(conceptOutput),
  unread: z.array(z.string()).describe('Words that nothing is known of, without endings.'),
  decided: decidedOutput.describe('What a person decided at this school.'),
  learned: z.boolean().describe('Two people decided this meaning at two other schools.'),
  suggestions: z.array(
    z.object({
      concept: conceptOutput,
      because: z.string(),
      takes: z.array(z.string()).describe('Up to five labels that the entry would take.'),
      waiting: waitingOutput,
    }),
  ),
});
const listOutput = z.object({
  field: z.string(),
  sentence: z.string(),
  recognized: z.string().nullable().describe('The public list that it is or borrows from.'),
  counts: z.object({
    entries: z.int(),
    understood: z.int(),
    partly: z.int(),
    not_understood: z.int(),
    catch_all: z.int(),
    double: z.int(),
  }),
  open: z.int().describe('Entries that a person has to look at.'),
  entries: z.array(entryOutput),
});

export const listPicklists = query({
  ...aboutTarget('target'),
  name: 'picklist.list',
  permission: 'read',
  summary: 'The picklists of a target as they are now',
  input: z.object({ target: z.string(), field: z.string().optional() }),
  output: z.object({
    items: z.array(
      z.object({
        field: z.string(),
        version: z.int(),
        read_at: z.iso.datetime(),
        entries: z.array(z.object({ key: z.string(), label: z.string() })),
      }),
    ),
  }),
  http: 'GET /picklists',
  run: async ({ db, subject, input }) => {
    const lists = (await versionsOf(db, subject.id, input.field)).filter(({ current }) => current);
    const items = lists.map(({ field, version, readAt, entries }) => ({
      field,
      version,
      read_at: readAt.toISOString(),
      entries: entries.map(({ ikey, ivalue }) => ({ key: ikey, label: ivalue })),
    }));
    return done({ items });
  },
});

export const reportPicklists = query({
  name: 'picklist.report',
  permission: 'read',
  summary: 'Report which entries of a school’s lists are understood, with suggestions for those that are not',
  input: z.object({
    name: z.string().describe('Name of the target'),
    field: z.string().optional().describe('One list only'),
    all: z.boolean().optional().describe('All entries, not only those that are open or decided'),
  }),
  output: z.object({ target: z.string(), items: z.array(listOutput) }),
  http: 'GET /targets/{name}/picklists/report',
  cli: 'picklists NAME [FIELD]',
  ...aboutTarget('name'),
  run: async ({ db, subject: target, input: { field, all = false } }) =>
    done({ target: target.name, items: await reportsOf(db, target, field, all) }),
  text: ({ target, items }) =>
    items.length === 0 ? `No list of ${target} has been read yet.` : items.map(textOf).join('\n\n'),
});

async function reportsOf(db: Db, target: Target, field: string | undefined, all: boolean) {
  const { lists } = await catalogueOf(db, target.id);
  const asked = [...lists.values()].filter((list) => field === undefined || list.field === field);
  const waiting = Map.groupBy(
    await unresolvedIn(db, { targetIds: [target.id] }, { limit: 2_000 }),
    (label) => label.field,
  );
  const own = await meaningsAt(db, target.id);
  const others = await meaningsElsewhere(
    db,
    target.id,
    asked.map(({ field: of, entries }) => ({
      field: of,
      entries: entries.map(({ label }) => ({ ivalue: label })),
    })),
  );
  return asked.flatMap((list) => {
    const ofField = others.filter((one) => one.field === list.field);
    const report = reportList(list, {
      waiting: waiting.get(list.field) ?? [],
      elsewhere: Map.groupBy(ofField, ({ label }) => label),
    });
    return report ? [listToJson(report, own, all)] : [];
  });
}

function listToJson(report: ListReport, own: readonly EntryMeaning[], all: boolean) {
  const { field, standard, entries, counts, open } = report;
  const decisions = new Map(
    own.filter((one) => one.field === field).map((decision) => [decision.label, decision]),
  );
  const shown = entries.map((entry) => entryToJson(entry, decisions.get(foldText(entry.entry.label))));
  return {
    field,
    sentence: reportSentence(report),
    recognized: standard ?? null,
    counts: {
      entries: entries.length,
      understood: counts.understood,
      partly: counts.partly,
      not_understood: counts['not understood'],
      catch_all: counts['catch-all'],
      double: counts.double,
    },
    open,
    entries: shown.filter(
      ({ suggestions, state, decided, learned }) =>
        all || suggestions.length > 0 || state === 'not understood' || decided !== null || learned,
    ),
  };
}

function entryToJson(report: EntryReport, decision: EntryMeaning | undefined): Answer<typeof entryOutput> {
  const { entry, state, idInStandard, meaning, unread, decided, suggestions } = report;
  return {
    key: entry.key,
    label: entry.label,
    state,
    standard_entry: idInStandard ?? null,
    meaning: meaning.map(conceptToJson),
    unread,
    decided: decision
      ? { kind: decision.kind, by: decision.decidedBy, at: decision.decidedAt.toISOString() }
      : null,
    learned: decided?.isLearned === true,
    suggestions: suggestions.map(({ concept, because, takes, waiting }) => ({
      concept: conceptToJson(concept),
      because,
      takes,
      waiting,
    })),
  };
}

export const conceptToJson = ({ id, label }: Concept) => ({ id, label });

function textOf({ field, sentence, entries }: Answer<typeof listOutput>): string {
  const lines = entries.flatMap(({ key, label, state, meaning, decided, learned, suggestions }) => [
    `  ${label} (${key}): ${decided || learned ? `${learned ? 'learned' : 'decided'}, ${meaningText(decided?.kind, meaning)}` : state}`,
    ...suggestions.map(
      ({ concept, because, waiting }, at) =>
        `    ${at + 1} ${concept.id}  ${concept.label}. ${because} ${waitingSentence(waiting)}`,
    ),
  ]);
  const hint = entries.some(({ suggestions }) => suggestions.length > 0)
    ? [`  \`picklists meaning TARGET ${field} KEY CONCEPT\` decides one; --undo takes it back.`]
    : [];
  return [sentence, ...lines, ...hint].join('\n');
}

export function meaningText(
  kind: EntryMeaning['kind'] | undefined,
  meaning: readonly { readonly label: string }[],
) {
  if (kind === 'catch-all') return 'a catch-all';
  return meaning.length === 0 ? 'nothing' : meaning.map(({ label }) => label).join(', ');
}

const meaningOf = z.object({
  name: z.string().describe('Name of the target'),
  field: z.string().describe('The list, like job_function'),
  key: z.string().describe('Key of the entry'),
});
const meaningOutput = z.object({
  target: z.string(),
  field: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(['concepts', 'catch-all', 'nothing']).nullable().describe('Null: no person decides it now.'),
  concepts: z.array(conceptOutput),
  mapped: waitingOutput.describe('Labels that waited and now have an entry, with their jobs.'),
});

type Subject = {
  readonly target: Target;
  readonly label: string;
  readonly decision: EntryMeaning | undefined;
};
type MeaningInput = z.output<typeof meaningOf>;

/** The entry by its key now; or, where the list has lost the key, by that of the decision. */
async function entryOf(caller: Caller & { readonly input: MeaningInput }): Promise<Subject | undefined> {
  const { db, input } = caller;
  const target = await seenTarget(caller, caller.input.name);
  if (target === undefined) return undefined;
  const list = (await catalogueOf(db, target.id)).lists.get(input.field);
  const entry = list?.entries.find(({ key }) => key === input.key);
  const ours = (await meaningsAt(db, target.id)).filter(({ field }) => field === input.field);
  const decision = ours.find((one) => (entry ? one.label === foldText(entry.label) : one.key === input.key));
  const label = entry?.label ?? decision?.label;
  return label === undefined ? undefined : { target, label, decision };
}

const noEntry = ({ name, field, key }: MeaningInput) =>
  `There is no entry ${key} in ${field} of ${name}. \`picklists ${name} ${field}\` shows them.`;

export const setMeaning = mutation({
  name: 'meaning.set',
  permission: 'label',
  summary: 'Decide what an entry of a school’s list means: concepts, a catch-all, or nothing',
  input: meaningOf
    .extend({
      concepts: z.array(z.string()).optional().describe('Concepts, by id or name'),
      catch_all: z
        .boolean()
        .optional()
        .describe('It takes what has no entry of its own; no label is guessed to it'),
      nothing: z.boolean().optional().describe('No label is guessed to it'),
    })
    .refine(
      ({ concepts = [], catch_all, nothing }) =>
        [concepts.length > 0, catch_all === true, nothing === true].filter(Boolean).length === 1,
      { path: ['concepts'], error: 'concepts, a catch-all or nothing was expected, one of the three' },
    ),
  output: meaningOutput,
  http: 'PUT /targets/{name}/picklists/{field}/{key}/meaning',
  cli: 'picklists meaning NAME FIELD KEY [CONCEPTS]…',
  subject: entryOf,
  notFound: noEntry,
  run: async (call) => {
    const { db, clock, actor, subject, input } = call;
    const { target, label } = subject;
    const { field, key, concepts: asked = [], catch_all: isCatchAll } = input;
    const all = shippedKnowledge.concepts(field);
    const found = asked.map((text) => conceptNamed(all, text));
    const unknown = asked.filter((_, at) => found[at] === undefined);
    if (unknown.length > 0)
      return {
        kind: 'invalid',
        errors: unknown.map((text) => ({
          field: 'concepts',
          message: `there is no concept ${text} of ${field}`,
          isUnknown: true,
        })),
      };
    const concepts = found.filter((concept) => concept !== undefined);
    const kind = isCatchAll ? 'catch-all' : concepts.length > 0 ? 'concepts' : 'nothing';
    const mapped = await labelsMapped(db, target, field, () =>
      keepMeaning(db, {
        targetId: target.id,
        field,
        label: foldText(label),
        key,
        kind,
        concepts: concepts.map(({ id }) => id).toSorted(),
        decidedBy: actor.name,
        decidedAt: clock.now(),
      }),
    );
    const value = { target: target.name, field, key, label, kind, mapped } as const;
    return done({ ...value, concepts: concepts.map(conceptToJson) });
  },
  audit: ({ subject: { target, label, decision }, value: { field, key, kind, concepts } }) => ({
    subject: `target:${target.name}`,
    detail: { field, key, label, kind, concepts: concepts.map(({ id }) => id), ...before(decision) },
  }),
  tasks: ({ subject: { target } }) => reconcileTasks([target]),
  text: ({ label, kind, concepts, mapped }) =>
    `“${label}” means ${meaningText(kind ?? undefined, concepts)}. ${mappedText(mapped)}`,
});

export const undoMeaning = mutation({
  name: 'meaning.undo',
  permission: 'label',
  summary: 'Take back what a person decided that an entry means',
  input: meaningOf,
  output: meaningOutput,
  http: 'DELETE /targets/{name}/picklists/{field}/{key}/meaning',
  cli: 'picklists meaning NAME FIELD KEY',
  subject: async (call) => {
    const found = await entryOf(call);
    return found?.decision && { ...found, decision: found.decision };
  },
  notFound: ({ name, field, key }) => `Nobody decided what ${key} of ${field} means at ${name}.`,
  run: async ({ db, subject: { target, label, decision }, input: { field, key } }) => {
    const mapped = await labelsMapped(db, target, field, () => removeMeaning(db, decision));
    return done({ target: target.name, field, key, label, kind: null, concepts: [], mapped });
  },
  audit: ({ subject: { target, label, decision }, value: { field, key } }) => ({
    subject: `target:${target.name}`,
    detail: { field, key, label, ...before(decision) },
  }),
  tasks: ({ subject: { target } }) => reconcileTasks([target]),
  text: ({ label, mapped }) => `“${label}” is read by itself again. ${mappedText(mapped)}`,
});

const mappedText = ({ labels, jobs }: z.output<typeof waitingOutput>) =>
  `It maps ${labels} ${labels === 1 ? 'label' : 'labels'} of ${jobs} ${jobs === 1 ? 'job' : 'jobs'}.`;

const before = (decision: EntryMeaning | undefined) =>
  decision ? { before: { kind: decision.kind, concepts: decision.concepts } } : {};

/** A concept by its id (`work.tax`), the name after the dot, or its label in any case. */
function conceptNamed(concepts: readonly Concept[], text: string): Concept | undefined {
  const words = foldText(text);
  return (
    concepts.find(({ id, name }) => id === text || name === text) ??
    concepts.find(({ label }) => foldText(label) === words)
  );
}

/** How many of the labels that wait have an entry after a change, with their jobs; the target is compared soon. */
async function labelsMapped(db: Db, target: Target, field: string, change: () => Promise<void>) {
  await change();
  await compareTargets(db, [target]);
  const list = (await catalogueOf(db, target.id)).lists.get(field);
  const aliases = (await aliasesFor(db, target.id)).get(field) ?? noAliases;
  const waiting = await unresolvedIn(db, { targetIds: [target.id], field }, { limit: 2_000 });
  const mapped = list
    ? waiting.filter(({ label }) => resolve({ field, labels: [label] }, list, aliases).keys.length > 0)
    : [];
  return { labels: mapped.length, jobs: mapped.reduce((sum, { jobs }) => sum + jobs, 0) };
}
