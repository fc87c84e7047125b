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

export type Decided = { readonly judged: number; readonly merged: number; readonly flagged: number };

/**
 * Compares a source's new and changed listings, or of these some alone, with all others, and keeps what comes of it (rules D2 to D11).
 * Called after a run; a call that dies is made up for by the next one. Yields to the event loop.
 */
export async function decideDuplicates(
  { db, clock }: { db: Db; clock: Clock },
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
    await saveAdverts(db, fresh, clock.now());
    const adverts = fresh.map(({ advert }) => advert);
    const { stored, known } = await candidates(db, adverts);
    const ids = fresh.map(({ id }) => id);
    const splits = await splitsOf(db, ids);
    const grouping = await runCooperatively(groupAdverts({ fresh: adverts, stored, known, splits, counts }));
    await recordGrouping(db, ids, grouping, clock.now());
    const flagged = grouping.decisions.filter(({ kind }) => kind === 'flag').length;
    total.judged += fresh.length;
    total.flagged += flagged;
    total.merged += grouping.decisions.length - flagged;
  }
  if (total.judged > 0) await saveCounts(db, counts);
  return total;
}

const BATCH = 250;

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
