import { isEmpty, markupOf, wordOf } from '../tree.ts';
import type { Tree } from '../tree.ts';

/**
 * All values at a path such as `company/name` or `location/@id`, empty ones left out. A step names a member by its word; lists need no
 * mention, since their elements are repeated members.
 */
export function treesAt(tree: Tree, path: string): Tree[] {
  let found: readonly Tree[] = [tree];
  for (const step of path === '' ? [] : path.split('/')) {
    found = found.flatMap((one) =>
      step.startsWith('@') ? attributeOf(one, step.slice(1)) : childrenOf(one, step),
    );
  }
  return found.filter((one) => !isEmpty(one));
}

/** The first value at the first path that has one. */
export function treeAt(tree: Tree, ...paths: readonly string[]): Tree | undefined {
  for (const path of paths) {
    const [first] = treesAt(tree, path);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The first text that is not blank, trimmed. */
export function textAt(tree: Tree, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    for (const one of treesAt(tree, path)) {
      const text = one.text.trim();
      if (text !== '') return text;
    }
  }
  return undefined;
}

/** All texts at the paths, in order, each once. */
export function textsAt(tree: Tree, ...paths: readonly string[]): string[] | undefined {
  const texts = paths.flatMap((path) => treesAt(tree, path).map((one) => one.text.trim()));
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  return distinct.length > 0 ? distinct : undefined;
}

/** A text that may hold markup: as written, or its elements written out again. */
export function markupAt(tree: Tree, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    for (const one of treesAt(tree, path)) {
      const markup = markupOf(one).trim();
      if (markup !== '') return markup;
    }
  }
  return undefined;
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

/** Only what is there: absent values are absent fields. */
export function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const kept: Partial<T> = {};
  for (const name of keysOf(fields)) {
    const value = fields[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function keysOf<T extends object>(fields: T): (keyof T)[] {
  const keys: (keyof T)[] = [];
  for (const name in fields) keys.push(name);
  return keys;
}

function childrenOf(tree: Tree, step: string): readonly Tree[] {
  const word = wordOf(step);
  return tree.children.filter((child) => child.name === word);
}

function attributeOf(tree: Tree, name: string): readonly Tree[] {
  const value = tree.attributes.get(wordOf(name));
  return value === undefined
    ? []
    : [{ name: wordOf(name), prefix: '', attributes: new Map(), text: value, children: [] }];
}
