import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, from a source file as from a file of `dist/`: migrations, sample feeds and static files stand there. */
export const packageRoot = rootAbove(import.meta.dirname);

/** Whether this is the program in `dist/`, not its sources. */
export const isBuilt = import.meta.dirname.startsWith(join(packageRoot, 'dist'));

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}
