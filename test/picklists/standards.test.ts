import { describe, expect, test } from 'vitest';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { shippedKnowledge } from '../../src/picklists/knowledge.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import type { StandardEntry } from '../../src/picklists/standards.ts';

const standards = ['job_function', 'industry'].flatMap((field) =>
  shippedKnowledge
    .standards(field)
    .map((standard) => ({ field, standard, name: `${standard.name} as ${field}` })),
);

describe.each(standards.filter(({ standard }) => topOf(standard.entries).length >= 8))(
  'a list that is $name',
  ({ field, standard }) => {
    const top = topOf(standard.entries);
    const picklist = preparePicklist(
      field,
      top.map(({ id, labels: [label = ''] }, at) => ({ ikey: `k${at}-${id}`, ivalue: label })),
    );
    const idsOf = (label: string) =>
      resolve({ field, labels: [label] }, picklist, noAliases).keys.map((key) => key.replace(/^k\d+-/, ''));

    test('a standard is recognised by its labels alone', () => expect(picklist.standard).toBe(standard.name));

    test('every title goes to its entry or to none', () => {
      const wrong = top.flatMap(({ id, includes }) =>
        includes.filter(
          (title) => !picklist.byLabel.has(title) && idsOf(title).some((found) => found !== id),
        ),
      );
      expect(wrong).toEqual([]);
    });

    test('a title that an entry excludes goes to the entry that it names', () => {
      const wrong = top.flatMap(({ id, excludes }) =>
        excludes.filter(
          ({ text, goesTo }) =>
            standard.entries.has(goesTo) &&
            topId(standard.entries, goesTo) !== id &&
            idsOf(text).join() !== topId(standard.entries, goesTo),
        ),
      );
      expect(wrong).toEqual([]);
    });
  },
);

test('a list with few entries of a standard is not that standard', () => {
  const labels = [
    'Sales',
    'Marketing',
    'Rocks',
    'Rivers',
    'Clouds',
    'Stars',
    'Winds',
    'Seas',
    'Lakes',
    'Hills',
  ];
  const rows = labels.map((ivalue, at) => ({ ikey: `k${at}`, ivalue }));
  expect(preparePicklist('job_function', rows).standard).toBeUndefined();
});

function topOf(entries: ReadonlyMap<string, StandardEntry>): readonly StandardEntry[] {
  return [...entries.values()].filter(({ parent }) => !entries.has(parent));
}

function topId(entries: ReadonlyMap<string, StandardEntry>, id: string): string {
  const parent = entries.get(id)?.parent ?? '';
  return entries.has(parent) ? topId(entries, parent) : id;
}
