import { headValues } from '../detect/head-values.ts';
import { NO_END, type CutEnd, type CutLimits, type ItemSink, type Scanner } from './scanner.ts';
import { isSpace, stringEnd, valueEnd } from './json-bytes.ts';
import { INCOMPLETE, textOf } from './xml-markup.ts';
import { jsonIn } from '../../core/json.ts';

const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;
const QUOTE = 0x22;
const DEEPEST = 256;

type Level = { readonly object: boolean; readonly path: string; readonly items: boolean; key?: string };

/**
 * Cuts the elements of the array under one of `paths` (`jobs`, `data.items`, `items[].rows`, '' for the document itself) out of a
 * JSON document. An object where the list was expected is one item. `single`: a document without such an array may be one itself.
 */
export function jsonScanner(
  cut: { readonly paths: readonly string[]; readonly single?: boolean },
  { item: emit, follow }: ItemSink,
  limits: CutLimits,
): Scanner {
  const head = headValues();
  const { decode } = limits;
  const paths = new Set(cut.paths.map((path) => path.replaceAll(/\.\d+|\[\d+\]/g, '[]')));
  const levels: Level[] = [];
  const repairs = new Set<string>();
  let found = false;
  let rootSeen = false;
  let single = false;
  let problem: string | undefined;

  return { scan, end, head: head.values };

  function scan(bytes: Uint8Array, from: number, to: number, last: boolean): number {
    const undecided = cut.single === true && !found;
    if (undecided) restart();
    const settled = run(bytes, from, to, last);
    if (!undecided || found) return settled;
    if (!last && to - from <= limits.maxItemBytes) return from;
    if (last && problem === undefined) emitDocument(bytes, from, to);
    return to;
  }

  function restart() {
    levels.length = 0;
    rootSeen = false;
  }

  function emitDocument(bytes: Uint8Array, from: number, to: number) {
    let start = from;
    while (start < to && bytes[start] !== OPEN_OBJECT && bytes[start] !== OPEN_ARRAY) start += 1;
    const stop = valueEnd(bytes, start, to, true);
    if (bytes[start] !== OPEN_OBJECT || stop === INCOMPLETE) return;
    emit(bytes, start, stop, undefined);
    single = true;
  }

  function run(bytes: Uint8Array, from: number, to: number, last: boolean): number {
    let at = from;
    while (at < to && problem === undefined) {
      const next = token(bytes, at, to, last);
      if (next === INCOMPLETE) {
        if (!last && to - at <= limits.maxItemBytes) return at;
        if (!last) problem = `a value is above ${limits.maxItemBytes} bytes`;
        return last ? to : at;
      }
      at = next;
    }
    return problem === undefined ? at : to;
  }

  function token(bytes: Uint8Array, at: number, to: number, last: boolean): number {
    const byte = bytes[at];
    const level = levels.at(-1);
    if (isSpace(byte) || byte === 0x2c || byte === 0x3a) return at + 1;
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (level === undefined) return stray(at);
      if (level.object !== (byte === CLOSE_OBJECT)) problem = 'brackets do not match';
      levels.pop();
      return at + 1;
    }
    if (level === undefined && rootSeen) return stray(at);
    if (level === undefined && byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) {
      if (byte !== 0xef && byte !== 0xbb && byte !== 0xbf) repairs.add('text before the document');
      return at + 1;
    }
    if (level?.object === true && level.key === undefined) return key(bytes, at, to, level);
    return value(bytes, at, to, last, level);
  }

  function stray(at: number): number {
    repairs.add('text after the document');
    return at + 1;
  }

  function key(bytes: Uint8Array, at: number, to: number, level: Level): number {
    if (bytes[at] !== QUOTE) {
      problem = 'a key is not in quotes';
      return at;
    }
    const stop = stringEnd(bytes, at, to);
    if (stop === INCOMPLETE) return stop;
    level.key = String(jsonIn(textOf(bytes, at, stop, decode)));
    return stop;
  }

  function value(bytes: Uint8Array, at: number, to: number, last: boolean, level: Level | undefined): number {
    const path = pathOf(level);
    const byte = bytes[at];
    if (level?.items === true) {
      const behind = follow(bytes, at, to, commaBehind);
      if (behind > at || (behind === INCOMPLETE && !last)) return behind;
      return item(bytes, at, to, last);
    }
    if (byte === OPEN_ARRAY) return enter({ object: false, path, items: paths.has(path) }, level, at);
    if (byte === OPEN_OBJECT) {
      if (level !== undefined && level.object && path !== '' && paths.has(path)) {
        const stop = item(bytes, at, to, last);
        if (stop === INCOMPLETE) return stop;
        found = true;
        delete level.key;
        repairs.add('one item where a list was expected');
        return stop;
      }
      return enter({ object: true, path, items: false }, level, at);
    }
    const stop = valueEnd(bytes, at, to, last);
    if (stop === INCOMPLETE) return stop;
    const plain = jsonIn(textOf(bytes, at, stop, decode));
    if (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean')
      head.add(path, String(plain));
    if (level !== undefined) delete level.key;
    return stop;
  }

  function item(bytes: Uint8Array, at: number, to: number, last: boolean): number {
    const stop = valueEnd(bytes, at, to, last);
    if (stop !== INCOMPLETE) emit(bytes, at, stop, undefined);
    return stop;
  }

  function enter(next: Level, level: Level | undefined, at: number): number {
    if (levels.length >= DEEPEST) problem = `nested deeper than ${DEEPEST}`;
    if (level !== undefined) delete level.key;
    if (next.items) found = true;
    rootSeen = true;
    levels.push(next);
    return at + 1;
  }

  function end(): CutEnd {
    const reason =
      problem ??
      (!rootSeen
        ? 'there is no JSON in it'
        : levels.length > 0
          ? 'the document ends before its last bracket'
          : undefined);
    return {
      closed: reason === undefined,
      reason,
      repairs: [...repairs],
      single,
    };
  }
}

/** The position behind the comma and white space that separate elements. A value has its own end, but for a bare word. */
function commaBehind(bytes: Uint8Array, end: number, to: number): number {
  if (bytes[end - 1] !== CLOSE_OBJECT) return NO_END;
  let at = end;
  while (at < to && (isSpace(bytes[at]) || bytes[at] === 0x2c)) at += 1;
  return at;
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return '';
  if (!level.object) return `${level.path}[]`;
  const key = level.key ?? '';
  return level.path === '' ? key : `${level.path}.${key}`;
}
