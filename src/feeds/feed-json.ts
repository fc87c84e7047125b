import { leaf, noAttributes, type Tree, wordOf } from './cut/tree.ts';

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
  const children: Tree[] = [];
  if (Array.isArray(value)) addMembers(children, name, value, depth);
  else
    for (const key of Object.keys(value))
      addMembers(children, key, (value as Readonly<Record<string, unknown>>)[key], depth);
  return { name: wordOf(name), prefix: '', attributes: noAttributes, text: '', children };
}

/** Adds a member; of a list, each of its elements. */
function addMembers(children: Tree[], name: string, value: unknown, depth: number): void {
  if (Array.isArray(value)) for (const one of value.flat(deepest)) addMember(children, name, one, depth);
  else addMember(children, name, value, depth);
}

function addMember(children: Tree[], name: string, value: unknown, depth: number): void {
  const node = nodeOf(name, value, depth + 1);
  if (node !== undefined) children.push(node);
}

/** Written out, `{15}` would be looked for at every character; so the engine skips most of them. */
const longNumber = new RegExp(String.raw`\d${String.raw`[\d.]`.repeat(15)}`);

function quoteLongNumbers(text: string): string {
  if (!longNumber.test(text)) return text;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    !token.startsWith('"') && token.replace(/\D/g, '').length >= 16 ? `"${token}"` : token,
  );
}
