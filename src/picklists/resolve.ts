import { fold, foldText } from '../core/text.ts';
import type { PicklistKey } from '../soap/types.ts';
import { type Aliases, type DecidedEntry, findReorderedAlias } from './picklist-aliases.ts';
import { byMeaning } from './match/by-meaning.ts';
import { nameOf, shippedKnowledge } from './knowledge.ts';
import { bySpelling, byTokens } from './match/by-tokens.ts';
import type { Answer, Reason, Step } from './match/ranking.ts';
import type { Context, Entry, FieldReader, Picklist } from './picklist-types.ts';
import { withoutGaps, stemmed, weighTokens } from './picklist-tokens.ts';

/** What the labels of one field of one job mean in one target's picklist (M1 to M7). */
export type Resolution = {
  readonly field: string;
  /** The keys to send, each once, in the order of the labels. */
  readonly keys: readonly PicklistKey[];
  /** One for each label, and one more for the title or the feed's default when those had to answer. */
  readonly labels: readonly LabelResolution[];
};

export type LabelResolution = {
  readonly label: string;
  readonly keys: readonly PicklistKey[];
  readonly step: Step;
  readonly score: number;
  readonly runnerUp?: { readonly key: PicklistKey; readonly score: number };
  /** Why it has no keys. */
  readonly reason?: Reason;
  /** Keys that the label had in an earlier version of the list and that are gone: its jobs wait for a person (M1). */
  readonly vanished?: readonly PicklistKey[];
};

/** A guess (steps 6 to 8) counts from this score on and with this distance to the next one (M3). */
const enough = { score: 0.8, gap: 0.1 };

export type Question = {
  readonly field: string;
  readonly labels: readonly string[];
  readonly context?: Context;
  /** Whether a label may mean several entries (`Sales and Marketing`), the default, or must mean one. */
  readonly perLabel?: 'several' | 'one';
};

/** Resolves the labels of a field; pure, and the same question always has the same answer. */
export function resolve(question: Question, picklist: Picklist, aliases: Aliases): Resolution {
  const { field, context = {} } = question;
  const found = question.labels.map((label, index) => {
    const otherLabels = question.labels.filter((_, other) => other !== index);
    return resolveOrMiss({ ...question, context: { ...context, otherLabels } }, label, picklist, aliases);
  });
  const labels = found.some(({ keys }) => keys.length > 0)
    ? found
    : [...found, ...lastResorts(question, context, picklist, aliases)];
  return { field, keys: [...new Set(labels.flatMap(({ keys }) => keys))], labels };
}

/** A label whose own entry is gone gets no other one by guess, only what is exact or decided. */
function resolveOrMiss(question: Question, label: string, picklist: Picklist, aliases: Aliases) {
  const found = resolveLabel(question, label, picklist, aliases);
  const isSettled = found.step === 'key' || found.step === 'label' || found.step.startsWith('alias');
  if (picklist.gone === undefined || isSettled) return found;
  const before = resolveLabel(question, label, picklist.gone, aliases);
  if (before.keys.length === 0 || before.score < found.score) return found;
  return { ...unresolved(label, 'vanished'), vanished: before.keys };
}

function resolveLabel(
  { context = {}, perLabel = 'several' }: Question,
  label: string,
  picklist: Picklist,
  aliases: Aliases,
): LabelResolution {
  const { reader } = picklist;
  const settled = exact(label, picklist, aliases);
  const overruled = settled?.step !== 'alias' && reader?.isOverruled?.(label, context) === true;
  if (settled && !overruled) return settled;
  if (saysNothing(label)) return unresolved(label, 'says_nothing');
  const answer =
    learnt(reader, label, picklist, aliases) ??
    meant(reader, label, context, picklist) ??
    guessed(reader, label, context, picklist);
  if (answer === undefined) return unresolved(label, whyNone(label, context, picklist));
  const judged = judge(label, answer, perLabel);
  return judged.reason === 'tie' ? untied(judged, answer, context, picklist) : judged;
}

/** Of two entries that fit alike, the one with the label's own words or figures, or the one that the title names. */
function untied(
  tied: LabelResolution,
  { keys, runnerUp }: Answer,
  context: Context,
  picklist: Picklist,
): LabelResolution {
  const own = byOwnWords(tied.label, keys, picklist);
  if (own) return { label: tied.label, step: 'words', keys: [own.key], score: tied.score };
  const named = byTitle([], context, picklist)?.keys[0];
  const isRival = named !== undefined && (keys.includes(named) || named === runnerUp?.key);
  return isRival ? { label: tied.label, step: 'title', keys: [named], score: tied.score } : tied;
}

/** Of the entries that mean what the first one means: the only one with the label as a part (`Spring Week / Insight Day`), or with its figures (`Co-op - 4 months`). */
function byOwnWords(label: string, [key]: readonly PicklistKey[], { meant }: Picklist): Entry | undefined {
  const first = meant.find(({ entry }) => entry.key === key);
  const alike = meant.filter(({ readings }) =>
    readings.some(({ concept }) => first?.readings.some((own) => own.concept === concept)),
  );
  const [figures, words] = [figuresOf(label), stemmed(label)];
  const own = alike.filter(({ entry }) =>
    figures === ''
      ? entry.label.split('/').some((part) => stemmed(part) === words)
      : figuresOf(entry.label) === figures,
  );
  return own.length === 1 ? own[0]?.entry : undefined;
}

/** Each figure with the first letter of its unit: `4-month` and `4 months` are alike. */
const figuresOf = (text: string): string =>
  [...text.toLowerCase().matchAll(/(\d+)\W{0,2}(\p{L}?)/gu)]
    .map(([, figure, unit]) => `${figure}${unit}`)
    .join(' ');

/** What two people at two other schools decided about the label, a little less sure than what is decided here. */
function learnt(
  reader: FieldReader | undefined,
  label: string,
  picklist: Picklist,
  { learned }: Aliases,
): Answer | undefined {
  const concept = learned.get(foldText(label));
  return reader && concept !== undefined
    ? byMeaning(reader, [{ concept: nameOf(concept), cover: 0.92 }], 'learned', picklist, label)
    : undefined;
}

/** Steps 4 (shipped synonyms), 5 and the sure part of 6: what the label means. */
function meant(
  reader: FieldReader | undefined,
  label: string,
  context: Context,
  picklist: Picklist,
): Answer | undefined {
  if (reader === undefined) return undefined;
  const named = picklist.named && namedBy(label, picklist.named);
  if (named) return named.entry && { step: 'synonym', keys: [named.entry.key], score: 0.98 };
  return (
    byMeaning(reader, reader.readCode?.(label) ?? [], 'crosswalk', picklist, label) ??
    byMeaning(reader, reader.readLabel(label, context), undefined, picklist, label)
  );
}

/** The entry for a title by name, its brackets aside; for several between slashes, the one that all are. */
function namedBy(label: string, named: NonNullable<Picklist['named']>) {
  const whole = [label, label.replaceAll(/\([^()]*\)/g, ' ')].map(stemmed).find((words) => named.has(words));
  if (whole !== undefined) return { entry: named.get(whole) };
  const [first, ...others] = label.split('/').map((part) => named.get(stemmed(part)));
  return first && others.every((other) => other === first) ? { entry: first } : undefined;
}

/** Steps 6 and 7 on bare words. A label that is understood and has no entry is not misspelt: Iceland is not Ireland. */
function guessed(
  reader: FieldReader | undefined,
  label: string,
  context: Context,
  picklist: Picklist,
): Answer | undefined {
  const readings = reader?.readLabel(label, context) ?? [];
  if (readings.length > 0 && readings.every(({ cover }) => cover >= 0.999)) return undefined;
  if (shippedKnowledge.says('denial', label)) return undefined;
  const guesses = reader?.guesses ?? { words: true, spelling: true };
  return (
    (guesses.words ? byTokens(label, picklist) : undefined) ??
    (guesses.spelling ? bySpelling(label, picklist) : undefined)
  );
}

/** Rule M3. */
function judge(label: string, answer: Answer, perLabel: 'several' | 'one'): LabelResolution {
  const gap = answer.score - (answer.runnerUp?.score ?? 0);
  const reason: Reason | undefined = answer.isComposite
    ? 'composite'
    : answer.score < enough.score
      ? 'weak'
      : gap < enough.gap
        ? 'tie'
        : perLabel === 'one' && answer.keys.length > 1
          ? 'composite'
          : undefined;
  return reason === undefined ? { label, ...answer } : { label, ...answer, keys: [], reason };
}

/** Why no entry came into question at all. */
function whyNone(label: string, context: Context, picklist: Picklist): Reason {
  const { reader, plain } = picklist;
  if (reader?.isVoid?.(label)) return 'scope';
  if ((reader?.readLabel(label, context) ?? []).length > 0) return 'list_has_none';
  if (shippedKnowledge.says('denial', label)) return 'scope';
  const words = weighTokens(label);
  const sharesWord = plain.some(({ weights }) => words.keys().some((word) => weights.has(word)));
  return sharesWord ? 'only_shared_word' : 'unknown_label';
}

/** Steps 1 to 4: exact key, exact label, this target's alias, everyone's alias. */
function exact(label: string, picklist: Picklist, aliases: Aliases): LabelResolution | undefined {
  const words = foldText(label);
  const ofTarget = aliases.ofTarget.get(words);
  const known = (step: Step, keys: readonly PicklistKey[]) => ({ label, keys, step, score: 1 });
  const entry = picklist.byKey.get(fold(label));
  if (entry && !ofTarget) return known('key', [entry.key]);
  const same = picklist.byLabel.get(words) ?? picklist.byLetters.get(withoutGaps(label));
  if (same && !ofTarget) return known('label', [same.key]);
  const decided = ofTarget ?? findReorderedAlias(aliases.ofTarget, label);
  if (decided) {
    const alive = decided.flatMap((one) => entryNow(one, picklist)?.key ?? []);
    if (alive.length > 0 || decided.length === 0) return known('alias', alive);
  }
  const forAll = (aliases.forAll.get(words) ?? findReorderedAlias(aliases.forAll, label))?.flatMap(
    (name) => picklist.byLabel.get(foldText(name))?.key ?? [],
  );
  return forAll && forAll.length > 0 ? known('aliasForAll', forAll) : undefined;
}

/** The entry that a person chose, whatever its key is now: the one with its key while that has its name, else the one that has or had the name (rule M1). */
function entryNow({ key, label }: DecidedEntry, { byKey, byLabel }: Picklist): Entry | undefined {
  const same = byKey.get(fold(key));
  const name = foldText(label ?? same?.label ?? '');
  return same && foldText(same.label) === name ? same : byLabel.get(name);
}

/** Steps 8 and 9: the job's title, then the feed's default. */
function lastResorts(
  { field, labels, perLabel = 'several' }: Question,
  context: Context,
  picklist: Picklist,
  aliases: Aliases,
): LabelResolution[] {
  const named = byTitle(labels, context, picklist);
  if (named !== undefined) return [named];
  if (context.fallback === undefined) return [];
  const answer = resolveLabel({ field, labels: [], context, perLabel }, context.fallback, picklist, aliases);
  return [answer.keys.length > 0 ? { ...answer, step: 'default' } : answer];
}

/**
 * The entry that the title names. It replaces labels that say nothing, and chooses among the entries below a broad label
 * (`Engineering`, "Civil Engineer"). Where a label says something else or something unknown, it does not answer: it never overturns one.
 */
function byTitle(labels: readonly string[], context: Context, picklist: Picklist) {
  const { reader } = picklist;
  if (reader?.guesses.title !== true || context.title === undefined) return undefined;
  const head = headOfTitle(context.title);
  const title = reader.ofTitle?.(head) ?? head;
  const readings = reader.readLabel(title, context);
  const answer = byMeaning(reader, readings, 'title', picklist, title);
  const judged = answer && judge(context.title, answer, 'one');
  if (judged === undefined || judged.keys.length === 0) return undefined;
  const speaking = labels.filter((label) => !saysNothing(label));
  const isBelow = (label: string) =>
    reader
      .readLabel(label, context)
      .some(({ concept: broad }) =>
        readings.every(({ concept }) => reader.upwards(concept).some((up) => up.concept === broad)),
      );
  return speaking.length === 0 || speaking.some(isBelow) ? judged : undefined;
}

/** `Now hiring: Senior Buyer (Aerospace) - Bristol, CT` is a senior buyer: what follows a dash or has brackets names place or team. */
const headOfTitle = (title: string): string =>
  title
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/^[^:]{1,20}:\s/, '')
    .replace(/\s[-–—|]\s.*$/u, '')
    .trim();

function unresolved(label: string, reason: Reason): LabelResolution {
  return { label, keys: [], step: 'unresolved', score: 0, reason };
}

/** What sources write where they have nothing to say; not `none`, which is a degree level of some lists. */
const saysNothing = (label: string): boolean =>
  foldText(label) === '' || shippedKnowledge.says('nothing', label);
