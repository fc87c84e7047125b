import { and, eq, inArray, ne } from 'drizzle-orm';
import type { SchoolJobState } from './school-state.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { type RequestPlace, requestedAt } from './requested-changes.ts';
import {
  adverts,
  decisions,
  holds,
  listings,
  publications,
  schoolReviews,
  screenings,
  targets,
} from '../db/schema.ts';

export type SubmissionStatus = {
  readonly live: boolean;
  readonly expiresAt?: Date;
  readonly endedAt?: Date;
  /** What staff ask for, and since when. */
  readonly change?: { readonly note: string; readonly at: Date; readonly asked?: RequestPlace };
  /** Staff refused it, and whether somebody may be asked to look again. */
  readonly refused?: { readonly note: string; readonly at: Date; readonly mayAppeal: boolean };
  /** Somebody was asked to look again. */
  readonly appealed?: boolean;
  readonly schools: readonly SchoolJobState[];
};

/** Where a job stands, from what screening, schools and their systems said. */
export async function submissionStatusOf(
  db: Db,
  listingId: number,
  chosen: readonly string[],
): Promise<SubmissionStatus | undefined> {
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
  const decided = await db
    .select({ targetId: decisions.targetId, decision: decisions })
    .from(decisions)
    .where(eq(decisions.listingId, listingId));
  const standing = await db
    .select({ targetId: holds.targetId, subjects: holds.subjects })
    .from(holds)
    .where(inArray(holds.state, ['open', 'rejected', 'muted']));
  const copied = new Set(await schoolsWithCopies(db, listingId));
  const names = [...new Set([...chosen, ...sent.map(({ school }) => school)])];
  const known = await db.select().from(targets).where(inArray(targets.name, names));
  const schools = names.map((school) => {
    const target = known.find(({ name }) => name === school);
    const publication = sent.find((row) => row.school === school)?.publication;
    const isHeld = standing.some(
      ({ targetId, subjects }) =>
        (targetId === null || targetId === target?.id) &&
        publication !== undefined &&
        subjects.includes(publication.id),
    );
    const standingThere = schoolStanding({
      publication,
      review: asked.find((row) => row.school === school)?.review,
      decision: decided.find(({ targetId }) => targetId === target?.id)?.decision,
      screening,
      there: target !== undefined && target.state !== 'leaving' && target.state !== 'removed',
      stopped: isHeld || target?.reviewFirst === true || target?.state === 'paused',
      wanted: listing.state !== 'ended' && chosen.includes(school),
      copied: copied.has(school),
    });
    return { school, ...standingThere, ...present({ decides: target?.definition.form?.decides }) };
  });
  return {
    live: listing.state !== 'ended',
    schools,
    ...(listing.expiresAt === null ? {} : { expiresAt: listing.expiresAt }),
    ...(listing.endedAt === null ? {} : { endedAt: listing.endedAt }),
    appealed: screening !== undefined && screening.appealedAt !== null,
    ...decidedOf(screening),
  };
}

/** Schools that show another copy of a listing's opening. */
async function schoolsWithCopies(db: Db, listingId: number): Promise<readonly string[]> {
  const group = db.select({ name: adverts.groupName }).from(adverts).where(eq(adverts.listingId, listingId));
  const isCopy = and(ne(publications.listingId, listingId), inArray(adverts.groupName, group));
  const rows = await db
    .selectDistinct({ school: targets.name })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .innerJoin(adverts, eq(adverts.listingId, publications.listingId))
    .where(and(eq(publications.live, true), isCopy));
  return rows.map(({ school }) => school);
}

/** What a person decided about the job, and may be done about it. */
function decidedOf(screening: typeof screenings.$inferSelect | undefined) {
  if (screening === undefined || screening.decidedAt === null) return {};
  const { state, note, decidedAt: at, asks, appealedAt } = screening;
  if (state === 'changes')
    return { change: { note: note ?? '', at, ...present({ asked: requestedAt(asks) }) } };
  if (state === 'rejected') return { refused: { note: note ?? '', at, mayAppeal: appealedAt === null } };
  return {};
}

type Facts = {
  readonly publication: typeof publications.$inferSelect | undefined;
  readonly review: typeof schoolReviews.$inferSelect | undefined;
  readonly decision: typeof decisions.$inferSelect | undefined;
  readonly screening: typeof screenings.$inferSelect | undefined;
  /** It is a school of this installation still. */
  readonly there: boolean;
  /** We send it nothing for now: a hold, a pause, or a first plan that waits. */
  readonly stopped: boolean;
  readonly wanted: boolean;
  /** The school shows another copy of the opening: a feed lists it too. */
  readonly copied: boolean;
};

/** The first that fits; the order is that of the decisions: ours, the school's, its system's. */
function schoolStanding(facts: Facts): Omit<SchoolJobState, 'school'> {
  const { publication, review, decision, screening, there, stopped, wanted, copied } = facts;
  const isLive = publication?.live === true;
  const isOver = !wanted || screening?.state === 'rejected' || review?.state === 'rejected';
  if (isOver && isLive) return { state: 'closing' };
  if (!wanted && publication === undefined && copied) return { state: 'copy' };
  if (!wanted)
    return { state: publication === undefined ? 'never' : 'closed', ...dayOf(publication?.delistedAt) };
  if (!there && !isLive) return { state: 'gone' };
  if (screening?.state === 'rejected') return { state: 'not_sent', ...noteOf(screening.note) };
  if (screening?.state === 'changes') return { state: 'change', ...noteOf(screening.note) };
  if (review?.state === 'rejected')
    return review.decidedBy === null
      ? { state: 'refused', by: 'rules', ...noteOf(review.reason) }
      : { state: 'refused', by: 'staff', ...noteOf(review.note) };
  if (publication?.state === 'refused')
    return { state: 'refused', by: 'system', ...noteOf(publication.reason ?? publication.answer) };
  if (publication?.state === 'published' && isLive) {
    const differs =
      publication.intent === 'show' && publication.intentFingerprint !== publication.beliefFingerprint;
    return {
      state: 'accepted',
      ...dayOf(publication.answeredAt),
      ...(stopped && differs && { changeWaits: true }),
    };
  }
  if (screening === undefined || screening.state === 'open') return { state: 'review' };
  if (review !== undefined && !isLive) return { state: 'school' };
  if (decision?.outcome === 'skipped' && !isLive)
    return decision.step === 'duplicate'
      ? { state: 'copy' }
      : { state: 'refused', by: decision.step === 'screening' ? 'staff' : 'rules' };
  return { state: stopped || isWaiting(decision) ? 'stopped' : 'sending' };
}

/** Approved by everyone, and something else keeps it: an entry that a list lacks, an agreement that ended. */
function isWaiting(decision: Facts['decision']): boolean {
  return decision?.outcome === 'waiting' && decision.step !== 'judged' && decision.step !== 'screening';
}

function dayOf(at: Date | null | undefined): { readonly at?: Date } {
  return at === null || at === undefined ? {} : { at };
}

function noteOf(note: string | null): { readonly note?: string } {
  return note === null || note === '' ? {} : { note };
}
