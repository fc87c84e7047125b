import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { staticFilePaths } from '../web/static-node.ts';

/** Lays out the static files for the Worker's assets, before wrangler bundles it: `node src/faces/cli/worker-assets.ts FOLDER`. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('a folder was expected');
rmSync(folder, { recursive: true, force: true });
for (const [path, file] of staticFilePaths()) {
  const to = join(folder, 'static', path);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(file, to);
}
writeFileSync(
  join(folder, '_headers'),
  '/static/*\n  cache-control: public, max-age=300\n  x-content-type-options: nosniff\n',
);
