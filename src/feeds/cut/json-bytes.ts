import { INCOMPLETE } from './xml-markup.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The position behind white space. */
export function spaceEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at += 1;
  return at;
}

/** The position after the string whose opening quote stands at `at`. */
export function stringEnd(bytes: Uint8Array, at: number, to: number): number {
  let close = at;
  for (;;) {
    close = bytes.indexOf(QUOTE, close + 1);
    if (close < 0 || close >= to) return INCOMPLETE;
    let slashes = 0;
    while (bytes[close - 1 - slashes] === BACKSLASH && close - 1 - slashes > at) slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
}

/** The position after the value that begins at `at`: an object, an array, a string, or a bare word. */
export function valueEnd(bytes: Uint8Array, at: number, to: number, last: boolean): number {
  const first = bytes[at];
  if (first === QUOTE) return stringEnd(bytes, at, to);
  if (first !== 0x7b && first !== 0x5b) return wordEnd(bytes, at, to, last);
  let depth = 0;
  for (let i = at; i < to;) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = stringEnd(bytes, i, to);
      if (i === INCOMPLETE) return i;
      continue;
    }
    i += 1;
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return INCOMPLETE;
}

function wordEnd(bytes: Uint8Array, at: number, to: number, last: boolean): number {
  for (let i = at; i < to; i += 1) {
    const byte = bytes[i];
    if (byte === 0x2c || byte === 0x7d || byte === 0x5d || isSpace(byte)) return Math.max(i, at + 1);
  }
  return last ? to : INCOMPLETE;
}
