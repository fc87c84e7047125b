import { once, memoized } from '../core/memoized.ts';
import { foldText } from '../core/text.ts';
import shipped from '../data/picklists.json' with { type: 'json' };
import type { ScopeEffect } from './picklist-types.ts';
import type { Standard, StandardEntry } from './standards.ts';
import { stemmedPhrase } from './picklist-tokens.ts';
import { prepareVocabulary, type Vocabulary } from './vocabulary.ts';

/**
 * The tables of `src/data/picklists/` as `npm run generate` writes them: each a list of rows, the cells of a row separated by tabs.
 * `phrases` has one row a concept and strength, its phrases separated by `;`.
 */
export type Tables = Readonly<Record<keyof typeof shipped, readonly string[]>>;

/** All that is known of the words of picklists: pure data, prepared when a field first asks for it. */
export type Knowledge = {
  readonly vocabulary: (field: string) => Vocabulary;
  /** The concepts of a field, in the order of the table; none for a field that is read by other means. */
  readonly concepts: (field: string) => readonly Concept[];
  /** The phrases of each concept of a field, by its id. */
  readonly phrases: (field: string) => ReadonlyMap<string, readonly string[]>;
  /** Concepts by prefix of a public classification's codes. */
  readonly codes: (scheme: string) => ReadonlyMap<string, string>;
  /** Whether a text has words that narrow or void what it says (rule U3), as a whole says nothing, or ends with one person's work. */
  readonly says: (effect: ScopeEffect, text: string) => boolean;
  /** The trade of an organisation, by how its name begins (rule U6). */
  readonly tradeOf: (name: string) => string | undefined;
  /** What an entry of a very short list takes in: concepts by the stems of what it says (`business`: finance, marketing, …). */
  readonly areas: (field: string) => ReadonlyMap<string, readonly string[]>;
  /** What each occupation is called, as stems. */
  readonly occupations: () => readonly (readonly string[])[];
  /** The public lists that a list of the field may be. */
  readonly standards: (field: string) => readonly Standard[];
  /** Names of places by code; for `within`, the codes of the places in a region. */
  readonly placeNames: (
    kind: 'country' | 'state' | 'within',
  ) => readonly { readonly code: string; readonly name: string }[];
};

/** `work.accounting`: readings name it `accounting`, pages “Accounting”. */
export type Concept = { readonly id: string; readonly name: string; readonly label: string };

/** What these say, they say at the end of a text; `people` are the ends of words (`-ers`). */
const ends: ReadonlySet<string> = new Set<ScopeEffect>(['nothing', 'finished', 'person', 'plain-person']);

/** What these say, they say as a whole. */
const whole: ReadonlySet<string> = new Set<ScopeEffect>(['nothing', 'finished']);

export function prepareKnowledge(tables: Tables): Knowledge {
  const scope = memoized((effect) => {
    const rows = cellsOf(tables.scopeWords).filter(([of]) => of === effect);
    const phrases = rows.map(([, , phrase]) => phrase).join('|');
    return new RegExp(
      `${whole.has(effect) ? '^' : effect === 'people' ? '' : '(?:^| )'}(?:${phrases})${ends.has(effect) ? '$' : '(?: |$)'}`,
    );
  });
  const organisations = once(() =>
    cellsOf(tables.organisations)
      .map(([begins = '', , concept = '']) => ({ begins, concept: nameOf(concept) }))
      .toSorted((a, b) => b.begins.length - a.begins.length),
  );
  return {
    vocabulary: memoized((field) => vocabularyOf(tables, field)),
    concepts: memoized((field) => conceptsOf(tables, field)),
    phrases: memoized((field) => phrasesOf(tables, field)),
    codes: memoized((scheme) => {
      const rows = cellsOf(tables.codes).filter(([of]) => of === scheme);
      return new Map(rows.map(([, prefix = '', concept = '']) => [prefix, nameOf(concept)]));
    }),
    says: (effect, text) => scope(effect).test(foldText(text)),
    tradeOf: (name) => {
      const words = `${foldText(name)} `;
      return organisations().find(({ begins }) => words.startsWith(`${begins} `))?.concept;
    },
    areas: memoized((field) => {
      const rows = cellsOf(tables.areas).filter(([of]) => of === field);
      return new Map(
        rows.map(([, phrase = '', , concepts = '']) => [
          stemmedPhrase(foldText(phrase)),
          partsOf(concepts).map(nameOf),
        ]),
      );
    }),
    occupations: once(() =>
      cellsOf(tables.occupations).map(([name = '', others = '']) =>
        [name, ...partsOf(others)].map((each) => stemmedPhrase(foldText(each))),
      ),
    ),
    standards: memoized((field) => standardsOf(tables, field)),
    placeNames: (kind) =>
      cellsOf(tables.placeNames)
        .filter(([of]) => of === kind)
        .map(([, code = '', name = '']) => ({ code, name })),
  };
}

/** The knowledge that ships with the product. */
export const shippedKnowledge: Knowledge = prepareKnowledge(shipped);

function conceptsOf(tables: Tables, field: string): Concept[] {
  return cellsOf(tables.concepts)
    .filter(([, of]) => of === field)
    .map(([id = '', , label = '']) => ({ id, name: nameOf(id), label }))
    .toSorted((one, two) => (one.label < two.label ? -1 : 1));
}

/** The ids of a field's concepts. */
const idsOf = (tables: Tables, field: string): ReadonlySet<string> =>
  new Set(cellsOf(tables.concepts).flatMap(([id = '', of]) => (of === field ? [id] : [])));

function phrasesOf(tables: Tables, field: string): ReadonlyMap<string, readonly string[]> {
  const ours = idsOf(tables, field);
  const rows = cellsOf(tables.phrases, ours);
  const byConcept = Map.groupBy(rows, ([concept = '']) => concept);
  return new Map(
    [...byConcept].map(([concept, own]) => [
      concept,
      own.flatMap(([, , phrases = '']) => phrases.split(';')),
    ]),
  );
}

function vocabularyOf(tables: Tables, field: string): Vocabulary {
  const ours = idsOf(tables, field);
  const relations = cellsOf(tables.relations, ours);
  const pairsOf = (kinds: readonly string[]) =>
    relations.flatMap(([from = '', kind = '', to = '']) =>
      kinds.includes(kind) ? [[nameOf(from), nameOf(to)] as const] : [],
    );
  return prepareVocabulary({
    broader: pairsOf(['is-a', 'same-as']),
    excluded: pairsOf(['not']),
    oneOf: pairsOf(['one-of']),
    phrases: cellsOf(tables.phrases, ours).flatMap(([concept = '', strength = '', phrases = '']) =>
      phrases.split(';').map((phrase) => ({ phrase, concept: nameOf(concept), strength })),
    ),
    fillers: cellsOf(tables.fillers).flatMap(([fields = '', word = '']) =>
      fields.split(';').includes(field) ? [word] : [],
    ),
    negations: cellsOf(tables.scopeWords).flatMap(([effect, , word = '']) =>
      effect === 'denial' ? [word] : [],
    ),
  });
}

function standardsOf(tables: Tables, field: string): Standard[] {
  const rows = cellsOf(tables.standards).filter(([, fields = '']) => fields.split('; ').includes(field));
  const ours = idsOf(tables, field);
  const entries = Map.groupBy(cellsOf(tables.crosswalk, ours), ([, list = '']) => list);
  return [...Map.groupBy(rows, ([name = '']) => name)].map(([name, own]) => ({
    name,
    entries: new Map(own.map(([, , ...cells]) => standardEntry(cells)).map((entry) => [entry.id, entry])),
    idOf: new Map(
      (entries.get(name) ?? []).map(([concept = '', , id = '']) => [nameOf(concept), id] as const),
    ),
  }));
}

function standardEntry([
  id = '',
  parent = '',
  labels = '',
  includes = '',
  excludes = '',
]: string[]): StandardEntry {
  return {
    id,
    parent,
    labels: partsOf(labels),
    includes: partsOf(includes),
    excludes: partsOf(excludes).map((text) => {
      const [what = '', goesTo = ''] = text.split('>');
      return { text: what, goesTo: goesTo === '(none)' ? '' : goesTo };
    }),
  };
}

const partsOf = (cell: string): string[] => cell.split(';').filter((part) => part !== '');

/** `work.accounting` is `accounting` among the concepts of its field. */
export const nameOf = (id: string): string => id.slice(id.indexOf('.') + 1);

/** The cells of each row; of those alone whose first cell is asked for, since most of a table is not for the field at hand. */
const cellsOf = (rows: readonly string[], firsts?: ReadonlySet<string>): string[][] =>
  rows.flatMap((row) =>
    firsts === undefined || firsts.has(row.slice(0, row.indexOf('\t'))) ? [row.split('\t')] : [],
  );
