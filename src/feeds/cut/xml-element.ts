import { after3, INCOMPLETE, markupEnd, nameEnd, positionOf, tagEnd } from './xml-markup.ts';

const LT = 0x3c;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const BRACKET = 0x5b;
const COLON = 0x3a;
const CLOSE_BRACKET = 0x5d;

/** Elements of the same name inside an element: where the first begins, and those that are open where the bytes end. */
export type Inside = { first: number; readonly open: number[] };

/**
 * The position after the element whose name, in its start tag, ends at `nameStop`: hops from `<` to `<`, knowing CDATA,
 * comments, instructions and quoted attributes, and counts elements of the same local name, whatever their prefix. `inside` becomes
 * what it has seen of those.
 */
export function elementEnd(
  bytes: Uint8Array,
  nameStop: number,
  to: number,
  name: string,
  inside: Inside,
): number {
  let at = tagEnd(bytes, nameStop, to);
  if (at === INCOMPLETE) return at;
  if (bytes[at - 2] === SLASH) return at;
  for (;;) {
    const lt = positionOf(LT, bytes, at, to);
    if (lt < 0 || lt + 2 >= to) return INCOMPLETE;
    const after = bytes[lt + 1];
    if (after === BANG || after === QUESTION) {
      at = bytes[lt + 2] === BRACKET ? after3(bytes, lt + 9, to, CLOSE_BRACKET) : markupEnd(bytes, lt, to);
      if (at === INCOMPLETE) return at;
      continue;
    }
    const from = after === SLASH ? lt + 2 : lt + 1;
    const stop = nameEnd(bytes, from, to);
    if (stop === to) return INCOMPLETE;
    if (!isNamed(bytes, from, stop, name)) {
      at = stop;
      continue;
    }
    at = tagEnd(bytes, stop, to);
    if (at === INCOMPLETE) return at;
    if (after === SLASH) {
      if (inside.open.length === 0) return at;
      inside.open.pop();
    } else {
      if (inside.first < 0) inside.first = lt;
      if (bytes[at - 2] !== SLASH) inside.open.push(lt);
    }
  }
}

/** Where the next element of this local name begins, or INCOMPLETE. */
export function nextElement(bytes: Uint8Array, from: number, to: number, name: string): number {
  for (let at = from; ;) {
    const lt = bytes.indexOf(LT, at);
    if (lt < 0 || lt >= to) return INCOMPLETE;
    const after = bytes[lt + 1];
    at = after === BANG || after === QUESTION ? markupEnd(bytes, lt, to) : nameEnd(bytes, lt + 1, to);
    if (at === INCOMPLETE || at === to) return INCOMPLETE;
    if (after !== BANG && after !== QUESTION && after !== SLASH && isNamed(bytes, lt + 1, at, name))
      return lt;
  }
}

/** Whether the local part of the name in `[from, stop)` is `name`, which is in lower case; capitals count as the same. */
function isNamed(bytes: Uint8Array, from: number, stop: number, name: string): boolean {
  const length = name.length;
  const local = stop - length;
  if (local < from || (local > from && bytes[local - 1] !== COLON)) return false;
  for (let i = 0; i < length; i += 1) {
    const byte = bytes[local + i] ?? 0;
    if (byte !== name.charCodeAt(i) && (byte | 0x20) !== name.charCodeAt(i)) return false;
  }
  return true;
}
