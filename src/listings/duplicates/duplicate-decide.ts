import type { Clock } from '../../core/clock.ts';
import { runCooperatively, type Steps } from '../../core/cooperative.ts';
import type { Db } from '../../db/db.ts';
import type { ScreeningView } from '../screening-view.queries.ts';
import { advertOf } from './duplicate-advert.ts';
import { aliasesOf } from './duplicate-aliases.ts';
import { groupAdverts } from './group.ts';
import { count, type ShingleCounts } from './rare-shingles.ts';
import {
  candidates,
  loadCounts,
  lockCopies,
  recordGrouping,
  saveAdverts,
  saveCounts,
  sourceFacts,
  splitsOf,
  unscreenedListings,
  unscreenedListingIds,
  type FreshAdvert,
  type SourceFacts,
} from './duplicates.repository.ts';

type Deps = { readonly db: Db; readonly clock: Clock };

export type Decided = { readonly judged: number; readonly merged: number; readonly flagged: number };

/**
 * Compares a source's new and changed listings, or of these some alone, with all others, and keeps what comes of it (rules D2 to D11).
 * Called after a run; a call that dies is made up for by the next one. Yields to the event loop.
 */
export async function decideDuplicates(
  { db, clock }: Deps,
  sourceId: number,
  only?: readonly number[],
): Promise<Decided> {
  const total = { judged: 0, merged: 0, flagged: 0 };
  const waiting = only ?? (await unscreenedListingIds(db, sourceId));
  if (waiting.length === 0) return total;
  const facts = await sourceFacts(db, sourceId);
  const counts = await loadCounts(db);
  for (let at = 0; at < waiting.length; at += BATCH) {
    const found = await unscreenedListings(db, waiting.slice(at, at + BATCH));
    if (found.length === 0) continue;
    const fresh = await runCooperatively(advertsOf(found, facts, counts));
    const { decisions } = await db.transaction(async (tx) => {
      // What people say of copies comes before all of it, or after.
      await lockCopies(tx);
      return compare({ db: tx, clock }, fresh, counts);
    });
    const flagged = decisions.filter(({ kind }) => kind === 'flag').length;
    total.judged += fresh.length;
    total.flagged += flagged;
    total.merged += decisions.length - flagged;
  }
  if (total.judged > 0) await saveCounts(db, counts);
  return total;
}

const BATCH = 250;

async function compare({ db: tx, clock }: Deps, fresh: readonly FreshAdvert[], counts: ShingleCounts) {
  await saveAdverts(tx, fresh, clock.now());
  const adverts = fresh.map(({ advert }) => advert);
  const { stored, known } = await candidates(tx, adverts);
  const ids = [...adverts, ...stored].map(({ listingId }) => Number(listingId));
  const splits = await splitsOf(tx, ids);
  const grouping = await runCooperatively(groupAdverts({ fresh: adverts, stored, known, splits, counts }));
  await recordGrouping(tx, grouping, clock.now());
  return grouping;
}

function* advertsOf(
  found: readonly ScreeningView[],
  facts: SourceFacts,
  counts: ShingleCounts,
): Steps<FreshAdvert[]> {
  const fresh: FreshAdvert[] = [];
  for (const { id, sourceId, fingerprint, listing, firstSeenAt, expiresAt } of found) {
    const advert = advertOf(listing, {
      listingId: String(id),
      feedId: String(sourceId),
      ...facts,
      aliases: aliasesOf(listing, facts.multiEmployer),
      seenAt: firstSeenAt,
      ...(expiresAt === null ? {} : { closedAt: expiresAt }),
    });
    count(counts, advert.shingles);
    fresh.push({ id, sourceId, fingerprint, advert });
    yield;
  }
  return fresh;
}
