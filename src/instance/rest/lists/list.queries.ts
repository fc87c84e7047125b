import { and, between, eq, like, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { own } from '../../../core/own.ts';
import { fold } from '../../../core/text.ts';
import { metaOf } from '../../../rest/rest-fields.ts';
import type { InstanceDb } from '../../database.ts';
import { likeAny } from '../../like.ts';
import type { Catalogue } from '../../instance-picklists.ts';
import { type Collection, type Stored, storedColumns } from '../../instance-records.ts';
import { records } from '../../instance-schema.ts';
import type { ListQuery } from './list-query.ts';

export type ListRequest = {
  readonly collection: Collection;
  readonly schema: z.ZodObject;
  readonly query: ListQuery;
  readonly filters: readonly (SQL | undefined)[];
};

/** One page of a collection and how many records there are in all. */
export async function listRecords(
  db: InstanceDb,
  catalogue: Catalogue,
  { collection, schema, query, filters }: ListRequest,
): Promise<{ readonly rows: readonly Stored[]; readonly total: number }> {
  const words = fold(query.keywords.toWellFormed()).split(' ').filter(Boolean);
  if (words.some((word) => word.includes('\u0000'))) return { rows: [], total: 0 };
  const long = await longTexts(db, collection, words.length > 0 || query.sort !== undefined);
  const searched = long.search ? records.search : records.searchStart;
  const where = and(
    eq(records.collection, collection),
    query.lastModified && between(records.lastModified, query.lastModified.from, query.lastModified.to),
    ...words.map((word) => like(word.length < 3 ? searched : records.search, likeAny(word))),
    ...filters,
  );
  const order = orderOf({ collection, schema, catalogue, sort: query.sort, long: long.label });
  const isNarrowed = words.length > 0 || filters.some((filter) => filter !== undefined);
  const page = db
    .select({
      id: records.id,
      total: (isNarrowed ? sql<string>`count(*) over ()` : sql<string>`0`).as('total'),
    })
    .from(records)
    .where(where)
    .orderBy(...order)
    .limit(query.perPage)
    .offset(Math.min((query.page - 1) * query.perPage, Number.MAX_SAFE_INTEGER))
    .as('page');
  // The page is found by its narrow index first; only its own rows are read whole.
  const rows = await db
    .select({ record: storedColumns, total: page.total })
    .from(records)
    .innerJoin(page, eq(records.id, page.id))
    .orderBy(...order);
  // What narrows a list is looked at once, for the page and the total together; counting a whole collection is cheap.
  const counted = isNarrowed ? Number(rows[0]?.total ?? 0) : 0;
  const total = counted > 0 ? counted : await db.$count(records, where);
  return { rows: rows.map(({ record }) => record), total };
}

/** Whether a collection has labels or searched texts that are longer than what the index holds of them. */
async function longTexts(
  db: InstanceDb,
  collection: Collection,
  matters: boolean,
): Promise<{ readonly label: boolean; readonly search: boolean }> {
  if (!matters) return { label: false, search: false };
  const [found] = await db
    .select({
      label: sql<boolean>`exists (select 1 from ${records} where ${records.collection} = ${collection} and char_length(${records.label}) > 128)`,
      search: sql<boolean>`exists (select 1 from ${records} where ${records.collection} = ${collection} and char_length(${records.search}) > 400)`,
    })
    .from(sql`(select 1) as one`);
  return found ?? { label: true, search: true };
}

type Ordering = {
  readonly collection: Collection;
  readonly schema: z.ZodObject;
  readonly catalogue: Catalogue;
  readonly sort: ListQuery['sort'];
  /** Whether there are labels that their start does not tell apart. */
  readonly long: boolean;
};

/** By code point after folding case, blanks last in both directions, ties by id. */
function orderOf(ordering: Ordering): readonly SQL[] {
  const { collection, sort } = ordering;
  if (sort === undefined) return [sql`${records.id}`];
  const keys = keysOf(ordering, sort.field);
  // Columns without blanks are sorted as their index stands, which "nulls last" would forbid.
  const blanksLast = isNeverBlank(collection, sort.field) ? sql`` : sql` nulls last`;
  const direction = sort.descending ? sql`desc${blanksLast}` : sql`asc${blanksLast}`;
  return [
    ...keys.map((key) => sql`${key} ${direction}`),
    ...(sort.field === 'id' ? [] : [sql`${records.id}`]),
  ];
}

function keysOf({ collection, schema, catalogue, long }: Ordering, field: string): readonly SQL[] {
  if (field === 'id') return [sql`${records.id}`];
  if (field === 'lastModified') return [sql`${records.lastModified}`];
  if (isLabel(collection, field)) {
    const start = sql`${records.labelStart} collate "C"`;
    return long ? [start, folded(sql`${records.label}`)] : [start];
  }
  const fieldSchema = own(schema.shape, field);
  const meta = fieldSchema === undefined ? undefined : metaOf(fieldSchema);
  const value = sql`${records.data} ->> ${field}::text`;
  switch (meta?.kind) {
    case 'decimal':
      return [sql`(${value})::numeric`];
    case 'pick':
    case 'picks':
      return [folded(sql`${labelsJson(catalogue, meta.picklist ?? '')} ->> ${firstOf(field)}`)];
    case 'relation':
    case 'relations':
      return [folded(sql`(select other.label from ${records} other where other.id = ${firstOf(field)})`)];
    default:
      return [folded(value)];
  }
}

const isLabel = (collection: Collection, field: string) =>
  field === 'label' || (field === 'name' && collection === 'employers');

const isNeverBlank = (collection: Collection, field: string) =>
  field === 'id' || field === 'lastModified' || isLabel(collection, field);

/** The one value of a field, or the first of several. */
const firstOf = (field: string) =>
  sql`case jsonb_typeof(${records.data} -> ${field}::text) when 'array' then ${records.data} -> ${field}::text ->> 0 else ${records.data} ->> ${field}::text end`;

const folded = (value: SQL) => sql`lower(${value}) collate "C"`;

function labelsJson(catalogue: Catalogue, picklist: string): SQL {
  const labels = Object.fromEntries(catalogue.entries(picklist).map(({ id, label }) => [id, label]));
  return sql`${JSON.stringify(labels)}::jsonb`;
}
