/**
 * npm run build
 * Bundles the program and the libraries into `dist/`. It is written beside and then takes the place of the old one, so that what runs
 * meanwhile finds either.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, type OutputChunk, type OutputOptions, type RolldownOptions } from 'rolldown';
import { contentOf, statOf } from '../src/faces/cli/built-from.ts';
import { imageFile, imageLabelFile, readImage } from '../src/db/image.ts';
import { licenses } from './licenses.ts';
import { libraryEntries, writeTypes } from './types.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Packages that stay packages: they bring files beside their code. */
const kept = [/^@electric-sql\/pglite($|\/)/, /^swagger-ui-dist($|\/)/];

/**
 * What packages load and never use here; cheerio’s entry for Node brings an undici of its own to fetch with, and each older reader or
 * writer of HTML a table of its entities.
 */
const absent = join(root, 'src/soap/absent.ts');
const alias = {
  axios: absent,
  'axios-ntlm': absent,
  formidable: absent,
  'xml-crypto': absent,
  debug: absent,
  xmlbuilder: absent,
  postcss: absent,
  dayjs: absent,
  'rrule-temporal': absent,
  ajv: absent,
  'ajv-formats': absent,
  '@better-auth/telemetry': absent,
  '@better-auth/memory-adapter': absent,
  cheerio: join(root, 'node_modules/cheerio/dist/browser/index.js'),
  undici$: join(root, 'build/undici.mjs'),
  entities$: join(root, 'build/entities.mjs'),
  'entities/decode': join(root, 'node_modules/htmlparser2/node_modules/entities/dist/decode.js'),
  htmlparser2: join(root, 'node_modules/htmlparser2/dist/index.js'),
  // Without it undici takes the parser that every processor has; answers are short.
  '../llhttp/llhttp_simd-wasm.js': absent,
};

type Bundle = {
  readonly input: Record<string, string>;
  readonly external: readonly RegExp[];
  readonly minify: NonNullable<OutputOptions['minify']>;
};

/** Small, and with the names of functions and classes, which stacks show. */
const program: Bundle = {
  input: { cli: 'src/faces/cli/start.ts' },
  external: kept,
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
};

/** What `exports` in package.json names. Whoever imports them has zod once, with the types of ours. */
const libraries: Bundle = {
  input: libraryEntries,
  external: [...kept, /^zod($|\/)/],
  // Others read them when something fails.
  minify: false,
};

await main();

async function main(): Promise<void> {
  const began = performance.now();
  const from = { content: contentOf(root), stat: statOf(root) };
  const next = `${dist}.${process.pid}`;
  rmSync(next, { recursive: true, force: true });
  const chunks = [...(await bundle(next, program)), ...(await bundle(join(next, 'library'), libraries))];
  writeTypes(root, join(next, 'types'));
  chmodSync(join(next, 'cli.js'), 0o755);
  writeFileSync(join(next, 'licenses.txt'), licenses(chunks.flatMap(({ moduleIds }) => moduleIds)));
  await bringImage(next);
  writeFileSync(join(next, 'built-from.json'), JSON.stringify(from));
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
  const manifest = execFileSync(process.execPath, [join(dist, 'cli.js'), 'help', '--json']);
  writeFileSync(join(dist, 'commands.json'), manifest);
  console.log(`dist/ built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function bundle(dir: string, { input, external, minify }: Bundle): Promise<readonly OutputChunk[]> {
  const options: RolldownOptions = {
    cwd: root,
    input,
    platform: 'node',
    external: [...external],
    resolve: { alias },
    // As Node itself bundles undici: without its second, experimental parser.
    transform: { define: { esbuildDetection: 'true' } },
    logLevel: 'warn',
  };
  const { output } = await build({
    ...options,
    output: {
      dir,
      format: 'esm',
      // Beside the files, for whoever reads a stack; the package has none, so no file names its own.
      sourcemap: 'hidden',
      minify,
      // `licenses.txt` has the licences, the types have what the methods do.
      comments: { legal: false, jsdoc: false },
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  });
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
