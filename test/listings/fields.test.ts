import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualSource } from '../../src/listings/provenance.ts';
import { employerFields, jobFields } from '../../src/soap/fields.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/fields.md'), 'utf8');

/** The rows of the table under a heading: field, feeds, form. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map((row) => row.slice(1));
}

const tables = [
  { heading: 'Job', record: 'job', fields: Object.keys(jobFields) },
  { heading: 'Employer', record: 'employer', fields: Object.keys(employerFields) },
] as const;

test.each(tables)(
  'every field of the $record is on the page, in the order of the description',
  ({ heading, fields }) => {
    expect(rowsUnder(heading).map(([field]) => field)).toEqual(fields);
  },
);

test.each(tables)(
  'the page names the source of each field of the $record that feeds fill, and of no other',
  ({ heading, record }) => {
    const sources: Readonly<Record<string, string>> = usualSource;
    for (const [field = '', feeds = ''] of rowsUnder(heading)) {
      const source = sources[`${record}.${field}`];
      const told = source === undefined ? feeds === 'not sent' : feeds.includes(`\`${source}\``);
      expect({ field, feeds, told }).toEqual({ field, feeds, told: true });
    }
  },
);

test('there are 28 fields of a job and 25 of an employer', () => {
  expect(tables.map(({ fields }) => fields.length)).toEqual([28, 25]);
});
