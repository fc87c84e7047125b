import { skeletonsOf, splitCompounds, withoutEllipsis, type WordKnowledge } from './match/compounds.ts';
import type { Reading } from './picklist-types.ts';
import { cutTokens, partsOf, stemmedPhrase, type Tokens } from './picklist-tokens.ts';

/**
 * What a field's words mean. A weak phrase counts only when the text says nothing else, one of
 * fashion (`AI`) besides only for an entry that is that phrase; a last one (`operations`, `administration`)
 * says less than what stands before it, and nothing after a word that nobody knows.
 */
export type Vocabulary = WordKnowledge & {
  readonly phrases: ReadonlyMap<string, Phrase>;
  /** What a concept may be filed under when a list does not have it, best first. */
  readonly broader: ReadonlyMap<string, readonly string[]>;
  /** What a concept is confused with and is not: an entry that says the one does not say the other. */
  readonly excluded: ReadonlyMap<string, readonly string[]>;
  /** What a concept takes in (`undergraduate`: the years of study). */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly longest: number;
  /** `not`, `kein`, `sans`: what follows is what the text does not say. */
  readonly negations: ReadonlySet<string>;
};

/** What lies above what. */
export type Tree = Pick<Vocabulary, 'broader' | 'excluded'>;

type Phrase = { readonly concept: string; readonly strength: string };

/** The rows of one field. A phrase that two concepts claim is the first one's. */
export type VocabularyRows = {
  readonly broader: readonly (readonly [from: string, to: string])[];
  readonly excluded: readonly (readonly [from: string, to: string])[];
  readonly oneOf: readonly (readonly [from: string, to: string])[];
  readonly phrases: readonly (Phrase & { readonly phrase: string })[];
  readonly fillers: readonly string[];
  readonly negations: readonly string[];
};

export function prepareVocabulary(rows: VocabularyRows): Vocabulary {
  const phrases = new Map<string, Phrase>();
  for (const { phrase, concept, strength } of rows.phrases) addPhrase(phrases, phrase, { concept, strength });
  const naming = [...phrases].flatMap(([phrase, { strength }]) =>
    weakStrengths.has(strength) || phrase.includes(' ') ? [] : [phrase],
  );
  const cut = [...phrases.keys()].map((phrase) => phrase.split(' '));
  return {
    phrases,
    broader: toEach(rows.broader),
    excluded: toEach(rows.excluded),
    members: toEach(rows.oneOf.map(([from, to]) => [to, from])),
    longest: Math.max(0, ...cut.map((words) => words.length)),
    naming: new Set(naming),
    skeletons: skeletonsOf(naming),
    known: new Set(cut.flat()),
    // They neither make nor break a reading.
    fillers: new Set(rows.fillers.map(stemmedPhrase)),
    negations: new Set(rows.negations.map(stemmedPhrase)),
  };
}

function toEach(pairs: readonly (readonly [from: string, to: string])[]) {
  return new Map(
    [...Map.groupBy(pairs, ([from]) => from)].map(([from, own]) => [from, own.map(([, to]) => to)]),
  );
}

/** The readings without what another of them is known not to be. */
function withoutExcluded({ excluded }: Vocabulary, readings: readonly Reading[]): Reading[] {
  const out = new Set(readings.flatMap(({ concept }) => excluded.get(concept) ?? []));
  return readings.filter(({ concept }) => !out.has(concept));
}

/** The words of a text that no phrase covers and that are no fillers, as stems. */
export function unreadTokens(vocabulary: Vocabulary, text: string): string[] {
  const { words, parts } = splitCompounds(vocabulary, cutTokens(text));
  const spans = findSpans(vocabulary, { words, parts });
  return words.filter(
    (word, at) => !vocabulary.fillers.has(word) && !spans.some(({ from, to }) => at >= from && at < to),
  );
}

/** The concepts a text names, in its order, each with how well its part of the text was understood. */
export function readText(vocabulary: Vocabulary, text: string): Reading[] {
  return readWords(vocabulary, cutTokens(text));
}

/**
 * The same for names of work: of two phrases in one part the last is the head (`Project Accountant` is accounting), and what follows
 * `with`, `for`, `at`, or a teacher's `of` does not count. Words joined by underscores are a list, not a name.
 */
export function readHeads(vocabulary: Vocabulary, written: string): Reading[] {
  const text = withSharedWord(vocabulary, withoutEllipsis(vocabulary, written));
  const isList = text.includes('_') && !text.trim().includes(' ');
  const [head = text] = text.split(afterHead);
  return isList ? readWords(vocabulary, cutTokens(text)) : readWords(vocabulary, cutTokens(head), 'heads');
}

/** `public and media relations` is public relations and media relations, if both are known by that name (rule U2). */
function withSharedWord(vocabulary: Vocabulary, text: string, joined = joinedByAnd): string {
  const pieces = text.split(joined).map((piece) => piece.replaceAll('_', ' ').trim());
  const shared = pieces.at(-1)?.split(' ') ?? [];
  const last = shared.at(-1);
  if (pieces.length < 2 || shared.length !== 2 || last === undefined) return text;
  const whole = pieces.map((piece, at) => (at < pieces.length - 1 ? `${piece} ${last}` : piece));
  const isKnown = (phrase: string) => vocabulary.phrases.has(cutTokens(phrase).words.join(' '));
  return !isKnown(text) && whole.every(isKnown) ? whole.join(', ') : text;
}

const joinedByAnd = /_and_|\s(?:and|und|et|y|e|en|och|og)\s|\s?&\s?/i;

const afterHead =
  /(?<=\p{L}{3,}.*),?\s(?:with|for(?!\sprofit\b)|at|from|including|except|except for|excluding)\s|(?<=\b(?:professor|lecturer|teacher|instructor|tutor|faculty)s?)\s(?:of|in)\s/iu;

/** The same for texts whose first part is no heading (`CDD - Alternance` is both). */
export function readFlat(vocabulary: Vocabulary, text: string): Reading[] {
  const { words, parts } = cutTokens(text);
  return readWords(vocabulary, { words, parts });
}

/**
 * What an entry of a list covers: what it says as a whole, and what its parts say of the same kind (`Retail & Sales` is retail,
 * sales, and sales in retail; `Sales (Business)` is no business).
 */
export function readEntryText(vocabulary: Vocabulary, label: string): Reading[] {
  const written = withoutEllipsis(vocabulary, label);
  const phrase = written.includes('(') && vocabulary.phrases.get(cutTokens(written).words.join(' '));
  if (phrase) return [{ concept: phrase.concept, cover: 1 }];
  const text = withSharedWord(vocabulary, written, /\/|\s(?:and|und|et|y)\s|\s?&\s?/i);
  const outside = readEntryPart(vocabulary, text.replace(/\([^)]*\)/g, ' '));
  const whole = outside.length > 0 ? outside : readEntryPart(vocabulary, text);
  const related = ({ concept, weak }: Reading) =>
    weak !== true &&
    whole.some(
      (one) =>
        upwards(vocabulary, one.concept).some((up) => up.concept === concept) ||
        upwards(vocabulary, concept).some((up) => up.concept === one.concept),
    );
  const ofParts = partsOf(text).flatMap((part) => readEntryPart(vocabulary, part));
  const listed = thingsListed(text);
  const asides = listed
    .flatMap((part) => readEntryPart(vocabulary, part))
    .filter(({ weak, fashion }) => weak !== true || (fashion !== undefined && isPlainList(listed)))
    .map(({ concept, cover }) => (isPlainList(listed) ? { concept, cover } : asAside({ concept, cover })));
  return withoutExcluded(vocabulary, distinct([...whole, ...ofParts.filter(related), ...asides]));
}

function readEntryPart(vocabulary: Vocabulary, text: string): Reading[] {
  const { words, parts } = cutTokens(text);
  return readWords(vocabulary, { words, parts }, 'entry');
}

/** `Arts, Entertainment, and Recreation`, `Sports/Fitness`; but `Economic/Community Development` shares its last word. */
function thingsListed(text: string): readonly string[] {
  const slashed = text.split('/').map((part) => part.trim());
  if (slashed.length > 1) return slashed.every((part) => /^\S+$/.test(part)) ? slashed : [];
  const listed = text
    .split(/[,;&](?:\s*and\s)?|\s(?:and|und|et|y|e|en|och|og)\s/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return listed.slice(0, -1).every((part) => !part.includes(' ')) ? listed : [];
}

/** Three single words or more are a list and no phrase of ours. */
const isPlainList = (listed: readonly string[]) =>
  listed.length > 2 && listed.every((part) => !part.includes(' '));

/**
 * `Agriculture & Environment` may be one phrase of ours and is two things in a list (but `Automotive Sales and Manufacturing` is
 * one): enough for the concept itself, too little for a narrower one.
 */
const asAside = ({ concept, cover }: Reading): Reading => ({ concept, cover: cover * 0.85 });

/** `heads`: the last phrase of a part is what it names; `entry`: each phrase counts, and two in one part narrow each other. */
type Manner = 'all' | 'heads' | 'entry';

function readWords(vocabulary: Vocabulary, written: Tokens, manner: Manner = 'all'): Reading[] {
  const headsOnly = manner === 'heads';
  const words = splitCompounds(vocabulary, written);
  const spans = withoutDenied(vocabulary, words, findSpans(vocabulary, words));
  const known = spans.filter(
    (span) => !isWeak(span) && !(headsOnly && isVagueOfUnknown(vocabulary, words, spans, span)),
  );
  const strong =
    headsOnly && !known.every(isVague) ? known.filter((span) => !isPartByItself(words, span)) : known;
  if (strong.length === 0) return weakReadings(vocabulary, words, spans);
  const told = headsOnly ? headsOf(vocabulary, words, strong) : strong;
  const readings = told.map((span) => ({
    concept: span.phrase.concept,
    at: span.from,
    cover:
      coverOf(vocabulary, words, spans, span.from, span.to, headOf[headsOnly ? 'label' : 'entry']) *
      (manner === 'entry' && isNarrowed(vocabulary, words, strong, span) ? narrowed : 1),
  }));
  return distinct(subsOfMain(vocabulary, words, readings));
}

/** What is left of two phrases that narrow each other: too little for an answer by meaning. */
const narrowed = 0.8;

/** In `Computer Engineering`, where nobody knows the two together, neither half says what the whole does; `Food & Beverage Production` is not all production. */
function isNarrowed(vocabulary: Vocabulary, { parts }: Tokens, spans: readonly Span[], span: Span): boolean {
  const above = (a: Span, b: Span) =>
    upwards(vocabulary, a.phrase.concept).some((up) => up.concept === b.phrase.concept);
  const isAbove = (other: Span) => parts[other.from] === parts[span.from] && above(other, span);
  const isBeside = ({ from, to }: Span) => [from, to - 1].some((at) => parts[at] === parts[span.from]);
  const others = spans.filter((other) => other !== span && isBeside(other));
  return others.some((other) => !above(span, other) && !isAbove(other));
}

/** All concepts a concept may be filed under, itself first, by distance; what it is known not to be is left out. */
export function upwards(vocabulary: Tree, concept: string): { concept: string; distance: number }[] {
  const found = [{ concept, distance: 0 }];
  const not = vocabulary.excluded.get(concept);
  for (const { concept: each, distance } of found) {
    for (const parent of vocabulary.broader.get(each) ?? []) {
      if (not?.includes(parent) !== true && !found.some((known) => known.concept === parent))
        found.push({ concept: parent, distance: distance + 1 });
    }
  }
  return found;
}

/** What a concept takes in, and what those take in. */
export const membersOf = (vocabulary: Vocabulary, concept: string): readonly string[] =>
  (vocabulary.members.get(concept) ?? []).flatMap((one) => [one, ...membersOf(vocabulary, one)]);

type Span = { readonly phrase: Phrase; readonly from: number; readonly to: number };

/** Longest phrases first, left to right; phrases may reach over separators (`oil & gas`), but not from a heading to its sub. */
function findSpans(vocabulary: Vocabulary, { words, subFrom = words.length }: Tokens): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < words.length;) {
    const end = from < subFrom ? subFrom : words.length;
    let to = Math.min(end, from + vocabulary.longest);
    let phrase: Phrase | undefined;
    if (!vocabulary.known.has(words[from] ?? '')) to = from;
    for (; to > from; to -= 1) {
      phrase = vocabulary.phrases.get(words.slice(from, to).join(' '));
      if (phrase) break;
    }
    if (phrase) spans.push({ phrase, from, to });
    from = phrase ? to : from + 1;
  }
  return spans;
}

/** `Not a PhD`, `Non-sales`: a word of denial that is in no phrase of ours takes back what follows it; `non-residential real estate` is real estate. */
function withoutDenied(
  { negations, fillers, phrases }: Vocabulary,
  { words, parts }: Tokens,
  spans: readonly Span[],
): readonly Span[] {
  const inSpan = (at: number) => spans.some(({ from, to }) => at >= from && at < to);
  const isModified = ({ from, to, phrase }: Span) =>
    phrases.get(words.slice(from + 1, to).join(' '))?.concept === phrase.concept;
  const isDenied = (span: Span) => {
    const { from } = span;
    const at = words.findLastIndex(
      (word, index) => index < from && (negations.has(word) || !fillers.has(word)),
    );
    return (
      at >= 0 &&
      negations.has(words[at] ?? '') &&
      !inSpan(at) &&
      parts[at] === parts[from] &&
      !isModified(span)
    );
  };
  return spans.filter((span) => !isDenied(span));
}

/** The last phrase of each part, unless the one before it says the same more exactly (`Grafik-Designer`) or the last is vague. */
function headsOf(vocabulary: Vocabulary, words: Tokens, strong: readonly Span[]): readonly Span[] {
  const isKindOf = (span: Span | undefined, other: Span | undefined) =>
    span !== undefined &&
    other !== undefined &&
    span.phrase.concept !== other.phrase.concept &&
    isModifier(words, span, other) &&
    upwards(vocabulary, span.phrase.concept).some((up) => up.concept === other.phrase.concept);
  const isExplained = (span: Span | undefined, vague: Span | undefined) =>
    span !== undefined && isModifier(words, span, vague) && isVague(vague);
  return strong.filter((span, at) => {
    const [before, next] = [strong[at - 1], strong[at + 1]];
    if (isKindOf(span, next) || isExplained(span, next)) return true;
    return !isModifier(words, span, next) && !isKindOf(before, span) && !isExplained(before, span);
  });
}

const weakStrengths: ReadonlySet<string> = new Set(['weak', 'fashion']);
const isWeak = ({ phrase }: Span): boolean => weakStrengths.has(phrase.strength);

/** `Treasury Operations`, `Warehouse Management`: the head says less than what stands before it. */
const isVague = (span: Span | undefined): boolean => span?.phrase.strength === 'last';

/** `Project Management & Delivery`: the second half says nothing that would stand by itself (rule U2). */
const isPartByItself = ({ parts }: Tokens, span: Span): boolean =>
  isVague(span) && parts[span.from - 1] !== parts[span.from] && parts[span.to] !== parts[span.to - 1];

/** `Flight Operations`, where nobody knows flights, and `AI Training`: the head alone would say another thing. */
function isVagueOfUnknown(vocabulary: Vocabulary, words: Tokens, spans: readonly Span[], span: Span) {
  const before = span.from - 1;
  const word = words.words[before];
  if (word === undefined || words.parts[before] !== words.parts[span.from] || !isVague(span)) return false;
  const spanBefore = spans.find(({ to }) => to === span.from);
  return spanBefore ? isWeak(spanBefore) : !vocabulary.fillers.has(word);
}

/** Whether the next phrase is in the same part and goes on to its end, so that this one only modifies it. */
function isModifier({ parts }: Tokens, span: Span, next: Span | undefined): boolean {
  return next !== undefined && parts[span.to - 1] === parts[next.from];
}

function weakReadings(vocabulary: Vocabulary, words: Tokens, spans: readonly Span[]): Reading[] {
  const inSpan = (index: number) => spans.some(({ from, to }) => index >= from && index < to);
  const unknown = words.words.some((word, index) => !inSpan(index) && !vocabulary.fillers.has(word));
  return unknown
    ? []
    : distinct(
        spans.filter(isWeak).map(({ phrase: { concept, strength }, from, to }) => ({
          concept,
          cover: 1,
          weak: true,
          ...(strength === 'fashion' && { fashion: words.words.slice(from, to).join(' ') }),
        })),
      );
}

/**
 * What the last word weighs. In a label, a word nobody knows before a head that is known leaves little open (`Contract Attorney`);
 * in an entry it narrows what the entry covers (`Food Science` is not for all sciences).
 */
const headOf = { label: 7, entry: 2 } as const;

/** Of the parts a phrase is in: the weight of understood words against all, the last word that says something (the head) weighing most. */
function coverOf(
  vocabulary: Vocabulary,
  { words, parts }: Tokens,
  spans: readonly Span[],
  from: number,
  to: number,
  headWeight: number,
): number {
  const first = parts[from];
  const last = parts[to - 1];
  const heads = new Map<number | undefined, number>();
  for (const [index, word] of words.entries())
    if (headWeight !== headOf.label || !vocabulary.fillers.has(word)) heads.set(parts[index], index);
  let known = 0;
  let all = 0;
  for (const [index, word] of words.entries()) {
    const part = parts[index] ?? -1;
    if (first === undefined || last === undefined || part < first || part > last) continue;
    const understood = spans.some((span) => index >= span.from && index < span.to);
    const isHead = index >= (heads.get(part) ?? 0);
    const weight = !understood && vocabulary.fillers.has(word) ? 0.1 : isHead ? headWeight : 1;
    all += weight;
    if (understood) known += weight;
  }
  return all === 0 ? 0 : known / all;
}

/** `Administration: Data entry` is data entry; `Construction - Engineering` stays construction, as engineering is no part of it. */
function subsOfMain(
  vocabulary: Vocabulary,
  { subFrom }: Tokens,
  readings: readonly (Reading & { readonly at: number })[],
): readonly Reading[] {
  if (subFrom === undefined) return readings;
  const main = readings.filter(({ at }) => at < subFrom);
  if (main.length === 0 || main.length === readings.length) return readings;
  const subs = readings.filter(
    ({ at, concept }) =>
      at >= subFrom &&
      upwards(vocabulary, concept).some((up) => main.some((one) => one.concept === up.concept)),
  );
  return subs.length > 0 ? subs : main;
}

function distinct(readings: readonly Reading[]): Reading[] {
  const best = new Map<string, Reading>();
  for (const { concept, cover, weak, fashion } of readings) {
    if (cover > (best.get(concept)?.cover ?? 0))
      best.set(concept, { concept, cover, ...(weak && { weak }), fashion });
  }
  return [...best.values()];
}

function addPhrase(phrases: Map<string, Phrase>, phrase: string, meaning: Phrase): void {
  const key = stemmedPhrase(phrase.replaceAll(/['’]s\b/g, 's'));
  if (key.length > 1 && !phrases.has(key)) phrases.set(key, meaning);
}
