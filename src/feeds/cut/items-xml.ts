import { headValues } from '../detect/head-values.ts';
import type { CutEnd, CutLimits, ItemSink, Scanner } from './scanner.ts';
import { spaceEnd } from './json-bytes.ts';
import { elementEnd, nextElement, type Inside } from './xml-element.ts';
import { INCOMPLETE, localName, markupEnd, nameEnd, textOf } from './xml-markup.ts';

const LT = 0x3c;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const BRACKET = 0x5b;
const DASH = 0x2d;

/** Text outside the items that is longer than this is dropped: head values are short. */
const LONGEST_TEXT = 64 * 1024;
const DEEPEST = 256;

/** Cuts outermost elements of the given local names (lower case) out of an XML document, whatever its prefixes. */
export function xmlScanner(
  elements: readonly string[],
  { item: emit, follow }: ItemSink,
  limits: CutLimits,
): Scanner {
  const head = headValues();
  const { decode } = limits;
  const wanted = new Set(elements);
  const open: { name: string; text: string }[] = [];
  const repairs = new Set<string>();
  let rootClosed = false;
  let sawMarkup = false;
  let cutOff: string | undefined;
  let lastItem = '';
  /** Items that are not closed in the bytes at hand. */
  const hopeless = new Set<number>();

  return { scan, end, head: head.values };

  function scan(bytes: Uint8Array, from: number, to: number, last: boolean): number {
    hopeless.clear();
    let at = from;
    while (at < to && cutOff === undefined) {
      const lt = bytes.indexOf(LT, at);
      if (lt < 0 || lt >= to) {
        if (!last && to - at < LONGEST_TEXT) return at;
        takeText(bytes, at, to);
        return to;
      }
      if (lt > at) takeText(bytes, at, lt);
      const next = markup(bytes, lt, to, last);
      if (next === INCOMPLETE) {
        if (!last && to - lt <= limits.maxItemBytes) return lt;
        cutOff = last ? 'the document ends inside a tag' : 'a tag without an end';
        return to;
      }
      at = next;
    }
    return cutOff === undefined ? at : to;
  }

  /** Where the markup that begins at `lt` has its end, with everything it means done. */
  function markup(bytes: Uint8Array, lt: number, to: number, last: boolean): number {
    const after = lt + 1 < to ? bytes[lt + 1] : undefined;
    if (after === undefined) return INCOMPLETE;
    if (after === BANG || after === QUESTION) {
      const end = markupEnd(bytes, lt, to);
      if (end === INCOMPLETE) return end;
      if (after === BANG && bytes[lt + 2] === BRACKET) addText(textOf(bytes, lt + 9, end - 3, decode));
      else if (after === BANG && bytes[lt + 2] !== DASH) repairs.add('document type declaration ignored');
      return end;
    }
    if (after === SLASH) return endTag(bytes, lt, to);
    const name = nameEnd(bytes, lt + 1, to);
    if (name === lt + 1) {
      repairs.add('stray < outside the items');
      return lt + 1;
    }
    if (name === to && !last) return INCOMPLETE;
    return startTag(bytes, lt, name, to, last);
  }

  function endTag(bytes: Uint8Array, lt: number, to: number): number {
    const end = markupEnd(bytes, lt, to);
    if (end === INCOMPLETE) return end;
    const name = localName(bytes, lt + 2, nameEnd(bytes, lt + 2, end));
    const level = open.findLastIndex((element) => element.name === name);
    if (level < 0) {
      repairs.add(`stray </${name}>`);
      return end;
    }
    if (level < open.length - 1) repairs.add(`unclosed <${open.at(-1)?.name ?? ''}>`);
    for (const element of open.splice(level)) head.add(element.name, element.text);
    if (open.length === 0) rootClosed = true;
    return end;
  }

  function startTag(bytes: Uint8Array, lt: number, nameStop: number, to: number, last: boolean): number {
    const name = isSame(bytes, lt + 1, nameStop, lastItem) ? lastItem : localName(bytes, lt + 1, nameStop);
    sawMarkup = true;
    if (wanted.has(name)) return item(bytes, lt, nameStop, name, to, last);
    const end = markupEnd(bytes, lt, to);
    if (end === INCOMPLETE) return end;
    takeAttributes(name, textOf(bytes, nameStop, end - 1, decode));
    if (bytes[end - 2] === SLASH) {
      if (open.length === 0) rootClosed = true;
      return end;
    }
    if (open.length >= DEEPEST) {
      cutOff = `elements nested deeper than ${DEEPEST}`;
      return end;
    }
    open.push({ name, text: '' });
    return end;
  }

  function item(
    bytes: Uint8Array,
    lt: number,
    nameStop: number,
    name: string,
    to: number,
    last: boolean,
  ): number {
    const behind = follow(bytes, lt, to, spaceEnd);
    if (behind > lt) {
      if (open.length === 0) rootClosed = true;
      return behind;
    }
    if (behind === INCOMPLETE && !last) return INCOMPLETE;
    const inside: Inside = { first: -1, open: [] };
    const end = hopeless.has(lt) ? INCOMPLETE : elementEnd(bytes, nameStop, to, name, inside);
    if (end !== INCOMPLETE) {
      emit(bytes, lt, end, undefined);
      lastItem = name;
      if (open.length === 0) rootClosed = true;
      return end;
    }
    if (!last && to - lt <= limits.maxItemBytes) return INCOMPLETE;
    // Those inside that are open too are not closed either: nobody has to look for their ends again.
    for (const start of inside.open) if (last || to - start > limits.maxItemBytes) hopeless.add(start);
    const next = hopeless.has(lt) ? nextElement(bytes, nameStop, to, name) : inside.first;
    // Not closed: the next element of the same name is most likely the next item, not a part of this one.
    if (next > lt) {
      emit(bytes, lt, next, `<${name}> is not closed`);
      return next;
    }
    cutOff = last ? `the document ends inside <${name}>` : `<${name}> is above ${limits.maxItemBytes} bytes`;
    return to;
  }

  function takeText(bytes: Uint8Array, from: number, to: number) {
    if (isBlank(bytes, from, to)) return;
    if (open.length > 0) addText(textOf(bytes, from, Math.min(to, from + LONGEST_TEXT), decode));
    else repairs.add(rootClosed ? 'text after the root' : 'text before the root');
  }

  function addText(text: string) {
    const element = open.at(-1);
    if (element !== undefined && element.text.length < LONGEST_TEXT) element.text += text;
  }

  function takeAttributes(name: string, source: string) {
    if (!source.includes('=')) return;
    for (const [, key = '', double, single] of source.matchAll(
      /(?<![^\s=/])([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    ))
      head.add(`${name}@${key.toLowerCase().replace(/^.*:/, '')}`, double ?? single ?? '');
  }

  function end(): CutEnd {
    const reason =
      cutOff ??
      (open[0] !== undefined
        ? `the document ends before </${open[0].name}>`
        : rootClosed
          ? undefined
          : sawMarkup
            ? 'the document has no root element'
            : 'there is no XML in it');
    return { closed: reason === undefined, reason, repairs: [...repairs] };
  }
}

/** Whether the name in `[from, stop)` is exactly this one. */
function isSame(bytes: Uint8Array, from: number, stop: number, name: string): boolean {
  if (stop - from !== name.length) return false;
  for (let i = 0; i < name.length; i += 1) if (bytes[from + i] !== name.charCodeAt(i)) return false;
  return true;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x20 && !(byte === 0xef || byte === 0xbb || byte === 0xbf)) return false;
  }
  return true;
}
