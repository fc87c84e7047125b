import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../src/core/text.ts';

test.each(['north', 'Beta Works', "O'Neill & Sons; rm -rf $HOME", 'Ä ß/32?x=1', '*', '', '"`ls`"'])(
  'a shell takes %j as one word',
  (word) => {
    const echoed = execFileSync('/bin/sh', ['-c', `printf '%s|' ${shellWord(word)}`], { encoding: 'utf8' });
    expect(echoed).toBe(`${word}|`);
  },
);

test('a plain word stays as it is', () => {
  expect(shellWord('acme-2:J_1.x')).toBe('acme-2:J_1.x');
});
