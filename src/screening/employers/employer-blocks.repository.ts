import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { adverts, blockedEmployers, listings, publications, targets } from '../../db/schema.ts';
import { anyOf } from '../../db/sql.ts';
import { companyKey } from '../../listings/duplicates/company-key.ts';
import type { Listing } from '../../listings/listing.ts';
import { domainOf, isFreeMail } from '../domains.ts';

export type BlockedEmployer = typeof blockedEmployers.$inferSelect;

/** What an employer is blocked by: everything that is given. A mail at a free provider blocks that address, never the provider. */
export type EmployerMarks = { readonly company?: string; readonly domain?: string; readonly mail?: string };

type Mark = Pick<BlockedEmployer, 'kind' | 'value'>;

export type Blocking = EmployerMarks & { readonly reason: string; readonly by: string; readonly at: Date };

/** Takes an employer down everywhere, in one action: from the next plan of every target none of its jobs is wanted. */
export async function blockEmployer(db: Db, blocking: Blocking): Promise<readonly BlockedEmployer[]> {
  const { reason, by, at } = blocking;
  const marks = marksOf(blocking);
  if (marks.length === 0) return [];
  return db
    .insert(blockedEmployers)
    .values(marks.map((mark) => ({ ...asWritten(mark, blocking), reason, blockedBy: by, blockedAt: at })))
    .returning();
}

/** A name is kept as it is written, for those who read the list; its key is compared. */
const asWritten = ({ kind, value }: Mark, { company = '' }: EmployerMarks): Mark =>
  kind === 'company' ? { kind, value: company.trim() } : { kind, value };

/** What the jobs of a blocked employer are known by: `company acme`. */
export const markOfBlock = ({ kind, value }: Mark): string =>
  nameOf({ kind, value: kind === 'company' ? companyKey(value) : value });

/** Ends a block; undefined if no block is active. */
export async function liftBlock(db: Db, id: number, by: string, at: Date) {
  const [lifted] = await db
    .update(blockedEmployers)
    .set({ liftedBy: by, liftedAt: at })
    .where(and(eq(blockedEmployers.id, id), isNull(blockedEmployers.liftedAt)))
    .returning();
  return lifted;
}

export async function activeBlocks(db: Db): Promise<BlockedEmployer[]> {
  return db
    .select()
    .from(blockedEmployers)
    .where(isNull(blockedEmployers.liftedAt))
    .orderBy(desc(blockedEmployers.id));
}

/** Which of these listings an employer's block takes down, and by which block. */
export async function blockedOf(
  db: Db,
  listingIds: readonly number[],
): Promise<Map<number, BlockedEmployer>> {
  const blocks = await activeBlocks(db);
  if (blocks.length === 0 || listingIds.length === 0) return new Map();
  const byMark = new Map(blocks.map((block) => [markOfBlock(block), block]));
  const rows = await db
    .select({ id: listings.id, listing: listings.listing })
    .from(listings)
    .where(anyOf(listings.id, listingIds));
  return new Map(
    rows.flatMap(({ id, listing }) => {
      const block = marksOf(marksOfListing(listing as Listing))
        .map((mark) => byMark.get(nameOf(mark)))
        .find((found) => found !== undefined);
      return block === undefined ? [] : [[id, block] as const];
    }),
  );
}

/** A school with the publications there that a block with some marks would take down. */
export type BlockReach = { readonly target: string; readonly publications: readonly number[] };

/** The jobs that a block with these marks would take down, by school. */
export async function blockReach(db: Db, marks: EmployerMarks): Promise<readonly BlockReach[]> {
  const wanted = marksOf(marks);
  if (wanted.length === 0) return [];
  const known = new Set(wanted.map(nameOf));
  const rows = await db
    .select({ id: publications.id, target: targets.name, listing: listings.listing })
    .from(publications)
    .innerJoin(listings, eq(listings.id, publications.listingId))
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .leftJoin(adverts, eq(adverts.listingId, listings.id))
    .where(and(publications.live, or(...wanted.map(mayMatch))));
  const met = rows.filter(({ listing }) =>
    marksOf(marksOfListing(listing as Listing)).some((mark) => known.has(nameOf(mark))),
  );
  return [...Map.groupBy(met, ({ target }) => target)].map(([target, jobs]) => ({
    target,
    publications: jobs.map(({ id }) => id),
  }));
}

export const nameOf = ({ kind, value }: Mark) => `${kind} ${value}`;

const contacts = sql`lower(concat_ws(' ', ${listings.listing} #>> '{employer,website}', ${listings.listing} #>> '{employer,email}', ${listings.listing} #>> '{job,contact_email}'))`;

/** A listing that may have a mark; its own marks say whether it does. */
export const mayMatch = ({ kind, value }: Mark) =>
  kind === 'company'
    ? or(eq(adverts.company, value), isNull(adverts.listingId))
    : sql`strpos(${contacts}, ${value}) > 0`;

/** By what the employer of a job is known. */
export function marksOfListing({ employer, job }: Listing): EmployerMarks {
  const mail = job.contact_email ?? employer.email ?? undefined;
  const domain = domainOf(employer.website ?? undefined) ?? domainOf(mail);
  return {
    ...(employer.empname ? { company: employer.empname } : {}),
    domain,
    mail,
  };
}

export function marksOf({ company = '', domain, mail = '' }: EmployerMarks): Mark[] {
  const own = domainOf(domain ?? mail);
  const marks: Mark[] = [
    { kind: 'company', value: companyKey(company) },
    { kind: 'domain', value: own === undefined || isFreeMail(own) ? '' : own },
    { kind: 'mail', value: mail.trim().toLowerCase() },
  ];
  return marks.filter(({ value }) => value !== '');
}
