import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb } from '../../../src/faces/cli/cli-roles.ts';
import { startInstance } from '../../../src/faces/cli/built-in-instance.ts';
import { readConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/core/log.ts';
import { openNode } from '../../../src/node.ts';
import { indeedFeed } from '../../setup/road.ts';
import { call } from '../../setup/in-process.ts';
import { statusText } from '../../../src/faces/cli/commands/status.command.ts';
import { aligned, columns, cutTo } from '../../../src/operations/registry/operation-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-columns-'));
const env = { QUADWIRE_DATA: join(folder, 'data'), INSTANCE_PORT: '0', LOG_LEVEL: 'error' };
const sample = join(folder, 'transit.xml');
const titles = [
  'Bus Network Planner',
  'Payroll Accountant',
  'Customer Information Assistant for Trams and Ferries',
];
const document = indeedFeed([
  ...titles.map((title, at) => ({ id: `GLT-550${at}`, title, company: 'Great Lakes Transit' })),
  { id: 'GLT-5503', title: 'Signal Trainee', company: 'Great Lakes Transit', type: 'Zero hours' },
  { id: 'GLT-5504', title: '' },
]);
// A day would make what is printed depend on that of today.
writeFileSync(sample, document.replaceAll(/<date>.*?<\/date>/g, ''));
const ends: (() => Promise<void>)[] = [];
let startPages: () => ReturnType<typeof startWeb>;

beforeAll(async () => {
  const read = readConfig(env);
  if (read.kind !== 'config') throw new Error('the environment of the test has mistakes');
  const opened = await openNode({ config: read.config, log: silentLog, role: 'owner' });
  if (opened.kind !== 'open') throw new Error(opened.reason);
  const instance = await startInstance(read.config, opened.node);
  if (instance.kind !== 'started') throw new Error(instance.reason);
  opened.node.allow(instance.address);
  const terminal = { out: () => {}, say: () => {}, progress: () => {}, isTerminal: false };
  const flags = { text: () => undefined, many: () => [], has: () => false };
  const config = { ...read.config, port: 0 };
  startPages = () => startWeb({ config, log: silentLog, terminal, flags, words: [] }, opened.node);
  ends.push(
    () => instance.close(),
    () => opened.node.close(),
  );
});

afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

/** What differs from one day or machine to the next. */
function steady(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? UTC/g, 'TIME')
    .replaceAll(/instance@[\w-]+/g, 'instance@PLAN')
    .replaceAll(/created:\w+/g, 'created:ID')
    .replaceAll(folder, 'FOLDER');
}

async function onTerminal(...words: readonly string[]): Promise<string> {
  const { out, said } = await call(words, env, 100);
  return steady(`${out}${said === '' ? '' : `--- stderr\n${said}`}`);
}

/** What a school is sent is shown as it is sent. */
const tooWide = (text: string) =>
  text.split('\n').filter((line) => line.length > 100 && !line.startsWith('<'));

test('the commands of a first day fit a terminal of 100 columns, and say in words what there is', async () => {
  const preview = await onTerminal('preview', sample);
  await expect(preview).toMatchFileSnapshot('golden/preview.txt');
  expect(tooWide(preview)).toEqual([]);
  const added = await onTerminal('feed', 'add', 'great-lakes', pathToFileURL(sample).href);
  expect(added).toContain(
    'Feed great-lakes is added.\nWorkers read it within a minute; `plan` reads it now,',
  );
  for (const words of [['plan'], ['publish'], ['status'], ['explain', 'great-lakes', 'GLT-5500']]) {
    const text = await onTerminal(...words);
    await expect(text).toMatchFileSnapshot(`golden/${words[0] ?? ''}.txt`);
    expect(tooWide(text)).toEqual([]);
  }
});

test('in a pipe, and with --json, a preview is one JSON line for each job', async () => {
  const piped = await call(['preview', sample, '--limit', '3'], env);
  expect(
    piped.out
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line))[0]),
  ).toEqual(['job_id', 'job_id', 'job_id']);
  expect((await call(['preview', sample, '--limit', '3', '--json'], env, 100)).out).toBe(piped.out);
});

test('a status without schools and feeds says how to add them, and prints no table', () => {
  const text = statusText(
    {
      attention: [],
      targets: [],
      feeds: [],
      holds: 0,
      given_up: [],
      reviews: { general: 0, at_targets: {} },
      unresolved: 0,
      waiting: 0,
    },
    { width: 100 },
  );
  expect(text).toBe(
    'Nothing needs you\n\nThere is no school yet: quadwire target add NAME --soap URL\n\nThere is no feed yet: quadwire feed add NAME URL',
  );
});

test('a long text is cut until its row fits, and neither its id nor its command', () => {
  const row = ['   48', 'held', `hold 12: first plan of ${'harbor-'.repeat(20)}`, 'quadwire hold 12'];
  const [cut = []] = cutTo([row], 100, [0, 1, 3]);
  expect(aligned([cut])).toHaveLength(100);
  expect([cut[0], cut[1], cut[3]]).toEqual([row[0], row[1], row[3]]);
  expect(cut[2]).toMatch(/^hold 12: first plan of harbor-.*…$/);
  expect(cutTo([row], undefined, [0])).toEqual([row]);
});

test('a list of feeds with rows that cannot be added ends with 1, for scripts', async () => {
  const list = join(folder, 'list.csv');
  writeFileSync(list, 'name,url\ngull,https://gull.example/jobs.xml\ntern,ftp://tern.example/jobs.xml\n');
  const ended = await call(['feed', 'import', list], env);
  expect([ended.code, ended.said.trim()]).toEqual([1, '1 feed was not added.']);
  expect(ended.out).toContain('1 feed of 2 added.');
  writeFileSync(list, 'name,url\ntern,https://tern.example/jobs.xml\n');
  expect((await call(['feed', 'import', list], env)).code).toBe(0);
});

test('the link of the first operator is made again while nobody has an account', async () => {
  const link = async () => call(['user', 'link', '--first'], env);
  const [one, two] = [await link(), await link()];
  expect([one.code, one.out]).toEqual([
    0,
    expect.stringMatching(/^http:\/\/\S+\/sign-in\/once\/first_\S+\n$/),
  ]);
  expect(two.out).not.toBe(one.out);
  expect((await call(['user', 'link', 'ann@example.org', '--first'], env)).code).toBe(2);
  expect((await call(['user', 'add', 'ann@example.org', '--role', 'admin'], env)).code).toBe(0);
  const late = await link();
  expect([late.code, late.said]).toEqual([1, expect.stringContaining('Somebody has an account already.')]);
});

test('every link that a command prints leads to the server that runs, whatever PORT says', async () => {
  const pages = await startPages();
  if (pages.kind !== 'running') throw new Error(pages.reason);
  ends.push(() => pages.stop());
  for (const words of [
    ['open', 'holds/12'],
    ['form', 'link'],
  ])
    expect((await call(words, env)).out).toContain(`${pages.url}/`);
  expect((await call(['open'], { ...env, PUBLIC_URL: 'https://jobs.example.org' })).out).toBe(
    'https://jobs.example.org/\n',
  );
});

const jobsNamed = (title: string) =>
  indeedFeed(
    Array.from({ length: 12 }, (_, at) => ({ id: `Y-${at}`, title: `${title} ${at}`, company: 'Yard' })),
  );

test('what a person lets count goes out with the next `publish`, without a worker', async () => {
  const yard = join(folder, 'yard.xml');
  writeFileSync(yard, jobsNamed('Welder'));
  await call(['feed', 'add', 'yard', pathToFileURL(yard).href], env);
  const published = async () => {
    const { out } = await call(['publish', '--json'], env);
    return JSON.parse(out)[0] as { readonly published: number; readonly updated: number };
  };
  expect(await published()).toMatchObject({ published: 12, updated: 0 });
  writeFileSync(yard, jobsNamed('Fitter'));
  await call(['ingest', 'yard'], env);
  const [held] = JSON.parse((await call(['holds', '--json'], env)).out) as readonly { readonly id: number }[];
  expect(await published()).toMatchObject({ published: 0, updated: 0 });
  const stopped = `stopped: 12 jobs of yard would be added or changed at once    quadwire hold ${held?.id}`;
  for (const command of ['plan', 'publish']) expect((await call([command], env)).out).toContain(stopped);
  await call(['approve', String(held?.id)], env);
  expect(await published()).toMatchObject({ published: 0, updated: 12 });
});

test('publish --feed sends and counts the jobs of that feed alone', async () => {
  for (const name of ['mill', 'dock']) {
    const file = join(folder, `${name}.xml`);
    const jobs = [
      { id: `${name}-1`, title: `Keeper of the ${name}` },
      { id: `${name}-2`, title: `Guard`, type: 'Zero hours' },
    ];
    writeFileSync(file, indeedFeed(jobs));
    await call(['feed', 'add', name, pathToFileURL(file).href], env);
    await call(['ingest', name], env);
  }
  const mill = await call(['publish', '--feed', 'mill', '--json'], env);
  expect([mill.code, JSON.parse(mill.out)]).toMatchObject([0, [{ published: 1, held: 0, next_at: null }]]);
  const { out } = await call(['publish', '--feed', 'mill'], env);
  expect(out).toContain('instance: 1 job cannot go');
  const all = (await call(['publish'], env)).out;
  expect([all.match(/instance +(\d+)/)?.[1], all]).toEqual([
    '1',
    expect.stringContaining('instance: 2 jobs cannot go'),
  ]);
});

test('plan and publish name the school of a feed that does not exist', async () => {
  const file = join(folder, 'quay.xml');
  writeFileSync(file, jobsNamed('Rigger'));
  await call(['feed', 'add', 'quay', pathToFileURL(file).href, '--target', 'instanze'], env);
  const line = 'quay: there is no school instanze    quadwire feed set quay targets …';
  for (const command of ['plan', 'publish']) expect((await call([command], env)).out).toContain(line);
  expect((await call(['plan', '--feed', 'mill'], env)).out).not.toContain('instanze');
});

test('publish counts the jobs that wait for a person each time, and explain names a pause', async () => {
  const file = join(folder, 'harbor.xml');
  writeFileSync(file, indeedFeed([{ id: 'H-1', title: 'Deckhand' }]));
  await call(['feed', 'add', 'harbor', pathToFileURL(file).href, '--review'], env);
  for (let time = 0; time < 2; time += 1) {
    const ended = await call(['publish', '--json'], env);
    expect(JSON.parse(ended.out)).toMatchObject([{ target: 'instance', held: 1 }]);
    expect([ended.code, ended.said]).toEqual([1, expect.stringContaining('instance: 1 job waits for you')]);
  }
  await call(['target', 'pause', 'instance'], env);
  writeFileSync(sample, readFileSync(sample, 'utf8').replace('Bus Network Planner', 'Tram Network Planner'));
  await call(['ingest', 'great-lakes'], env);
  const explained = await call(['explain', 'great-lakes', 'GLT-5500'], env);
  expect(explained.out).toContain(
    'At instance: an update goes out when you resume instance, which is paused',
  );
  expect(explained.out).toContain('quadwire target resume instance');
});

test('a table of more rows than a call takes arguments is printed', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => [`A-${index}`, 'Nurse'] as const);
  const lines = columns(['Job', 'Title'], cutTo(rows, 12)).split('\n');
  expect(lines).toHaveLength(200_001);
  expect(lines.at(-1)).toMatch(/^A-199999/);
});
