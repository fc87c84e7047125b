import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { nearestEntries } from '../picklists/match/picklist-nearest.ts';
import {
  countUnresolved,
  currentEntries,
  decisionsAt,
  type Entry,
  type LabelQuestion,
  type Unresolved,
  unresolvedIn,
  learnedLabels,
  writesLabel,
} from '../picklists/picklists.queries.ts';
import { labelDecision, forgetLabelDecision, keepLabelDecision } from '../picklists/picklists.repository.ts';
import { isUnlimited } from '../platform/accounts/permissions.ts';
import { takeBackListings } from '../publishing/intents.repository.ts';
import { activeTargets, type Target } from '../targets/targets.queries.ts';
import { noTarget, type Seen, seenBy } from './registry/access.ts';
import { reconcileTasks } from './registry/compare.ts';
import { type Audited, type Call, type Failure, mutation, query, done } from './registry/operation.ts';
import { columns, listText } from './registry/operation-text.ts';
import { compareLearners, conceptsOfEntries } from './learned.operations.ts';
import { listInput, pageOf } from './registry/paging.ts';

/** A label that waits, with the entries that its spelling is nearest to. */
export type LabelRow = Unresolved & {
  readonly suggestions: readonly (Entry & { readonly score: number })[];
  readonly entries: readonly Entry[];
};

/** Entries that a label may mean, nearest first: the same ones wherever a person sees it. */
export function suggestionsFor(label: string, entries: readonly Entry[]): LabelRow['suggestions'] {
  const near = nearestEntries(label, entries);
  return near.map(({ entry, likeness }) => ({ ...entry, score: Math.round(likeness * 100) / 100 }));
}

/** From this score on a suggestion is chosen for the reader; nothing is decided by it. */
const ENOUGH = 0.5;

/** The first suggestion, where it is good enough and nearer than the next by a tenth, as in rule M3. */
export const chosenOf = ([first, second]: LabelRow['suggestions'], above = ENOUGH) =>
  first && first.score >= above && first.score - (second?.score ?? 0) >= 0.1 ? first : undefined;

/** Labels that are decided at once, at most. */
const AT_ONCE = 500;

/** Labels that wait for an entry, the one that blocks most first. */
export async function labelRows(
  db: Db,
  question: LabelQuestion,
  page: { readonly limit: number; readonly offset?: number },
): Promise<readonly LabelRow[]> {
  const waiting = await unresolvedIn(db, question, page);
  const entriesOf = await currentEntries(db, waiting);
  return waiting.map((one) => {
    const entries = entriesOf(one);
    return { ...one, entries, suggestions: suggestionsFor(one.label, entries) };
  });
}

export { countUnresolved, decisionsAt, type Entry };

/** The lists that decisions are about, at targets that the actor sees. */
function listsOf(
  targets: Seen['targets'],
  decisions: readonly { readonly target?: string | null; readonly field: string }[],
) {
  return decisions.flatMap(({ target: name, field }) => {
    const target = targets.find((one) => one.name === name);
    return target === undefined ? [] : [{ targetId: target.id, field }];
  });
}

export const named = ({ targets }: Pick<Seen, 'targets'>, name: string | undefined) =>
  targets.find((one) => one.name === name);

const rowOutput = z.object({
  target: z.string(),
  field: z.string(),
  label: z.string(),
  jobs: z.int(),
  blocked: z.int(),
  suggestion: z.object({ key: z.string(), label: z.string(), score: z.number() }).nullable(),
});

export const listLabels = query({
  name: 'label.list',
  permission: 'read',
  summary: 'List labels without an entry, the one that blocks most first',
  input: z.object({ ...listInput, target: z.string().optional().describe('Only labels at this target') }),
  output: pageOf(rowOutput),
  http: 'GET /labels',
  cli: 'labels [TARGET]',
  notFound: ({ target }, call) => noTarget(target, call),
  subject: async ({ db, actor, input }) => {
    const seen = await seenBy(db, actor);
    const target = named(seen, input.target);
    if (input.target !== undefined && target === undefined) return undefined;
    return target ? { targetIds: [target.id] } : seen.sight;
  },
  run: async ({ db, input, subject }) => {
    // Labels have no number of their own: the cursor counts them.
    const offset = input.cursor ?? 0;
    const found = await labelRows(db, subject, { limit: input.limit + 1, offset });
    const items = found.slice(0, input.limit).map(rowToJson);
    return done({ items, next: found.length > input.limit ? String(offset + input.limit) : null });
  },
  text: ({ items }) =>
    listText(
      items,
      'Every label has an entry.',
      ['Target', 'Field', 'Label', 'Jobs', 'Blocked', 'Suggestion', 'Score'],
      ({ target, field, label, jobs, blocked, suggestion }) => [
        target,
        field,
        label,
        jobs,
        blocked,
        suggestion === null ? '–' : `${suggestion.label} (${suggestion.key})`,
        suggestion?.score.toFixed(2) ?? '–',
      ],
    ),
});

function rowToJson({ target, field, label, jobs, blocked, suggestions }: LabelRow) {
  return { target, field, label, jobs, blocked, suggestion: suggestions[0] ?? null };
}

export const choice = {
  target: z.string(),
  field: z.string(),
  label: z.string(),
  key: z.string().optional().describe('Key of the entry; absent: the label means none of the entries'),
};
export const everywhere = z
  .boolean()
  .default(false)
  .describe('At every target with an entry of that name, not at this one alone');

export function noEntry(field: string, list: string, target: string): Failure {
  return { kind: 'invalid', errors: [{ field, message: `must be a key of ${list} at ${target}` }] };
}

type Choice = {
  readonly target: string;
  readonly field: string;
  readonly label: string;
  readonly key?: string | undefined;
};
type Deciding = Pick<Call<unknown, Seen>, 'db' | 'clock' | 'actor' | 'subject'>;

/** Keeps decisions; why the first that cannot be kept is not. */
async function decide(
  { db, clock, actor, subject }: Deciding,
  decisions: readonly Choice[],
  all: boolean,
  place: (index: number) => string,
): Promise<Failure | undefined> {
  if (all && !isUnlimited(actor.limits))
    return { kind: 'forbidden', detail: `${actor.name} is limited to some targets.` };
  const at = clock.now();
  const learned = await learnedLabels(db);
  const entriesOf = await currentEntries(db, listsOf(subject.targets, decisions));
  const conceptAt = conceptsOfEntries(db);
  for (const [index, { target: name, field, label, key }] of decisions.entries()) {
    const target = named(subject, name);
    if (target === undefined) return { kind: 'not_found', detail: await noTarget(name, { db, actor }) };
    const kept = { field, label, by: actor.name, at };
    // That a label means nothing is a decision about one list.
    if (key === undefined) {
      const there = all ? await activeTargets(db) : [target];
      for (const { id } of there) await keepLabelDecision(db, { ...kept, targetId: id, keys: [] });
      continue;
    }
    const entry = entriesOf({ targetId: target.id, field }).find((one) => one.key === key);
    if (entry === undefined) return noEntry(place(index), field, name);
    const concept = await conceptAt(target.id, field, key);
    const there = { targetId: target.id, keys: [entry.key], names: [entry.label], concept };
    await keepLabelDecision(db, { ...kept, ...(all ? { keys: [entry.label] } : there) });
  }
  await compareLearners(db, learned, await touchedBy(db, subject, decisions, all));
  return undefined;
}

async function touchedBy(
  db: Db,
  seen: Pick<Seen, 'targets'>,
  decisions: readonly { readonly target?: string | undefined }[],
  all: boolean,
): Promise<readonly Target[]> {
  if (all || decisions.some(({ target }) => target === undefined)) return activeTargets(db);
  return seen.targets.filter(({ name }) => decisions.some(({ target }) => target === name));
}

const decidedOutput = z.object({ ...choice, key: z.string().nullable() });
const decidedAt = z.iso.datetime().describe('Names these decisions, for `decided` of the page');
const toJson = ({ target, field, label, key }: Choice) => ({ target, field, label, key: key ?? null });
const tasksOf = (
  targets: Seen['targets'],
  decisions: readonly { readonly target?: string | undefined }[],
  all = false,
) => reconcileTasks(targets.filter(({ name }) => all || decisions.some(({ target }) => target === name)));

type Undone = { target?: string; field: string; label: string; before?: string | null };
const undoing = (decisions: readonly Undone[]) => ({ name: 'label.undo', input: { decisions } });

/** Takes decisions back to what they changed; undefined where that was no single entry of one target. */
async function undoOf(db: Db, seen: Seen, decisions: readonly Choice[], all: boolean) {
  const undone: Undone[] = [];
  for (const { target: name, field, label, key } of decisions) {
    const one = all && key !== undefined ? undefined : named(seen, name);
    for (const target of all && key === undefined ? await activeTargets(db) : [one]) {
      const keys = await labelDecision(db, { targetId: target?.id, field, label });
      if (keys && (target === undefined || keys.length > 1)) return undefined;
      const before = keys && (keys[0] ?? null);
      if (before !== (key ?? null))
        undone.push({ field, label, ...present({ target: target?.name, before }) });
    }
  }
  return undoing(undone);
}

/** A decision that is sent twice is one. */
const auditOf = (undo: ReturnType<typeof undoing> | undefined, subject: string, detail: Audited['detail']) =>
  undo?.input.decisions.length === 0 ? [] : { subject, detail, ...present({ undo }) };

export const mapLabel = mutation({
  name: 'label.map',
  permission: 'label',
  summary: 'Decide what a label means at a target, or at every target with an entry of that name',
  input: z.object({ ...choice, everywhere }),
  output: z.object({ field: z.string(), label: z.string(), key: z.string().nullable() }),
  http: 'POST /labels',
  notFound: ({ target }, call) => noTarget(target, call),
  subject: async ({ db, actor, input }) => {
    const seen = await seenBy(db, actor);
    return named(seen, input.target) && { ...seen, undo: await undoOf(db, seen, [input], input.everywhere) };
  },
  run: async (call) => {
    const { field, label, key, everywhere: all } = call.input;
    const failed = await decide(call, [call.input], all, () => 'key');
    return failed ?? done({ field, label, key: key ?? null });
  },
  audit: ({ subject: { undo }, input: { target, field, label, key, everywhere: all } }) =>
    auditOf(undo, all ? 'labels' : `target:${target}`, { field, label, key: key ?? 'none' }),
  tasks: ({ subject, input }) => tasksOf(subject.targets, [input], input.everywhere),
});

export const decideLabels = mutation({
  name: 'label.decide',
  permission: 'label',
  summary: 'Decide what several labels mean, together',
  input: z.object({ decisions: z.array(z.object(choice)).min(1).max(AT_ONCE), everywhere }),
  output: z.object({ items: z.array(decidedOutput), decided_at: decidedAt }),
  http: 'POST /labels/decide',
  subject: async ({ db, actor, input }) => {
    const seen = await seenBy(db, actor);
    return { ...seen, undo: await undoOf(db, seen, input.decisions, input.everywhere) };
  },
  run: async (call) => {
    const { decisions, everywhere: all } = call.input;
    const failed = await decide(call, decisions, all, (index) => `decisions.${index}.key`);
    const value = { items: decisions.map(toJson), decided_at: call.clock.now().toISOString() };
    return failed ?? done(value);
  },
  audit: ({ value: { items }, subject: { undo } }) => auditOf(undo, 'labels', { decisions: items }),
  tasks: ({ subject, input: { decisions, everywhere: all } }) => tasksOf(subject.targets, decisions, all),
});

export const acceptLabels = mutation({
  name: 'label.accept',
  permission: 'label',
  summary: 'Accept the suggested entry of each label that has a good one',
  input: z.object({
    target: z.string().optional().describe('Only labels at this target'),
    above: z.coerce.number().min(0).max(1).default(ENOUGH).describe('Lowest score of a suggestion, 0 to 1'),
  }),
  output: z.object({ items: z.array(decidedOutput), decided_at: decidedAt }),
  http: 'POST /labels/accept',
  cli: 'labels accept',
  notFound: ({ target }, call) => noTarget(target, call),
  subject: async ({ db, actor, input }) => {
    const seen = await seenBy(db, actor);
    return input.target === undefined || named(seen, input.target) ? seen : undefined;
  },
  run: async (call) => {
    const { db, input, subject, clock } = call;
    const target = named(subject, input.target);
    const question = target ? { targetIds: [target.id] } : subject.sight;
    const rows = await labelRows(db, question, { limit: AT_ONCE });
    const decisions = rows.flatMap(({ target: at, field, label, suggestions }) => {
      const key = chosenOf(suggestions, input.above)?.key;
      return key === undefined ? [] : [{ target: at, field, label, key }];
    });
    const failed = await decide(call, decisions, false, () => 'above');
    const decided_at = clock.now().toISOString();
    return failed ?? done({ items: decisions.map(toJson), decided_at });
  },
  audit: ({ value: { items } }) =>
    items.length === 0
      ? []
      : {
          subject: 'labels',
          detail: { decisions: items },
          undo: undoing(items.map(({ target, field, label }) => ({ target, field, label }))),
        },
  tasks: ({ subject, value }) => tasksOf(subject.targets, value.items),
  text: ({ items }) =>
    items.length === 0
      ? 'No label has a suggestion with that score. `labels` lists them.'
      : [
          `${plural(items.length, 'label')} decided. Schools are compared within a minute.`,
          columns(
            ['Target', 'Field', 'Label', 'Key'],
            items.map(({ target, field, label, key }) => [target, field, label, key ?? '–']),
          ),
        ].join('\n'),
});

export const undoLabels = mutation({
  name: 'label.undo',
  permission: 'label',
  summary: 'Take decisions about labels back; jobs that got an entry by them are updated',
  input: z.object({
    decisions: z
      .array(
        z.object({
          target: z.string().optional().describe('Absent: the decision for every target'),
          field: z.string(),
          label: z.string(),
          before: choice.key.nullable().describe('What it meant there before, decided again; null: no entry'),
        }),
      )
      .min(1)
      .max(AT_ONCE),
  }),
  output: z.object({ removed: z.int() }),
  http: 'POST /labels/undo',
  subject: async ({ db, actor }) => seenBy(db, actor),
  run: async (call) => {
    const { db, clock, actor, subject } = call;
    const { decisions } = call.input;
    if (decisions.some(({ target }) => target === undefined) && !isUnlimited(actor.limits))
      return { kind: 'forbidden', detail: `${actor.name} is limited to some targets.` };
    const learned = await learnedLabels(db);
    let removed = 0;
    for (const { target: name, field, label } of decisions) {
      const target = named(subject, name);
      if (name !== undefined && target === undefined)
        return { kind: 'not_found', detail: await noTarget(name, call) };
      removed += await forgetLabelDecision(db, { targetId: target?.id, field, label });
    }
    const again = decisions.flatMap(({ target, before, ...of }) =>
      target === undefined || before === undefined ? [] : [{ ...of, target, key: before ?? undefined }],
    );
    const failed = await decide(call, again, false, () => 'before');
    if (failed) return failed;
    await compareLearners(db, learned, await touchedBy(db, subject, decisions, false));
    const written = decisions.map(({ field, label }) => writesLabel(field, label));
    await takeBackListings(db, written, clock.now());
    return done({ removed });
  },
  audit: ({ input }) => ({ subject: 'labels', detail: { decisions: input.decisions } }),
  tasks: ({ subject: { targets }, input: { decisions } }) =>
    tasksOf(
      targets,
      decisions,
      decisions.some(({ target }) => target === undefined),
    ),
});
