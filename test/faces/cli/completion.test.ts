import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { call } from '../../setup/in-process.ts';

/** What bash offers after these words; the last is being written. */
function offered(script: string, ...words: readonly string[]): readonly string[] {
  const line = ['quadwire', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _quadwire; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', asked], { encoding: 'utf8' }).trim().split('\n');
}

async function at(...words: readonly string[]): Promise<string> {
  return (await call(['open', ...words], { PUBLIC_URL: 'https://jobs.example' })).out.trim();
}

test('bash completes commands, the words after them, and flags', { timeout: 60_000 }, async () => {
  const { out } = await call(['completion', 'bash'], {});
  expect(offered(out, 'expl')).toEqual(['explain']);
  expect(offered(out, 'feed', 'i')).toEqual(['import']);
  expect(offered(out, 'hold', '')).toEqual(expect.arrayContaining(['reopen', '--json']));
  expect(offered(out, 'plan', '--t')).toEqual(['--target']);
  expect(offered(out, 'feed', 'import', 'list.csv', '--rev')).toEqual(['--review']);
});

test('zsh takes the script of bash, fish has its own; another shell is wrong usage', async () => {
  expect((await call(['completion', 'zsh'], {})).out).toMatch(/^autoload .*bashcompinit\n_quadwire\(\) \{/);
  expect((await call(['completion', 'fish'], {})).out).toContain(
    "case 'feed import' 'feed import *'\n      printf '%s\\n' --",
  );
  const { code, said } = await call(['completion', 'csh'], {});
  expect([code, said]).toEqual([2, 'The shell must be bash, zsh, fish, not csh.\n']);
});

test('open prints the address of a page of this installation', async () => {
  expect(await at()).toBe('https://jobs.example/');
  expect(await at('holds/12')).toBe('https://jobs.example/holds/12');
  expect(await at('//evil.example/x')).toBe('https://jobs.example/evil.example/x');
});
