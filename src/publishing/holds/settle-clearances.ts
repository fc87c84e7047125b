import type { Db } from '../../db/db.ts';
import {
  clearedInDoubt,
  clearScreened,
  type ScreenedListing,
  revokeClearances,
} from '../../listings/clearances.repository.ts';
import { blockedOf } from '../../screening/employers/employers.queries.ts';
import { listingsQueued, retractAccepted } from '../intents.repository.ts';

/**
 * Brings clearances to what was judged: takes back those of listings that wait for a person or were refused, and clears what was let
 * through (rules R20, R21). Belongs into the transaction of the judgement.
 */
export async function settleClearances(tx: Db, judged: ScreenedListing, now: Date): Promise<void> {
  const doubtful = await clearedInDoubt(tx, judged);
  await retractAccepted(tx, doubtful, now);
  await revokeClearances(tx, doubtful, now);
  await clearScreened(tx, judged, now);
}

/** Takes back what is queued of employers that are blocked, at every target (rule R21). Belongs into the transaction of the block. */
export async function settleBlocks(tx: Db, now: Date): Promise<void> {
  const blocked = await blockedOf(tx, await listingsQueued(tx));
  await retractAccepted(tx, [...blocked.keys()], now);
}
