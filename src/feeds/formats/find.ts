import { isEmpty, leaf, markupOf, type Tree, wordOf } from '../cut/tree.ts';

/**
 * All values at a path such as `company/name` or `location/@id`, empty ones left out. A step names a member by its word; lists need no
 * mention, since their elements are repeated members.
 */
export function treesAt(tree: Tree, path: string): Tree[] {
  const found: Tree[] = [];
  firstAt(tree, stepsOf(path), 0, (one) => {
    found.push(one);
    return undefined;
  });
  return found;
}

/** What `read` makes of the first value, at the first path, that it makes something of. */
export function readAt<T>(
  tree: Tree,
  paths: readonly string[],
  read: (one: Tree) => T | undefined,
): T | undefined {
  for (const path of paths) {
    const found = firstAt(tree, stepsOf(path), 0, read);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first value at the first path that has one. */
export function treeAt(tree: Tree, ...paths: readonly string[]): Tree | undefined {
  return readAt(tree, paths, (one) => one);
}

/** The first text that is not blank, trimmed. */
export function textAt(tree: Tree, ...paths: readonly string[]): string | undefined {
  return readAt(tree, paths, (one) => one.text.trim() || undefined);
}

/** All texts at the paths, in order, each once. */
export function textsAt(tree: Tree, ...paths: readonly string[]): string[] | undefined {
  const texts = paths.flatMap((path) => treesAt(tree, path).map((one) => one.text.trim()));
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  return distinct.length > 0 ? distinct : undefined;
}

/** A text that may hold markup: as written, or its elements written out again. */
export function markupAt(tree: Tree, ...paths: readonly string[]): string | undefined {
  return readAt(tree, paths, (one) => markupOf(one).trim() || undefined);
}

/** A date as written; epochs as the numbers they are. */
export function dateAt(tree: Tree, ...paths: readonly string[]): string | number | undefined {
  const text = textAt(tree, ...paths);
  return text === undefined ? undefined : asWritten(text);
}

export function asWritten(date: string): string | number {
  return /^\d{10}(\d{3})?(\.\d+)?$/.test(date) ? Number(date) : date;
}

/** All elements of a name, at any depth, outermost first. */
export function descendants(tree: Tree, name: string): Tree[] {
  const word = wordOf(name);
  return tree.children.flatMap((child) =>
    child.name === word ? [child, ...descendants(child, word)] : descendants(child, word),
  );
}

/** Whether a flag is raised: `true`, `yes`, `1`, `oui`, `ja`, `sí`. */
export function isTrue(text: string | undefined): boolean {
  return text !== undefined && /^(true|yes|y|1|oui|ja|s[ií]|sim)$/i.test(text.trim());
}

export function isFalse(text: string | undefined): boolean {
  return text !== undefined && /^(false|no|n|0|non|nein|nee|não)$/i.test(text.trim());
}

/** No `false`, and no `0000-00-00`. */
export const mayBeDate = ({ text }: Tree): boolean =>
  text.length > 6 ? !text.startsWith('0000') : !isFalse(text);

/** What there is of a list, each once; nothing for an empty one. */
export function atLeastOne<T>(values: readonly (T | undefined)[] | undefined): T[] | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const distinct = [...new Set(values)].filter((value) => value !== undefined);
  return distinct.length > 0 ? distinct : undefined;
}

/** A range of two numbers as one text: `20-40`, or the one that is known. */
export function rangeOf(from: string | undefined, to: string | undefined): string | undefined {
  return from !== undefined && to !== undefined && from !== to ? `${from}-${to}` : (from ?? to);
}

/** What is there of a value in parts; nothing where no part is. */
export function filled<T extends object>(parts: {
  [K in keyof T]: T[K] | undefined;
}): Partial<T> | undefined {
  const kept = compact<T>(parts);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Only what is there: absent values are absent fields. */
export function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const kept: Partial<T> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

type Step = { readonly word: string; readonly isAttribute: boolean };

/** Paths are those of mappings and adapters, so there are few; each is taken apart once. */
const knownSteps = new Map<string, readonly Step[]>();

function stepsOf(path: string): readonly Step[] {
  const known = knownSteps.get(path);
  if (known !== undefined) return known;
  const steps = path
    .split('/')
    .filter((step) => step !== '')
    .map((step) => ({ word: wordOf(step.replace(/^@/, '')), isAttribute: step.startsWith('@') }));
  knownSteps.set(path, steps);
  return steps;
}

function firstAt<T>(
  tree: Tree,
  steps: readonly Step[],
  index: number,
  read: (one: Tree) => T | undefined,
): T | undefined {
  const step = steps[index];
  if (step === undefined) return isEmpty(tree) ? undefined : read(tree);
  if (step.isAttribute) {
    const value = tree.attributes.get(step.word);
    return value === undefined ? undefined : firstAt(leaf(step.word, value), steps, index + 1, read);
  }
  for (const child of tree.children) {
    if (child.name !== step.word) continue;
    const found = firstAt(child, steps, index + 1, read);
    if (found !== undefined) return found;
  }
  return undefined;
}
