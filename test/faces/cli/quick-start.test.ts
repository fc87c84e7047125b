import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call as callInProcess } from '../../setup/in-process.ts';
import { builtProgram } from '../../setup/program.ts';
import { indeedFeed, jobs } from '../../setup/road.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'quadwire-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command that opens no database. */
const call = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  callInProcess(words, { QUADWIRE_DATA: join(folder, 'none'), ...env });

/** Runs a command as a user would, in a process of its own. */
function quadwire(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtProgram(), ...words], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      QUADWIRE_DATA: join(folder, 'data'),
      INSTANCE_PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  return { code: status, out: stdout, said: stderr };
}

test(
  'up --once puts the sample jobs on the board, a second time calls nothing, and a changed item is one call',
  { tags: ['slow'], timeout: 180_000 },
  () => {
    const first = quadwire(['up', '--once', '--json']);
    expect(first.said).toBe('');
    expect(first.code).toBe(0);
    const summary = JSON.parse(first.out);
    expect(summary).toMatchObject({ feeds: 5, updated: 0, delisted: 0, held: 0 });
    expect(summary.listings).toBeGreaterThanOrEqual(200);
    expect(summary.published).toBeGreaterThanOrEqual(170);
    expect(JSON.parse(quadwire(['up', '--once', '--json']).out)).toMatchObject({
      published: 0,
      updated: 0,
      delisted: 0,
    });

    const states = JSON.parse(quadwire(['status', '--publications', '--json']).out);
    expect(new Set(states.map((row: { state: string }) => row.state))).toEqual(new Set(['published']));
    expect(states).toHaveLength(summary.published);

    const told = quadwire(['explain', 'great-lakes-transit', 'GLT-5500']);
    for (const step of [
      'Where each field comes from',
      'Mapping',
      'published as great-lakes-transit / GLT-5500',
      '<job_title',
    ]) {
      expect(told.out).toContain(step);
    }

    // With a school of one's own the reference instance rests, and works again for who resumes it.
    quadwire(['target', 'add', 'north', '--soap', 'http://127.0.0.1:9/soap']);
    expect(quadwire(['target', 'resume', 'instance']).code).toBe(0);
    writeFileSync(join(folder, 'acme.xml'), indeedFeed(jobs(1)));
    quadwire(['feed', 'add', 'acme', join(folder, 'acme.xml'), '--right', 'own', '--target', 'instance']);
    expect(JSON.parse(quadwire(['up', '--once', '--json']).out)).toMatchObject({ published: 1 });
  },
);

test('preview prints a line a listing and a summary, and stores nothing', async () => {
  const { code, out, said } = await call([
    'preview',
    join(root, 'feeds/samples/great-lakes-transit.xml'),
    '--limit',
    '2',
  ]);
  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).job_id),
  ).toEqual(['GLT-5500', 'GLT-5501']);
  expect(JSON.parse(said)).toMatchObject({
    adapter: 'indeed-xml',
    encoding: 'utf-8',
    items: 56,
    listings: 54,
    completeness: 'complete',
    merged: 0,
  });
});

test('an error page in place of a feed is a sentence and exit code 1', async () => {
  const page = join(folder, 'error.html');
  writeFileSync(
    page,
    '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
  );
  const { code, said } = await call(['preview', page]);
  expect(code).toBe(1);
  expect(said).toContain('cannot be used');
});

test('a feed cut in the middle is listed as far as it goes, and truncated', async () => {
  const cut = join(folder, 'cut.xml');
  copyFileSync(join(root, 'feeds/samples/great-lakes-transit.xml'), cut);
  const whole = readFileSync(cut);
  writeFileSync(cut, whole.subarray(0, whole.length / 2));
  const { code, said } = await call(['preview', cut]);
  expect(code).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ completeness: 'truncated' });
});

test.each([
  [['bogus'], 2, 'There is no command bogus'],
  [['feed', 'add', 'x'], 2, 'URL is missing. Usage: quadwire feed add NAME URL'],
  [['preview', 'x.xml', '--adapter', 'nope'], 2, 'There is no adapter nope'],
  [['preview', 'nowhere.xml'], 1, 'there is no such file'],
  [['set', 'delist.missRuns', 'two'], 2, 'delist.missRuns must be a whole number'],
  [['approve', 'x'], 2, 'HOLD must be the number of a hold'],
] as const)('%j ends with %d and says why', async (words, code, reason) => {
  const ended = await call([...words]);
  expect(ended.code).toBe(code);
  expect(ended.said).toContain(reason);
});

test('a wrong environment is refused with every mistake and no value', async () => {
  const ended = await call(['status'], { PORT: 'eighty', DATABASE_URL: 'mysql://root:hunter2@db' });
  expect(ended.code).toBe(1);
  expect(ended.said).toContain('PORT: must be a port');
  expect(ended.said).toContain('DATABASE_URL: must be an address like postgres://');
  expect(ended.said).not.toContain('hunter2');
});
