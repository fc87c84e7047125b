import { expect, test } from 'vitest';
import { nearest } from '../../src/core/nearest.ts';

const commands = ['status', 'settings', 'set', 'preview', 'plan'];

test.each([
  ['statsu', 'status'],
  ['prevew', 'preview'],
  ['PLAN', 'plan'],
  ['sett', 'set'],
  ['xyzzy', undefined],
  ['', undefined],
  ['pulbish', undefined],
  ['sattus', 'status'],
])('%s probably means %s', (word, meant) => {
  expect(nearest(word, commands)).toBe(meant);
});
