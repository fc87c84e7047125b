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
  expect(readFileSync(join(root, 'targets/compose-call.ts'), 'utf8')).toContain('connectTarget(unconnected,');
  expect(readFileSync(join(root, 'operations/reports/explain.ts'), 'utf8')).not.toContain('connectTarget');
});

/** Of each entity the files that write its table. */
const writers = [
  ['publications', ['publishing/publications.repository.ts']],
  ['listings', ['listings/listing-writes.repository.ts']],
  ['holds', ['publishing/holds/hold-writes.repository.ts']],
  [
    'hold_subjects',
    [
      'listings/listing-writes.repository.ts',
      'publishing/holds/hold-writes.repository.ts',
      'targets/targets.repository.ts',
    ],
  ],
] as const;

test.each(writers)('no code of the product but its writer writes %s', (table, files) => {
  const inCode = table.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
  const name = `(?:\\$\\{(?:\\w+\\.)?${inCode}\\}|"?${table}"?(?![\\w"]))`;
  const statement = `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate)\\s+(?:only\\s+)?${name}`;
  const call = `\\.(?:insert|update|delete)\\(\\s*(?:\\w+\\.)?${inCode}\\s*\\)`;
  const writes = new RegExp(`${statement}|${call}`, 'i');
  for (const text of [
    `update ${table} l set`,
    `insert into ${table} (`,
    `delete from "${table}"`,
    `.update(${inCode})`,
    `update \${${inCode}} set`,
  ])
    expect(text).toMatch(writes);
  const writing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => writes.test(readFileSync(join(root, file), 'utf8')));
  expect(writing.toSorted()).toEqual(files);
});

test('states of listings are written by one update, and by the two statements that add a job', () => {
  const text = readFileSync(join(root, 'listings/listing-writes.repository.ts'), 'utf8');
  expect(text.match(/\bupdate listings l set \$\{settingsOf/g)).toHaveLength(1);
  const others = [...text.matchAll(/\b(?:update listings l|insert into listings as l)\b[^`]*/g)].map(
    ([statement]) => statement,
  );
  const ofStates = others.filter((statement) => /\bstate = '/.test(statement));
  expect(ofStates.map((statement) => statement.slice(0, 11))).toEqual(['insert into', 'insert into']);
});
