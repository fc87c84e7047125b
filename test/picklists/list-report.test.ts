import { describe, expect, test } from 'vitest';
import { reportList, reportSentence } from '../../src/picklists/list-report.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import type { Decided } from '../../src/picklists/picklist-types.ts';

const labels = [
  'Accounting',
  'Kinship Wranglers',
  'Nursing',
  'Tax and Kinship Wranglers',
  'Other',
  'Accounting',
  'Wranglers of Payroll Dragons',
];
const rows = labels.map((ivalue, at) => ({ ikey: String(at + 1), ivalue }));
const listWith = (decided: Readonly<Record<string, Decided>> = {}) =>
  preparePicklist('job_function', rows, { decided: new Map(Object.entries(decided)) });

const keysOf = (label: string, decided: Readonly<Record<string, Decided>>) =>
  resolve({ field: 'job_function', labels: [label] }, listWith(decided), noAliases).keys;

describe('the report of a list', () => {
  test('the report says how far each entry is understood, with a sum', () => {
    const report = reportList(listWith());
    expect(report?.entries.map(({ state }) => state)).toEqual([
      'understood',
      'not understood',
      'understood',
      'partly',
      'catch-all',
      'double',
      'partly',
    ]);
    expect(report && reportSentence(report)).toBe(
      'job_function: 7 entries, recognized: none; 2 understood, 2 partly, 1 not understood, 1 catch-all, 1 double. 1 needs you.',
    );
    expect(report?.entries[1]?.unread).toEqual(['kinship', 'wrangler']);
    expect(report?.entries[3]?.meaning.map(({ id }) => id)).toEqual(['work.tax']);
  });

  test('names the public list that it is, whose entries are all understood', () => {
    const soc = ['Management', 'Legal', 'Sales and Related', 'Protective Service', 'Production'];
    const more = ['Construction and Extraction', 'Transportation and Material Moving', 'Healthcare Support'];
    const list = [...soc, ...more].map((ivalue, at) => ({
      ikey: String(at),
      ivalue: `${ivalue} Occupations`,
    }));
    const report = reportList(preparePicklist('job_function', list));
    expect(report).toMatchObject({ standard: 'soc2018', open: 0, counts: { understood: 8 } });
    expect(report?.entries[1]?.idInStandard).toBe('23-0000');
  });

  test('suggests at most three concepts, best first, with a sentence and labels that the entry would take', () => {
    const waiting = [{ label: 'Payroll Specialist', jobs: 12 }];
    const report = reportList(listWith(), { waiting });
    const [, , , , , , dragons] = report?.entries ?? [];
    expect(dragons?.suggestions.length).toBeLessThanOrEqual(3);
    expect(dragons?.suggestions[0]).toMatchObject({
      concept: { id: 'work.payroll' },
      because: expect.stringContaining('payroll'),
      waiting: { labels: 1, jobs: 12 },
    });
    expect(dragons?.suggestions[0]?.takes[0]).toBe('Payroll Specialist');
    expect(dragons?.suggestions[0]?.takes.length).toBeLessThanOrEqual(5);
  });

  test('offers first what another school decided, and then what the labels mean that wait', () => {
    const elsewhere = new Map([
      ['kinship wranglers', [{ kind: 'concepts' as const, concepts: ['work.social-work'] }]],
    ]);
    const waiting = [{ label: 'Librarian', jobs: 3 }];
    const [, wranglers] = reportList(listWith(), { elsewhere, waiting })?.entries ?? [];
    expect(wranglers?.suggestions.map(({ because }) => because)).toEqual([
      'Another school decided so for an entry of this name.',
      'Jobs wait with “Librarian”, which means this.',
    ]);
  });

  test('a field that is read by exact labels only has no report', () => {
    expect(reportList(preparePicklist('favourite_colour', rows))).toBeUndefined();
  });

  test('the report accepts an empty list, one entry, and 5,000 entries', () => {
    expect(reportList(preparePicklist('industry', []))?.counts.understood).toBe(0);
    expect(reportList(preparePicklist('industry', rows.slice(0, 1)))?.entries).toHaveLength(1);
    const many = Array.from({ length: 5_000 }, (_, at) => ({ ikey: String(at), ivalue: `Zorb ${at}` }));
    expect(reportList(preparePicklist('industry', many))?.open).toBe(5_000);
  });
});

describe('a meaning that a person decided', () => {
  test('makes the entry answer labels of that meaning, and of what lies below it', () => {
    const decided = { 'kinship wranglers': { kind: 'concepts', concepts: ['work.social-work'] } } as const;
    expect(keysOf('Social Worker', {})).toEqual([]);
    expect(keysOf('Social Worker', decided)).toEqual(['2']);
    expect(keysOf('Nurse', decided)).toEqual(['3']);
  });

  test('an entry without meaning, or a catch-all, loses labels; its own label stays exact', () => {
    for (const kind of ['nothing', 'catch-all'] as const) {
      const decided = { nursing: { kind, concepts: [] } };
      expect(keysOf('Registered Nurse', decided)).toEqual([]);
      expect(keysOf('Nursing', decided)).toEqual(['3']);
    }
  });

  test('survives new keys by its label, and ends with another label', () => {
    const decided = new Map([
      ['kinship wranglers', { kind: 'concepts', concepts: ['work.social-work'] }],
    ] as const);
    const keysIn = (ivalue: string) =>
      resolve(
        { field: 'job_function', labels: ['Social Worker'] },
        preparePicklist('job_function', [{ ikey: 'new', ivalue }], { decided }),
        noAliases,
      ).keys;
    expect(keysIn('KINSHIP WRANGLERS')).toEqual(['new']);
    expect(keysIn('Dragon Wranglers')).toEqual([]);
  });

  test('a decision beats the public list that the list resembles', () => {
    const soc = ['Management', 'Legal', 'Sales and Related', 'Protective Service', 'Production'];
    const more = ['Construction and Extraction', 'Transportation and Material Moving', 'Healthcare Support'];
    const list = [...soc, ...more].map((ivalue) => ({ ikey: ivalue, ivalue }));
    const decided = new Map([['production', { kind: 'concepts', concepts: ['work.law'] }]] as const);
    const keys = (facts: Parameters<typeof preparePicklist>[2]) =>
      resolve(
        { field: 'job_function', labels: ['Lawyer'] },
        preparePicklist('job_function', list, facts),
        noAliases,
      ).keys;
    expect(keys({})).toEqual(['Legal']);
    expect(keys({ decided })).toEqual(['Production']);
  });
});
