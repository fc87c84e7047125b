import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import shippedListings from '../../src/data/listings.json' with { type: 'json' };
import shipped from '../../src/data/picklists.json' with { type: 'json' };
import { wilson } from '../tools/lists.ts';
import {
  checkedListingTables,
  checkedTables,
  listingTablesFolder,
  tablesFolder,
} from '../tools/picklist-tables.ts';

const copy = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(copy, { recursive: true }));

describe('the tables of src/data/listings', () => {
  test('listings.json is what `npm run generate` writes', () => {
    expect(checkedListingTables()).toEqual(shippedListings);
  });

  test.each([
    [
      'not-jobs.tsv',
      'rent\trent\ten\tany\tFor Rent',
      /not-jobs\.tsv, line \d+, column phrase: expected small letters/,
    ],
    ['cities.tsv', 'Texas\tAustin\t', /cities\.tsv, line \d+, column place: expected a country or state/],
    ['zones.tsv', 'US\tlast\tEST\t', /zones\.tsv, line \d+, column zone: expected a zone/],
    ['country-names.tsv', 'name\tutopia\tUtopia', /country-names\.tsv, line \d+, column code/],
  ])('%s with the row “%s” names the place and the mistake', (file, row, message) => {
    const folder = join(copy, `listings-${file}`);
    cpSync(listingTablesFolder, folder, { recursive: true });
    writeFileSync(join(folder, file), `${readFileSync(join(folder, file), 'utf8')}${row}\n`);
    expect(() => checkedListingTables(folder)).toThrow(message);
  });
});

describe('the tables of src/data/picklists', () => {
  test('picklists.json is what `npm run generate` writes', () => {
    expect(checkedTables()()).toEqual(shipped);
  });

  test.each([
    ['phrases.tsv', 'tax', /phrases\.tsv, line \d+, column 1: expected 5 cells, got 1/],
    [
      'phrases.tsv',
      'so new\t*\twork.nothing\tstrong\tgeneral',
      /phrases\.tsv, line \d+, column concept: .*work\.nothing/,
    ],
    ['phrases.tsv', 'so new\t*\twork.tax\thard\tgeneral', /phrases\.tsv, line \d+, column strength: /],
    ['phrases.tsv', 'so new\t*\twork.tax\tstrong\tsomebody', /column origin: expected standard, general/],
    [
      'phrases.tsv',
      'audits\t*\twork.tax\tstrong\tgeneral',
      /column phrase: “audits” stands for work\.\w+ in line \d+/,
    ],
    ['concepts.tsv', 'work.tax\tjob_function\tTax\ty', /column id: work\.tax has a row already/],
    ['relations.tsv', 'work.accounting\tis-a\twork.tax', /a circle: .*work\.tax is-a work\.accounting/],
    ['relations.tsv', 'class.undergraduate\tone-of\tclass.freshman', /a circle: /],
  ])('%s with the row “%s” names the place and the mistake', (file, row, message) => {
    const folder = join(copy, `${file}-${row.length}`);
    cpSync(tablesFolder, folder, { recursive: true });
    writeFileSync(join(folder, file), `${readFileSync(join(folder, file), 'utf8')}${row}\n`);
    expect(() => checkedTables(folder)).toThrow(message);
  });
});

test.each(['relations.tsv', 'phrases.tsv', 'concepts.tsv'])('an emptied %s is no table', (file) => {
  const folder = join(copy, `empty-${file}`);
  cpSync(tablesFolder, folder, { recursive: true });
  writeFileSync(join(folder, file), '');
  expect(() => checkedTables(folder)).toThrow(`${file}, line 1, column 1: expected rows, got an empty table`);
});

test('the interval of Wilson holds the share and narrows with the rows', () => {
  expect(wilson(97, 100).map((value) => value.toFixed(3))).toEqual(['0.915', '0.990']);
  expect(wilson(970, 1000).map((value) => value.toFixed(3))).toEqual(['0.957', '0.979']);
});
