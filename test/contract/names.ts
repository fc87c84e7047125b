import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kinds of names that users and their programs depend on; one file of names each. */
export const kinds = ['commands', 'env', 'api', 'pages', 'schema', 'json'] as const;
export type Kind = (typeof kinds)[number];

/** `npm run contract`: writes down what was added. */
export const updates = process.env['CONTRACT'] === 'update';

const fileOf = (kind: string) => join(import.meta.dirname, `${kind}.txt`);

/**
 * Compares the names of today with those that were written down. A name may be added, none is lost: a lost one must be in
 * `removed.txt`, with its reason. With `updates` the added names are written down and printed.
 */
export function compareNames(kind: Kind, names: Iterable<string>) {
  const today = new Set(names);
  const kept = linesOf(fileOf(kind));
  const removed = removedNames();
  const lost = kept.filter((name) => !today.has(name) && !removed.has(`${kind} ${name}`));
  const known = new Set(kept);
  const added = [...today].filter((name) => !known.has(name)).toSorted();
  if (!updates || (added.length === 0 && kept.every((name) => today.has(name)))) return { lost, added };
  for (const name of added) process.stdout.write(`${kind}: added ${name}\n`);
  const all = [...kept.filter((name) => !removed.has(`${kind} ${name}`) || today.has(name)), ...added];
  writeFileSync(fileOf(kind), `${all.toSorted().join('\n')}\n`);
  return { lost, added: [] };
}

/** Names that were taken away on purpose: `api GET /old # replaced by GET /new`. A reason is a must. */
function removedNames(): ReadonlySet<string> {
  const lines = linesOf(fileOf('removed')).filter((line) => !line.startsWith('#'));
  const without = lines.filter((line) => !/^\S+ .* # \S.{9,}/.test(line));
  if (without.length > 0)
    throw new Error(`removed.txt: "KIND NAME # reason" was expected, not: ${without.join('; ')}`);
  return new Set(lines.map((line) => line.split(' # ')[0] ?? ''));
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** The paths of all keys in a JSON value: `items[].name`. Keys that are data (names of targets, labels) become `*`. */
export function keyPaths(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keyPaths(one, `${path}[]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = `${path}${path === '' ? '' : '.'}${/^[a-z][A-Za-z0-9_]*$/.test(key) ? key : '*'}`;
    return [here, ...keyPaths(inner, here)];
  });
}

/** The paths of all keys that a JSON Schema names. */
export function schemaPaths(schema: unknown, path = ''): readonly string[] {
  if (!isObject(schema)) return [];
  const own = isObject(schema['properties'])
    ? Object.entries(schema['properties']).flatMap(([key, inner]) => {
        const here = `${path}${path === '' ? '' : '.'}${key}`;
        return [here, ...schemaPaths(inner, here)];
      })
    : [];
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => schema[key]);
  return [
    ...own,
    ...schemaPaths(schema['items'], `${path}[]`),
    ...alternatives.flatMap((one) => schemaPaths(one, path)),
    ...(isObject(schema['additionalProperties'])
      ? schemaPaths(schema['additionalProperties'], `${path}.*`)
      : []),
  ];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
