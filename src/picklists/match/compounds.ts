import { cutTokens, type Tokens } from '../picklist-tokens.ts';

/** What a vocabulary must tell about a word for compounds to be taken apart. */
export type WordKnowledge = {
  /** Words that name a concept by themselves. */
  readonly naming: ReadonlySet<string>;
  /** All words of all phrases. */
  readonly known: ReadonlySet<string>;
  /** Words that say little. */
  readonly fillers: ReadonlySet<string>;
};

/**
 * German, Dutch and Nordic labels write as one word what others write as two: `Grafikdesigner`, `Zahnarzthelferin`. A long word that
 * is unknown and made of two known ones, one of them a noun, becomes those two.
 */
export function splitCompounds(knowledge: WordKnowledge, words: Tokens): Tokens {
  const halves = words.words.map((word) => halvesOf(knowledge, word));
  if (halves.every((half) => half === undefined)) return words;
  const subFrom = words.subFrom;
  const addedBefore = (index: number) => halves.slice(0, index).filter((half) => half !== undefined).length;
  return {
    words: words.words.flatMap((word, index) => halves[index] ?? [word]),
    parts: words.parts.flatMap((part, index) => (halves[index] === undefined ? [part] : [part, part])),
    subFrom: subFrom === undefined ? undefined : subFrom + addedBefore(subFrom),
  };
}

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
