import { leaf, noAttributes, wordOf } from './cut/tree.ts';
import type { Tree } from './cut/tree.ts';

export type JsonOutcome =
  | { readonly kind: 'tree'; readonly root: Tree; readonly repairs: readonly string[] }
  | { readonly kind: 'broken'; readonly reason: string };

/**
 * A JSON value as a tree: members are children, the elements of a list are repeated children, `null` is absence. So one value and a
 * list of one read alike. Numbers of many digits keep all of them. What programs write wrongly is repaired: raw control characters in
 * strings, commas before a closing bracket, `NaN` and `undefined`.
 */
export function parseJson(text: string): JsonOutcome {
  const first = parsed(text);
  if (first.kind === 'tree') return first;
  const second = parsed(text.replace(mistakes, mend));
  return second.kind === 'tree' ? { ...second, repairs: ['fixed JSON'] } : first;
}

function parsed(text: string): JsonOutcome {
  try {
    const value: unknown = JSON.parse(quoteLongNumbers(text));
    return { kind: 'tree', root: nodeOf('', value, 0) ?? leaf('', ''), repairs: [] };
  } catch (error) {
    return { kind: 'broken', reason: `not JSON${placeOf(error)}` };
  }
}

/** Strings; commas before a closing bracket; words that are no value of JSON. */
const mistakes = /"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])|(?<=[:,[]\s*)(?:-?NaN|-?Infinity|undefined)\b/g;

function mend(token: string): string {
  if (token.startsWith('"')) return escapeControls(token);
  return token === ',' ? '' : 'null';
}

/** A JSON string with its raw control characters escaped. */
export function escapeControls(token: string): string {
  return token.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Where the reading stopped. The rest of the engine's message quotes the document, which may speak of people. */
function placeOf(error: unknown): string {
  const place = error instanceof Error ? / at position \d+/.exec(error.message) : null;
  return place === null ? '' : place[0];
}

const deepest = 100;

function nodeOf(name: string, value: unknown, depth: number): Tree | undefined {
  if (value === null || value === undefined || depth > deepest) return undefined;
  if (typeof value === 'string') return leaf(name, value);
  if (typeof value !== 'object') return leaf(name, JSON.stringify(value));
  const children = Array.isArray(value)
    ? membersOf(name, value, depth)
    : Object.entries(value).flatMap(([key, member]: [string, unknown]) => membersOf(key, member, depth));
  return { name: wordOf(name), prefix: '', attributes: noAttributes, text: '', children };
}

function membersOf(name: string, value: unknown, depth: number): Tree[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.flat(deepest) : [value];
  return values.flatMap((one) => {
    const node = nodeOf(name, one, depth + 1);
    return node === undefined ? [] : [node];
  });
}

function quoteLongNumbers(text: string): string {
  if (!/\d[\d.]{15}/.test(text)) return text;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    !token.startsWith('"') && token.replace(/\D/g, '').length >= 16 ? `"${token}"` : token,
  );
}
