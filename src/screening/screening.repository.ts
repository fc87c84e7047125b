import { and, asc, eq, isNull, ne, notInArray, or, inArray } from 'drizzle-orm';
import { anyOf } from '../db/sql.ts';
import type { Db } from '../db/db.ts';
import { adverts, listings, screenings, isLive, jobReports } from '../db/schema.ts';
import { type ScreeningView, screeningView } from '../listings/screening-view.queries.ts';
import { settle, type ReviewDecision, type ReviewOutcome } from './screening-review.ts';
import type { Screening } from './screen.ts';
import type { Proof } from './subject.ts';
import { execute } from '../db/query.ts';

export type StoredScreening = typeof screenings.$inferSelect;

export type ReviewState = StoredScreening['state'];

/** A listing to be screened, with the signature that duplicates were told by, when it is of this very text. */
export type Unscreened = ScreeningView & { readonly signature: Uint8Array | null };

/**
 * Live listings of a source that were not screened since they last changed, in order. All at once: to find them is to look at every
 * listing of the source.
 */
export async function unscreenedIds(db: Db, sourceId: number): Promise<readonly number[]> {
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .leftJoin(screenings, eq(screenings.listingId, listings.id))
    .where(and(eq(listings.sourceId, sourceId), isUnscreened))
    .orderBy(asc(listings.id));
  return rows.map(({ id }) => id);
}

/** Those of some listings that nobody has screened meanwhile, in order. */
export async function unscreened(db: Db, ids: readonly number[]): Promise<readonly Unscreened[]> {
  const ofThisText = and(eq(adverts.listingId, listings.id), eq(adverts.fingerprint, listings.fingerprint));
  return db
    .select({ ...screeningView, signature: adverts.signature })
    .from(listings)
    .leftJoin(screenings, eq(screenings.listingId, listings.id))
    .leftJoin(adverts, ofThisText)
    .where(and(anyOf(listings.id, ids), isUnscreened))
    .orderBy(asc(listings.id));
}

const isUnscreened = and(
  isLive,
  or(isNull(screenings.listingId), ne(screenings.fingerprint, listings.fingerprint)),
);

/** `lock`: they stay as they are until the transaction ends. */
export async function screeningsOf(
  db: Db,
  listingIds: readonly number[],
  { lock = false } = {},
): Promise<Map<number, StoredScreening>> {
  if (listingIds.length === 0) return new Map();
  const { listingId } = screenings;
  const found = db.select().from(screenings).where(anyOf(listingId, listingIds)).orderBy(asc(listingId));
  const rows = await (lock ? found.for('update') : found);
  return new Map(rows.map((row) => [row.listingId, row]));
}

/** Of these listings, those that screening or staff keep from every target. */
export async function keptBack(db: Db, listingIds: readonly number[]) {
  if (listingIds.length === 0) return [];
  const { listingId, state, band, score, note } = screenings;
  return db
    .select({ listingId, state, band, score, note })
    .from(screenings)
    .where(and(anyOf(listingId, listingIds), notInArray(state, ['clear', 'approved'])));
}

export type NewScreening = {
  readonly listingId: number;
  readonly fingerprint: string;
  readonly screening: Screening;
  readonly proof: Proof;
  readonly contacts: readonly string[];
  readonly domains: readonly string[];
  /** From `stateAfter`: what staff decided before may still hold. */
  readonly state: ReviewState;
  readonly at: Date;
};

/** Keeps what screening found; who decided before, and what they saw, stays. */
export async function keepScreenings(db: Db, found: readonly NewScreening[]): Promise<void> {
  if (found.length === 0) return;
  // As one parameter: thousands of them cost more than the rows.
  const rows = found.map(({ listingId, screening, ...rest }) => {
    const { score, band, forced, signals } = screening;
    return { listing_id: listingId, ...rest, score, band, forced, signals };
  });
  await execute(db)`
    insert into screenings (listing_id, fingerprint, score, band, forced, proof, contacts, domains, signals, state, screened_at)
    select r.listing_id, r.fingerprint, r.score, r.band, r.forced, r.proof, array(select jsonb_array_elements_text(r.contacts)), array(select jsonb_array_elements_text(r.domains)),
      r.signals, r.state, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id bigint, fingerprint text, score int, band text, forced boolean, proof int,
      contacts jsonb, domains jsonb, signals jsonb, state text, at timestamptz)
    on conflict (listing_id) do update set fingerprint = excluded.fingerprint, score = excluded.score, band = excluded.band, forced = excluded.forced,
      proof = excluded.proof, contacts = excluded.contacts, domains = excluded.domains, signals = excluded.signals, state = excluded.state, screened_at = excluded.screened_at,
      seconded_by = null`;
}

/** An employer asks for another look at a refusal, once; false when that is not to be had. */
export async function appeal(db: Db, listingId: number, words: string, at: Date): Promise<boolean> {
  const asked = await db
    .update(screenings)
    .set({ state: 'open', appeal: words, appealedAt: at, secondedBy: null })
    .where(
      and(
        eq(screenings.listingId, listingId),
        eq(screenings.state, 'rejected'),
        isNull(screenings.appealedAt),
      ),
    )
    .returning({ id: screenings.listingId });
  return asked.length > 0;
}

/** Carries a person's decision out, in one transaction; says what it led to. */
export async function decideReview(
  db: Db,
  listingId: number,
  decision: ReviewDecision,
): Promise<ReviewOutcome> {
  const mine = eq(screenings.listingId, listingId);
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(screenings).where(mine).for('update');
    if (row === undefined) return { kind: 'unknown' };
    const { content = row.fingerprint, state = row.state, note = null } = decision;
    if (content !== row.fingerprint || state !== row.state) return { kind: 'changed' };
    const outcome = settle(row, decision);
    if (outcome.kind === 'second-needed')
      await tx.update(screenings).set({ secondedBy: decision.by, note }).where(mine);
    if (outcome.kind === 'decided') {
      await tx
        .update(screenings)
        .set({
          state: outcome.state,
          note,
          decidedBy: decision.by,
          decidedAt: decision.at,
          asks: decision.kind === 'changes' ? (decision.asks ?? null) : null,
          ...(outcome.state === 'approved' ? { approved: { ...decision.seen } } : { secondedBy: null }),
        })
        .where(mine);
      await settleReports(tx, listingId, decision.by, decision.at);
    }
    return outcome;
  });
}

export type NewReport = Omit<typeof jobReports.$inferInsert, 'id' | 'settledBy' | 'settledAt'>;

/** Keeps what a reader says about a job, and puts the job before staff. What is live stays live until a person decides. */
export async function addReport(db: Db, report: NewReport): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(jobReports).values(report);
    const [listing] = await tx.select().from(listings).where(eq(listings.id, report.listingId));
    if (listing === undefined) return;
    await tx
      .insert(screenings)
      .values({
        listingId: listing.id,
        fingerprint: listing.fingerprint,
        score: 0,
        band: 'review',
        forced: true,
        signals: [],
        state: 'open',
        screenedAt: report.reportedAt,
      })
      .onConflictDoUpdate({
        target: screenings.listingId,
        set: { state: 'open', secondedBy: null },
        setWhere: inArray(screenings.state, ['clear', 'approved']),
      });
  });
}

/** A person has decided about the job: its reports are settled, and their readers' addresses forgotten. */
async function settleReports(db: Db, listingId: number, by: string, at: Date): Promise<void> {
  await db
    .update(jobReports)
    .set({ settledBy: by, settledAt: at, email: null })
    .where(and(eq(jobReports.listingId, listingId), isNull(jobReports.settledAt)));
}
