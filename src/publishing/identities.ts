import type { Db } from '../db/db.ts';
import { identityAt } from '../targets/target-definition.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { FullPage } from './queries/candidate-page.ts';
import { isOrphan } from './guard.ts';
import { sentTo } from './sent.repository.ts';
import { jobKeyOf, type Sent } from './publishing-types.ts';

/** Two ids that together name a job at a target forever. */
export type Identity = {
  readonly externalSourceId: string;
  readonly jobId: string;
  /** Its own id is another job's there (rule D12). */
  readonly clashes?: boolean;
};

/** A publication without a listing, and the listing of the same identity that stands for it from now on. */
export type Link = { readonly publicationId: number; readonly listingId: number };

export type Identified = {
  readonly identities: ReadonlyMap<number, Identity>;
  readonly sent: readonly Sent[];
  readonly links: readonly Link[];
};

/**
 * The identity of each listing of a page: that of its publication, or of a copy's; else its own, taking up a publication that lost its
 * listing. Ids that another listing goes on under (rule R7), or has in this plan (rule D12), are
 * not used a second time; `keys` remembers those of the plan.
 */
export async function identify(
  db: Db,
  { id, definition }: Pick<Target, 'id' | 'definition'>,
  page: FullPage,
  keys: Set<string>,
): Promise<Identified> {
  const identities = new Map<number, Identity>(page.identities);
  let fresh = page.candidates.flatMap(({ listingId, source, listing }) => {
    const identity: Identity = identityAt(definition, source, listing.jobId);
    const own = page.identities.get(listingId);
    // What was never there takes the ids that its source and target have now.
    const isFixed = own !== undefined && (own.neverThere !== true || keyOf(own) === keyOf(identity));
    return isFixed ? [] : [{ listingId, identity }];
  });
  const links: Link[] = [];
  const sent = [...page.sent];
  // An id with a number may be another job's as well: then it gets the number once more.
  while (fresh.length > 0) {
    const others = await sentTo(db, id, { identities: fresh.map(({ identity }) => identity) });
    const taken = new Map(others.map((publication) => [keyOf(publication), publication]));
    const clashing: typeof fresh = [];
    for (const { listingId, identity } of fresh) {
      const key = keyOf(identity);
      const other = taken.get(key);
      const isAnothers = other !== undefined && !isOrphan(other) && other.listingId !== listingId;
      // What is down may be wanted again for its own listing, in this plan or a later one.
      if (keys.has(key) || (isAnothers && (other.live || other.due || other.ended === false))) {
        const jobId = `${identity.jobId}~${listingId}`;
        clashing.push({ listingId, identity: { ...identity, jobId, clashes: true } });
        continue;
      }
      keys.add(key);
      identities.set(listingId, other ?? identity);
      if (other === undefined || other.listingId === listingId) continue;
      links.push({ publicationId: other.id, listingId });
      sent.push({ ...other, listingId });
    }
    fresh = clashing;
  }
  return { identities, sent, links };
}

/** Ids that a school may take for one another are one (rule D12). */
function keyOf({ externalSourceId, jobId }: Identity): string {
  return JSON.stringify([externalSourceId, jobKeyOf(jobId)]);
}
