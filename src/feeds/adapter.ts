import type { RawListing } from '../listings/raw-listing.ts';
import type { Tree } from './cut/tree.ts';
import type { Mapping } from './formats/mapping.ts';
import type { Dialect } from './formats/synonyms.ts';

/**
 * Reads one format: it *finds* values, it does not interpret them. An adapter is data and one pure function; it never fetches and
 * never throws for what a document may contain.
 */
export type Adapter = {
  /** The name in feed definitions and on the command line: the folder of the corpus where the format is there. */
  readonly name: string;
  /** What it reads, in one line, for `docs/formats.md` and the page. */
  readonly about: string;
  /** Whether a document (or an address) is of this format: how sure (0 to 1), and why in words; undefined when it is not. */
  readonly detect: (head: DocumentHead) => Detection | undefined;
  /** How the document is cut into items. */
  readonly cut: Cut;
  /** The same adapter for a document at hand, where how it is cut depends on what is in it. */
  readonly fitted?: (head: DocumentHead) => Adapter;
  /** One item to raw listings (usually one), or the reason for a rejection. `document` is what surrounds the items. */
  readonly parse: (item: Item, document: DocumentContext) => readonly ParsedItem[];
  /** Where the values of a listing stand, for `docs/formats.md` and the feed's page. */
  readonly reads?: Reads;
  /** Why a sound document of this format may hold no listing, for the note of a summary. */
  readonly emptyNote?: string;
  /** Why a document is no more than a part of its feed, so that absence from it means nothing: a message of changes, fewer items than it says. */
  readonly partial?: (head: Readonly<Record<string, string>>, items: number) => string | undefined;
  /** The further pages and detail calls of a paged API; absent when a document is the whole feed. */
  readonly paging?: Paging;
};

/** A table of paths, names of its own before the shared ones, or words where code finds the values; `also` what code adds. */
export type Reads =
  | { readonly kind: 'paths'; readonly mapping: Mapping; readonly also?: Readonly<Record<string, string>> }
  | { readonly kind: 'names'; readonly dialect: Dialect; readonly also?: Readonly<Record<string, string>> }
  | { readonly kind: 'code'; readonly also: Readonly<Record<string, string>> };

export type Detection = { readonly confidence: number; readonly why: string };

export type Cut =
  /** Outermost elements of these local names (lower case) are items. */
  | { readonly kind: 'xml'; readonly elements: readonly string[] }
  /** The elements of the array found under one of these paths (`jobs`, `data.items`, `` for the document itself); `single`: the document may be one item. */
  | { readonly kind: 'json'; readonly paths: readonly string[]; readonly single?: boolean }
  /** `columns`: the header has at least one of these words; without it any row of names is a header. */
  | { readonly kind: 'csv'; readonly columns?: readonly string[] }
  /** The whole document is one item, which may hold several listings (pages). */
  | { readonly kind: 'document' };

/** What detection looks at: the first bytes decoded, the root, the address. */
export type DocumentHead = {
  /** The first 64 kB, decoded, BOM removed. */
  readonly text: string;
  readonly kind: 'xml' | 'json' | 'csv' | 'html' | 'text';
  /** Local name of the XML root, lower case; `html` for every whole page. */
  readonly root?: string;
  /** Namespace addresses that the head declares. */
  readonly namespaces: readonly string[];
  /** Of XML the elements' words (`wordOf`), of JSON dotted keys with `[]` for arrays, of CSV the header's words; each once. */
  readonly names: readonly string[];
  /** Of XML the elements' words with those around them: `source.jobs.job.title`; each once. */
  readonly paths: readonly string[];
  readonly url?: string;
};

/** One job's bytes, decoded. */
export type Item = {
  readonly index: number;
  /** For XML the element's own markup, for JSON its text, for CSV the record, for documents all of it. */
  readonly text: string;
  /** The cells of a CSV record, each under the word of its column (`wordOf`). */
  readonly cells?: readonly Tree[];
};

/** What an item cannot know: the head and tail of its document. */
export type DocumentContext = {
  readonly url?: string;
  /** Values outside the items, by lower-case local name or dotted JSON key: channel title, publisher, account name. First one wins. */
  readonly head: Readonly<Record<string, string>>;
};

export type ParsedItem =
  | {
      readonly kind: 'listing';
      readonly raw: RawListing;
      /** What was mended in the item's markup, in words that are counted: `raw ampersands`. */
      readonly repairs?: readonly string[];
    }
  | {
      readonly kind: 'rejected';
      readonly reason: string;
      readonly inactive?: boolean;
      readonly identifier?: string;
      /** The item is the address of a further document of the feed. */
      readonly part?: string;
    };

export type Paging = {
  /** The first request of a feed's address, when it is not the address itself. */
  readonly first?: (url: string) => PageRequest;
  /** The request after a page, or undefined when it was the last. */
  readonly next: (page: Page) => PageRequest | undefined;
  /** Which of the further documents that a document's items are addresses of are read. */
  readonly parts?: (addresses: readonly string[]) => readonly string[];
  /** What the pages say about the total, for the proof of completeness. */
  readonly total?: (page: Page) => number | undefined;
  /** The request for a row's details, and the item of row and details together. */
  readonly detail?: {
    readonly request: (item: Item, context: DocumentContext) => PageRequest | undefined;
    readonly merge: (item: Item, detail: string) => Item;
  };
};

export type PageRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Page = {
  readonly request: PageRequest;
  /** The page's own text outside its items, and its number of items; `index` counts pages from 0. */
  readonly head: Readonly<Record<string, string>>;
  readonly items: number;
  readonly itemsSoFar: number;
  readonly index: number;
  /** Fingerprint of the page's items together: a repeated page ends the reading. */
  readonly repeated: boolean;
  readonly firstTotal?: number;
};
