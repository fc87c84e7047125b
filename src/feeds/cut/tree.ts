/** One value of a document, whatever it was written in: an XML element, a JSON member, a CSV cell. */
export type Tree = {
  /** The local name as a word: see `wordOf`. */
  readonly name: string;
  /** Prefix of an XML name, lower case; empty without one. */
  readonly prefix: string;
  /** Attributes by their word. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The element's own text, decoded but not trimmed. */
  readonly text: string;
  readonly children: readonly Tree[];
  /** Text and elements in their order, where an element holds both (XHTML, HTML that nobody escaped). */
  readonly mixed?: readonly (string | Tree)[];
};

export const noAttributes: ReadonlyMap<string, string> = new Map();

/** A name as sources mean it: `detail-url`, `détail_url`, `DetailUrl` and `x:detailUrl` are one word, `detailurl`. */
export function wordOf(name: string): string {
  const known = knownWords.get(name);
  if (known !== undefined) return known;
  if (knownWords.size >= MOST_KNOWN) knownWords.clear();
  const word = made(name);
  knownWords.set(name, word);
  return word;
}

/** The names of a feed return in each of its items. */
const knownWords = new Map<string, string>();
const MOST_KNOWN = 1000;

function made(name: string): string {
  const local = name.slice(name.indexOf(':') + 1).toLowerCase();
  const plain = /^[\w\s.@-]*$/.test(local) ? local : local.normalize('NFKD').replace(/\p{M}+/gu, '');
  return /[-_.\s]/.test(plain) ? plain.replace(/[-_.\s]/g, '') : plain;
}

export function leaf(name: string, text: string): Tree {
  return leafOf(wordOf(name), text);
}

/** One whose name is a word already. */
export function leafOf(word: string, text: string): Tree {
  return { name: word, prefix: '', attributes: noAttributes, text, children: noChildren };
}

const noChildren: readonly Tree[] = [];

/** Values beside one another, as members of one. */
export function rowOf(children: readonly Tree[]): Tree {
  return { name: 'row', prefix: '', attributes: noAttributes, text: '', children };
}

/** Whether nothing is in it: no text, no children, no attribute. */
export function isEmpty(tree: Tree): boolean {
  return tree.children.length === 0 && tree.text.trim() === '' && tree.attributes.size === 0;
}

/** What stands inside an element as HTML: its text, or its text and elements written out again. */
export function markupOf(tree: Tree): string {
  if (tree.children.length === 0) return tree.text;
  return (tree.mixed ?? tree.children)
    .map((part) => (typeof part === 'string' ? escapeText(part) : elementMarkup(part)))
    .join('');
}

function elementMarkup(tree: Tree): string {
  const attributes = [...tree.attributes]
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const inner = tree.children.length === 0 ? escapeText(tree.text) : markupOf(tree);
  return inner === '' && /^(br|hr|img|wbr)$/.test(tree.name)
    ? `<${tree.name}${attributes}>`
    : `<${tree.name}${attributes}>${inner}</${tree.name}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
