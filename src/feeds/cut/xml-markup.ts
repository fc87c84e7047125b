import { Buffer } from 'node:buffer';

/** More bytes are needed to say. */
export const INCOMPLETE = -1;

const LT = 0x3c;
const GT = 0x3e;
const BANG = 0x21;
const DASH = 0x2d;
const QUESTION = 0x3f;
const BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const DOUBLE = 0x22;
const SINGLE = 0x27;

/** The position after a tag, comment, CDATA section, processing instruction or document type that begins at `lt`. */
export function markupEnd(bytes: Uint8Array, lt: number, to: number): number {
  const after = bytes[lt + 1];
  if (after === QUESTION) return after2(bytes, lt + 2, to, QUESTION);
  if (after !== BANG) return tagEnd(bytes, lt + 1, to);
  if (lt + 4 > to) return INCOMPLETE;
  if (bytes[lt + 2] === DASH && bytes[lt + 3] === DASH) return after3(bytes, lt + 4, to, DASH);
  if (bytes[lt + 2] === BRACKET) return lt + 9 > to ? INCOMPLETE : after3(bytes, lt + 9, to, CLOSE_BRACKET);
  return doctypeEnd(bytes, lt + 2, to);
}

/** The position after the `>` that closes a tag; quoted ones do not. */
export function tagEnd(bytes: Uint8Array, from: number, to: number): number {
  let quote = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === GT) return at + 1;
    else if (byte === DOUBLE || byte === SINGLE) quote = byte;
  }
  return INCOMPLETE;
}

/** The position after `xx>`, from `from` on: the end of a comment (`--`) or of CDATA (`]]`). */
export function after3(bytes: Uint8Array, from: number, to: number, twice: number): number {
  for (let at = from; ; at += 1) {
    at = positionOf(twice, bytes, at, to);
    if (at < 0 || at + 2 >= to) return INCOMPLETE;
    if (bytes[at + 1] === twice && bytes[at + 2] === GT) return at + 3;
  }
}

/** Most gaps are short: looking around oneself is faster than asking `indexOf`, whose call costs as much as a hundred bytes. */
const NEAR = 24;

/** Where a byte stands next, or -1. */
export function positionOf(byte: number, bytes: Uint8Array, from: number, to: number): number {
  const near = from + NEAR < to ? from + NEAR : to;
  let at = from;
  for (; at < near; at += 1) if (bytes[at] === byte) return at;
  if (at >= to) return -1;
  const far = bytes.indexOf(byte, at);
  return far >= to ? -1 : far;
}

function after2(bytes: Uint8Array, from: number, to: number, once: number): number {
  for (let at = from + 1; ; at += 1) {
    at = bytes.indexOf(GT, at);
    if (at < 0 || at >= to) return INCOMPLETE;
    if (bytes[at - 1] === once) return at + 1;
  }
}

/** Quotes, comments, instructions and the internal subset of a document type may hold `>`. */
function doctypeEnd(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === DOUBLE || byte === SINGLE) {
      const close = bytes.indexOf(byte, at + 1);
      if (close < 0 || close >= to) return INCOMPLETE;
      at = close;
    } else if (byte === LT && at + 3 < to && isCommentOrInstruction(bytes, at)) {
      const end = markupEnd(bytes, at, to);
      if (end === INCOMPLETE) return end;
      at = end - 1;
    } else if (byte === LT || byte === BRACKET) {
      if (at + 3 >= to) return INCOMPLETE;
      depth += 1;
    } else if (byte === CLOSE_BRACKET) depth -= 1;
    else if (byte === GT) {
      if (depth === 0) return at + 1;
      depth -= 1;
    }
  }
  return INCOMPLETE;
}

function isCommentOrInstruction(bytes: Uint8Array, lt: number): boolean {
  if (bytes[lt + 1] === QUESTION) return true;
  return bytes[lt + 1] === BANG && bytes[lt + 2] === DASH && bytes[lt + 3] === DASH;
}

/** What ends a name: white space, `>`, `/`, `=`, quotes, `<`. */
const endsName = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d, GT, 0x2f, 0x3d, DOUBLE, SINGLE, LT, BANG, 0x26])
  endsName[byte] = 1;

export function nameEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && endsName[bytes[at] ?? 0] === 0) at += 1;
  return at;
}

/** The name between `from` and `to` without its prefix, in lower case. */
export function localName(bytes: Uint8Array, from: number, to: number): string {
  return textOf(bytes, from, to).replace(/^.*:/s, '').toLowerCase();
}

/** What stands between `from` and `to`; without a way of its own to read it, as UTF-8. */
export function textOf(
  bytes: Uint8Array,
  from: number,
  to: number,
  decode?: (piece: Uint8Array) => string,
): string {
  if (decode !== undefined) return decode(bytes.subarray(from, Math.max(from, to)));
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString('utf8');
}
