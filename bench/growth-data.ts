import { sql } from 'drizzle-orm';
import type { Db } from '../src/db/db.ts';
import { rowsOf } from '../test/setup/rows.ts';

/** How much stands in the database: `feeds` of `perFeed` listings, each for `fanOut` of the `targets`. */
export type Size = {
  readonly feeds: number;
  readonly perFeed: number;
  readonly targets: number;
  readonly fanOut: number;
};

export const listingsIn = ({ feeds, perFeed }: Size): number => feeds * perFeed;
export const publicationsIn = (size: Size): number => listingsIn(size) * size.fanOut;

/**
 * Fills an empty, migrated database by SQL. Indexes and triggers of the large tables are set aside meanwhile; foreign keys are not
 * asked, since the generator keeps them. Postings are short (real ones have about 4 kB): sizes are told per row as measured.
 */
export async function generate(db: Db, size: Size): Promise<void> {
  await db.execute(sql`set session_replication_role = replica`);
  await db.execute(sql`set synchronous_commit = off`);
  await targetsAndFeeds(db, size);
  await withoutIndexes(db, 'listings', () => listings(db, size));
  await withoutIndexes(db, 'publications', () => publications(db, size));
  await staffWork(db);
  await db.execute(sql`
    insert into publication_tallies (target_id, source_id, state, live, due, parked, n)
    select target_id, source_id, state, live, call in ('due', 'out'), call = 'parked', count(*) from publications group by 1, 2, 3, 4, 5, 6`);
  await db.execute(sql`
    insert into job_events (publication_id, target_id, what, at) select id, target_id, 'published', first_sent_at from publications`);
  await db.execute(sql`
    insert into live_edges (source_id, target_id, month, n, elapsed, folded)
    select source_id, target_id, e.month, sum(e.n), sum(e.elapsed), true
    from publications, live_edges_of(first_sent_at, delisted_at, live) e group by 1, 2, 3`);
  await db.execute(sql`set session_replication_role = origin`);
}

async function targetsAndFeeds(db: Db, { feeds, targets, fanOut }: Size): Promise<void> {
  await db.execute(sql`
    insert into targets (name, definition, state, created_at)
    select 't-' || n, jsonb_build_object('soap', jsonb_build_object('url', 'https://t-' || n || '.example/soap', 'namespace', 'urn:JobWebService')),
      'active', ${BEGAN}::timestamptz from generate_series(1, ${targets}::int) n`);
  await db.execute(sql`
    insert into sources (name, kind, external_source_id, created_at)
    select 'f-' || n, 'feed', 'f-' || n, ${BEGAN}::timestamptz from generate_series(1, ${feeds}::int) n`);
  await db.execute(sql`
    insert into feeds (source_id, definition, state, created_at, next_at)
    select s.id, jsonb_build_object('url', s.name, 'adapter', 'indeed-xml', 'right', 'permission', 'targets',
        (select jsonb_agg('t-' || (((s.id * ${fanOut}::int + k) % ${targets}::int) + 1)) from generate_series(0, ${fanOut}::int - 1) k)),
      'active', ${BEGAN}::timestamptz, ${LATER}::timestamptz from sources s`);
  await db.execute(sql`
    insert into runs (source_id, state, started_at, finished_at, version, items, listings)
    select s.id, 'complete', ${BEGAN}::timestamptz + n * interval '6 hours', ${BEGAN}::timestamptz + n * interval '6 hours 1 minute', '1', 1000, 1000
    from sources s, generate_series(1, 10) n`);
}

async function listings(db: Db, { feeds, perFeed }: Size): Promise<void> {
  const title = sql`(array['Software Engineer','Nurse','Research Assistant','Tutor','Accountant','Data Analyst','Welder','Teacher'])[1 + (n % 8)] || ' ' || n`;
  const company = sql`'Company ' || (n % 40) || ' of ' || s.name`;
  await db.execute(sql`
    insert into listings (source_id, job_id, state, listing, fingerprint, title, company, expires_at, closes_announced, first_seen_at, changed_at, touched_at)
    select s.id, 'J-' || n, 'listed', jsonb_build_object(
        'jobId', 'J-' || n, 'job', jsonb_build_object('job_title', ${title}, 'job_desc', repeat('You plan, write and measure the work of week ' || n || '. ', 12), 'job_type', jsonb_build_array('Full-time')),
        'employer', jsonb_build_object('empname', ${company}), 'descriptionText', repeat('You plan, write and measure the work of week ' || n || '. ', 12),
        'places', jsonb_build_array(jsonb_build_object('city', 'Town ' || (n % 500), 'subdivision', 'US-MA', 'country', 'US')),
        'postedAt', '2026-11-01', 'provenance', '{}'::jsonb, 'warnings', '[]'::jsonb, 'quality', 90),
      md5(s.id || '-' || n), ${title}, ${company}, ${LATER}::timestamptz + (n % 90) * interval '1 day', true, ${BEGAN}::timestamptz, ${BEGAN}::timestamptz, ${BEGAN}::timestamptz
    from sources s, generate_series(1, ${perFeed}::int) n where s.id <= ${feeds}::int`);
}

/** The first target gets none, so that its first plan is made by the product. */
async function publications(db: Db, { targets, fanOut }: Size): Promise<void> {
  await db.execute(sql`
    insert into clearances (listing_id, fingerprint, at, by) select id, fingerprint, ${BEGAN}::timestamptz, 'rules' from listings`);
  const target = sql`((l.source_id * ${fanOut}::int + k) % ${targets}::int) + 1`;
  await db.execute(sql`
    insert into publications (target_id, listing_id, source_id, external_source_id, job_id, job_key, belief, belief_fingerprint, intent, intent_fingerprint, shown_listing_id, shown_listing_fingerprint, call, wanted, wanted_version, taken, taken_at, first_sent_at, sent_at, answered_at, answer)
    select ${target}, l.id, l.source_id, 'f-' || l.source_id, l.job_id, lower(l.job_id), 'has', l.fingerprint, 'show', l.fingerprint, l.id, l.fingerprint, 'idle',
      jsonb_build_object('job', jsonb_build_object('job_id', l.job_id, 'job_title', l.title), 'employer', jsonb_build_object('empname', l.company)), '1',
      jsonb_build_object('job', jsonb_build_object('job_id', l.job_id, 'job_title', l.title), 'employer', jsonb_build_object('empname', l.company)), ${BEGAN}::timestamptz, ${BEGAN}::timestamptz + (l.id % 28) * interval '12 hours', ${BEGAN}::timestamptz + (l.id % 28) * interval '12 hours', ${BEGAN}::timestamptz + (l.id % 28) * interval '12 hours', 'ok'
    from listings l, generate_series(0, ${fanOut}::int - 1) k where ${target} <> 1`);
}

/** What staff look at, as much as there are jobs: screenings, labels, decisions, removals, holds, records. */
async function staffWork(db: Db): Promise<void> {
  await db.execute(sql`
    insert into screenings (listing_id, fingerprint, score, band, forced, signals, state, screened_at)
    select id, fingerprint, 40 + (id % 30), case when id % 200 = 20 then 'review' else 'clear' end, false, '[]', case when id % 200 = 20 then 'open' else 'clear' end, ${BEGAN}::timestamptz
    from listings`);
  await db.execute(sql`
    insert into unresolved_labels (target_id, field, label, jobs, blocked, example, seen_at)
    select t.id, 'job_function', 'Label ' || n, n, n / 2, 'Nurse', ${BEGAN}::timestamptz from targets t, generate_series(1, 20) n`);
  await db.execute(sql`
    insert into decisions (target_id, listing_id, outcome, step, reason, decided_at)
    select p.target_id, p.listing_id, case when p.listing_id % 40 = 0 then 'waiting' else 'skipped' end, 'picklist', 'no entry for a label', ${BEGAN}::timestamptz
    from publications p where p.listing_id % 20 = 0 on conflict do nothing`);
  await db.execute(sql`
    update publications set belief = 'none', belief_fingerprint = null, intent = 'hide', intent_fingerprint = null, shown_listing_id = null, shown_listing_fingerprint = null,
      cause = 'missing', verdict = 'guard', intended_at = first_sent_at + interval '1 day', taken_at = null, delisted_at = first_sent_at + interval '1 day' where listing_id % 50 = 1`);
  await db.execute(sql`
    update publications set belief = 'maybe', belief_fingerprint = null, call = 'parked', parked = 'refused', taken_at = null, reason = 'The school refused it.' where listing_id % 100 = 2`);
  await db.execute(sql`
    insert into batches (target_id, cause, count, subjects, created_at)
    select target_id, 'missing', count(*), jsonb_agg(id), ${BEGAN}::timestamptz from publications where state = 'delisted' group by target_id`);
  await db.execute(sql`
    insert into holds (kind, state, source_id, count, reasons, sample, subjects, facts, fingerprint, created_at, decided_by, decided_at)
    select 'share', state, s.id, 20, '["20 of 100 jobs would be gone."]', '[]',
      (select jsonb_agg(id) from (select id from listings l where l.source_id = s.id limit 20) few), '{"perTarget": []}', n::text, ${BEGAN}::timestamptz,
      case state when 'lifted' then 'a later run' end, case state when 'lifted' then ${BEGAN}::timestamptz end
    from sources s, generate_series(1, 4) n, lateral (select case when s.id % 50 = 0 and n = 4 then 'open' else 'lifted' end as state) of
    order by n, s.id`);
  await db.execute(sql`
    insert into audit (at, who, action, subject, detail)
    select ${BEGAN}::timestamptz + n * interval '1 minute', 'dana@example.org', 'setting changed', 'feed:' || s.name, '{}' from sources s, generate_series(1, 50) n`);
  await db.execute(sql`
    insert into webhook_deliveries (event_id, event, url, payload, state, created_at, ended_at)
    select 'evt_' || s.id || '_' || n, 'hold.opened', 'https://hooks.example', '{}', 'delivered', ${BEGAN}::timestamptz, ${BEGAN}::timestamptz from sources s, generate_series(1, 10) n`);
  await db.execute(sql`
    insert into outbox (kind, about, recipient, subject, body, state, due_at, created_at, ended_at)
    select 'alert digest', 'alerts ' || s.id || n, 'dana@example.org', 'What is wrong', '', 'sent', ${BEGAN}::timestamptz, ${BEGAN}::timestamptz, ${BEGAN}::timestamptz from sources s, generate_series(1, 10) n`);
}

/** When all measurements are made: a real clock would pass the end of more listings with every day. */
export const NOW = '2026-11-20T09:00:00Z';
const BEGAN = '2026-11-06T00:00:00Z';
const LATER = '2026-12-01T00:00:00Z';

async function withoutIndexes(
  db: Db,
  table: 'listings' | 'publications',
  work: () => Promise<void>,
): Promise<void> {
  const found = await db.execute(sql`
    select i.indexname as name, i.indexdef as definition from pg_indexes i where i.tablename = ${table} and i.schemaname = 'public'
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`);
  const indexes = rowsOf(found).map((row) => ({
    name: String(row['name']),
    definition: String(row['definition']),
  }));
  for (const { name } of indexes) await db.execute(sql.raw(`drop index ${name}`));
  await work();
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
  await db.execute(sql.raw(`analyze ${table}`));
}
