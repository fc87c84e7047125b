import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { forgetCalls, keeping, type PackedCall, replacing } from './exact-calls.repository.ts';
import { present } from '../core/present.ts';
import { type Publication, type PublicationEvent, stepPublication } from './publication.ts';
import {
  columnsOf,
  fieldColumns,
  fieldsOf,
  type PublicationFields,
  stateColumns,
  stateNames,
  storedColumns,
  type StoredPublication,
  storedIn,
} from './publications.record.ts';
import { column, execute, query } from '../db/query.ts';
import { jobKeyOf } from './publishing-types.ts';

export type PublicationWrite = {
  readonly id: number;
  readonly rev: number;
  readonly to: Publication;
  readonly set?: PublicationFields;
};

const given = (name: string, type: string) =>
  type === 'jsonb' ? `nullif(r.set -> '${name}', 'null')` : `(r.set ->> '${name}')::${type}`;
const recordset = Object.entries(stateColumns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** The one writer of states: compare-and-set by `rev`. Gives the ids that it wrote; the others were written by somebody else meanwhile. */
export async function writePublications(
  tx: Db,
  rows: readonly PublicationWrite[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const result = await query(tx, {
    id: column.int,
  })`${writing(rows)} where p.id = r.id and p.rev = r.rev returning p.id`;
  return new Set(result.map((row) => row.id));
}

/** A call that ended, as the row of its claim is to be written, and what is kept of it. */
export type Settled = PublicationWrite & {
  readonly worker: string;
  readonly sentAt: Date;
  readonly exact?: PackedCall;
};

/**
 * Writes how calls ended in one statement, where their rows are as the claims left them and nobody locks them: a plan locks many in an
 * order of its own. Gives the ids that it wrote.
 */
export async function writeSettled(db: Db, rows: readonly Settled[]): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const claims = JSON.stringify(rows.map(({ id, worker, sentAt }) => ({ id, worker, sentAt })));
  const calls = rows.map(({ exact }) => exact).filter((exact) => exact !== undefined);
  const result = await query(db, { id: column.int })`
    with mine as (
      select p.id from publications p join jsonb_to_recordset(${claims}::text::jsonb) as c(id bigint, worker text, "sentAt" timestamptz)
        on p.id = c.id and p.call = 'out' and p.lease_by = c.worker and p.sent_at = c."sentAt" for update of p skip locked
    ), done as (
      ${writing(rows)}, mine where p.id = r.id and p.rev = r.rev and mine.id = p.id returning p.id
    ) ${calls.length === 0 ? sql`` : sql`, kept as (${keeping(calls)} where "publicationId" in (select id from done) ${replacing})`}
    select id from done`;
  return new Set(result.map((row) => row.id));
}

/** The beginning of the statement that writes rows, up to its `where`; what none of them sets is not in it. */
function writing(rows: readonly PublicationWrite[]): SQL {
  const written = rows.map(({ id, rev, to, set = {} }) => ({
    id,
    rev,
    ...columnsOf(to),
    set: fieldsOf(set),
  }));
  const settingOf = (name: string, value: string): readonly string[] => {
    const count = written.filter(({ set }) => set[name] !== undefined).length;
    if (count === 0) return [];
    return [
      `${name} = ${count === written.length ? value : `case when r.set ? '${name}' then ${value} else p.${name} end`}`,
    ];
  };
  const taken = `case r.set -> 'taken' when '"wanted"' then p.wanted else ${given('taken', 'jsonb')} end`;
  const settings = [
    ...stateNames.map((name) => `${name} = r.${name}`),
    ...Object.values(fieldColumns).flatMap(([name, type]) => settingOf(name, given(name, type))),
    ...settingOf('taken', taken),
    // Only a call that is out is leased.
    ...Object.entries({ lease_until: 'timestamptz', lease_by: 'text' }).map(([name, type]) =>
      written.some(({ call }) => call === 'out')
        ? `${name} = case when r.call = 'out' then case when r.set ? '${name}' then ${given(name, type)} else p.${name} end end`
        : `${name} = null`,
    ),
  ];
  return sql`update publications p set rev = p.rev + 1, ${sql.raw(settings.join(', '))}
    from jsonb_to_recordset(${JSON.stringify(written)}::text::jsonb) as r(id bigint, rev int, ${sql.raw(recordset)}, set jsonb)`;
}

/** A row that is not there yet. */
export type NewPublication = {
  readonly externalSourceId: string;
  readonly jobId: string;
  readonly sourceId: number;
  readonly publication: Publication;
  readonly set?: PublicationFields;
};

/** Rows of a target under identities that it does not have yet; gives how many were new. */
export async function insertPublications(
  tx: Db,
  targetId: number,
  rows: readonly NewPublication[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const json = JSON.stringify(
    rows.map(({ externalSourceId, jobId, sourceId, publication, set = {} }) => ({
      external_source_id: externalSourceId,
      job_id: jobId,
      job_key: jobKeyOf(jobId),
      ...columnsOf(publication),
      set: { ...fieldsOf(set), source_id: sourceId },
    })),
  );
  const fields = Object.values(fieldColumns);
  const names = [...stateNames, ...fields.map(([name]) => name)].join(', ');
  const values = [
    ...stateNames.map((name) => `r.${name}`),
    ...fields.map(([name, type]) =>
      name === 'priority' ? `coalesce(${given(name, type)}, 0)` : given(name, type),
    ),
  ].join(', ');
  const result = await query(tx, { id: column.int })`
    insert into publications (target_id, external_source_id, job_id, job_key, taken, ${sql.raw(names)})
    select ${targetId}::int, r.external_source_id, r.job_id, r.job_key, ${sql.raw(given('taken', 'jsonb'))}, ${sql.raw(values)}
    from jsonb_to_recordset(${json}::text::jsonb) as r(external_source_id text, job_id text, job_key text, ${sql.raw(recordset)}, set jsonb)
    on conflict (target_id, external_source_id, job_key) do nothing returning id`;
  return result.length;
}

/** The columns that `storedIn` reads, of publications named `p`. */
export const storedNames = sql.raw(
  Object.keys(storedColumns)
    .map((name) => `p.${name}`)
    .join(', '),
);

/** Publications as they are, in the order of their ids; `lock`: for a write in this transaction. */
export async function readPublications(
  tx: Db,
  which: SQL,
  { lock = sql``, limit = 1_000_000 }: { readonly lock?: SQL; readonly limit?: number } = {},
): Promise<readonly StoredPublication[]> {
  const result = await query(tx, storedColumns)`
    select ${storedNames} from publications p where ${which} order by p.id limit ${limit} ${lock}`;
  return result.map(storedIn);
}

/** Ids as one parameter, however many. */
export const idsIn = (ids: Iterable<number>): SQL => sql`any(${`{${[...ids].join(',')}}`}::bigint[])`;

export type Step = { readonly event: PublicationEvent; readonly set?: PublicationFields };

const PAGE = 1_000;

const MOST_TRIES = 3;

/**
 * Reads publications, steps each, and writes them, page by page; a row that somebody else wrote meanwhile is read and stepped again.
 * `stepOf` says what happens to a row; undefined: nothing. Gives the rows that it changed, as they were before.
 */
export async function stepPublications(
  tx: Db,
  which: SQL,
  stepOf: (row: StoredPublication) => Step | undefined,
  at: Date,
): Promise<readonly StoredPublication[]> {
  const changed: StoredPublication[] = [];
  let after = 0;
  for (;;) {
    const page = await readPublications(tx, sql`(${which}) and p.id > ${after}`, { limit: PAGE });
    changed.push(...(await stepPage(tx, page, stepOf, at)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return changed;
    after = last.id;
  }
}

async function stepPage(
  tx: Db,
  page: readonly StoredPublication[],
  stepOf: (row: StoredPublication) => Step | undefined,
  at: Date,
): Promise<readonly StoredPublication[]> {
  const changed: StoredPublication[] = [];
  let rows = page;
  for (let tries = 1; rows.length > 0; tries += 1) {
    const writes = rows.flatMap((row) => {
      const step = stepOf(row);
      if (step === undefined) return [];
      const to = stepPublication(row.publication, step.event, at);
      return to === row.publication && step.set === undefined ? [] : [{ row, to, step }];
    });
    const written = await writeOrForget(tx, writes);
    changed.push(...writes.filter(({ row }) => written.has(row.id)).map(({ row }) => row));
    const lost = writes.filter(({ row }) => !written.has(row.id)).map(({ row }) => row.id);
    if (lost.length === 0) break;
    if (tries === MOST_TRIES)
      throw new Error(`${lost.length} publications were written by others again and again`);
    rows = await readPublications(tx, sql`p.id = ${idsIn(lost)}`);
    const there = new Set(rows.map(({ id }) => id));
    if (there.size === 0) break;
  }
  return changed;
}

/** What never left and is wanted no longer leaves no row. */
async function writeOrForget(
  tx: Db,
  writes: readonly { readonly row: StoredPublication; readonly to: Publication; readonly step: Step }[],
): Promise<ReadonlySet<number>> {
  const isNothing = ({ row, to }: (typeof writes)[number]) =>
    row.firstSentAt === undefined && to.belief.kind === 'none' && to.intent.kind === 'leave';
  const [gone, stays] = [writes.filter(isNothing), writes.filter((one) => !isNothing(one))];
  const written = await writePublications(
    tx,
    stays.map(({ row: { id, rev }, to, step: { set } }) => ({ id, rev, to, ...present({ set }) })),
  );
  if (gone.length === 0) return written;
  const json = JSON.stringify(gone.map(({ row: { id, rev } }) => ({ id, rev })));
  const deleted = await query(tx, { id: column.int })`
    delete from publications p using jsonb_to_recordset(${json}::text::jsonb) as r(id bigint, rev int)
    where p.id = r.id and p.rev = r.rev returning p.id`;
  return new Set([...written, ...deleted.map((row) => row.id)]);
}

/** Leases that this worker still holds last until then; gives their ids. The others went to another worker. */
export async function renewLeases(db: Db, worker: string, ids: readonly number[], until: Date) {
  if (ids.length === 0) return new Set<number>();
  const rows = await query(db, { id: column.int })`
    update publications p set lease_until = ${until.toISOString()}::timestamptz
    where p.id = ${idsIn(ids)} and p.call = 'out' and p.lease_by = ${worker} returning p.id`;
  return new Set(rows.map((row) => row.id));
}

/** Ties publications to the listings that stand for them from now on. */
export async function linkListings(
  tx: Db,
  links: readonly { readonly publicationId: number; readonly listingId: number }[],
): Promise<void> {
  if (links.length === 0) return;
  await execute(tx)`
    update publications p set listing_id = r."listingId", rev = p.rev + 1
    from jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb) as r("publicationId" bigint, "listingId" bigint) where p.id = r."publicationId"`;
}

/** Of what postings were made that are wanted still; `unlisted`: labels of theirs that the target has no entry for. */
export async function stampInputs(
  tx: Db,
  stamps: readonly {
    readonly publicationId: number;
    readonly fingerprint: string;
    readonly inputs: string;
    readonly unlisted: readonly unknown[];
  }[],
): Promise<void> {
  for (let at = 0; at < stamps.length; at += PAGE)
    await execute(tx)`
      update publications p set inputs = r.inputs, unlisted = case when r.unlisted <> '[]' then r.unlisted end
      from jsonb_to_recordset(${JSON.stringify(stamps.slice(at, at + PAGE))}::text::jsonb) as r("publicationId" bigint, fingerprint text, inputs text, unlisted jsonb)
      where p.id = r."publicationId" and p.intent_fingerprint = r.fingerprint`;
}

/** After a full comparison: what is there is what this version makes, but for what waits. */
export async function stampVersion(db: Db, targetId: number, version: string, waiting: readonly number[]) {
  await execute(
    db,
  )`update publications set wanted_version = ${version} where target_id = ${targetId} and wanted_version <> ${version} and not id = ${idsIn(waiting)}`;
}

/** Forgets what was sent of jobs that were taken down before a moment (rule R12), or of these listings. */
export async function forgetPostings(db: Db, which: { readonly before: Date } | { readonly listings: SQL }) {
  const old =
    'before' in which
      ? sql`delisted_at < ${which.before.toISOString()}::timestamptz`
      : sql`listing_id in (${which.listings})`;
  await execute(db)`
    update publications set taken = null, wanted = case when intent = 'show' then wanted end
    where not live and (taken is not null or wanted is not null) and ${old}`;
  if ('listings' in which) await forgetCalls(db, sql`select id from publications where not live and ${old}`);
}
