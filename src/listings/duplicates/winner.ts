import { sourceKinds, type Advert } from './duplicate-advert.ts';

/**
 * Which copy of a group is published (rule D9): alive, nearest to the employer, not an extract, published already, newest, longest. When
 * it closes the next one takes over. Undefined when no copy is alive.
 */
export function winnerOf(
  copies: readonly Copy[],
  at: Date,
  published: ReadonlySet<number> = new Set(),
): Copy | undefined {
  const alive = copies.filter((copy) => copy.closedAt === undefined || copy.closedAt > at.getTime());
  const whole = alive.filter((copy) => !copy.teaser);
  const isPublished = ({ listingId }: Copy) => Number(published.has(Number(listingId)));
  return (whole.length > 0 ? whole : alive).toSorted(
    (a, b) =>
      sourceKinds.indexOf(a.kind) - sourceKinds.indexOf(b.kind) ||
      isPublished(b) - isPublished(a) ||
      (b.postedAt ?? 0) - (a.postedAt ?? 0) ||
      b.length - a.length ||
      byAge(a, b),
  )[0];
}

export type Copy = Pick<Advert, 'listingId' | 'kind' | 'teaser' | 'length' | 'postedAt' | 'closedAt'>;

/** The older listing first: ids are numbers that grow, written as text. */
const byAge = (a: { readonly listingId: string }, b: { readonly listingId: string }): number =>
  a.listingId.length - b.listingId.length || (a.listingId < b.listingId ? -1 : 1);

/**
 * For each listing that is not published because another copy is: that copy, and why. `eligible` are the listings that belong at the
 * target otherwise, so that a copy which may not be shown there hides none that may; `published` those that it has.
 */
export function standIns(
  copies: ReadonlyMap<number, readonly Copy[]>,
  eligible: ReadonlySet<number>,
  at: Date,
  published?: ReadonlySet<number>,
): Map<number, { readonly listingId: number; readonly why: string }> {
  const found = [...copies].flatMap(([listingId, group]) => {
    const winner = winnerOf(
      group.filter((copy) => eligible.has(Number(copy.listingId))),
      at,
      published,
    );
    if (winner === undefined || Number(winner.listingId) === listingId) return [];
    const why = `another copy of this opening is published (from ${words[winner.kind]})`;
    return [[listingId, { listingId: Number(winner.listingId), why }] as const];
  });
  return new Map(found);
}

const words: Readonly<Record<Copy['kind'], string>> = {
  form: 'the hosted form',
  ats: "the employer's own system",
  site: "the employer's site",
  partner: 'a partner',
  aggregator: 'an aggregator',
};
