import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

test('no code of the product but publishing/apply.ts reaches deleteJob or processJob (rule R14)', () => {
  const reaching = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(soap|instance)\//.test(file))
    .filter((file) => /\.(deleteJob|processJob)\s*\(/.test(readFileSync(join(root, file), 'utf8')));
  // `explain --would` composes its calls on a connection that refuses to send.
  const others = ['targets/canary.ts', 'operations/reports/explain.ts'];
  expect(reaching.filter((file) => !others.includes(file))).toEqual(['publishing/apply.ts']);
  expect(readFileSync(join(root, 'operations/reports/explain.ts'), 'utf8')).toContain(
    'connectTarget(unconnected,',
  );
});

test('no code of the product but publishing/publications.repository.ts writes publications', () => {
  const writes =
    /\b(insert\s+into|update|delete\s+from)\s+(\$\{publications\}|publications\b)|\.(insert|update|delete)\(publications\)/i;
  const writing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => writes.test(readFileSync(join(root, file), 'utf8')));
  expect(writing).toEqual(['publishing/publications.repository.ts']);
});
