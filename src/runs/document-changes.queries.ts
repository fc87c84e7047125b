import { type SQL, sql } from 'drizzle-orm';
import { canonicalJson } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import { column, maybe, query, queryRow, written } from '../db/query.ts';
import type { Listing } from '../listings/listing.ts';

/** What the document of a feed that is in doubt would change: a job that is new, or what of one differs. */
export type DocumentChange = {
  /** Its place in the list, from 1. */
  readonly id: number;
  readonly jobId: string;
  readonly title: string;
  readonly company: string | null;
  /** The title that it has now, where that differs. */
  readonly before?: string;
  /** `new`, or the fields that differ: `job title, start date`. */
  readonly what: string;
};

/** The jobs that a document in doubt would add or change, in the order of their ids, a page at a time. */
export async function documentChanges(
  db: Db,
  sourceId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly DocumentChange[]> {
  const rows = await query(db, {
    job_id: column.text,
    title: column.text,
    company: maybe(column.text),
    listing: written<Listing>(),
    known: maybe(written<Listing>()),
  })`
    select s.job_id, s.title, s.company, s.listing, l.listing as known
    from held_documents h join staged s on s.run_id = h.run_id and not s.unread
    left join listings l on l.source_id = h.source_id and l.job_id = s.job_id and l.state <> 'ended'
    where h.source_id = ${sourceId} and (l.id is null or l.fingerprint <> s.fingerprint)
    order by s.job_id limit ${limit} offset ${after}`;
  return rows.map(({ job_id: jobId, title, company, listing, known }, at) => ({
    id: after + at + 1,
    jobId,
    title,
    company: company ?? null,
    ...(known?.job.job_title && known.job.job_title !== title && { before: known.job.job_title }),
    what: known === undefined ? 'new' : differingFields(known, listing).join(', '),
  }));
}

const undated = (listing: SQL) => sql`(${listing} - 'postedAt') #- '{job,start_date}'`;

/** What changes of a run are no surge, or publish nothing: those of nothing but the posting day, and those with a closing day that is over and was not announced. */
export async function changedDates(db: Db, sourceId: number, runId: number, now: Date) {
  return queryRow(db, { redated: column.int, jumped: column.int })`
    select count(*) filter (where ${undated(sql`s.listing`)} = ${undated(sql`l.listing`)})::int as redated,
      count(*) filter (where s.expires_at <= ${now.toISOString()}::timestamptz and not (l.closes_announced and l.expires_at is not distinct from s.expires_at))::int as jumped
    from staged s
    join listings l on l.source_id = ${sourceId} and l.job_id = s.job_id and l.state <> 'ended' and l.fingerprint <> s.fingerprint
    where s.run_id = ${runId} and not s.unread`;
}

const dates = { postedAt: 'posting date', expiresAt: 'closing date' } as const;

function differingFields(a: Listing, b: Listing): readonly string[] {
  const parts = [
    ['employer', a.employer, b.employer],
    ['job', a.job, b.job],
  ] as const;
  const fields = parts.flatMap(([, before, after]) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => valueIn(before, name) !== valueIn(after, name),
    ),
  );
  const days = (['postedAt', 'expiresAt'] as const).filter(
    (name) => a[name] !== b[name] && !(name === 'postedAt' && fields.includes('start_date')),
  );
  const found = [...fields.map((name) => name.replaceAll('_', ' ')), ...days.map((name) => dates[name])];
  return found.length === 0 ? ['how it is understood'] : found;
}

const valueIn = (record: object, name: string) =>
  canonicalJson((record as Readonly<Record<string, unknown>>)[name] ?? null);
