import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { DAY, MINUTE } from '../../core/clock.ts';
import { present } from '../../core/present.ts';
import type { Db } from '../../db/db.ts';
import { anyOf } from '../../db/sql.ts';
import { domainFacts, listings, screenings, isLive } from '../../db/schema.ts';
import { queueForScreening } from '../../listings/screening-queue.repository.ts';
import type { DomainFacts } from './look-ups.ts';

type Row = typeof domainFacts.$inferSelect;

/** What is known of some domains. Those that nobody has asked for before are due from now on. */
export async function factsOfDomains(db: Db, domains: readonly string[], now: Date) {
  // In order: of two that add the same ones, neither waits for the other in turn.
  const asked = [...new Set(domains)].toSorted();
  if (asked.length === 0) return new Map<string, DomainFacts>();
  const rows = await db.select().from(domainFacts).where(inArray(domainFacts.domain, asked));
  const known = new Map(rows.map((row) => [row.domain, factsIn(row)]));
  const dueAt = new Date(now.getTime() + SCREENED_BY_THEN);
  const news = asked.filter((domain) => !known.has(domain)).map((domain) => ({ domain, dueAt }));
  if (news.length > 0) await db.insert(domainFacts).values(news).onConflictDoNothing();
  return known;
}

/** Listings are known by their domains only when the batch that they are screened in is kept. */
const SCREENED_BY_THEN = 10 * MINUTE;

function factsIn({ registeredAt, hasMx, siteAnswers }: Row): DomainFacts {
  return present({
    registeredAt: registeredAt ?? undefined,
    hasMx: hasMx ?? undefined,
    siteAnswers: siteAnswers ?? undefined,
  });
}

export type DueDomain = { readonly domain: string; readonly facts: DomainFacts };

/** Domains that are to be looked up, the longest due first. */
export async function dueDomains(db: Db, now: Date, atMost: number): Promise<readonly DueDomain[]> {
  const rows = await db
    .select()
    .from(domainFacts)
    .where(lte(domainFacts.dueAt, now))
    .orderBy(asc(domainFacts.dueAt), asc(domainFacts.domain))
    .limit(atMost);
  return rows.map((row) => ({ domain: row.domain, facts: factsIn(row) }));
}

/** How many domains were looked up in the 24 hours before. */
export async function lookedUpInADay(db: Db, now: Date): Promise<number> {
  return db.$count(domainFacts, gt(domainFacts.lookedUpAt, new Date(now.getTime() - DAY)));
}

export type Naming = { readonly listingId: number; readonly sourceId: number };

/** Live listings that name a domain, as they were screened last. */
export async function listingsNaming(db: Db, domain: string): Promise<readonly Naming[]> {
  return db
    .select({ listingId: listings.id, sourceId: listings.sourceId })
    .from(screenings)
    .innerJoin(listings, eq(listings.id, screenings.listingId))
    .where(
      and(isLive, sql`${screenings.domains} @> array[${domain}]::text[] and ${screenings.domains} <> '{}'`),
    )
    .orderBy(asc(listings.id));
}

export async function forgetDomain(db: Db, domain: string): Promise<void> {
  await db.delete(domainFacts).where(eq(domainFacts.domain, domain));
}

/** A try that nothing came of: what was known before stands. */
export async function retryLater(db: Db, domain: string, now: Date): Promise<void> {
  await db
    .update(domainFacts)
    .set({ lookedUpAt: now, dueAt: new Date(now.getTime() + DAY) })
    .where(eq(domainFacts.domain, domain));
}

/** Keeps what a look-up found, and in the same moment has some listings screened again, even if we die. */
export async function keepFacts(
  db: Db,
  domain: string,
  { found, screenAgain, now }: { found: DomainFacts; screenAgain: readonly number[]; now: Date },
): Promise<void> {
  const { registeredAt = null, hasMx = null, siteAnswers = null } = found;
  await db.transaction(async (tx) => {
    await tx
      .update(domainFacts)
      .set({
        lookedUpAt: now,
        dueAt: new Date(now.getTime() + STANDS_FOR),
        registeredAt,
        hasMx,
        siteAnswers,
      })
      .where(eq(domainFacts.domain, domain));
    if (screenAgain.length === 0) return;
    await tx.update(screenings).set({ fingerprint: '' }).where(anyOf(screenings.listingId, screenAgain));
    const of = await tx
      .selectDistinct({ id: listings.sourceId })
      .from(listings)
      .where(anyOf(listings.id, screenAgain));
    await queueForScreening(
      tx,
      of.map(({ id }) => id),
    );
  });
}

const STANDS_FOR = 30 * DAY;
