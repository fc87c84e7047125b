import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { foldText } from '../../src/core/text.ts';
import type { Tables } from '../../src/picklists/knowledge.ts';
import { stemmedPhrase } from '../../src/picklists/picklist-tokens.ts';

const data = resolve(import.meta.dirname, '../../src/data');
/** The folders of the tables that people edit. */
export const tablesFolder = join(data, 'picklists');
export const listingTablesFolder = join(data, 'listings');

/** A row that breaks its schema: file, line (the heading is line 1) and column. */
export class WrongRow extends Error {
  constructor(file: string, line: number, column: string, problem: string) {
    super(`${file}, line ${line}, column ${column}: ${problem}`);
    this.name = 'WrongRow';
  }
}

type Row = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

const id = z.string().regex(/^[a-z]+\.[\w-]+$/, 'expected an id like work.accounting');
const text = z.string().trim().min(1, 'expected a text, got nothing');
const country = z.string().regex(/^[A-Z]{2}$/, 'expected a country like US');
const place = z.string().regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/, 'expected a country or state like US-MA');
const sure = z.enum(['y', '?']);
const fields = [
  'job_function',
  'industry',
  'job_type',
  'degree_level',
  'class_level',
  'work_authorization',
] as const;

/** The list that a column of a crosswalk is about. */
const listOf: Readonly<Record<string, string>> = {
  soc: 'soc2018',
  isco: 'isco08',
  cc16: 'career-clusters-16',
  cc14: 'career-clusters-2024',
  linkedin: 'linkedin-functions',
  prospects: 'prospects-sectors',
  law: 'law-practice-areas',
  naics: 'naics2022',
  sic: 'sic1987',
  nace: 'nace2',
};

function columnsOf(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, z.string()]));
}

/** One schema a table; a column that no schema names is refused. */
const schemas = {
  'concepts.tsv': z.strictObject({ id, field: z.enum(fields), label: text, sure }),
  'relations.tsv': z.strictObject({
    from: id,
    kind: z.enum(['is-a', 'same-as', 'part-of', 'works-in', 'studied-as', 'one-of', 'not']),
    to: id,
  }),
  'phrases.tsv': z.strictObject({
    phrase: text.regex(/^[^;\t]+$/, 'expected one phrase, without `;`'),
    language: z.enum(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', '*']),
    concept: id,
    strength: z.enum(['strong', 'weak', 'fashion', 'last']),
    origin: z
      .string()
      .regex(/^(?:standard|general|rows:[\w,-]+)$/, 'expected standard, general or rows:SCHOOL,…'),
  }),
  'fillers.tsv': z.strictObject({ fields: text, word: text }),
  'codes.tsv': z.strictObject({ scheme: text, prefix: text, concept: z.union([z.literal(''), id]) }),
  'crosswalk-work.tsv': z.strictObject({
    concept: id,
    ...columnsOf('soc isco cc16 cc14 linkedin prospects law'),
  }),
  'crosswalk-trade.tsv': z.strictObject({ concept: id, ...columnsOf('naics sic nace prospects') }),
  'scope-words.tsv': z.strictObject({
    effect: z.enum([
      'range',
      'wish',
      'elsewhere',
      'nothing',
      'catch-all',
      'person',
      'people',
      'lead',
      'plain-person',
      'denial',
      'finished',
      'postgraduate',
      'college',
    ]),
    language: text,
    phrase: text,
  }),
  'areas.tsv': z.strictObject({ field: z.enum(fields), phrase: text, language: text, concepts: text }),
  'occupations.tsv': z.strictObject({ occupation: text, names: text }),
  'organisations.tsv': z.strictObject({ begins: text, language: text, concept: id }),
  'place-names.tsv': z.strictObject({ kind: z.enum(['country', 'state', 'within']), code: text, name: text }),
  'not-jobs.tsv': z.strictObject({
    kind: z.enum(['rent', 'sale', 'job wanted', 'event', 'test row', 'work']),
    sign: text,
    language: z.enum(['en', 'de', 'fr', 'es', '*']),
    where: z.enum(['title', 'whole title', 'any']),
    phrase: text.refine(
      (phrase) => foldText(phrase.replaceAll('#', '7')) === phrase.replaceAll('#', '7'),
      'expected small letters without marks, and # for a number',
    ),
  }),
  'cities.tsv': z.strictObject({ place, city: text, others: z.string() }),
  'country-names.tsv': z.strictObject({
    kind: z.enum(['short', 'name']),
    name: text,
    code: z.union([z.literal(''), country]),
  }),
  'state-names.tsv': z.strictObject({ name: text, code: place }),
  'zones.tsv': z.strictObject({
    country,
    kind: z.enum(['first', 'last', 'states']),
    zone: z.string().regex(/^[A-Z]\w+(?:\/[A-Z]\w+)+$/, 'expected a zone like America/New_York'),
    states: z.string(),
  }),
  'zone-offsets.tsv': z.strictObject({ name: text, offset: z.string().regex(/^(?:Z|[+-]\d\d:\d\d)$/) }),
  'absent-words.tsv': z.strictObject({ word: text }),
  'company-names.tsv': z.strictObject({
    name: z.string().regex(/^[a-z ]+$/),
    short: z.string().regex(/^[a-z]+$/),
  }),
  'zip-digits.tsv': z.strictObject({
    state: z.string().regex(/^[A-Z]{2}$/),
    digit: z.string().regex(/^\d$/),
  }),
  'title-long-forms.tsv': z.strictObject({ short: text, long: text }),
} as const;

type FileName = keyof typeof schemas;

/** The rows of one table, each checked; the first that breaks its schema is an error. */
function rowsOf(folder: string, file: FileName): Row[] {
  const rows = parse(readFileSync(join(folder, file), 'utf8'), file);
  if (rows.length === 0) throw new WrongRow(file, 1, '1', 'expected rows, got an empty table');
  for (const { line, cells } of rows) {
    const problem = schemas[file].safeParse(cells).error?.issues[0];
    if (problem) throw new WrongRow(file, line, problem.path.join('.') || '1', problem.message);
  }
  return rows;
}

function parse(content: string, file: string): Row[] {
  const [head = '', ...lines] = content.replace(/\n$/, '').split('\n');
  const columns = head.split('\t');
  return lines.map((row, at) => {
    const values = row.split('\t');
    if (values.length !== columns.length)
      throw new WrongRow(file, at + 2, '1', `expected ${columns.length} cells, got ${values.length}`);
    return { line: at + 2, cells: Object.fromEntries(columns.map((name, i) => [name, values[i] ?? ''])) };
  });
}

export type PhraseRow = { readonly phrase: string; readonly concept: string; readonly origin: string };

/**
 * The checked tables, as a function that gives what the product loads. `keep` leaves phrases out, as the measurement of a school
 * that is left out does.
 * @throws {WrongRow} for a broken row, an unknown or double id, a circle, a phrase that two concepts of a field claim.
 */
export function checkedTables(folder = tablesFolder): (keep?: (row: PhraseRow) => boolean) => Tables {
  const concepts = rowsOf(folder, 'concepts.tsv');
  const fieldOf = uniqueIds(concepts);
  const relations = rowsOf(folder, 'relations.tsv');
  const codes = rowsOf(folder, 'codes.tsv');
  knownIds('relations.tsv', relations, ['from', 'to'], fieldOf);
  knownIds('codes.tsv', codes, ['concept'], fieldOf);
  noCycle(relations);
  const phrases = rowsOf(folder, 'phrases.tsv');
  knownIds('phrases.tsv', phrases, ['concept'], fieldOf);
  onePhraseOneConcept(phrases, fieldOf);
  const others = {
    concepts: concepts.map(({ cells }) => `${cells['id']}\t${cells['field']}\t${cells['label']}`),
    relations: joined(relations),
    fillers: joined(rowsOf(folder, 'fillers.tsv')),
    codes: joined(codes),
    placeNames: placeRows(folder),
    scopeWords: joined(rowsOf(folder, 'scope-words.tsv')),
    organisations: organisationRows(folder, fieldOf),
    areas: areaRows(folder, fieldOf),
    occupations: occupationRows(folder),
    standards: standardRows(folder),
    crosswalk: crosswalkRows(folder, fieldOf),
  };
  return (keep = () => true) => ({ ...others, phrases: grouped(phrases, keep) });
}

/** What lists and labels call places; states are called as postings call them too. */
function placeRows(folder: string): readonly string[] {
  const ofPostings = rowsOf(listingTablesFolder, 'state-names.tsv').map(
    ({ cells: { name, code } }) => `state\t${code}\t${name}`,
  );
  return [...new Set([...joined(rowsOf(folder, 'place-names.tsv')), ...ofPostings])];
}

/** The checked tables of what listings say, as the product loads them. */
export function checkedListingTables(
  folder = listingTablesFolder,
): Readonly<Record<string, readonly string[]>> {
  const notJobs = rowsOf(folder, 'not-jobs.tsv').map(({ cells: { kind, sign, where, phrase } }) =>
    [kind, sign, where, phrase].join('\t'),
  );
  return {
    notJobs,
    cities: joined(rowsOf(folder, 'cities.tsv')),
    countryNames: joined(rowsOf(folder, 'country-names.tsv')),
    stateNames: joined(rowsOf(folder, 'state-names.tsv')),
    zones: joined(rowsOf(folder, 'zones.tsv')),
    zoneOffsets: joined(rowsOf(folder, 'zone-offsets.tsv')),
    absentWords: joined(rowsOf(folder, 'absent-words.tsv')),
    zipDigits: joined(rowsOf(folder, 'zip-digits.tsv')),
    companyNames: joined(rowsOf(folder, 'company-names.tsv')),
    longForms: joined(rowsOf(folder, 'title-long-forms.tsv')),
  };
}

/** Lists whose entries say what a kind of work or a trade is; the others are lists of degrees, years and the like. */
function standardRows(folder: string): string[] {
  const lists = readLists(folder);
  const about = new Map((lists.get('lists') ?? []).map((row) => [row['id'], row['fields'] ?? '']));
  return [...lists].flatMap(([name, rows]) => {
    const fields = about.get(name) ?? '';
    if (!/job_function|industry/.test(fields) || name === 'subjects' || name === 'career-centre-functions')
      return [];
    return rows.map((row) => {
      const sure = row['sure'] !== '?';
      const labels = [row['label'], row['alt']].filter((part) => part !== undefined && part !== '').join(';');
      const facts = sure ? [row['includes'] ?? '', row['excludes'] ?? ''] : ['', ''];
      return [name, fields, row['id'], row['parent'] ?? '', labels, ...facts].join('\t');
    });
  });
}

/** `concept, list, id`: the usual id only; a cell `?` is not known and makes no row, an empty one says that the list has none. */
function crosswalkRows(folder: string, known: ReadonlyMap<string, string>): string[] {
  const unsure = new Set(
    [...readLists(folder)].flatMap(([name, entries]) =>
      entries.filter(({ sure: is }) => is === '?').map((row) => `${name} ${row['id']}`),
    ),
  );
  return (['crosswalk-work.tsv', 'crosswalk-trade.tsv'] as const).flatMap((file) => {
    const rows = rowsOf(folder, file);
    knownIds(file, rows, ['concept'], known);
    return rows.flatMap(({ cells: { concept, ...ids } }) =>
      Object.entries(ids).flatMap(([column, cell]) => {
        const [usual = ''] = cell.split(';');
        const list = listOf[column] ?? '';
        return usual === '?' || unsure.has(`${list} ${usual}`) ? [] : [`${concept}\t${list}\t${usual}`];
      }),
    );
  });
}

/** A name that two occupations have would be nobody's. */
function occupationRows(folder: string): string[] {
  const rows = rowsOf(folder, 'occupations.tsv');
  const claimed = new Map<string, number>();
  for (const { line, cells } of rows)
    for (const name of new Set(
      [cells['occupation'] ?? '', ...(cells['names'] ?? '').split(';')].map(stemOf),
    )) {
      const first = claimed.get(name);
      if (first !== undefined)
        throw new WrongRow('occupations.tsv', line, 'names', `“${name}” stands in line ${first} already`);
      claimed.set(name, line);
    }
  return joined(rows);
}

/** What very short lists take in; each concept is one of the row's field. */
function areaRows(folder: string, known: ReadonlyMap<string, string>): string[] {
  const rows = rowsOf(folder, 'areas.tsv');
  for (const { line, cells } of rows)
    for (const concept of (cells['concepts'] ?? '').split(';'))
      if (known.get(concept) !== cells['field'])
        throw new WrongRow('areas.tsv', line, 'concepts', `${cells['field']} has no ${concept}`);
  return joined(rows);
}

function organisationRows(folder: string, known: ReadonlyMap<string, string>): string[] {
  const rows = rowsOf(folder, 'organisations.tsv');
  knownIds('organisations.tsv', rows, ['concept'], known);
  return joined(rows);
}

const joined = (rows: readonly Row[]): string[] => rows.map(({ cells }) => Object.values(cells).join('\t'));

/** One row a concept and strength, in the order in which they first stand in the table. */
function grouped(rows: readonly Row[], keep: (row: PhraseRow) => boolean): string[] {
  const groups = new Map<string, string[]>();
  for (const { cells } of rows) {
    const { phrase = '', concept = '', strength = '', origin = '' } = cells;
    if (!keep({ phrase, concept, origin })) continue;
    const key = `${concept}\t${strength}`;
    const group = groups.get(key);
    const plain = foldText(phrase);
    if (group) group.push(plain);
    else groups.set(key, [plain]);
  }
  // By letters: the package is packed, and packs better so.
  return [...groups].map(([key, phrases]) => `${key}\t${phrases.toSorted().join(';')}`);
}

function uniqueIds(rows: readonly Row[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { line, cells } of rows) {
    const { id: name = '', field = '' } = cells;
    if (found.has(name)) throw new WrongRow('concepts.tsv', line, 'id', `${name} has a row already`);
    found.set(name, field);
  }
  return found;
}

function knownIds(
  file: FileName,
  rows: readonly Row[],
  columns: readonly string[],
  known: ReadonlyMap<string, string>,
): void {
  for (const { line, cells } of rows) {
    for (const column of columns) {
      const name = cells[column] ?? '';
      if (name !== '' && !known.has(name))
        throw new WrongRow(file, line, column, `concepts.tsv has no ${name}`);
    }
  }
}

/** No concept is its own kind or part, by whatever way; a pair that is-a both ways is a cycle too. */
function noCycle(rows: readonly Row[]): void {
  const up = Map.groupBy(
    rows.filter(({ cells }) => cells['kind'] === 'is-a' || cells['kind'] === 'one-of'),
    ({ cells }) => cells['from'] ?? '',
  );
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (done.has(name)) return;
    for (const { line, cells } of up.get(name) ?? []) {
      const to = cells['to'] ?? '';
      if ([...path, name].includes(to))
        throw new WrongRow('relations.tsv', line, 'to', `a circle: ${[...path, name, to].join(' is-a ')}`);
      visit(to, [...path, name]);
    }
    done.add(name);
  };
  for (const name of up.keys()) visit(name, []);
}

/** What the product looks up: accents, case and plurals do not tell phrases apart. */
export const stemOf = (phrase: string): string => stemmedPhrase(foldText(phrase));

function onePhraseOneConcept(rows: readonly Row[], fieldOf: ReadonlyMap<string, string>): void {
  const claimed = new Map<string, Row>();
  for (const row of rows) {
    const { phrase = '', concept = '' } = row.cells;
    const key = `${fieldOf.get(concept)} ${stemOf(phrase)}`;
    const first = claimed.get(key);
    if (first)
      throw new WrongRow(
        'phrases.tsv',
        row.line,
        'phrase',
        `“${phrase}” stands for ${first.cells['concept']} in line ${first.line} already`,
      );
    claimed.set(key, row);
  }
}

/** The public lists, by name: their rows by column. */
export function readLists(
  folder = tablesFolder,
): ReadonlyMap<string, readonly Readonly<Record<string, string>>[]> {
  const files = readdirSync(join(folder, 'lists')).filter((file) => file.endsWith('.tsv'));
  return new Map(
    files.map((file) => [
      basename(file, '.tsv'),
      parse(readFileSync(join(folder, 'lists', file), 'utf8'), `lists/${file}`).map(({ cells }) => cells),
    ]),
  );
}
