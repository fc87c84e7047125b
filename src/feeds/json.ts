import { leaf, noAttributes, wordOf } from './tree.ts';
import type { Tree } from './tree.ts';

export type JsonOutcome =
  | { readonly kind: 'tree'; readonly root: Tree }
  | { readonly kind: 'broken'; readonly reason: string };

/**
 * A JSON value as a tree: members are children, the elements of a list are repeated children, `null` is absence. So one value and a
 * list of one read alike. Whole numbers beyond 2^53 keep their digits.
 */
export function parseJson(text: string): JsonOutcome {
  try {
    const value: unknown = JSON.parse(quoteLongNumbers(text));
    return { kind: 'tree', root: nodeOf('', value, 0) ?? leaf('', '') };
  } catch (error) {
    return { kind: 'broken', reason: `not JSON${placeOf(error)}` };
  }
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
  if (!/\d{16}/.test(text)) return text;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
  );
}
