import { noAttributes, wordOf, type Tree } from './tree.ts';
import { guessOf, LONGEST_SPACE, nameOf, type Name } from './feed-xml-names.ts';
import { decodeXml } from './xml-text.ts';

export type TreeRepair = 'raw ampersands' | 'undeclared entities' | 'mismatched tags';

type Cursor = {
  readonly text: string;
  at: number;
  /** Whether there is a carriage return anywhere: without one, no piece is searched. */
  readonly hasReturns: boolean;
  /** Whether nothing but white space stood between elements so far. */
  isPlain: boolean;
  /** Names of the elements that are open, as written. */
  readonly open: string[];
  /** The element that was read last. */
  last: Name | undefined;
  repairs: Set<TreeRepair> | undefined;
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
  const cursor: Cursor = {
    text,
    at: 0,
    hasReturns: text.includes('\r'),
    isPlain: true,
    open: [],
    last: undefined,
    repairs: undefined,
  };
  const root = likelyRoot(cursor) ?? (skipAsides(cursor) ? element(cursor) : undefined);
  if (root === undefined || (cursor.at < text.length && !isBlankBehind(cursor))) return undefined;
  usualRoot = cursor.last?.isVoid === false ? cursor.last : undefined;
  return { root, repairs: cursor.repairs === undefined ? noRepairs : [...cursor.repairs] };
}

/** Items of a feed are called the same; this is how the last one was. */
let usualRoot: Name | undefined;

/** The root when it begins as that of the last item did, without attributes; the cursor stays where it is when not. */
function likelyRoot(cursor: Cursor): Tree | undefined {
  if (usualRoot === undefined || !cursor.text.startsWith(usualRoot.open)) return undefined;
  cursor.at = usualRoot.open.length;
  const root = inside(cursor, usualRoot, noAttributes);
  if (root === undefined) cursor.at = 0;
  return root;
}

function isBlankBehind(cursor: Cursor): boolean {
  return skipAsides(cursor) && cursor.at === cursor.text.length;
}

/** White space, comments and instructions around the root. */
function skipAsides(cursor: Cursor): boolean {
  const { text } = cursor;
  for (;;) {
    cursor.at = spaceEnd(text, cursor.at);
    if (cursor.at === text.length) return true;
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
  cursor.last = name;
  if (text.charCodeAt(cursor.at) === SLASH) {
    cursor.at += 2;
    return treeOf(name, attributes, '', noChildren);
  }
  cursor.at += 1;
  if (name.isVoid && !text.startsWith(`</${written}`, cursor.at)) {
    mended(cursor, 'mismatched tags');
    return treeOf(name, attributes, '', noChildren);
  }
  return inside(cursor, name, attributes);
}

/** The element whose start tag stands before the cursor. */
function inside(cursor: Cursor, name: Name, attributes: Tree['attributes']): Tree | undefined {
  cursor.open.push(name.written);
  const tree = cursor.isPlain ? membersAt(cursor, name, attributes) : contentAt(cursor, name, attributes);
  cursor.open.pop();
  cursor.last = name;
  return tree;
}

/**
 * What stands before the end tag, behind which the cursor moves: elements with white space between them, as long as they last. One
 * loop that calls little: it is most of what reading the fields of an item costs.
 */
function membersAt(cursor: Cursor, name: Name, attributes: Tree['attributes']): Tree | undefined {
  const { text } = cursor;
  const begin = cursor.at;
  const children: Tree[] = [];
  let own = '';
  let isShort = true;
  let before = name;
  for (let at = begin; ;) {
    const { guess } = before;
    if (guess !== undefined && text.startsWith(guess.lead, at)) {
      const from = at + guess.lead.length;
      const stop = text.indexOf(guess.stop, from);
      if (stop >= 0 && text.startsWith(guess.close, stop)) {
        const written = text.slice(from, stop);
        const value = guess.isCdata ? lines(cursor, written) : plainText(cursor, written);
        children.push(treeOf(guess.name, noAttributes, value, noChildren));
        own = guess.own === own ? guess.joined : own + lines(cursor, guess.space);
        before = guess.name;
        at = stop + guess.close.length;
        continue;
      }
    }
    const lt = spaceEnd(text, at);
    const space = text.slice(at, lt);
    const joined = own + lines(cursor, space);
    if (text.startsWith(name.close, lt)) {
      cursor.at = lt + name.close.length;
      return treeOf(name, attributes, joined, children);
    }
    if (!isStartTag(text, lt)) {
      // Whatever has been read of an item is read again only once.
      if (children.length > 0) cursor.isPlain = false;
      cursor.at = begin;
      return contentAt(cursor, name, attributes);
    }
    cursor.at = lt;
    const child = element(cursor);
    if (child === undefined) return undefined;
    const found = cursor.last ?? name;
    isShort &&= space.length <= LONGEST_SPACE;
    before.guess = isShort ? guessOf(found, { space, own, joined }, text, lt) : undefined;
    before = found;
    own = joined;
    children.push(child);
    at = cursor.at;
  }
}

/** The same where text stands too, or a tag that does not fit. */
function contentAt(cursor: Cursor, name: Name, attributes: Tree['attributes']): Tree | undefined {
  const { text } = cursor;
  let own = '';
  let isBlank = true;
  const children: Tree[] = [];
  const parts: (string | Tree)[] = [];
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
      const end = endTag(cursor, name);
      if (end === 'unknown') return undefined;
      if (end === 'stray') continue;
      const tree = treeOf(name, attributes, own, children);
      return children.length > 0 && !isBlank ? { ...tree, mixed: parts } : tree;
    }
    if (next === BANG || next === QUESTION) {
      const found = asideAt(cursor, next);
      if (found === undefined) return undefined;
      isBlank &&= found.trim() === '';
      take(found);
      continue;
    }
    const child = element(cursor);
    if (child === undefined) return undefined;
    children.push(child);
    parts.push(child);
  }

  function take(piece: string) {
    if (piece === '') return;
    own += piece;
    parts.push(piece);
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
function endTag(cursor: Cursor, { written, word }: Name): 'ended' | 'stray' | 'unknown' {
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
  mended(cursor, 'mismatched tags');
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
  const plain = lines(cursor, text);
  if (!plain.includes('&')) return plain;
  if (/&(?!#\d+;|#x[0-9a-f]+;|[a-z_][\w.-]*;)/i.test(plain)) mended(cursor, 'raw ampersands');
  if (/&(?!(?:amp|lt|gt|quot|apos);)[a-z_][\w.-]*;/i.test(plain)) mended(cursor, 'undeclared entities');
  return decodeXml(plain);
}

function lines(cursor: Cursor, text: string): string {
  return cursor.hasReturns ? withoutReturns(text) : text;
}

/** Line ends are line feeds, whatever the document has (XML 1.0, 2.11). */
function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function treeOf(
  { word, prefix }: Name,
  attributes: Tree['attributes'],
  text: string,
  children: readonly Tree[],
): Tree {
  return { name: word, prefix, attributes, text, children };
}

function mended(cursor: Cursor, repair: TreeRepair): void {
  cursor.repairs ??= new Set();
  cursor.repairs.add(repair);
}

const noChildren: readonly Tree[] = [];
const noRepairs: readonly TreeRepair[] = [];

function nameStop(text: string, from: number): number {
  let at = from;
  while (at < text.length && !endsName(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether the `<` of an element is there. */
function isStartTag(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== LT) return false;
  const next = text.charCodeAt(at + 1);
  return next !== SLASH && next !== BANG && next !== QUESTION;
}

function spaceEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
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

/** HTML that sources leave open. */
const htmlElements = new Set(
  'p li ul ol b i u em strong span font div table tr td th tbody thead h1 h2 h3 h4 h5 h6 dd dt small center'.split(
    ' ',
  ),
);
