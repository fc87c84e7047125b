import type { Db } from '../db/db.ts';
import { blockedOf } from './employers/employers.queries.ts';
import { schoolReviewsOf } from './screening.queries.ts';
import { keptBack, type StoredScreening } from './screening.repository.ts';

/** What keeps a listing from a target: `blocked` must not be there, a person keeps it off this school, a rule of the school leaves it out (`ruled`), `review` waits for a person. */
export type Moderation = {
  readonly state: 'blocked' | 'kept off' | 'ruled' | 'review';
  readonly reason: string;
};

/** What screening, staff and the school say about listings at one target; those that may go are not among them. */
export async function moderationAt(
  db: Db,
  targetId: number,
  listingIds: readonly number[],
): Promise<Map<number, Moderation>> {
  const found = new Map<number, Moderation>();
  for (const screening of await keptBack(db, listingIds)) {
    const moderation = byScreening(screening);
    if (moderation !== undefined) found.set(screening.listingId, moderation);
  }
  for (const { listingId, decidedBy, ...said } of await schoolReviewsOf(db, targetId, listingIds)) {
    if (found.get(listingId)?.state === 'blocked') continue;
    const byRule = said.state === 'open' ? 'review' : 'ruled';
    const who = decidedBy === null ? 'school' : `${decidedBy} keeps it off`;
    const reason = `${who}: ${said.note ?? said.reason}`;
    found.set(listingId, { state: decidedBy === null ? byRule : 'kept off', reason });
  }
  for (const [id, block] of await blockedOf(db, listingIds)) {
    found.set(id, { state: 'blocked', reason: `its employer is blocked: ${block.reason}` });
  }
  return found;
}

type Kept = Pick<StoredScreening, 'state' | 'band' | 'score' | 'note'>;

function byScreening({ state, band, score, note }: Kept): Moderation | undefined {
  switch (state) {
    case 'clear':
    case 'approved':
      return undefined;
    case 'rejected':
      return { state: 'blocked', reason: note ?? 'staff rejected it' };
    case 'changes':
      return { state: 'review', reason: 'staff asked its employer for a change' };
    case 'open':
      return band === 'stopped'
        ? { state: 'blocked', reason: `screening stopped it (${score} points)` }
        : { state: 'review', reason: `it waits for review (${score} points)` };
  }
}
