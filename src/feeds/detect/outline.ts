import type { Adapter, Cut, Item } from '../adapter.ts';
import { jsonItems, xmlItems } from '../formats/format-reading.ts';
import { type Meaning, synonyms, vocabulary } from '../formats/synonyms.ts';
import { documentHead } from './document-head.ts';
import { decodeDocument } from './encoding.ts';
import { cutterFor } from '../read/items.ts';
import { csvRow } from '../cut/items-csv.ts';
import { rowOf, type Tree, wordOf } from '../cut/tree.ts';

/** What a document holds, as far as its beginning shows: so that a person can say what is what. */
export type Outline = {
  readonly format: 'xml' | 'json' | 'csv';
  /** What an item may be: names of elements, or paths of lists; the likeliest first. Of CSV there is nothing to choose. */
  readonly candidates: readonly string[];
  /** What was taken for an item here. */
  readonly items: string;
  /** How many items were looked at. */
  readonly seen: number;
  readonly fields: readonly OutlineField[];
};

export type OutlineField = {
  /** As in a mapping: `company/name`, `location/@id`. */
  readonly path: string;
  /** The first value that was found there, cut. */
  readonly sample: string;
  /** In how many of the items it is filled. */
  readonly filled: number;
  /** What its name says that it is. */
  readonly meaning?: Meaning;
};

/** Limits: items read, fields listed, characters of a sample. */
const most = { items: 20, fields: 80, letters: 60 };

/** The outline of a document's first bytes (unpacked); undefined where nothing is cut into items: pages, unknown text. */
export function outlineOf(
  document: Uint8Array,
  { contentType, items: wished }: { readonly contentType?: string; readonly items?: string },
): Outline | undefined {
  const { kind, text, paths, names } = documentHead(document, undefined, contentType);
  const bytes = new TextEncoder().encode(decodeDocument(document, contentType));
  switch (kind) {
    case 'xml': {
      const candidates = elementsIn(text, paths);
      return outlined('xml', candidates, wished, bytes, (element) => ({ kind: 'xml', elements: [element] }));
    }
    case 'json':
      return outlined('json', listsIn(names), wished, bytes, (path) => ({ kind: 'json', paths: [path] }));
    case 'csv':
      return outlined('csv', [''], '', bytes, () => ({ kind: 'csv' }));
    default:
      return undefined;
  }
}

function outlined(
  format: Outline['format'],
  candidates: readonly string[],
  wished: string | undefined,
  bytes: Uint8Array,
  cutAt: (items: string) => Exclude<Cut, { kind: 'document' }>,
): Outline | undefined {
  const items = wished ?? candidates[0];
  if (items === undefined) return undefined;
  const rows = rowsIn(bytes, format, cutAt(items)).slice(0, most.items);
  const fields = new Map<string, OutlineField>();
  for (const row of rows)
    for (const [path, value] of new Map(valuesIn(row, ''))) {
      const known = fields.get(path);
      if (known) fields.set(path, { ...known, filled: known.filled + 1 });
      else if (fields.size < most.fields) fields.set(path, fieldOf(path, value));
    }
  return { format, candidates, items, seen: rows.length, fields: [...fields.values()] };
}

function fieldOf(path: string, value: string): OutlineField {
  const plain = value
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const sample = plain.length > most.letters ? `${plain.slice(0, most.letters)}…` : plain;
  const last = path.split('/').at(-1)?.replace('@', '') ?? '';
  const meaning = words.get(wordOf(last))?.meaning ?? words.get(wordOf(path.replaceAll('/', '')))?.meaning;
  return { path, sample, filled: 1, ...(meaning && { meaning }) };
}

const words = vocabulary();

/** The items of a document's beginning as trees; a truncated item at its end is ignored. */
function rowsIn(bytes: Uint8Array, format: Outline['format'], cut: Exclude<Cut, { kind: 'document' }>) {
  const texts: string[] = [];
  const reader = new TextDecoder();
  const sink = {
    item: (chunk: Uint8Array, start: number, end: number, defect: string | undefined) => {
      if (defect === undefined && texts.length < most.items)
        texts.push(reader.decode(chunk.subarray(start, end)));
    },
  };
  const cutter = cutterFor(cut, sink, { maxItemBytes: bytes.length });
  cutter.push(bytes);
  if (format === 'csv') {
    cutter.end();
    const header = cutter.header?.();
    return header === undefined ? [] : texts.map((text) => rowOf(csvRow(text, header)));
  }
  const rows: Tree[] = [];
  const keep = (row: Tree) => {
    rows.push(row);
    return [];
  };
  const parse: Adapter['parse'] = format === 'xml' ? xmlItems(keep) : jsonItems(keep);
  texts.forEach((text, index) => parse({ index, text } satisfies Item, { head: {} }));
  return rows;
}

/** Every path of a row that has a value of its own, with the first. */
function valuesIn({ children, attributes }: Tree, above: string): [string, string][] {
  const own = [...attributes].map(([name, value]): [string, string] => [`${above}@${name}`, value]);
  const below = children.flatMap((child): [string, string][] => {
    const path = `${above}${child.name}`;
    const text = child.text.trim();
    const here: [string, string][] = text === '' ? [] : [[path, text]];
    return [...here, ...(path.split('/').length < 4 ? valuesIn(child, `${path}/`) : [])];
  });
  return [...own, ...below].filter(([, value]) => value.trim() !== '').toReversed();
}

/** Names of elements that hold what may be a title, then those that hold several others. */
function elementsIn(text: string, paths: readonly string[]): string[] {
  const written = new Map(
    [...text.matchAll(/<([\p{L}_][\p{L}\p{N}_.:-]*)/gu)].map(([, name = '']) => [wordOf(name), name]),
  );
  const local = (word: string) => {
    const name = written.get(word) ?? word;
    return name.slice(name.indexOf(':') + 1);
  };
  return holdersIn(paths.map((path) => path.split('.'))).map(local);
}

/** Paths of lists whose members may have a title: `jobs` of `jobs[].title`, empty where the document is the list. */
function listsIn(names: readonly string[]): string[] {
  const lists = names
    .filter((name) => name.includes('[]'))
    .map((name) => [name.slice(0, name.indexOf('[]')), name.split(/[.[\]]+/).at(-1) ?? '']);
  return holdersIn(lists);
}

const titles = new Set(synonyms.title.split(/\s+/));

/** What holds a title, outermost first; then what holds at least two things. */
function holdersIn(paths: readonly (readonly string[])[]): string[] {
  const held = Map.groupBy(
    paths.filter((path) => path.length > 1),
    (path) => path.at(-2) ?? '',
  );
  const found = [...held].map(([holder, members]) => ({
    holder,
    members: members.length,
    titled: members.some((path) => titles.has(wordOf(path.at(-1) ?? ''))),
  }));
  return found
    .filter(({ titled, members }) => titled || members > 1)
    .toSorted((a, b) => Number(b.titled) - Number(a.titled) || b.members - a.members)
    .slice(0, 8)
    .map(({ holder }) => holder);
}
