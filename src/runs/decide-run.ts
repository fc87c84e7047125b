import type { Db } from '../db/db.ts';
import { packSnapshot, snapshotEntries } from '../feeds/snapshot.ts';
import { keepSnapshot, snapshotOf } from '../feeds/snapshot.repository.ts';
import { allowRun, insistOnFeed, readSoon } from '../feeds/feeds.repository.ts';
import { feedById } from '../feeds/feeds.queries.ts';
import { addMisses, endListings, isMostlyNew, keepListings } from '../listings/listings.repository.ts';
import { refuseContents } from '../listings/listing-writes.repository.ts';
import type { Hold } from '../publishing/holds/holds.queries.ts';
import { applyDocument, compared, storedDocument } from './document.ts';
import { countReading, documentInDoubt, forgetDocument } from './runs.repository.ts';

/** A hold of a feed that a person decides. */
export type FeedHold = Pick<Hold, 'id' | 'kind' | 'runId'> & {
  readonly sourceId: number;
  /** The listings that it names as what would go. */
  readonly subjects: readonly number[];
};

/**
 * What a person approved about a feed (R10): a document that was in doubt counts as it is, and exactly the listings that were named end.
 * The others that it lacks are missing from now on.
 */
export async function approveRun(
  tx: Db,
  { id, sourceId, runId, kind, subjects }: FeedHold,
  { at, thisRunOnly }: { readonly at: Date; readonly thisRunOnly: boolean },
): Promise<void> {
  await insistOnFeed(tx, sourceId);
  if (kind !== 'share' && kind !== 'review') await countKept(tx, sourceId, at);
  await endListings(tx, subjects, at, id);
  // A first plan is the norm that there is, and its document has counted.
  if (runId !== null && (kind === 'review' || !thisRunOnly)) await allowRun(tx, runId);
}

async function countKept(tx: Db, sourceId: number, now: Date): Promise<void> {
  const [kept, feed] = [await documentInDoubt(tx, sourceId), await feedById(tx, sourceId)];
  if (kept === undefined || feed === undefined) return;
  const { run, items } = kept;
  const document = await storedDocument(tx, { sourceId, runId: run.id, version: run.version }, items);
  const how = { textTells: feed.definition.multiEmployer === true, now };
  const foundAt = run.finishedAt ?? now;
  const written = await applyDocument(tx, await compared(tx, document, how), { now, foundAt });
  await countReading(tx, sourceId, run.id, now);
  await forgetDocument(tx, sourceId);
  // Its next reading compares and screens them.
  if (written.length > 0) await readSoon(tx, sourceId, now);
}

/**
 * What a person rejected about a feed: its document never counts, the contents that were in doubt are refused until the feed shows others,
 * and the listings that were named stay until they are listed again.
 */
export async function rejectRun(tx: Db, { id, sourceId, runId, kind, subjects }: FeedHold, at: Date) {
  await insistOnFeed(tx, sourceId);
  const isForeign =
    kind === 'rekeyed' || (kind === 'drop' && runId !== null && (await isMostlyNew(tx, { sourceId, runId })));
  if (runId !== null && (kind === 'drift' || kind === 'surge' || kind === 'changed' || isForeign))
    await refuseContents(tx, { sourceId, runId, holdId: id }, at);
  if (kind !== 'share') await forgetDocument(tx, sourceId);
  await keepListings(tx, subjects, at);
}

/** What a person decided about some listings of a feed's hold: these end, or stay; its document is in doubt as before. */
export async function decideListings(
  tx: Db,
  { id, sourceId, kind }: Omit<FeedHold, 'runId' | 'subjects'>,
  ids: readonly number[],
  { decision, at }: { readonly decision: 'approved' | 'kept'; readonly at: Date },
): Promise<void> {
  await insistOnFeed(tx, sourceId);
  if (decision === 'kept') return keepListings(tx, ids, at);
  // A document in doubt has not counted: nothing is missing by it.
  if (kind !== 'share') {
    await addMisses(tx, ids, at);
    await forgetEntries(tx, sourceId, new Set(ids));
  }
  await endListings(tx, ids, at, id);
}

/** Listings that ended leave the last snapshot: a document that lists them again brings them as new. */
async function forgetEntries(tx: Db, sourceId: number, ids: ReadonlySet<number>): Promise<void> {
  const snapshot = await snapshotOf(tx, sourceId);
  if (snapshot === undefined) return;
  const left = snapshotEntries(snapshot.items).filter(({ listingId }) => !ids.has(listingId));
  await keepSnapshot(tx, { ...snapshot, items: packSnapshot(left) });
}
