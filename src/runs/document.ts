import { packSnapshot, type Snapshot, type SnapshotEntry, snapshotEntries } from '../feeds/snapshot.ts';
import { keepSnapshot, snapshotOf } from '../feeds/snapshot.repository.ts';
import type { Db } from '../db/db.ts';
import type { ItemOrder } from '../feeds/cut/item-order.ts';
import {
  type Comparison,
  compareDocument,
  countDocument,
  type RunDocument,
  type StagedJob,
} from '../listings/listings.repository.ts';
import { forgetDecided } from '../publishing/holds/holds.repository.ts';
import { uniteWithKnown } from '../listings/staged.repository.ts';
import { queueForScreening } from '../listings/screening-queue.repository.ts';

/** A complete document of a feed, staged and compared: what a run judges, and what a person may let count later. */
export type Document = RunDocument & {
  readonly version: string;
  /** Entries of the last snapshot that it has too, in which order it has its items, and whether the snapshot it makes is another one. */
  readonly seen: readonly SnapshotEntry[];
  readonly order?: ItemOrder;
  readonly isSame: Snapshot['isSame'];
};

export type ComparedDocument = {
  readonly document: Document;
  readonly comparison: Comparison;
  /** Listings whose row differs from the snapshot: their items are read again in each run. */
  readonly reread: ReadonlySet<number>;
};

/** The document of a run that just ended. `previousIds`: the listings of a snapshot that another version made. */
export function documentOf(
  run: { readonly sourceId: number; readonly runId: number; readonly version: string },
  snapshot: Snapshot,
  previousIds: readonly number[],
): Document {
  const seen = snapshot.seen();
  return {
    ...run,
    seen,
    seenIds: idsOf(seen),
    unseenIds: [...snapshot.unseenIds(), ...previousIds],
    order: snapshot.order,
    isSame: snapshot.isSame,
  };
}

/** The document of an earlier run that was in doubt; `items`: the entries that it has of the last snapshot. */
export async function storedDocument(
  db: Db,
  run: { readonly sourceId: number; readonly runId: number; readonly version: string },
  items: Uint8Array,
): Promise<Document> {
  const seen = snapshotEntries(items);
  const seenIds = idsOf(seen);
  const before = snapshotEntries((await snapshotOf(db, run.sourceId))?.items ?? new Uint8Array());
  const unseenIds = [...idsOf(before).difference(seenIds)];
  return { ...run, seen, seenIds, unseenIds, isSame: () => false };
}

const idsOf = (entries: readonly SnapshotEntry[]): ReadonlySet<number> =>
  new Set(entries.map(({ listingId }) => listingId));

/** `textTells`: in a feed of many employers only the same text makes two ids one job (D6). */
export async function compared(
  db: Db,
  document: Document,
  how: { readonly textTells: boolean; readonly now: Date },
): Promise<ComparedDocument> {
  const reread = await uniteWithKnown(db, document);
  return { document, comparison: await compareDocument(db, document, how), reread };
}

/** Makes a document count, in the caller's transaction, and keeps its snapshot. Gives the listings that it wrote: they are to be judged. */
export async function applyDocument(
  tx: Db,
  { document, comparison, reread }: ComparedDocument,
  at: { readonly now: Date; readonly foundAt: Date },
): Promise<readonly number[]> {
  const { sourceId, runId, version, seen, order, isSame } = document;
  const { jobs, written } = await countDocument(tx, { document, comparison, ...at });
  if (written.length > 0) await queueForScreening(tx, [sourceId]);
  await forgetDecided(tx, 'listing_id', comparison.returnedIds);
  const kept = seen.filter(({ listingId }) => !reread.has(listingId));
  const items = packSnapshot([...kept, ...jobs.flatMap(entriesOf)], order);
  if (!isSame(items)) await keepSnapshot(tx, { sourceId, runId, version, items });
  return written;
}

function entriesOf({ listingId, items }: StagedJob): readonly SnapshotEntry[] {
  if (listingId === undefined) return [];
  return items.length === 0
    ? [{ listingId }]
    : items.map((item) => ({ fingerprint: Buffer.from(item, 'hex'), listingId }));
}
