import { jsonIn } from '../../core/json.ts';

/** A value as typed at the command line: a list or record where it is written as JSON, else the text. */
export function jsonValue(text: string): unknown {
  return /^[[{]/.test(text) ? (jsonIn(text) ?? text) : text;
}
