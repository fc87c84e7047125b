import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { foldText } from '../../src/core/text.ts';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { prepareKnowledge, type Knowledge } from '../../src/picklists/knowledge.ts';
import { type ListReport, reportList } from '../../src/picklists/list-report.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import type { Picklist } from '../../src/picklists/picklist-types.ts';
import { freshCases } from '../picklists/fresh.ts';
import { checkedTables, stemOf } from './picklist-tables.ts';

/**
 * How lists are read that nobody has seen: each school is answered by a resolver that was prepared without the rows which were
 * written after seeing that school, and, in five groups of its labels, without the phrases that equal a label of the group.
 */
export type Case = {
  readonly school: string;
  readonly field: string;
  readonly list: string;
  readonly label: string;
  readonly accept: readonly string[];
  readonly all: boolean;
  readonly answerable: boolean;
  readonly mustAbstain: boolean;
};

export type Lists = ReadonlyMap<string, { readonly field: string; readonly rows: readonly Entry[] }>;
type Entry = { readonly ikey: string; readonly ivalue: string };

export type Answered = Case & { readonly keys: readonly string[]; readonly right: boolean };

const GROUPS = 5;

/** Each case with its answer; `leaveOut` false is the product as it ships. */
export function answerAll(cases: readonly Case[], lists: Lists, leaveOut: boolean): readonly Answered[] {
  const tables = checkedTables();
  if (!leaveOut) return answerWith(prepareKnowledge(tables()), cases, lists);
  const units = Map.groupBy(cases, ({ school, label }) => `${unitOf(school)} ${groupOf(label)}`);
  return [...units.values()].flatMap((unit) => {
    const school = unitOf(unit[0]?.school ?? '');
    const labels = new Set(unit.map(({ label }) => stemOf(label)));
    const knowledge = prepareKnowledge(
      tables(({ phrase, origin }) => {
        if (!origin.startsWith('rows:')) return true;
        return !origin.slice(5).split(',').includes(school) && !labels.has(stemOf(phrase));
      }),
    );
    return answerWith(knowledge, unit, lists);
  });
}

/** How many entries of each school's lists are not understood, of how many, while the school is left out. */
export function entriesLeftOpen(
  lists: Lists,
): ReadonlyMap<string, { readonly open: number; readonly of: number }> {
  const tables = checkedTables();
  const units = Map.groupBy(lists, ([name]) => unitOf(name));
  return new Map(
    [...units].map(([school, own]) => {
      const knowledge = prepareKnowledge(
        tables(({ origin }) => !origin.startsWith('rows:') || !origin.slice(5).split(',').includes(school)),
      );
      const reports = own.flatMap(
        ([, { field, rows }]) => reportList(preparePicklist(field, rows, undefined, knowledge)) ?? [],
      );
      const sum = (of: (report: ListReport) => number) =>
        reports.reduce((all, report) => all + of(report), 0);
      return [school, { open: sum(({ open }) => open), of: sum(({ entries }) => entries.length) }];
    }),
  );
}

/** All lists of `fresh/` were written by one hand for one set of rules: they are left out together. */
const unitOf = (school: string): string => school.split(' ')[0] ?? school;

/** A number that depends on the label's letters only. */
function groupOf(label: string): number {
  let hash = 2_166_136_261;
  for (const letter of foldText(label)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % GROUPS;
}

function answerWith(knowledge: Knowledge, cases: readonly Case[], lists: Lists): Answered[] {
  const prepared = new Map<string, Picklist>();
  return cases.map((each) => {
    const list = lists.get(each.list);
    if (list === undefined) throw new Error(`there is no list ${each.list}`);
    const picklist = prepared.get(each.list) ?? preparePicklist(list.field, list.rows, undefined, knowledge);
    prepared.set(each.list, picklist);
    const { keys } = resolve({ field: each.field, labels: [each.label] }, picklist, noAliases);
    const accepted = keys.filter((key) => each.accept.includes(key)).length === keys.length;
    const right = keys.length > 0 && accepted && (!each.all || keys.length === new Set(each.accept).size);
    return { ...each, keys, right };
  });
}

export type Score = {
  readonly rows: number;
  readonly answered: number;
  readonly right: number;
  readonly answerable: number;
  readonly covered: number;
  readonly none: number;
  readonly answeredNone: number;
};

export function scoreCases(cases: readonly Answered[]): Score {
  const count = (is: (one: Answered) => boolean) => cases.filter(is).length;
  return {
    rows: cases.length,
    answered: count(({ keys }) => keys.length > 0),
    right: count(({ right }) => right),
    answerable: count(({ answerable }) => answerable),
    covered: count(({ answerable, right }) => answerable && right),
    none: count(({ mustAbstain }) => mustAbstain),
    answeredNone: count(({ mustAbstain, keys }) => mustAbstain && keys.length > 0),
  };
}

/** The mean and the lowest of a share over schools: each counts alike, however many rows it has. */
export function meanOf(
  cases: readonly Answered[],
  part: keyof Score,
  whole: keyof Score,
): { readonly mean: number; readonly lowest: number } {
  const scores = [...Map.groupBy(cases, ({ school }) => school).values()].map(scoreCases);
  const shares = scores.filter((score) => score[whole] > 0).map((score) => score[part] / score[whole]);
  return { mean: shares.reduce((sum, one) => sum + one, 0) / shares.length, lowest: Math.min(...shares) };
}

/** The interval in which a share lies with 95 % (Wilson). */
export function wilson(part: number, whole: number): readonly [number, number] {
  if (whole === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = part / whole;
  const middle = share + z2 / (2 * whole);
  const spread = 1.96 * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole ** 2));
  return [(middle - spread) / (1 + z2 / whole), (middle + spread) / (1 + z2 / whole)];
}

const rowSchema = z.object({
  school: z.string(),
  field: z.string(),
  value: z.string(),
  mode: z.enum(['any', 'all']),
  accept: z.array(z.string()),
  abstain: z.boolean(),
  must_abstain: z.boolean(),
});
const schoolsSchema = z.object({
  schools: z.array(
    z.object({
      id: z.string(),
      picklists: z.record(z.string(), z.array(z.object({ ikey: z.string(), ivalue: z.string() }))),
    }),
  ),
});

/** The rows of `test/picklists/fresh` and of both halves of the golden set, where its folder is given, with the lists that they are about. */
export function allCases(golden?: string): { readonly cases: readonly Case[]; readonly lists: Lists } {
  const lists = new Map<string, { field: string; rows: readonly Entry[] }>();
  const cases: Case[] = [];
  for (const half of ['', 'second-']) {
    const file = golden === undefined ? undefined : join(golden, `picklists/${half}labels.jsonl`);
    if (golden === undefined || file === undefined || !existsSync(file)) continue;
    const schools = schoolsSchema.parse(
      JSON.parse(readFileSync(join(golden, `picklists/${half}schools.json`), 'utf8')),
    );
    for (const { id, picklists } of schools.schools)
      for (const [field, rows] of Object.entries(picklists)) lists.set(`${id} ${field}`, { field, rows });
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const row = rowSchema.parse(JSON.parse(line));
      cases.push({
        school: row.school,
        field: row.field,
        list: `${row.school} ${row.field}`,
        label: row.value,
        accept: row.accept,
        all: row.mode === 'all',
        answerable: !row.abstain,
        mustAbstain: row.must_abstain,
      });
    }
  }
  addWritten('fresh', cases, lists);
  return { cases, lists };
}

/** The lists of `readers/`: other people wrote them with their answers before any rule had seen them. Some phrases were added after their first reading. */
export function readersCases(): { readonly cases: readonly Case[]; readonly lists: Lists } {
  const lists = new Map<string, { field: string; rows: readonly Entry[] }>();
  const cases: Case[] = [];
  addWritten('readers', cases, lists);
  return { cases, lists };
}

function addWritten(
  folder: 'fresh' | 'readers',
  cases: Case[],
  lists: Map<string, { field: string; rows: readonly Entry[] }>,
): void {
  for (const file of readdirSync(join(import.meta.dirname, '../picklists', folder)).sort()) {
    for (const one of freshCases(file, folder)) {
      const list = `${folder} ${file} ${one.list.id} ${one.field}`;
      lists.set(list, { field: one.field, rows: one.list.rows });
      const keys = one.list.rows
        .filter(({ ivalue }) => one.accepted.includes(ivalue))
        .map(({ ikey }) => ikey);
      cases.push({
        school: `${folder} ${file.replace('.txt', '')} ${one.list.id}`,
        field: one.field,
        list,
        label: one.label,
        accept: keys,
        all: false,
        answerable: keys.length > 0 && !one.mayBeEmpty,
        mustAbstain: keys.length === 0,
      });
    }
  }
}
