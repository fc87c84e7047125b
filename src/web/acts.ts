import type { TargetDefinition } from '../db/schema/targets.ts';
import type { Listing } from '../listings/listing.ts';
import type { TargetPlan } from '../publishing/reconcile.ts';
import type { Asked } from '../tasks/ask-directory.ts';
import type { Target } from '../targets/store.ts';

/** What pages and API ask of the rest of the product; wired where the web is made. */
export type Acts = {
  /** Puts work in the queue; without one the next poll finds it, within a minute. */
  readonly enqueue: (task: {
    readonly name: 'ingest-feed' | 'reconcile-target';
    readonly payload: Readonly<Record<string, number>>;
    readonly key: string;
  }) => Promise<void>;
  /** Reads and understands an address and stores nothing. */
  readonly preview: (address: string) => Promise<Previewed>;
  /** Asks a target what it can do; only reads. */
  readonly checkTarget: (name: string, definition: TargetDefinition) => Promise<Checked>;
  /** What would change at a target if it were published now; changes nothing. */
  readonly planOf: (target: Target) => Promise<TargetPlan & { readonly unchanged: number }>;
  /** Asks a target for employers, with one call; a person waits. */
  readonly askEmployers: (target: Target, query: string) => Promise<Asked>;
};

export type Previewed =
  | {
      readonly kind: 'read';
      readonly adapter: string;
      readonly encoding: string;
      readonly completeness: string;
      readonly items: number;
      readonly listings: number;
      readonly first: readonly Listing[];
      readonly rejected: readonly { readonly item: number; readonly reason: string }[];
      readonly note?: string;
      readonly ms: number;
    }
  | { readonly kind: 'unusable'; readonly reason: string };

export type Checked = {
  readonly ms: number;
  readonly tests: readonly {
    readonly what: string;
    readonly outcome: 'passed' | 'not passed' | 'not tested';
    readonly numbers: string;
  }[];
};
