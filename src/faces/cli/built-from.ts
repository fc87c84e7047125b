import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `dist/` was built from: the content of the sources, and their sizes and times, which are quicker to compare. */
export type BuiltFrom = { readonly content: string; readonly stat: string };

/** These make up the program: its sources, how it is built, and the packages that are built in. */
const inputs = ['src', 'build', 'package-lock.json'];

/** A hash of the files' paths and bytes. */
export function contentOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of paths(root))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** A hash of the files' paths, sizes and times. */
export function statOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of paths(root)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function paths(root: string): string[] {
  return inputs.flatMap((input) => below(root, input)).toSorted();
}

function below(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}
