import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import type { Picklist } from '../../src/picklists/picklist-types.ts';

type List = {
  readonly id: string;
  readonly rows: readonly { readonly ikey: string; readonly ivalue: string }[];
};

/** One label against one list, and what is expected: entries, none for "nothing fits". */
export type FreshCase = {
  readonly field: string;
  readonly list: List;
  readonly label: string;
  readonly accepted: readonly string[];
  readonly mayBeEmpty: boolean;
};

/** The same with what came. */
export type Reading = FreshCase & { readonly found: readonly string[] };

/** Every label of a file of `fresh/` with each list of its head; files that name no field first are about job functions or as given. */
export function freshCases(
  file: string,
  folder: 'fresh' | 'readers' = 'fresh',
  firstField = firstFields[file] ?? 'job_function',
): readonly FreshCase[] {
  const cases: FreshCase[] = [];
  let field = firstField;
  let lists: List[] = [];
  for (const line of readFileSync(join(import.meta.dirname, folder, file), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('# ')) continue;
    const [, kind, rest = ''] = /^(field|list) (.+)$/.exec(line) ?? [];
    if (kind === 'field') {
      field = rest;
      lists = [];
    } else if (kind === 'list') lists.push(listOf(rest));
    else cases.push(...casesOfRow(field, lists, line));
  }
  return cases;
}

const firstFields: Readonly<Record<string, string>> = {
  'industry.txt': 'industry',
  'job-type.txt': 'job_type',
  'levels.txt': 'degree_level',
  'fourth-industries.txt': 'industry',
  'fourth-others.txt': 'job_type',
  'seventh.txt': 'industry',
};

/** Resolves every label of a file of `fresh/` against the lists in its head. */
export function readFresh(file: string): readonly Reading[] {
  const prepared = new Map<List, Picklist>();
  return freshCases(file).map((one) => {
    const picklist = prepared.get(one.list) ?? preparePicklist(one.field, one.list.rows);
    prepared.set(one.list, picklist);
    const { keys } = resolve({ field: one.field, labels: [one.label] }, picklist, noAliases);
    return { ...one, found: keys.map((key) => picklist.byKey.get(key)?.label ?? key) };
  });
}

/** Precision of what was answered, coverage of what has an answer, and answers where nothing fits. */
export function scoreOf(readings: readonly Reading[]) {
  const isRight = ({ accepted, found }: Reading) => found.every((entry) => accepted.includes(entry));
  const answered = readings.filter(({ found }) => found.length > 0);
  const answerable = readings.filter(({ accepted, mayBeEmpty }) => accepted.length > 0 && !mayBeEmpty);
  const reached = answerable.filter((reading) => reading.found.length > 0);
  return {
    rows: readings.length,
    precision: answered.filter(isRight).length / answered.length,
    coverage: reached.length / answerable.length,
    wrong: answered.filter((reading) => !isRight(reading)),
    missed: answerable.filter(({ found }) => found.length === 0),
  };
}

function listOf(text: string): List {
  const [id = '', labels = ''] = text.split(/: (.*)/s);
  return { id, rows: labels.split('; ').map((ivalue, at) => ({ ikey: `k${at}`, ivalue })) };
}

function casesOfRow(field: string, lists: readonly List[], line: string): FreshCase[] {
  const [label = '', ...answers] = line.split(' | ');
  if (answers.length !== lists.length)
    throw new Error(`${line}: expected ${lists.length} answers, got ${answers.length}`);
  return lists.map((list, at) => {
    const answer = answers[at] ?? '';
    const entries = list.rows.map(({ ivalue }) => ivalue);
    return {
      field,
      list,
      label,
      accepted: answer === '-' ? [] : answer.split('+').map((start) => entryAt(entries, start, line)),
      mayBeEmpty: answer.includes('?'),
    };
  });
}

function entryAt(entries: readonly string[], start: string, line: string): string {
  const text = start.replace('?', '');
  const found = entries.find((entry) => entry === text) ?? entries.find((entry) => entry.startsWith(text));
  if (found === undefined) throw new Error(`${line}: no entry starts with ${start}`);
  return found;
}

/** What a label means in a list; no entry is `-`. */
export function answer(field: string, entries: readonly string[], label: string): string {
  const rows = entries.map((ivalue, at) => ({ ikey: `k${at}`, ivalue }));
  const { keys } = resolve({ field, labels: [label] }, preparePicklist(field, rows), noAliases);
  return keys.map((key) => rows.find(({ ikey }) => ikey === key)?.ivalue).join('+') || '-';
}
