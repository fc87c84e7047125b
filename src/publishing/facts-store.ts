import { sql } from 'drizzle-orm';
import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { instantIn, numberIn, rowsOf } from '../db/rows.ts';
import { standingHolds } from './holds-store.ts';
import type { GuardFacts } from './guard.ts';
import type { PastHold } from './holds.ts';
import { sumOf, tallies } from './tallies-store.ts';

/** The counts that the guard of a target's plan looks at. */
export async function guardCounts(
  db: Db,
  targetId: number,
  now: Date,
): Promise<
  Pick<GuardFacts, 'live' | 'removedLately' | 'removedLatelyEverywhere' | 'liveEverywhere' | 'usualRemovals'>
> {
  const since = new Date(now.getTime() - DAY).toISOString();
  const [counts] = rowsOf(
    await db.execute(sql`
      select count(*) filter (where p.target_id = ${targetId})::int as removed, count(*)::int as removed_everywhere
      from publications p left join listings l on l.id = p.listing_id
      where p.delisted_at >= ${since}::timestamptz and p.cause = 'missing' and not coalesce(l.ended_on_approval, false)
        and p.id not in (select s.value::bigint from holds h, jsonb_array_elements_text(h.subjects) s
          where h.state = 'approved' and h.source_id is null and h.decided_at >= ${since}::timestamptz - interval '7 days')`),
  );
  const weeks = rowsOf(
    await db.execute(sql`
      select count(p.id)::int as removed from generate_series(1, 8) as week
      left join publications p on p.cause = 'missing' and p.delisted_at > ${now.toISOString()}::timestamptz - (week * interval '7 days') - interval '1 day'
        and p.delisted_at <= ${now.toISOString()}::timestamptz - (week * interval '7 days')
      group by week`),
  );
  const live = (await tallies(db)).filter((tally) => tally.live);
  return {
    live: sumOf(live.filter((tally) => tally.targetId === targetId)),
    liveEverywhere: sumOf(live),
    removedLately: numberIn(counts, 'removed'),
    removedLatelyEverywhere: numberIn(counts, 'removed_everywhere'),
    usualRemovals: weeks.map((row) => numberIn(row, 'removed')),
  };
}

/** The kinds of holds that stand about each feed. */
export async function standingByFeed(db: Db): Promise<ReadonlyMap<number, readonly PastHold['kind'][]>> {
  const standing = await standingHolds(db);
  const ofFeeds = standing.flatMap(({ sourceId, kind }) => (sourceId === null ? [] : [{ sourceId, kind }]));
  return new Map(
    [...Map.groupBy(ofFeeds, ({ sourceId }) => sourceId)].map(([id, group]) => [
      id,
      group.map(({ kind }) => kind),
    ]),
  );
}

export type Pace = {
  readonly pacedRemovals: number;
  /** How many of them each source has left in this hour; sources without removals by absence are not named. */
  readonly sourceRoom: readonly {
    readonly sourceId: number;
    readonly source: string;
    readonly room: number;
  }[];
};

/** How many more removals by absence may go out at a target this minute, and of each feed this hour (rule R11). */
export async function pace(
  db: Db,
  targetId: number,
  limits: { readonly now: Date; readonly perMinute: number; readonly shareOf: (source: string) => number },
): Promise<Pace> {
  const { now, perMinute, shareOf } = limits;
  const minute = new Date(now.getTime() - 60_000).toISOString();
  const hour = new Date(now.getTime() - 3_600_000).toISOString();
  const rows = rowsOf(
    await db.execute(sql`
      select p.source_id, s.name, count(*) filter (where p.live)::int as live,
        count(*) filter (where p.cause = 'missing' and p.wanted is null and p.sent_at > ${hour}::timestamptz)::int as hour,
        count(*) filter (where p.cause = 'missing' and p.wanted is null and p.sent_at > ${minute}::timestamptz)::int as minute
      from publications p join sources s on s.id = p.source_id where p.target_id = ${targetId}
        and p.source_id in (select source_id from publications where target_id = ${targetId} and due_at is not null and cause = 'missing')
      group by p.source_id, s.name`),
  );
  const usedThisMinute = rows.reduce((sum, row) => sum + numberIn(row, 'minute'), 0);
  return {
    pacedRemovals: Math.max(0, perMinute - usedThisMinute),
    sourceRoom: rows.map((row) => {
      const [name, used] = [String(row['name']), numberIn(row, 'hour')];
      const most = Math.max(60, Math.floor(shareOf(name) * (numberIn(row, 'live') + used)));
      return { sourceId: numberIn(row, 'source_id'), source: name, room: Math.max(0, most - used) };
    }),
  };
}

/** Names of the sources with calls due at a target. */
export async function dueSources(
  db: Db,
  targetId: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const rows = await db.execute(
    sql`select id, name from sources where id in (select source_id from publications where target_id = ${targetId} and due_at is not null)`,
  );
  return rowsOf(rows).map((row) => ({ id: numberIn(row, 'id'), name: String(row['name']) }));
}

/** How many jobs were sent again in the last 24 h by another version than they were first sent by (rule R19). */
export async function resentLately(db: Db, targetId: number, version: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY).toISOString();
  const [row] = rowsOf(
    await db.execute(sql`
      select count(*)::int as n from publications where target_id = ${targetId} and wanted_version = ${version}
        and (sent_at >= ${since}::timestamptz or due_at is not null) and first_sent_at < ${since}::timestamptz`),
  );
  return numberIn(row, 'n');
}

/** After a full comparison that left nothing waiting: what stands is what this version makes. */
export async function stampVersion(db: Db, targetId: number, version: string): Promise<void> {
  await db.execute(
    sql`update publications set wanted_version = ${version} where target_id = ${targetId} and wanted_version <> ${version}`,
  );
}

/** Writes what was decided about listings that are not sent, and clears what no longer holds. */
export async function recordDecisions(
  db: Db,
  targetId: number,
  decided: readonly {
    readonly listingId: number;
    readonly outcome: 'skipped' | 'waiting';
    readonly step: string;
    readonly reason: string;
  }[],
  sentIds: readonly number[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < decided.length; at += 1000) {
    const rows = decided
      .slice(at, at + 1000)
      .map(({ listingId, ...row }) => ({ listing_id: listingId, ...row }));
    await db.execute(sql`
      insert into decisions as d (target_id, listing_id, outcome, step, reason, decided_at)
      select ${targetId}::int, r.listing_id, r.outcome, r.step, r.reason, ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(listing_id bigint, outcome text, step text, reason text)
      on conflict (target_id, listing_id) do update set outcome = excluded.outcome, step = excluded.step, reason = excluded.reason, decided_at = excluded.decided_at
      where d.outcome <> excluded.outcome or d.step <> excluded.step or d.reason <> excluded.reason`);
  }
  if (sentIds.length === 0) return;
  await db.execute(sql`
    delete from decisions where target_id = ${targetId}
      and listing_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(sentIds)}::jsonb))`);
}

/** Forgets what was decided about listings whose source addresses the target no longer. */
export async function dropUnaddressed(db: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    delete from decisions d using listings l where d.target_id = ${targetId} and l.id = d.listing_id
      and l.source_id <> all(${`{${sourceIds.join(',')}}`}::int[])`);
}

/** Begins a batch of removals, so that they can be restored together (rule R12). */
export async function beginBatch(
  db: Db,
  batch: { readonly targetId: number; readonly cause: string; readonly count: number; readonly now: Date },
): Promise<number> {
  const [row] = rowsOf(
    await db.execute(sql`
      insert into batches (target_id, cause, count, created_at) values (${batch.targetId}, ${batch.cause}, ${batch.count}, ${batch.now.toISOString()}::timestamptz)
      returning id`),
  );
  return numberIn(row, 'id');
}

/** When the next call at a target is due, leases aside. */
export async function nextDue(db: Db, targetId: number): Promise<Date | undefined> {
  const [row] = rowsOf(
    await db.execute(
      sql`select min(due_at) as at from publications where target_id = ${targetId} and due_at is not null`,
    ),
  );
  return instantIn(row, 'at');
}
