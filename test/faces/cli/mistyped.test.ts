import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call as callInProcess, ownData } from '../../setup/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-mistyped-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const data = join(folder, 'data');
ownData(data);
const call = (...words: string[]) => callInProcess(words, { QUADWIRE_DATA: data });

const empty = join(folder, 'empty.csv');
const heading = join(folder, 'heading.csv');
const noDay = join(folder, 'no-day.csv');
const cut = join(folder, 'cut.json');
beforeAll(async () => {
  writeFileSync(empty, '');
  writeFileSync(heading, 'external_source_id,job_id,last_sent\n');
  writeFileSync(noDay, 'acme,1,2026-02-30\n');
  writeFileSync(cut, '[{"title":"Nurse","id":1},\n{"title":"Coo');
  await call('target', 'add', 'northfield', '--soap', 'http://127.0.0.1:9/soap');
  await call('feed', 'add', 'acme', 'http://127.0.0.1:9/acme.xml');
});

test.each<readonly [typed: string, code: number, reason: string]>([
  ['target add n --soap http://a.example --auth-user u', 2, '--auth-user goes with --auth. Usage:'],
  ['target add n --soap http://a.example --token-env V', 2, '--token-env goes with --rest.'],
  ['target check northfield --yes', 2, '--yes goes with --canary.'],
  [
    'resolve northfield job_type Full --everywhere',
    2,
    '--everywhere goes with --as or --ignore or --forget.',
  ],
  ['picklists northfield --all', 2, '--all goes with --report.'],
  ['employers northfield Acme --email a@b.example', 2, '--email goes with --create.'],
  ['plan --target a --target b', 2, '--target is given twice: give it once. Usage: quadwire plan'],
  ['status --json --json', 2, '--json is given twice'],
  ['approve 1 --only 2 --file x', 2, '--only and --file contradict each other'],
  ['audit --limit -1', 2, "Option '--limit' expects a value that begins with no dash. Usage: quadwire audit"],
  ['audit --limit=-1', 2, '--limit must be at least 1, not -1'],
  ['preview x --limit=-1', 2, '--limit must be a whole number, like 20, not -1'],
  ['instance --port=-1', 2, '--port must be a whole number, not -1'],
  ['usage --month 1999-01', 2, '--month must be a month like 2026-11, from 2020-01 on, not 1999-01'],
  ['usage --month 2026-13', 2, '--month must be a month like 2026-11, from 2020-01 on, not 2026-13'],
  ['mute 1 --until 2027-02-30', 2, '--until must be a date, like 2026-12-31, not 2027-02-30'],
  ['mute 1 --until 2027-02-29T10:00:00Z', 2, '--until must be a date'],
  [`adopt northfield ${noDay}`, 1, 'last_sent must be a date, not “2026-02-30”'],
  ['publish --plan abc', 2, '--plan must be the id that `plan` shows, like northfield@1a2b3c4d, not abc'],
  [
    `approve 1 --file ${empty}`,
    2,
    `--file must be a file of ids, with commas between them or one a line, not the empty`,
  ],
  [`reject 1 --file ${folder}`, 2, `or one a line, not the folder ${folder}`],
  [
    `feed import ${empty}`,
    2,
    `FILE must be a file that exists, or - for standard input, not the empty file ${empty}`,
  ],
  [`adopt northfield ${empty}`, 2, `FILE.csv must be a file that exists, not the empty file ${empty}`],
  [`adopt northfield ${folder}`, 2, `not the folder ${folder}`],
  [`adopt northfield ${heading}`, 1, 'no row was found: external_source_id, job_id, last_sent were expected'],
  [`targets apply ${empty}`, 1, `FILE.yaml must be a file that exists, not the empty file ${empty}`],
  ['preview http://', 1, 'a whole address was expected, like https://acme.example/jobs.xml'],
  ['feed show acne', 1, 'There is no feed acne. Did you mean acme? `feed list` shows all.'],
  ['feed set acne every 1h', 1, 'Did you mean acme?'],
  ['ingest acne', 1, 'Did you mean acme?'],
  ['runs acne', 1, 'Did you mean acme?'],
  ['settings --feed acne', 1, 'Did you mean acme?'],
  ['target show northfeld', 1, 'There is no target northfeld. Did you mean northfield? `target list` shows'],
  ['plan --target northfeld', 1, 'Did you mean northfield?'],
  ['labels northfeld', 1, 'Did you mean northfield?'],
  ['looks --target northfeld', 1, 'Did you mean northfield?'],
  ['set delist.misRuns 4', 2, 'there is no setting delist.misRuns. Did you mean delist.missRuns? `settings`'],
  ['set delist.misRuns --default', 2, 'Did you mean delist.missRuns?'],
  ['explain acne 1', 1, 'There is no source acne. Did you mean acme?'],
  ['explain acme 1 --target northfeld', 1, 'There is no target northfeld. Did you mean northfield?'],
  ['target set northfield requiredFields salry', 2, 'there is no field salry; did you mean salary?'],
  ['feed set acme every', 2, 'Give a VALUE, or --default in its place.'],
  ['target set northfield country US --default', 2, 'Give a VALUE, or --default in its place.'],
])('%s is refused with what was expected', async (typed, code, reason) => {
  const ended = await call(...typed.split(' '));
  expect([ended.code, ended.out, ended.said]).toEqual([code, '', expect.stringContaining(reason)]);
});

test.each([
  ['every', '2h'],
  ['cron', '0 6 * * 1'],
  ['targets', 'northfield'],
  ['employer', 'Acme'],
  ['owner', 'dana@acme.example'],
  ['country', 'US'],
  ['right', 'own'],
  ['window', 'true'],
])('the key %s of a feed is set, and goes with --default, nothing or null', async (key, value) => {
  const shown = async () => JSON.parse((await call('feed', 'show', 'acme')).out)[key] ?? undefined;
  for (const gone of ['--default', '', 'null']) {
    expect((await call('feed', 'set', 'acme', key, value)).code).toBe(0);
    expect(await shown()).toBeDefined();
    expect((await call('feed', 'set', 'acme', key, gone)).code).toBe(0);
    expect(await shown()).toBeUndefined();
  }
});

test('a key of a target goes with --default', async () => {
  const shown = async () => JSON.parse((await call('target', 'show', 'northfield')).out).requiredFields;
  expect((await call('target', 'set', 'northfield', 'requiredFields', 'salary')).code).toBe(0);
  expect(await shown()).toEqual(['salary']);
  const taken = await call('target', 'set', 'northfield', 'requiredFields', '--default');
  expect([taken.code, taken.out]).toEqual([0, expect.stringContaining('requiredFields is taken out.')]);
  expect(await shown()).toBeUndefined();
});
