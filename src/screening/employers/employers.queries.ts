import { and, desc, eq, or, type SQL, sql, isNull } from 'drizzle-orm';
import { distance } from '../../core/nearest.ts';
import type { Db } from '../../db/db.ts';
import { column, query } from '../../db/query.ts';
import {
  adverts,
  isLive,
  listings,
  sources,
  blockedEmployers,
  publications,
  targets,
} from '../../db/schema.ts';
import { companyKey } from '../../listings/duplicates/company-key.ts';
import type { Listing } from '../../listings/listing.ts';
import { domainOf, isFreeMail } from '../domains.ts';
import { anyOf } from '../../db/sql.ts';

/** A job of an employer, and by which of the marks it was found. */
export type EmployerJob = Awaited<ReturnType<typeof jobsOfEmployer>>[number];

/** Jobs that a school shows, or that may go to one, by the marks of their employer. */
export async function jobsOfEmployer(db: Db, marks: EmployerMarks) {
  const wanted = marksOf(marks);
  if (wanted.length === 0) return [];
  const rows = await db
    .select({
      id: listings.id,
      source: sources.name,
      jobId: listings.jobId,
      title: listings.title,
      listing: listings.listing,
    })
    .from(listings)
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .leftJoin(adverts, eq(adverts.listingId, listings.id))
    .where(
      and(
        or(isLive, sql`exists (select 1 from publications p where p.listing_id = ${listings.id} and p.live)`),
        or(...wanted.map(mayMatch)),
      ),
    )
    .orderBy(desc(listings.id));
  return rows.flatMap(({ listing, ...job }) => {
    const own = new Set(marksOf(marksOfListing(listing as Listing)).map(nameOf));
    const by = wanted.filter((mark) => own.has(nameOf(mark))).map(({ kind }) => kind);
    return by.length === 0 ? [] : [{ ...job, by }];
  });
}

/** Employers whose names are nearly the same, and that these marks do not match. */
export async function closeNames(db: Db, { company = '' }: EmployerMarks) {
  const key = companyKey(company);
  const [first = ''] = key.split(' ');
  if (first.length < 3) return [];
  const rows = await query(db, { key: column.text, name: column.text, jobs: column.int })`
    select named.company as key, max(listings.company) as name, count(*)::int as jobs
    from ${await namedListings(db)} named join listings on listings.id = named.listing_id
    where ${isLive} and named.company <> ${key} and starts_with(named.company, ${first.slice(0, 3)})
    group by named.company`;
  return rows
    .filter(
      (one) =>
        `${one.key} `.startsWith(`${key} `) ||
        `${key} `.startsWith(`${one.key} `) ||
        distance(one.key, key) <= 2,
    )
    .toSorted((a, b) => b.jobs - a.jobs)
    .slice(0, 5)
    .map(({ name, jobs }) => ({ name, jobs }));
}

/** Why a name is no employer's: no job has it in any spelling. */
export async function whyUnknown(db: Db, name: string): Promise<string | undefined> {
  const key = companyKey(name);
  const [known] = await query(db, { company: column.text })`
    select company from ${await namedListings(db)} named where company = ${key} limit 1`;
  if (known !== undefined) return undefined;
  const near = (await closeNames(db, { company: name })).map((one) => `“${one.name}”`).join(', ');
  return `No job names an employer “${name}”.${near === '' ? ' `blocks employers` shows all.' : ` Near it: ${near}.`}`;
}

/** An employer with its jobs, as the jobs name it. */
export type EmployerLine = {
  readonly company: string;
  readonly name: string;
  readonly jobs: number;
  readonly live: number;
};

/** Employers of jobs, most jobs first. */
export async function employersOf(
  db: Db,
  { words, limit, offset }: { readonly words: string; readonly limit: number; readonly offset: number },
): Promise<readonly EmployerLine[]> {
  const named = await namedListings(db);
  return query(db, { company: column.text, name: column.text, jobs: column.int, live: column.int })`
    with page as (
      select named.company, max(listings.company) as name, count(*)::int as jobs
      from ${named} named join listings on listings.id = named.listing_id
      where ${isLive} and named.company <> '' and strpos(lower(listings.company), lower(${words})) > 0
      group by named.company order by 3 desc, 1 limit ${limit} offset ${offset})
    select page.*, (select count(*)::int from ${named} named
      join publications p on p.listing_id = named.listing_id and p.shown where named.company = page.company) as live
    from page order by 3 desc, 1`;
}

/** Each listing with the key of its employer: from its advert, or from its name where the form made it and no version compared it yet. */
export async function namedListings(db: Db): Promise<SQL> {
  const names = await query(db, { name: column.text })`
    select distinct company as name from listings where company is not null and source_id in (select id from sources where kind = 'form')`;
  const keys = JSON.stringify(names.map(({ name }) => ({ name, key: companyKey(name) })));
  return sql`(select listing_id, company from adverts union all
    select l.id, n.key from jsonb_to_recordset(${keys}::jsonb) n(name text, key text)
    join sources s on s.kind = 'form' join listings l on l.source_id = s.id and l.company = n.name
    where not exists (select 1 from adverts a where a.listing_id = l.id))`;
}

export type BlockedEmployer = typeof blockedEmployers.$inferSelect;

/** What an employer is blocked by: everything that is given. A mail at a free provider blocks that address, never the provider. */
export type EmployerMarks = { readonly company?: string; readonly domain?: string; readonly mail?: string };

export type Mark = Pick<BlockedEmployer, 'kind' | 'value'>;
export type Blocking = EmployerMarks & { readonly reason: string; readonly by: string; readonly at: Date };

/** What the jobs of a blocked employer are known by: `company acme`. */
export const markOfBlock = ({ kind, value }: Mark): string =>
  nameOf({ kind, value: kind === 'company' ? companyKey(value) : value });

export async function activeBlocks(db: Db): Promise<BlockedEmployer[]> {
  return db
    .select()
    .from(blockedEmployers)
    .where(isNull(blockedEmployers.liftedAt))
    .orderBy(desc(blockedEmployers.id));
}

/** A school with the publications there that a block with some marks would take down. */
export type BlockReach = { readonly target: string; readonly publications: readonly number[] };

const nameOf = ({ kind, value }: Mark) => `${kind} ${value}`;

const contacts = sql`lower(concat_ws(' ', ${listings.listing} #>> '{employer,website}', ${listings.listing} #>> '{employer,email}', ${listings.listing} #>> '{job,contact_email}'))`;

/** A listing that may have a mark; its own marks say whether it does. */
const mayMatch = ({ kind, value }: Mark) =>
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

/** Which of these listings an employer's block takes down, and by which block. */
export async function blockedOf(db: Db, listingIds: readonly number[]) {
  const blocks = await activeBlocks(db);
  if (blocks.length === 0 || listingIds.length === 0) return new Map<number, BlockedEmployer>();
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
