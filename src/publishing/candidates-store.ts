import { eq, sql } from 'drizzle-orm';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { instantIn, numberIn, type Row, rowsOf, textIn } from '../db/rows.ts';
import { feeds, sources } from '../db/schema.ts';
import type { Listing } from '../listings/listing.ts';
import type { Settings } from '../settings/settings.ts';
import type { Candidate, SourceTerms } from './wanted.ts';

/** The terms of every source, by id. */
export async function sourceTerms(db: Db, settings: Settings): Promise<ReadonlyMap<number, SourceTerms>> {
  const rows = await db
    .select({ source: sources, feed: feeds })
    .from(sources)
    .leftJoin(feeds, eq(feeds.sourceId, sources.id));
  return new Map(rows.map(({ source, feed }) => [source.id, termsOf(source, feed, settings)]));
}

function termsOf(
  source: typeof sources.$inferSelect,
  feed: typeof feeds.$inferSelect | null,
  settings: Settings,
): SourceTerms {
  const definition = feed?.definition;
  const right = definition?.right;
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    multiEmployer: definition?.multiEmployer ?? false,
    externalSourceId: source.externalSourceId,
    sample: feed?.sample ?? false,
    mayRepublish: source.kind === 'form' || right !== undefined,
    routing: definition?.routing ?? [],
    defaults: definition?.defaults ?? {},
    maxAgeDays: settings.get('publish.maxAgeDays', { feed: source.name }),
    ...(definition?.targets === undefined ? {} : { targets: definition.targets }),
    ...(feed?.state === 'removed'
      ? { removed: 'delist' as const }
      : feed?.state === 'left'
        ? { removed: 'leave' as const }
        : {}),
    ...(typeof right === 'object' ? { attribution: right.attribution } : {}),
  };
}

export type CandidatePage = {
  readonly targetId: number;
  /** Only listings that were touched, or whose time ran out, since then; absent: all that live, or that the target may hold. */
  readonly since?: Date;
  readonly now: Date;
  /** Only this source's. */
  readonly sourceId?: number;
  readonly afterId: number;
  readonly atMost: number;
};

/** A page of listings that a reconcile of a target has to look at, by id. */
export async function candidates(
  db: Db,
  page: CandidatePage,
  terms: ReadonlyMap<number, SourceTerms>,
): Promise<readonly Candidate[]> {
  const { since, now, targetId, sourceId, afterId, atMost } = page;
  const touched =
    since === undefined
      ? sql`(l.state = 'live' or exists (select 1 from publications p where p.target_id = ${targetId} and p.listing_id = l.id and (p.live or p.due_at is not null)))`
      : sql`(l.changed_at >= ${since.toISOString()}::timestamptz or (l.state = 'live' and l.expires_at > ${since.toISOString()}::timestamptz and l.expires_at <= ${now.toISOString()}::timestamptz))`;
  const result = await db.execute(sql`
    select l.id, l.source_id, l.state, l.listing, l.ended_because, l.expires_at, l.first_seen_at from listings l
    where l.id > ${afterId} and ${touched} and (${sourceId ?? null}::int is null or l.source_id = ${sourceId ?? null}::int)
    order by l.id limit ${atMost}`);
  return found(rowsOf(result), terms);
}

/** Listings by their ids, whatever their state. */
export async function candidatesById(
  db: Db,
  ids: readonly number[],
  terms: ReadonlyMap<number, SourceTerms>,
): Promise<readonly Candidate[]> {
  if (ids.length === 0) return [];
  const result = await db.execute(sql`
    select l.id, l.source_id, l.state, l.listing, l.ended_because, l.expires_at, l.first_seen_at from listings l
    where l.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
  return found(rowsOf(result), terms);
}

function found(rows: readonly Row[], terms: ReadonlyMap<number, SourceTerms>): readonly Candidate[] {
  return rows.flatMap((row) => {
    const source = terms.get(numberIn(row, 'source_id'));
    return source === undefined ? [] : [candidateOf(row, source)];
  });
}

function candidateOf(row: Row, source: SourceTerms): Candidate {
  const listing = row['listing'] as Listing;
  return {
    listingId: numberIn(row, 'id'),
    listing,
    source,
    state: row['state'] as Candidate['state'],
    firstSeenAt: instantIn(row, 'first_seen_at') ?? new Date(0),
    ...present({
      endedBecause: textIn(row, 'ended_because'),
      expiresAt: instantIn(row, 'expires_at'),
      chosenTargets: listing.chosenTargets,
    }),
  };
}
