import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const run = (tool: string, arg: string) => spawnSync(process.execPath, [tool, arg], { encoding: 'utf8' });

test.each(['test/tools/golden.ts', 'test/tools/simulate.ts', 'bench/main.ts'])(
  '%s says how it is used, and refuses a wrong option',
  (tool) => {
    const help = run(tool, '--help');
    expect([help.status, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(/^npm run \w+ \[/);
    const wrong = run(tool, '--wrong');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/^Unknown option '--wrong'[^]*\nnpm run \w+ \[/);
    expect(wrong.stderr).not.toContain('    at ');
  },
);

test('a misspelt kind of golden set is refused', () => {
  const { status, stderr } = run('test/tools/golden.ts', 'piklists');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^There is no kind “piklists”\.\n.*picklists, fraud/);
});
