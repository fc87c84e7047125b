/**
 * npm run test:pack [-- --node VERSION]…
 * Packs the package, installs the tarball into an empty folder outside the checkout, compiles and runs there every TypeScript example of the
 * README and the libraries' pages on each version of Node, and runs the program where it runs. Then it starts a built checkout with `npm ci --omit=dev`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { optionsOf } from './options.ts';

const { values } = optionsOf(
  { options: { node: { type: 'string', multiple: true, default: ['20.20.2', '22.23.3', '24.21.0'] } } },
  'npm run test:pack [-- --node VERSION]…',
);

/** docs/adr/0049: the image of the database is a sixth of it. */
const MOST_BYTES = 3_100_000;
const pages = ['README', 'docs/rest-client', 'docs/soap-client', 'docs/instance'];
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'quadwire-pack-'));
const tool = (name: string) => join(root, 'node_modules/.bin', name);

try {
  main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function main(): void {
  const tarball = join(
    folder,
    run('npm', ['pack', '--silent', '--pack-destination', folder], root).trim().split('\n').at(-1) ?? '',
  );
  const { size } = statSync(tarball);
  if (size > MOST_BYTES) throw new Error(`the tarball has ${size} bytes, more than ${MOST_BYTES}`);
  console.log(`tarball: ${(size / 1e6).toFixed(2)} MB`);
  run(tool('publint'), ['--strict', tarball], root);
  run(tool('attw'), [tarball, '--profile', 'esm-only'], root);
  const consumer = join(folder, 'consumer');
  const examples = installInto(consumer, tarball);
  for (const version of values.node) {
    const bin = nodeOf(version);
    for (const example of examples) run(bin, [example], consumer);
    console.log(`Node ${version}: ${examples.length} examples`);
    if (version.startsWith('20.')) refusesOldNode(bin, consumer);
    else putsJobsOnTheBoard(bin, join(consumer, 'node_modules/quadwire/dist/cli.js'), version);
  }
  startsWithoutDevelopment();
}

/** A project that has the package, and the examples compiled as its sources; gives their files. */
function installInto(consumer: string, tarball: string): readonly string[] {
  mkdirSync(join(consumer, 'src'), { recursive: true });
  writeFileSync(
    join(consumer, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  run('npm', ['install', '--prefer-offline', '--no-fund', '--no-audit', tarball], consumer);
  const names = pages.flatMap((page) =>
    examplesOf(page).map((code, at) => {
      const name = `${basename(page)}-${at}`;
      writeFileSync(join(consumer, `src/${name}.ts`), code);
      return `out/${name}.js`;
    }),
  );
  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['node16', 'node16'],
  ]) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      strict: true,
      outDir: 'out',
      rootDir: 'src',
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    run(tool('tsc'), [], consumer);
  }
  return names;
}

function examplesOf(page: string): readonly string[] {
  const text = readFileSync(join(root, `${page}.md`), 'utf8');
  const found = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  if (found.length === 0) throw new Error(`${page}.md has no example`);
  return found.map(onAnInstance);
}

/** README's example talks to the instance of `npm start`; here it gets one of its own. */
function onAnInstance(code: string): string {
  const address = "'http://127.0.0.1:8081/api/public'";
  if (!code.includes(address)) return code;
  const begin = "import { startInstance } from 'quadwire/instance';\nconst school = await startInstance();\n";
  return `${begin}${code.replace(address, 'school.restUrl')}await school.stop();\n`;
}

/** The npm package `node` brings its binary. */
function nodeOf(version: string): string {
  if (version === process.versions.node) return process.execPath;
  const place = join(folder, `node-${version}`);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
  run('npm', ['install', '--prefer-offline', '--no-fund', '--no-audit', `node@${version}`], place);
  return join(place, 'node_modules/node/bin/node');
}

function refusesOldNode(bin: string, consumer: string): void {
  const { status, stderr } = spawnSync(bin, ['node_modules/quadwire/dist/cli.js', 'help'], {
    cwd: consumer,
    encoding: 'utf8',
  });
  if (status !== 1 || !stderr.includes('needs Node.js 22.19 or newer'))
    throw new Error(`on an old Node the program says: ${stderr}`);
}

function putsJobsOnTheBoard(bin: string, program: string, name: string): void {
  const data = join(folder, `data-${name}`);
  const env = { ...process.env, QUADWIRE_DATA: data, INSTANCE_PORT: '0', LOG_LEVEL: 'error' };
  const said = run(bin, [program, 'up', '--once', '--json'], folder, env);
  const { published }: { published: number } = JSON.parse(said);
  if (published < 170) throw new Error(`${name}: up --once says ${said}`);
  console.log(`${name}: ${published} jobs on the board`);
}

function startsWithoutDevelopment(): void {
  const checkout = join(folder, 'checkout');
  const filter = (path: string) => !/^(?:node_modules|\.git|\.quadwire)(?:\/|$)/.test(relative(root, path));
  cpSync(root, checkout, { recursive: true, filter });
  run('npm', ['ci', '--omit=dev', '--prefer-offline'], checkout);
  putsJobsOnTheBoard(process.execPath, join(checkout, 'dist/cli.js'), 'npm ci --omit=dev');
  const kilobytes = Number.parseInt(run('du', ['-sk', 'node_modules'], checkout), 10);
  console.log(`npm ci --omit=dev: ${Math.round(kilobytes / 1024)} MB`);
}

function run(
  name: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { status, stdout, stderr } = spawnSync(name, words, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}
