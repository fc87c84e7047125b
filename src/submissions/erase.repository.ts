import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { directoryNames, employerProfiles, listings, outbox, screenings, submissions } from '../db/schema.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import { forgetAdvert } from '../listings/duplicates/duplicates.repository.ts';
import type { Listing } from '../listings/listing.ts';
import { eraseListing } from '../listings/listing-writes.repository.ts';
import { type Submission, withdrawListing } from './submissions.repository.ts';

/** Why a listing without words is there: its identity at the schools must outlive it. */
const ERASED = 'its employer had its data deleted';

/**
 * Forgets a job and who wrote it. What stays is its identity at the schools, so that it can be taken down there, and the record of
 * decisions, which names neither.
 */
export async function eraseSubmission(db: Db, { id, jobId, listingId, email }: Submission, now: Date) {
  await db.delete(outbox).where(eq(outbox.about, `submission:${id}`));
  await db.delete(submissions).where(eq(submissions.id, id));
  if (email !== null) await db.delete(employerProfiles).where(eq(employerProfiles.email, email));
  if (listingId === null) return;
  await forgetName(db, listingId);
  await withdrawListing(db, listingId, now);
  const ofListing = eq(screenings.listingId, listingId);
  const [said] = await db.select({ state: screenings.state }).from(screenings).where(ofListing);
  await forgetAdvert(db, listingId, said?.state === 'rejected');
  await eraseListing(db, listingId, emptyListing(jobId), ERASED);
  await db
    .update(screenings)
    .set({
      signals: [],
      approved: null,
      note: null,
      appeal: null,
      contacts: sql`case when ${screenings.state} = 'rejected' then ${screenings.contacts} else '{}'::text[] end`,
    })
    .where(ofListing);
}

/** How its employer is written at schools, where no other job of that name stands. */
async function forgetName(db: Db, listingId: number): Promise<void> {
  const [own] = await db
    .select({ company: listings.company })
    .from(listings)
    .where(eq(listings.id, listingId));
  const company = own?.company ?? null;
  if (company === null) return;
  const [other] = await db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.company, company), ne(listings.id, listingId)))
    .limit(1);
  if (other !== undefined) return;
  await db
    .delete(directoryNames)
    .where(and(eq(directoryNames.key, companyKey(company)), eq(directoryNames.state, 'own')));
}

/** Ids of listings without words. */
export const erasedListings = sql`select id from ${listings} where ended_because = ${ERASED}`;

function emptyListing(jobId: string): Listing {
  return {
    jobId,
    job: {},
    employer: {},
    descriptionText: '',
    places: [],
    provenance: {},
    warnings: [],
    quality: 0,
  };
}
