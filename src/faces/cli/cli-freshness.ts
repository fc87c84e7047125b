import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFrom, contentOf, statOf } from './built-from.ts';

/** Whether `dist/` was built from the sources beside it. */
export function isFresh(root: string): boolean {
  const file = join(root, 'dist/built-from.json');
  if (!existsSync(file)) return false;
  const built: BuiltFrom = JSON.parse(readFileSync(file, 'utf8'));
  return built.stat === statOf(root) || built.content === contentOf(root);
}
