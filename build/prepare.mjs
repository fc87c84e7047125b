// `npm ci` runs this. It is JavaScript because an installation without development dependencies may run on a Node that knows no types.
import { resolve } from 'node:path';

try {
  import.meta.resolve('rolldown');
  import.meta.resolve('typescript/package.json');
} catch {
  console.log('dist/ is not built: rolldown and typescript are not installed.');
  process.exit(0);
}
const { isFresh } = await import('../src/faces/cli/cli-freshness.ts');
if (!isFresh(resolve(import.meta.dirname, '..'))) await import('./build.ts');
