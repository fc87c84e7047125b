import { noAttributes, wordOf, type Tree } from './tree.ts';
import { decodeXml } from './xml-text.ts';

export type TreeRepair = 'raw ampersands' | 'undeclared entities' | 'mismatched tags';

type Cursor = {
  readonly text: string;
  at: number;
  /** Names of the elements that are open, as written. */
  readonly open: string[];
  readonly repairs: Set<TreeRepair>;
};

const DEEPEST = 200;
const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const EQUALS = 0x3d;

/**
 * One element read in a single pass: the fast way for items, whose markup is plain. Undefined for what it does not know how to read;
 * `xml.ts` then asks a whole parser. HTML that nobody escaped is read as browsers would: elements that are never closed, capitals
 * that differ.
 */
export function readTree(text: string): { root: Tree; repairs: readonly TreeRepair[] } | undefined {
  const cursor: Cursor = { text, at: 0, open: [], repairs: new Set() };
  if (!skipAsides(cursor)) return undefined;
  const root = element(cursor);
  if (root === undefined || !skipAsides(cursor) || cursor.at < text.length) return undefined;
  return { root, repairs: [...cursor.repairs] };
}

/** White space, comments and instructions around the root. */
function skipAsides(cursor: Cursor): boolean {
  const { text } = cursor;
  for (;;) {
    while (isSpace(text.charCodeAt(cursor.at))) cursor.at += 1;
    if (text.startsWith('<!--', cursor.at)) cursor.at = after(text, '-->', cursor.at + 4);
    else if (text.startsWith('<?', cursor.at)) cursor.at = after(text, '?>', cursor.at + 2);
    else return true;
    if (cursor.at < 0) return false;
  }
}

/** The element whose `<` stands at the cursor, which moves behind it. */
function element(cursor: Cursor): Tree | undefined {
  const { text } = cursor;
  const start = cursor.at + 1;
  if (text.charCodeAt(cursor.at) !== LT || cursor.open.length >= DEEPEST) return undefined;
  const at = nameStop(text, start);
  if (at === start) return undefined;
  const written = text.slice(start, at);
  cursor.at = at;
  const attributes = text.charCodeAt(at) === GT ? noAttributes : attributesAt(cursor);
  if (attributes === undefined) return undefined;
  const name = nameOf(written);
  if (text.charCodeAt(cursor.at) === SLASH) {
    cursor.at += 2;
    return { name: name.word, prefix: name.prefix, attributes, text: '', children: [] };
  }
  cursor.at += 1;
  if (name.isVoid && !text.startsWith(`</${written}`, cursor.at)) {
    cursor.repairs.add('mismatched tags');
    return { name: name.word, prefix: name.prefix, attributes, text: '', children: [] };
  }
  cursor.open.push(written);
  const content = contentAt(cursor, written, name.word);
  cursor.open.pop();
  return content && { name: name.word, prefix: name.prefix, attributes, ...content };
}

/** What stands before the end tag, behind which the cursor moves. */
function contentAt(
  cursor: Cursor,
  written: string,
  word: string,
): Pick<Tree, 'text' | 'children' | 'mixed'> | undefined {
  const { text } = cursor;
  let own = '';
  let isBlank = true;
  let children: Tree[] | undefined;
  let parts: (string | Tree)[] = [];
  let before = nameOf(written);
  for (;;) {
    const lt = text.indexOf('<', cursor.at);
    if (lt < 0) return undefined;
    if (lt > cursor.at) {
      isBlank &&= isSpaces(text, cursor.at, lt);
      take(plainText(cursor, text.slice(cursor.at, lt)));
    }
    cursor.at = lt;
    const next = text.charCodeAt(lt + 1);
    if (next === SLASH) {
      const end = endTag(cursor, written, word);
      if (end === 'unknown') return undefined;
      if (end === 'stray') continue;
      return {
        text: own,
        children: children ?? noChildren,
        ...(children !== undefined && !isBlank ? { mixed: parts } : {}),
      };
    }
    if (next === BANG || next === QUESTION) {
      const found = asideAt(cursor, next);
      if (found === undefined) return undefined;
      isBlank &&= found.trim() === '';
      if (found !== '') take(found);
      continue;
    }
    const leaf = leafAt(cursor, before.next);
    if (leaf !== undefined) before = before.next ?? before;
    const child = leaf ?? element(cursor);
    if (child === undefined) return undefined;
    if (leaf === undefined) {
      const name = nameOf(text.slice(lt + 1, nameStop(text, lt + 1)));
      before.next = name;
      before = name;
    }
    if (children === undefined) {
      children = [];
      if (own !== '') parts = [own];
    }
    children.push(child);
    parts.push(child);
  }

  function take(piece: string) {
    own = own === '' ? piece : own + piece;
    if (children !== undefined) parts.push(piece);
  }
}

/** The text of a CDATA section; nothing for comments and instructions. */
function asideAt(cursor: Cursor, next: number): string | undefined {
  const { text, at } = cursor;
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at + 9);
    if (end < 0) return undefined;
    cursor.at = end + 3;
    return withoutReturns(text.slice(at + 9, end));
  }
  if (next === QUESTION) cursor.at = after(text, '?>', at + 2);
  else if (text.startsWith('<!--', at)) cursor.at = after(text, '-->', at + 4);
  else return undefined;
  return cursor.at < 0 ? undefined : '';
}

/** What an end tag does to the element that is open: ends it, ends it without being its own, or nothing. */
function endTag(cursor: Cursor, written: string, word: string): 'ended' | 'stray' | 'unknown' {
  const { text, at } = cursor;
  let stop = at + 2 + written.length;
  if (text.startsWith(written, at + 2)) {
    while (isSpace(text.charCodeAt(stop))) stop += 1;
    if (text.charCodeAt(stop) === GT) {
      cursor.at = stop + 1;
      return 'ended';
    }
  }
  const gt = text.indexOf('>', at);
  if (gt < 0) return 'unknown';
  cursor.repairs.add('mismatched tags');
  const other = text
    .slice(at + 2, gt)
    .trim()
    .toLowerCase();
  if (other === written.toLowerCase()) {
    cursor.at = gt + 1;
    return 'ended';
  }
  if (!cursor.open.some((name) => name.toLowerCase() === other)) {
    cursor.at = gt + 1;
    return 'stray';
  }
  return isHtml(word) ? 'ended' : 'unknown';
}

/** The attributes of a start tag; the cursor moves to its `>` or `/>`. */
function attributesAt(cursor: Cursor): ReadonlyMap<string, string> | undefined {
  const { text } = cursor;
  const attributes = new Map<string, string>();
  for (;;) {
    while (isSpace(text.charCodeAt(cursor.at))) cursor.at += 1;
    const code = text.charCodeAt(cursor.at);
    if (code === GT || (code === SLASH && text.charCodeAt(cursor.at + 1) === GT))
      return attributes.size === 0 ? noAttributes : attributes;
    const start = cursor.at;
    let at = start;
    while (at < text.length && text.charCodeAt(at) !== EQUALS && !endsName(text.charCodeAt(at))) at += 1;
    const name = text.slice(start, at);
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (name === '' || text.charCodeAt(at) !== EQUALS) return undefined;
    at += 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = text.indexOf(quote, at + 1);
    if (end < 0) return undefined;
    const value = withoutReturns(text.slice(at + 1, end)).replaceAll(/[\t\n]/g, ' ');
    attributes.set(wordOf(name), plainText(cursor, value));
    cursor.at = end + 1;
  }
}

function plainText(cursor: Cursor, text: string): string {
  const plain = withoutReturns(text);
  if (!plain.includes('&')) return plain;
  if (/&(?!#\d+;|#x[0-9a-f]+;|[a-z_][\w.-]*;)/i.test(plain)) cursor.repairs.add('raw ampersands');
  if (/&(?!(?:amp|lt|gt|quot|apos);)[a-z_][\w.-]*;/i.test(plain)) cursor.repairs.add('undeclared entities');
  return decodeXml(plain);
}

/** Line ends are line feeds, whatever the document has (XML 1.0, 2.11). */
function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

type Name = {
  readonly word: string;
  readonly prefix: string;
  /** Its plain tags, and the name that stood behind it last time: items of a feed have the same members in the same order. */
  readonly open: string;
  readonly close: string;
  readonly isVoid: boolean;
  next: Name | undefined;
};
const names = new Map<string, Name>();

/** The few names of a feed are understood once. */
function nameOf(written: string): Name {
  const known = names.get(written);
  if (known !== undefined) return known;
  const colon = written.indexOf(':');
  const word = wordOf(written);
  const name = {
    word,
    prefix: colon < 0 ? '' : written.slice(0, colon).toLowerCase(),
    open: `<${written}>`,
    close: `</${written}>`,
    isVoid: voidElements.has(word),
    next: undefined,
  };
  if (names.size < 5_000) names.set(written, name);
  return name;
}

/** The element at the cursor when it is the one guessed and holds nothing but text; the cursor stays where it is when not. */
function leafAt(cursor: Cursor, guess: Name | undefined): Tree | undefined {
  const { text, at } = cursor;
  if (guess === undefined || guess.isVoid || !text.startsWith(guess.open, at)) return undefined;
  const from = at + guess.open.length;
  const isCdata = text.startsWith('<![CDATA[', from);
  const start = isCdata ? from + 9 : from;
  const stop = isCdata ? text.indexOf(']]>', start) : text.indexOf('<', start);
  const end = isCdata ? stop + 3 : stop;
  if (stop < 0 || !text.startsWith(guess.close, end)) return undefined;
  cursor.at = end + guess.close.length;
  const written = text.slice(start, stop);
  return {
    name: guess.word,
    prefix: guess.prefix,
    attributes: noAttributes,
    text: isCdata ? withoutReturns(written) : plainText(cursor, written),
    children: noChildren,
  };
}

const noChildren: readonly Tree[] = [];

function nameStop(text: string, from: number): number {
  let at = from;
  while (at < text.length && !endsName(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpaces(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}

function endsName(code: number): boolean {
  return code === GT || code === SLASH || code === LT || isSpace(code);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

const isHtml = (word: string): boolean => htmlElements.has(word);

/** HTML that never has an end tag. */
const voidElements = new Set(['br', 'hr', 'img', 'wbr']);
/** HTML that sources leave open. */
const htmlElements = new Set(
  'p li ul ol b i u em strong span font div table tr td th tbody thead h1 h2 h3 h4 h5 h6 dd dt small center'.split(
    ' ',
  ),
);
