import { DAY } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import type { PicklistEntry } from '../../db/schema/picklists.schema.ts';
import { differenceOf } from '../../picklists/difference.ts';
import { column, maybe, query, queryRow, written } from '../../db/query.ts';

/** Entries that a target's list has lost, and how many live jobs there were last sent with them. */
export type RemovedEntry = {
  readonly target: string;
  readonly field: string;
  readonly labels: readonly string[];
  readonly jobs: number;
};

const LOOKED_BACK = 30 * DAY;

/** What the newest versions of lists have lost of late and jobs still use (rule M1); over when no job has it any more. */
export async function removedEntriesInUse(db: Db, now: Date): Promise<readonly RemovedEntry[]> {
  const since = new Date(now.getTime() - LOOKED_BACK).toISOString();
  const lists = await query(db, {
    id: column.int,
    field: column.text,
    name: column.text,
    before: maybe(written<readonly PicklistEntry[]>()),
    entries: maybe(written<readonly PicklistEntry[]>()),
  })`
      select t.id, t.name, c.field, c.entries, b.entries as before from picklists c
      join picklists b on b.target_id = c.target_id and b.field = c.field and b.version = c.version - 1
      join targets t on t.id = c.target_id
      where c.current and c.read_at >= ${since}::timestamptz and t.state = 'active' order by t.name, c.field`;
  const found: RemovedEntry[] = [];
  for (const row of lists) {
    const gone = differenceOf(row.before ?? [], row.entries ?? [])?.vanished ?? [];
    if (gone.length === 0) continue;
    const { field } = row;
    const keys = gone.map(({ ikey }) => ikey);
    const jobs = await liveWith(db, row.id, field, keys);
    if (jobs > 0) found.push({ target: row.name, field, labels: gone.map(({ ivalue }) => ivalue), jobs });
  }
  return found;
}

/** Live jobs at a target that were last sent with one of these keys in a list field. */
async function liveWith(db: Db, targetId: number, field: string, keys: readonly string[]): Promise<number> {
  const row = await queryRow(db, { n: column.int })`
      select count(*)::int as n from publications p where p.target_id = ${targetId} and p.live and exists (
        select 1 from jsonb_path_query(p.taken, '$.*.keyvalue()') v,
          jsonb_array_elements(case when v ->> 'key' = ${field} and jsonb_typeof(v -> 'value') = 'array' then v -> 'value' else '[]' end) e
        where e ->> 'stringvalue' in (select value from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))`;
  return row.n;
}
