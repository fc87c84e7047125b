/**
 * npm run build
 * Bundles the program and the libraries into `dist/`. It is written beside and then takes the place of the old one, so that what runs
 * meanwhile finds either.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, type OutputChunk, type RolldownOptions } from 'rolldown';
import { builtFrom } from '../src/cli/freshness.ts';
import { imageFile, imageLabelFile, readImage } from '../src/db/image.ts';
import { licenses } from './licenses.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Packages that stay packages: they bring files beside their code. */
const kept = [/^@electric-sql\/pglite($|\/)/, /^swagger-ui-dist($|\/)/];

/** What packages load and never use here; cheerio’s entry for Node brings an undici of its own to fetch with. */
const absent = join(root, 'src/soap/absent.ts');
const alias = {
  axios: absent,
  'axios-ntlm': absent,
  formidable: absent,
  'xml-crypto': absent,
  debug: absent,
  cheerio: join(root, 'node_modules/cheerio/dist/browser/index.js'),
};

await main();

async function main(): Promise<void> {
  const began = performance.now();
  const from = builtFrom(root);
  const next = `${dist}.${process.pid}`;
  rmSync(next, { recursive: true, force: true });
  const chunks = await bundle(next);
  writeFileSync(join(next, 'licenses.txt'), licenses(chunks.flatMap(({ moduleIds }) => moduleIds)));
  await bringImage(next);
  writeFileSync(join(next, 'built-from.json'), JSON.stringify(from));
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
  const manifest = execFileSync(process.execPath, [join(dist, 'cli.js'), 'help', '--json']);
  writeFileSync(join(dist, 'commands.json'), manifest);
  console.log(`dist/ built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function bundle(dir: string): Promise<readonly OutputChunk[]> {
  const options: RolldownOptions = {
    cwd: root,
    input: { cli: 'src/cli/start.ts' },
    platform: 'node',
    external: kept,
    resolve: { alias },
    logLevel: 'warn',
  };
  const { output } = await build({
    ...options,
    output: {
      dir,
      format: 'esm',
      sourcemap: true,
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  });
  chmodSync(join(dir, 'cli.js'), 0o755);
  return output.filter((file) => file.type === 'chunk');
}

/** The image of the database takes seconds: it is made only when the migrations are others than those it holds. */
async function bringImage(dir: string): Promise<void> {
  const [image, label] = [join(dir, basename(imageFile)), join(dir, basename(imageLabelFile))];
  if (readImage() !== undefined) {
    copyFileSync(imageFile, image);
    copyFileSync(imageLabelFile, label);
    return;
  }
  const { makeImage } = await import('./image.ts');
  const made = await makeImage();
  writeFileSync(image, made.image);
  writeFileSync(label, JSON.stringify(made.label));
}
