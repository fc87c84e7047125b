import type { RawListing } from '../../listings/raw-listing.ts';
import type { Detection } from '../adapter.ts';

/** What reading a feed gives: pieces while it goes on, and at last how it ended. */
export type ReadingStep =
  | { readonly kind: 'chunk'; readonly chunk: ReadingChunk }
  | { readonly kind: 'end'; readonly end: ReadingEnd };

/** A bounded number of items, in the order of the document. */
export type ReadingChunk = {
  readonly listings: readonly ReadListing[];
  /** Further rows of jobs that an earlier chunk gave: those listings are `shared` after all. */
  readonly further: readonly FurtherRow[];
};

export type ReadListing = {
  /** Position of the item among the items of the document, from 0. */
  readonly index: number;
  /** Of the item's bytes, 8 bytes. Several listings share one when a document is a single item (a page). */
  readonly fingerprint: Uint8Array;
  /** The job's identity inside its feed (rule D1): the source's id, else its canonical address, else a hash of its keys. */
  readonly identity: string;
  /** As the adapter found it, with `identifier` filled by the identity where the source gives none. */
  readonly raw: RawListing;
  /**
   * Other items went into this listing, or were left out for it, or its item holds others too, or its details are still missing. It must be read again in every run,
   * so its fingerprint does not belong into a snapshot.
   */
  readonly shared: boolean;
};

export type FurtherRow = Pick<ReadListing, 'index' | 'raw'>;

export type Completeness = 'complete' | 'truncated' | 'failed';

/** How a reading ended, with the evidence (R1). Only `complete` may count anything as missing. */
export type ReadingEnd = {
  readonly completeness: Completeness;
  /** Why it is not complete. */
  readonly reason?: string;
  /** It was not read, because the page itself does not want it. */
  readonly optedOut?: boolean;
  readonly adapter: string;
  /** How sure `auto` was of it, and why. */
  readonly detection?: Detection;
  /** WHATWG label in lower case (`utf-8`, `windows-1252`). */
  readonly encoding: string;
  /** `items = listings + rejected.length + merged`. */
  readonly items: number;
  readonly listings: number;
  readonly merged: number;
  readonly rejected: readonly Rejection[];
  /** What was mended on the way, each in a sentence. */
  readonly repairs: readonly string[];
  /** Why there is no listing in a sound document, for people. */
  readonly note?: string;
  /** Of the unpacked body. */
  readonly bytes: number;
  /** The same for the same body: SHA-256 over its items' fingerprints and what stands between them. */
  readonly digest: string;
  readonly statedTotal?: number;
  /** How long the document itself says that nothing new is to be had (RSS `<ttl>`). */
  readonly ttlMinutes?: number;
  readonly proof: Proof;
};

export type Rejection = {
  readonly item: number;
  readonly reason: string;
  /** The source itself marks the row as not to be shown; it counts as understood. */
  readonly inactive?: boolean;
  /** The source's own id, where it could be read. */
  readonly identifier?: string;
};

export type Proof = {
  /** The body came to its end. */
  readonly bodyEnded: boolean;
  /** The document ends where its format says. */
  readonly documentClosed: boolean;
  /** Items understood (listings, merged, marked inactive by the source) of all items. */
  readonly understood: number;
  readonly pages?: number;
  /** The stated total, or the last page, was reached; absent for a feed of one document. */
  readonly totalReached?: boolean;
  /** How jobs are identified, and why that was degraded. */
  readonly identity: IdentityBasis;
  readonly identityDegraded?: string;
};

/** `id-or-keys`: ids where there are any, and no addresses, because one of them stands for several jobs. */
export type IdentityBasis = 'id' | 'id-or-keys' | 'url' | 'keys';
