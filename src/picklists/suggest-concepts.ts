import { plural } from '../core/numbers.ts';
import { foldText } from '../core/text.ts';
import type { Concept, Knowledge } from './knowledge.ts';
import { nearestEntries } from './match/picklist-nearest.ts';
import type { Decided, Picklist } from './picklist-types.ts';
import { stemmed, stemmedPhrase } from './picklist-tokens.ts';

/** A label that jobs have and that a list has no entry for. */
export type Waiting = { readonly label: string; readonly jobs: number };

/** A meaning that an entry may have, for a person to choose. */
export type Suggestion = {
  readonly concept: Concept;
  /** Why it is offered, a sentence. */
  readonly because: string;
  /** Up to five labels that the entry would take: those that wait, then known ones. */
  readonly takes: readonly string[];
  /** Labels that wait and would get this entry, with their jobs. */
  readonly waiting: { readonly labels: number; readonly jobs: number };
};

type Facts = {
  readonly waiting?: readonly Waiting[];
  readonly elsewhere?: ReadonlyMap<string, readonly Decided[]>;
  readonly knowledge: Knowledge;
};

const MOST = 3;

/**
 * At most three meanings of an entry, best first: what other schools decided, what shares its words, what labels mean that wait,
 * and what looks alike. For people, never for mapping.
 */
export function suggestConcepts(
  label: string,
  { field, reader }: Pick<Picklist, 'field' | 'reader'>,
  { waiting = [], elsewhere = new Map(), knowledge }: Facts,
): Suggestion[] {
  const concepts = new Map(knowledge.concepts(field).map((concept) => [concept.id, concept]));
  const meantBy = waiting.map((one) => ({ ...one, names: namesIn(reader, one.label) }));
  const found = new Map<string, string>();
  const offer = (id: string, because: string) => {
    if (found.size < MOST && !found.has(id)) found.set(id, because);
  };
  for (const { concepts: ids } of elsewhere.get(foldText(label)) ?? [])
    for (const id of ids) offer(id, 'Another school decided so for an entry of this name.');
  for (const { id, phrase } of bySharedWords(label, field, knowledge))
    offer(id, `It shares words with “${phrase}”.`);
  for (const { label: waits, names } of meantBy.toSorted((a, b) => b.jobs - a.jobs))
    for (const { id, name } of concepts.values())
      if (names[0] === name) offer(id, `Jobs wait with “${waits}”, which means this.`);
  if (found.size < MOST)
    for (const { entry, likeness } of nearestEntries(label, [...concepts.values()]))
      if (likeness >= 0.5) offer(entry.id, `Its name looks like “${entry.label}”.`);
  return [...found].flatMap(([id, because]) => {
    const concept = concepts.get(id);
    if (concept === undefined || isVeto(concept)) return [];
    const taken = meantBy.filter(({ names }) => names.includes(concept.name));
    const known = knowledge.phrases(field).get(id) ?? [];
    const takes = [...new Set([...taken.map((one) => one.label), ...known])].slice(0, 5);
    const jobs = taken.reduce((sum, one) => sum + one.jobs, 0);
    return [{ concept, because, takes, waiting: { labels: taken.length, jobs } }];
  });
}

/** `3 labels of 41 jobs wait for it.` */
export function waitingSentence({ labels, jobs }: Suggestion['waiting']): string {
  return labels === 0
    ? 'No label waits for it.'
    : `${plural(labels, 'label')} of ${plural(jobs, 'job')} ${labels === 1 ? 'waits' : 'wait'} for it.`;
}

/** The concept of a label and, at most two steps up, what it may be filed under. */
function namesIn(reader: Picklist['reader'], label: string): string[] {
  const readings = reader?.readLabel(label, {}) ?? [];
  if (reader === undefined || readings.length !== 1) return [];
  return readings.flatMap(({ concept }) =>
    reader.upwards(concept).flatMap((up) => (up.distance <= 2 ? [up.concept] : [])),
  );
}

/** Concepts with a phrase that has words of the label: rare words weigh more than common ones, words in common against all. */
function bySharedWords(label: string, field: string, knowledge: Knowledge) {
  const { byWord, weightOf } = wordsOf(field, knowledge);
  const mine = new Set(stemmed(label).split(' '));
  const total = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0);
  const best = new Map<string, { readonly id: string; readonly phrase: string; readonly score: number }>();
  for (const { id, phrase, words } of new Set([...mine].flatMap((word) => byWord.get(word) ?? []))) {
    const score = total(words.intersection(mine)) / total(words.union(mine));
    if (score > (best.get(id)?.score ?? 0)) best.set(id, { id, phrase, score });
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score).filter(({ score }) => score >= 0.1);
}

type KnownPhrase = { readonly id: string; readonly phrase: string; readonly words: ReadonlySet<string> };
type Words = {
  readonly byWord: ReadonlyMap<string, readonly KnownPhrase[]>;
  readonly weightOf: (word: string) => number;
};

const prepared = new WeakMap<Knowledge, Map<string, Words>>();

function wordsOf(field: string, knowledge: Knowledge): Words {
  const ofFields = prepared.get(knowledge) ?? new Map<string, Words>();
  prepared.set(knowledge, ofFields);
  const known = ofFields.get(field);
  if (known) return known;
  const phrases = [...knowledge.phrases(field)].flatMap(([id, texts]) =>
    texts.map((phrase): KnownPhrase => ({ id, phrase, words: new Set(stemmedPhrase(phrase).split(' ')) })),
  );
  const byWord = new Map<string, KnownPhrase[]>();
  for (const phrase of phrases)
    for (const word of phrase.words) {
      const group = byWord.get(word);
      if (group) group.push(phrase);
      else byWord.set(word, [phrase]);
    }
  const weightOf = (word: string) => Math.log(1 + phrases.length / (1 + (byWord.get(word)?.length ?? 0)));
  const words = { byWord, weightOf };
  ofFields.set(field, words);
  return words;
}

/** Known to be none of the field's: no meaning to choose. */
const isVeto = ({ name }: Concept) => name.startsWith('not-');
