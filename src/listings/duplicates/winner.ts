import { sourceKinds, type Advert } from './advert.ts';

/**
 * Which copy of a group is published (rule D9): alive, nearest to the employer, not an extract, newest, longest. When it closes the
 * next one takes over. Undefined when no copy is alive.
 */
export function winnerOf(copies: readonly Copy[], at: Date): Copy | undefined {
  const alive = copies.filter((copy) => copy.closedAt === undefined || copy.closedAt > at.getTime());
  const whole = alive.filter((copy) => !copy.teaser);
  return (whole.length > 0 ? whole : alive).toSorted(byPreference)[0];
}

export type Copy = Pick<Advert, 'listingId' | 'kind' | 'teaser' | 'length' | 'postedAt' | 'closedAt'>;

function byPreference(a: Copy, b: Copy): number {
  return (
    sourceKinds.indexOf(a.kind) - sourceKinds.indexOf(b.kind) ||
    (b.postedAt ?? 0) - (a.postedAt ?? 0) ||
    b.length - a.length ||
    (a.listingId < b.listingId ? -1 : 1)
  );
}
