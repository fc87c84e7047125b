import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { type Row, rowsOf, textIn } from '../db/rows.ts';
import type { Place, Workplace } from './listing.ts';
import { type CarriedOver, matchRekeyed, type Recognizable } from './rekey.ts';
import type { Comparison } from './store.ts';

export type Rekeyed = { readonly pairs: readonly CarriedOver[]; readonly compared: Comparison };

/** Of a run with many new ids and many gone, the listings that only changed their id, and the comparison without them (rule R7). */
export async function rekeyOf(
  db: Db,
  run: {
    readonly sourceId: number;
    readonly runId: number;
    readonly found: Comparison;
    readonly share: number;
  },
): Promise<Rekeyed | undefined> {
  const { sourceId, runId, found, share } = run;
  const many = share * found.live;
  if (found.live === 0 || found.added <= many || found.missingIds.length <= many) return undefined;
  const pairs = matchRekeyed(await vanished(db, found.missingIds), await arrived(db, sourceId, runId));
  const carried = new Set(pairs.map(({ listingId }) => listingId));
  const compared = {
    ...found,
    added: found.added - pairs.length,
    missingIds: found.missingIds.filter((id) => !carried.has(id)),
  };
  return { pairs, compared };
}

/** Gives listings their new ids; publications are tied to the listing and keep the ids they were first sent under. */
export async function carryOver(tx: Db, pairs: readonly CarriedOver[]): Promise<void> {
  if (pairs.length === 0) return;
  await tx.execute(sql`
    update listings l set job_id = r."jobId", state = 'listed', miss_runs = 0, missing_since = null, rev = rev + 1
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r("listingId" bigint, "jobId" text) where l.id = r."listingId"`);
}

const content = sql.raw(
  `listing #> '{places}' as places, listing ->> 'workplace' as workplace, md5(listing ->> 'descriptionText') as text_hash`,
);

async function vanished(db: Db, ids: readonly number[]) {
  const rows = await db.execute(sql`
    select id, title, company, ${content} from listings
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) order by id`);
  return rowsOf(rows).map((row) => ({ ...recognizable(row), listingId: Number(row['id']) }));
}

/** Staged jobs whose id the feed never had before. */
async function arrived(db: Db, sourceId: number, runId: number) {
  const rows = await db.execute(sql`
    select job_id, title, company, ${content} from staged s where run_id = ${runId}
      and not exists (select 1 from listings l where l.source_id = ${sourceId} and l.job_id = s.job_id) order by job_id`);
  return rowsOf(rows).map((row) => ({ ...recognizable(row), jobId: String(row['job_id']) }));
}

function recognizable(row: Row): Recognizable {
  const workplace = row['workplace'] as Workplace | null;
  return {
    title: String(row['title']),
    company: textIn(row, 'company') ?? '',
    places: (row['places'] ?? []) as readonly Place[],
    textHash: String(row['text_hash']),
    ...(workplace === null ? {} : { workplace }),
  };
}
