import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commands } from '../../../src/faces/cli/commands.ts';
import { freePorts } from '../../setup/ports.ts';
import { builtProgram } from '../../setup/program.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'quadwire-built-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = builtProgram();

test('a start exits with 1 when the sources differ from those that were built', () => {
  const checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, 'src/faces/cli'), { recursive: true });
  cpSync(join(root, 'dist'), join(checkout, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(checkout, 'package.json'));
  writeFileSync(join(checkout, 'src/faces/cli/main.ts'), '// changed');
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'dist/cli.js'), 'help'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    'dist/ was built from other sources than those of src/: run `npm run build`.\n',
  ]);
});

test('help describes every command and loads none', () => {
  const described: { name: string; usage: string; about: string }[] = JSON.parse(
    execFileSync(process.execPath, [program, 'help', '--json'], { encoding: 'utf8' }),
  );
  expect(described.map(({ name }) => name)).toEqual(commands.map(([name]) => name));
  expect(described.every(({ about }) => about.length > 10)).toBe(true);
  // The built files that help opens: a few, of some 300.
  expect(chunksOf('help').size).toBeLessThan(20);
});

const readers =
  /src\/feeds\/adapters|node_modules\/(?:cheerio|fast-xml-parser|nodemailer|parse5|sanitize-html|undici)\//;

test.each(['status', 'audit', 'doctor', 'holds', 'labels', 'reviews', 'runs', 'target list', 'user list'])(
  '`%s` loads no reader of feeds, no HTTP client and no mailer',
  (command) => {
    const sources = [...chunksOf(...command.split(' '), '--help')].flatMap(sourcesOf);
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((source) => readers.test(source))).toEqual([]);
  },
);

test('SIGTERM to `npm start` ends the program', { tags: ['slow'], timeout: 240_000 }, async () => {
  const [port, instancePort] = await freePorts();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      INSTANCE_PORT: String(instancePort),
      QUADWIRE_DATA: join(folder, 'data'),
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exit = once(npm, 'exit');
  while (!said.includes('Stop with Ctrl-C')) await Promise.race([once(npm.stderr, 'data'), exit]);
  npm.kill('SIGTERM');
  await exit;
  expect(said).toContain('Stopping');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
});

/** The built files that a call opens. */
function chunksOf(...words: readonly string[]): ReadonlySet<string> {
  const { stderr } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DEBUG: 'esm' },
    // Each file is named many times.
    maxBuffer: 2 ** 30,
  });
  const chunks = new Set(stderr.match(/chunks\/[\w.-]+\.js/g));
  expect(chunks.size).toBeGreaterThan(0);
  return chunks;
}

/** The files that a built file was made from. */
function sourcesOf(chunk: string): readonly string[] {
  const map = join(root, 'dist', `${chunk}.map`);
  if (!existsSync(map)) return [];
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(map, 'utf8'));
  return sources;
}
