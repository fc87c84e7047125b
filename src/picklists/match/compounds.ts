import { once } from '../../core/memoized.ts';
import { cutTokens, type Tokens } from '../picklist-tokens.ts';

/** What a vocabulary must tell about a word for compounds to be taken apart. */
export type WordKnowledge = {
  /** Words that name a concept by themselves. */
  readonly naming: ReadonlySet<string>;
  /** All words of all phrases. */
  readonly known: ReadonlySet<string>;
  /** Words that say little. */
  readonly fillers: ReadonlySet<string>;
  /** The words that name a concept, by what is left of them without vowels. */
  readonly skeletons: () => ReadonlyMap<string, readonly string[]>;
};

/** `publishing` is `pblshng`; the first letter stays. */
const skeletonOf = (word: string): string => word.charAt(0) + word.slice(1).replaceAll(/[aeiou]/g, '');

export const skeletonsOf = (naming: readonly string[]) => once(() => Map.groupBy(naming, skeletonOf));

/**
 * German, Dutch and Nordic labels write as one word what others write as two: `Grafikdesigner`, `Zahnarzthelferin`. A long word that
 * is unknown and made of two known ones, one of them a noun, becomes those two.
 */
export function splitCompounds(knowledge: WordKnowledge, words: Tokens): Tokens {
  const halves = words.words.map((word) => writtenOut(knowledge, word) ?? halvesOf(knowledge, word));
  if (halves.every((half) => half === undefined)) return words;
  const subFrom = words.subFrom;
  const addedBefore = (index: number) =>
    halves.slice(0, index).reduce((sum, half) => sum + (half ? half.length - 1 : 0), 0);
  return {
    words: words.words.flatMap((word, index) => halves[index] ?? [word]),
    parts: words.parts.flatMap((part, index) => halves[index]?.map(() => part) ?? [part]),
    subFrom: subFrom === undefined ? undefined : subFrom + addedBefore(subFrom),
  };
}

/** `Consltng`, `Publshing`: an unknown word that is one word of ours with vowels left out. */
function writtenOut(
  { known, fillers, skeletons }: WordKnowledge,
  word: string,
): readonly [string] | undefined {
  if (word.length < SHORTEST_ABBREVIATION || known.has(word) || fillers.has(word)) return undefined;
  const lettersInTurn = new RegExp(`^${word.replaceAll(/\B/g, '[aeiou]*')}$`);
  const [only, ...others] = (skeletons().get(skeletonOf(word)) ?? []).filter((each) =>
    lettersInTurn.test(each),
  );
  return only !== undefined && others.length === 0 ? [only] : undefined;
}

const SHORTEST_ABBREVIATION = 5;
const SHORTEST_HALF = 4;

function halvesOf({ naming, known, fillers }: WordKnowledge, word: string) {
  if (word.length < 2 * SHORTEST_HALF + 1 || known.has(word) || fillers.has(word)) return undefined;
  for (let at = word.length - SHORTEST_HALF; at >= SHORTEST_HALF; at -= 1) {
    const right = word.slice(at);
    const left = withoutLink(word.slice(0, at), known);
    if (left === undefined) continue;
    if (naming.has(left) && (fillers.has(right) || known.has(right))) return [left, right];
    if (naming.has(right)) return [left, right];
  }
  return undefined;
}

/** The first half as a word of its own: `versicherungs` is `versicherung`. */
function withoutLink(left: string, known: ReadonlySet<string>): string | undefined {
  const forms = [
    left,
    ...['s', 'n', 'en', 'es']
      .filter((link) => left.endsWith(link))
      .map((link) => left.slice(0, -link.length)),
  ];
  return forms.find((form) => form.length >= SHORTEST_HALF && known.has(form));
}

/** `Rechts- & Steuerberatung` is Rechtsberatung and Steuerberatung, if that is a word; else the first half stands by itself (`Bank- en verzekeringswezen`). */
export function withoutEllipsis({ naming }: WordKnowledge, text: string): string {
  return text.replaceAll(ellipsis, (_, first: string, joint: string, second: string) => {
    const whole = Array.from(
      { length: Math.max(0, second.length - 5) },
      (_each, at) => first + second.slice(at + 3),
    ).find((word) => naming.has(cutTokens(word).words.join(' ')));
    return `${whole ?? first}${joint}${second}`;
  });
}

const ellipsis = /(\p{L}{3,})-(,?\s(?:und|en|oder|of|och|og|&|\/)\s|\s?\/\s?)(\p{L}{4,})/gu;
