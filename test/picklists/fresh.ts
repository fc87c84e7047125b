import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noAliases } from '../../src/picklists/aliases.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import type { Picklist } from '../../src/picklists/types.ts';

/** One label against one list: what was expected (entries, none for "nothing fits"), and what came. */
export type Reading = {
  readonly field: string;
  readonly list: string;
  readonly label: string;
  readonly accepted: readonly string[];
  readonly mayBeEmpty: boolean;
  readonly found: readonly string[];
};

type List = { readonly id: string; readonly entries: readonly string[]; readonly picklist: Picklist };

/** Resolves every label of a file of `fresh/` against the lists in its head. */
export function readFresh(file: string, firstField: string): readonly Reading[] {
  const readings: Reading[] = [];
  let field = firstField;
  let lists: List[] = [];
  for (const line of readFileSync(join(import.meta.dirname, 'fresh', file), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('# ')) continue;
    const [, kind, rest = ''] = /^(field|list) (.+)$/.exec(line) ?? [];
    if (kind === 'field') {
      field = rest;
      lists = [];
    } else if (kind === 'list') lists.push(listOf(field, rest));
    else readings.push(...readRow(field, lists, line));
  }
  return readings;
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

function listOf(field: string, text: string): List {
  const [id = '', labels = ''] = text.split(/: (.*)/s);
  const entries = labels.split('; ');
  return {
    id,
    entries,
    picklist: preparePicklist(
      field,
      entries.map((ivalue, at) => ({ ikey: `k${at}`, ivalue })),
    ),
  };
}

function readRow(field: string, lists: readonly List[], line: string): Reading[] {
  const [label = '', ...answers] = line.split(' | ');
  if (answers.length !== lists.length)
    throw new Error(`${line}: expected ${lists.length} answers, got ${answers.length}`);
  return lists.map(({ id, entries, picklist }, at) => {
    const answer = answers[at] ?? '';
    const found = resolve({ field, labels: [label] }, picklist, noAliases).keys;
    return {
      field,
      list: id,
      label,
      accepted: answer === '-' ? [] : answer.split('+').map((start) => entryAt(entries, start, line)),
      mayBeEmpty: answer.includes('?'),
      found: found.map((key) => entries[Number(key.slice(1))] ?? key),
    };
  });
}

function entryAt(entries: readonly string[], start: string, line: string): string {
  const found = entries.find((entry) => entry.startsWith(start.replace('?', '')));
  if (found === undefined) throw new Error(`${line}: no entry starts with ${start}`);
  return found;
}
