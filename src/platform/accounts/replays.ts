import type { Db } from '../../db/db.ts';
import {
  claimReplay,
  keepReplay,
  releaseReplay,
  type RepeatedRequest,
  type ReplayKey,
} from './replays.repository.ts';

/** Carries a request out once. One that fails, or that has no answer to keep, can be tried again. */
export async function carriedOutOnce(
  db: Db,
  key: ReplayKey,
  now: Date,
  carryOut: () => Promise<Response>,
): Promise<RepeatedRequest | { readonly kind: 'carried out'; readonly response: Response }> {
  const before = await claimReplay(db, key, now);
  if (before !== undefined) return before;
  const response = await carryOut().catch(async (error: unknown) => {
    await releaseReplay(db, key);
    throw error;
  });
  if (response.status >= 300) await releaseReplay(db, key);
  else await keepReplay(db, key, response.clone());
  return { kind: 'carried out', response };
}
