import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { type AskedAt, askedAt } from './asked.ts';
import { listings, publications, schoolReviews, screenings, targets } from '../db/schema.ts';

/** Where a job stands at a school, as its employer is told. */
export type SchoolStanding = {
  readonly school: string;
  readonly state: 'review' | 'accepted' | 'change' | 'refused' | 'waiting' | 'closed' | 'gone';
  /** Since when it is accepted, or closed. */
  readonly at?: Date;
  /** What staff, or the school's system, says about it. */
  readonly note?: string;
};

export type Standing = {
  readonly live: boolean;
  readonly expiresAt?: Date;
  readonly endedAt?: Date;
  /** What staff ask for, and since when. */
  readonly change?: { readonly note: string; readonly at: Date; readonly asked?: AskedAt };
  /** Staff refused it, and whether somebody may be asked to look again. */
  readonly refused?: { readonly note: string; readonly at: Date; readonly mayAppeal: boolean };
  /** Somebody was asked to look again. */
  readonly appealed?: boolean;
  readonly schools: readonly SchoolStanding[];
};

/** Where a job stands, from what screening, schools and their systems said. */
export async function standingOf(
  db: Db,
  listingId: number,
  chosen: readonly string[],
): Promise<Standing | undefined> {
  const [listing] = await db.select().from(listings).where(eq(listings.id, listingId));
  if (listing === undefined) return undefined;
  const [screening] = await db.select().from(screenings).where(eq(screenings.listingId, listingId));
  const sent = await db
    .select({ school: targets.name, publication: publications })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(eq(publications.listingId, listingId));
  const asked = await db
    .select({ school: targets.name, review: schoolReviews })
    .from(schoolReviews)
    .innerJoin(targets, eq(targets.id, schoolReviews.targetId))
    .where(and(eq(schoolReviews.listingId, listingId), inArray(schoolReviews.state, ['open', 'rejected'])));
  const there = await db
    .select({ name: targets.name })
    .from(targets)
    .where(and(inArray(targets.name, [...chosen]), notInArray(targets.state, ['leaving', 'removed'])));
  const names = [...new Set([...chosen, ...sent.map(({ school }) => school)])];
  const schools = names.map((school) =>
    schoolStanding(school, {
      publication: sent.find((row) => row.school === school)?.publication,
      review: asked.find((row) => row.school === school)?.review,
      screening,
      there: there.some(({ name }) => name === school),
      wanted: listing.state !== 'ended' && chosen.includes(school),
    }),
  );
  return {
    live: listing.state !== 'ended',
    schools,
    ...(listing.expiresAt === null ? {} : { expiresAt: listing.expiresAt }),
    ...(listing.endedAt === null ? {} : { endedAt: listing.endedAt }),
    appealed: screening !== undefined && screening.appealedAt !== null,
    ...(screening?.state === 'changes' && screening.decidedAt !== null
      ? {
          change: {
            note: screening.note ?? '',
            at: screening.decidedAt,
            ...present({ asked: askedAt(screening.asks) }),
          },
        }
      : {}),
    ...(screening?.state === 'rejected' && screening.decidedAt !== null
      ? {
          refused: {
            note: screening.note ?? '',
            at: screening.decidedAt,
            mayAppeal: screening.appealedAt === null,
          },
        }
      : {}),
  };
}

type Facts = {
  readonly publication: typeof publications.$inferSelect | undefined;
  readonly review: typeof schoolReviews.$inferSelect | undefined;
  readonly screening: typeof screenings.$inferSelect | undefined;
  /** It is a school of this installation still. */
  readonly there: boolean;
  readonly wanted: boolean;
};

function schoolStanding(
  school: string,
  { publication, review, screening, there, wanted }: Facts,
): SchoolStanding {
  if (!wanted || publication?.state === 'delisted' || publication?.state === 'delisting') {
    const at = publication?.delistedAt ?? undefined;
    return { school, state: 'closed', ...(at === undefined ? {} : { at }) };
  }
  if (!there && publication?.live !== true) return { school, state: 'gone' };
  if (screening?.state === 'rejected') return { school, state: 'refused', ...noteOf(screening.note) };
  if (screening?.state === 'changes') return { school, state: 'change', ...noteOf(screening.note) };
  if (review?.state === 'rejected') return { school, state: 'refused', ...noteOf(review.reason) };
  if (publication?.state === 'published' && publication.live) {
    const at = publication.answeredAt ?? undefined;
    return { school, state: 'accepted', ...(at === undefined ? {} : { at }) };
  }
  if (publication?.state === 'refused')
    return { school, state: 'refused', ...noteOf(publication.reason ?? publication.answer) };
  const inReview = screening === undefined || screening.state === 'open' || review !== undefined;
  return { school, state: inReview ? 'review' : 'waiting' };
}

function noteOf(note: string | null): { readonly note?: string } {
  return note === null || note === '' ? {} : { note };
}
