import { wordOf } from './tree.ts';

/** A name as it is written, and what is known of elements that are called so. */
export type Name = {
  readonly written: string;
  readonly word: string;
  readonly prefix: string;
  readonly open: string;
  readonly close: string;
  readonly isVoid: boolean;
  /** What stood behind it last time: items of a feed have the same members in the same order. */
  guess: Guess | undefined;
};
/** An element with nothing but text in it. */
type Guess = {
  readonly name: Name;
  readonly isCdata: boolean;
  /** What stands before its text: white space, the start tag, the beginning of CDATA. */
  readonly lead: string;
  /** What ends its text, and the end tag with it. */
  readonly stop: string;
  readonly close: string;
} & Surroundings;
/** The white space before an element, and the text of the one around it without that and with it. */
type Surroundings = { readonly space: string; readonly own: string; readonly joined: string };

const names = new Map<string, Name>();
/** How much white space a guess is made of: it is kept, and must not keep a whole item in memory. */
export const LONGEST_SPACE = 12;

/** The few names of a feed are understood once. */
export function nameOf(written: string): Name {
  const known = names.get(written);
  if (known !== undefined) return known;
  const colon = written.indexOf(':');
  const word = wordOf(written);
  const name: Name = {
    written,
    word,
    prefix: colon < 0 ? '' : written.slice(0, colon).toLowerCase(),
    open: `<${written}>`,
    close: `</${written}>`,
    isVoid: voidElements.has(word),
    guess: undefined,
  };
  if (names.size < 5_000) names.set(written, name);
  return name;
}

/** What the element at `lt` lets expect of the next item. */
export function guessOf(name: Name, around: Surroundings, text: string, lt: number): Guess | undefined {
  if (name.isVoid) return undefined;
  const isCdata = text.startsWith('<![CDATA[', lt + name.open.length);
  return {
    ...around,
    name,
    isCdata,
    lead: around.space + name.open + (isCdata ? '<![CDATA[' : ''),
    stop: isCdata ? ']]>' : '<',
    close: isCdata ? `]]>${name.close}` : name.close,
  };
}

/** HTML that never has an end tag. */
const voidElements = new Set(['br', 'hr', 'img', 'wbr']);
