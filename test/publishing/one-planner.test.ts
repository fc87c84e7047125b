import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

test('no code of the product but publishing/apply.ts reaches deleteJob or processJob (rule R14)', () => {
  const reaching = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(soap|instance)\//.test(file))
    .filter((file) => /\.(deleteJob|processJob)\s*\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(reaching.filter((file) => file !== 'targets/canary.ts')).toEqual(['publishing/apply.ts']);
});

test('no code of the product but publishing/publications.repository.ts writes publications', () => {
  const writes =
    /\b(insert\s+into|update|delete\s+from)\s+(\$\{publications\}|publications\b)|\.(insert|update|delete)\(publications\)/i;
  const writing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => writes.test(readFileSync(join(root, file), 'utf8')));
  expect(writing).toEqual(['publishing/publications.repository.ts']);
});
