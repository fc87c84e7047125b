// @module-tag slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const run = (tool: string, arg: string) => spawnSync(process.execPath, [tool, arg], { encoding: 'utf8' });

test.each([
  'test/tools/golden.ts',
  'test/tools/simulate.ts',
  'test/tools/faults.ts',
  'test/tools/interop.ts',
  'test/tools/restore.ts',
  'test/tools/soak.ts',
  'bench/main.ts',
])('%s says how it is used, and refuses a wrong option', (tool) => {
  const help = run(tool, '--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toMatch(/^(npm run|node) [\w:./]+ \[/);
  const wrong = run(tool, '--wrong');
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/^Unknown option '--wrong'[^]*\n(npm run|node) [\w:./]+ \[/);
  expect(wrong.stderr).not.toContain('    at ');
});

test('a misspelt kind of golden set is refused', () => {
  const { status, stderr } = run('test/tools/golden.ts', 'piklists');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^There is no kind “piklists”\.\n.*picklists, fraud/);
});

test('a misspelt benchmark is refused', () => {
  const { status, stdout, stderr } = run('bench/main.ts', 'misspelt');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^There is no benchmark misspelt; there are .*web\.\nnpm run bench/);
});

test.each([
  ['{x\n', /rows\.jsonl: line 1 is no JSON\n$/],
  ['\n{"raw": "Denver"}\n', /rows\.jsonl: line 2: id: is missing\n$/],
  [undefined, /rows\.jsonl: there is no such file or folder\n$/],
])('rows that cannot be predicted are said with their place: %j', (text, said) => {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-predict-'));
  const input = join(folder, 'rows.jsonl');
  if (text !== undefined) writeFileSync(input, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['test/tools/predict.ts', 'places', '--input', input],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(said);
});
