import { present } from '../../core/present.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../adapter.ts';
import type { Tree } from '../cut/tree.ts';
import { compact, treesAt } from './find.ts';
import { type Mapping, readMapping } from './mapping.ts';
import { jsonItems, listed, xmlItems } from './format-reading.ts';
import { type Dialect, vocabulary } from './synonyms.ts';
import { readPlainText } from './plain-text.ts';

/** What a table of paths cannot say of a row: values of the document, of the address, of a list with roles. */
type Also = (row: Tree, document: DocumentContext, raw: RawListing) => RawListing;

type Described = Pick<Adapter, 'name' | 'about' | 'detect' | 'paging'> & {
  /** What `also` finds, in words. */
  readonly alsoReads?: Readonly<Record<string, string>>;
  readonly mapping: Mapping;
  readonly also?: Also;
  /** Members of a row, as words, that are not to be read: what the source does not want shown, what says nothing. */
  readonly withheld?: (row: Tree) => readonly string[];
};

/** An adapter of a JSON format by a table of paths. */
export function jsonAdapter(
  of: Described & {
    readonly rows: readonly string[];
    readonly single?: boolean;
    /** Where a row keeps its own rows, when rows are grouped: under the first of these names that holds any. */
    readonly groups?: readonly string[];
  },
): Adapter {
  return {
    ...shared(of),
    reads: { kind: 'paths', mapping: of.mapping, ...readsAlso(of) },
    cut: { kind: 'json', paths: of.rows, single: of.single },
    parse: jsonItems((row, document) => {
      const grouped =
        (of.groups ?? []).map((name) => treesAt(row, name)).find((rows) => rows.length > 0) ?? [];
      return grouped.length === 0
        ? read(of, row, document)
        : grouped.map((one) => listed(read(of, one, document)));
    }),
  };
}

/** An adapter of an XML format by a table of paths. */
export function xmlAdapter(of: Described & { readonly rows: readonly string[] }): Adapter {
  return {
    ...shared(of),
    reads: { kind: 'paths', mapping: of.mapping, ...readsAlso(of) },
    cut: { kind: 'xml', elements: of.rows },
    parse: xmlItems((row, document) => read(of, row, document)),
  };
}

/** An adapter of an XML format whose elements say by their names what they are. */
export function plainTextAdapter(
  of: Omit<Described, 'mapping'> & { readonly rows: readonly string[]; readonly dialect?: Dialect },
): Adapter {
  const words = vocabulary(of.dialect);
  return {
    ...shared(of),
    reads: { kind: 'names', dialect: of.dialect ?? {}, ...readsAlso(of) },
    cut: { kind: 'xml', elements: of.rows },
    parse: xmlItems((whole, document) => {
      const row = of.withheld === undefined ? whole : without(whole, of.withheld(whole));
      const raw = readPlainText(row, words);
      return of.also === undefined ? raw : { ...raw, ...compact(of.also(row, document, raw)) };
    }),
  };
}

function shared({ name, about, detect, paging }: Omit<Described, 'mapping'>) {
  return { name, about, detect, ...present({ paging }) };
}

function readsAlso({ alsoReads }: Pick<Described, 'alsoReads'>) {
  return alsoReads === undefined ? {} : { also: alsoReads };
}

function read({ mapping, also, withheld }: Described, whole: Tree, document: DocumentContext): RawListing {
  const row = withheld === undefined ? whole : without(whole, withheld(whole));
  const raw = readMapping(row, mapping);
  return also === undefined ? raw : { ...raw, ...compact(also(row, document, raw)) };
}

function without(row: Tree, names: readonly string[]): Tree {
  return names.length === 0
    ? row
    : { ...row, children: row.children.filter(({ name }) => !names.includes(name)) };
}

/** What a board of remote jobs alone says of each of them. */
export const alwaysRemote: Pick<Described, 'alsoReads' | 'also'> = {
  alsoReads: { workplace: 'always remote' },
  also: () => ({ workplace: ['remote'] }),
};

/** A company by a name that may be missing. */
export function named(name: string | undefined): Pick<RawListing, 'company'> {
  return name === undefined ? {} : { company: { name } };
}

/** A row whose text comes by a call of its own. */
export function needsDetail(raw: RawListing): Pick<RawListing, 'needsDetail'> {
  return raw.description === undefined && (raw.sections ?? []).length === 0 ? { needsDetail: true } : {};
}
