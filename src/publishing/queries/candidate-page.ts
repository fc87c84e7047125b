import type { Db } from '../../db/db.ts';
import { copiesOf } from '../../listings/duplicates/copies/copies.repository.ts';
import { type Copy, standIns } from '../../listings/duplicates/winner.ts';
import { moderationAt } from '../../screening/moderation.ts';
import { candidatesById, type StoredCandidate, wholeListings } from '../candidates.queries.ts';
import { asksWhole } from '../routing.ts';
import type { Sources } from './sources.queries.ts';
import { sentTo } from '../sent.repository.ts';
import type { Sent } from '../publishing-types.ts';
import { decide, type Decision, type TargetTerms } from '../wanted.ts';

/** Some listings with all that bears on them at a target: copies of the same opening, screening, what was sent about them. */
export type FullPage = {
  readonly candidates: readonly StoredCandidate[];
  readonly sent: readonly Sent[];
  /** By listing: the publication whose identity it keeps, its own or that of a copy which it takes over (rule D9). */
  readonly identities: ReadonlyMap<number, Sent>;
};

/** Some listings that a reconcile looks at, completed by the copies of each. */
export async function pageOf(
  db: Db,
  ids: readonly number[],
  sources: Pick<Sources, 'of'>,
  target: TargetTerms,
  now: Date,
): Promise<FullPage> {
  const { all, copies } = await withTheirCopies(db, ids, sources, target);
  const sent = await sentTo(db, target.id, { listingIds: all.map(({ listingId }) => listingId) });
  return { ...withCopies(all, { copies, target, now, sent }), sent };
}

/** What the rules of its feed or of the target look at, where a brief lacks it. */
async function withWhole(db: Db, all: readonly StoredCandidate[], { routing }: TargetTerms) {
  const asking = all.filter(({ source }) => [...source.routing, ...routing].some(asksWhole));
  if (asking.length === 0) return all;
  const whole = await wholeListings(
    db,
    asking.map(({ listingId }) => listingId),
  );
  return all.map((candidate) => ({
    ...candidate,
    listing: whole.get(candidate.listingId)?.listing ?? candidate.listing,
  }));
}

/** Of these listings, those that a plan of the target would send now. */
export async function belongingAt(
  db: Db,
  ids: readonly number[],
  sources: Pick<Sources, 'of'>,
  target: TargetTerms,
  now: Date,
): Promise<ReadonlySet<number>> {
  const { all, copies } = await withTheirCopies(db, ids, sources, target);
  // What was sent says which of several copies is published, and nothing of the others.
  const listingIds = [...groupsOf(copies).keys()];
  const sent = listingIds.length === 0 ? [] : await sentTo(db, target.id, { listingIds });
  const { candidates } = withCopies(all, { copies, target, now, sent });
  const sends = candidates.filter((candidate) => decide(candidate, target, now).kind === 'send');
  return new Set(sends.map(({ listingId }) => listingId));
}

async function withTheirCopies(
  db: Db,
  ids: readonly number[],
  sources: Pick<Sources, 'of'>,
  target: TargetTerms,
) {
  const touched = await candidatesById(db, ids, sources);
  const copies = await copiesOf(db, ids);
  const known = new Set(ids);
  const others = [...copies.values()]
    .flat()
    .map(({ listingId }) => Number(listingId))
    .filter((id) => !known.has(id));
  const read = [...touched, ...(await candidatesById(db, [...new Set(others)], sources))];
  const all = await withWhole(db, read, target);
  const listingIds = all.map(({ listingId }) => listingId);
  const moderations = await moderationAt(db, target.id, listingIds);
  const moderated = all.map((candidate): StoredCandidate => {
    const moderation = moderations.get(candidate.listingId);
    return moderation === undefined ? candidate : { ...candidate, moderation };
  });
  return { all: moderated, copies };
}

type Grouping = {
  readonly copies: ReadonlyMap<number, readonly Copy[]>;
  readonly target: TargetTerms;
  readonly now: Date;
  readonly sent: readonly Sent[];
};

/** Of several copies that belong at the target, one is published; it keeps the identity under which any of them is there already. */
function withCopies(all: readonly StoredCandidate[], { copies, target, now, sent }: Grouping) {
  const groups = groupsOf(copies);
  // A copy that took over has two rows: that which is there stands for it.
  const own = new Map(
    sent
      .toSorted(isThereLast)
      .flatMap((publication) =>
        publication.listingId === undefined ? [] : [[publication.listingId, publication] as const],
      ),
  );
  const eligible = new Set(
    all
      .filter((candidate) => mayStand(decide(candidate, target, now), own.get(candidate.listingId)))
      .map(({ listingId }) => listingId),
  );
  const published = new Set([...own].flatMap(([id, { live }]) => (live ? [id] : [])));
  const hidden = standIns(groups, eligible, now, published);
  const identities = new Map(own);
  for (const [listingId, group] of groups) {
    if (hidden.has(listingId) || !eligible.has(listingId) || own.get(listingId)?.live === true) continue;
    const taken = group
      .map((copy) => own.get(Number(copy.listingId)))
      .find((publication) => publication?.live === true);
    if (taken !== undefined) identities.set(listingId, taken);
  }
  const withStandIns = all.map((candidate): StoredCandidate => {
    const publishedAs = hidden.get(candidate.listingId);
    return publishedAs === undefined ? candidate : { ...candidate, publishedAs };
  });
  return { candidates: withStandIns, identities };
}

const isThereLast = (a: Sent, b: Sent) => Number(a.live) - Number(b.live) || Number(a.due) - Number(b.due);

/** What is there already stands for its group while its newest content is judged. */
function mayStand(decision: Decision, own: Sent | undefined): boolean {
  return (
    decision.kind === 'send' || (decision.kind === 'wait' && decision.step === 'judged' && own?.live === true)
  );
}

/** Every member of a group with all of the group. */
function groupsOf(copies: ReadonlyMap<number, readonly Copy[]>): ReadonlyMap<number, readonly Copy[]> {
  const several = [...copies.values()].filter((group) => group.length > 1);
  return new Map(several.flatMap((group) => group.map((copy) => [Number(copy.listingId), group] as const)));
}
