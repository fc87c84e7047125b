import { and, between, eq, like, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { fold } from '../../core/text.ts';
import { metaOf } from '../../rest/fields.ts';
import type { InstanceDb } from '../database.ts';
import { likeAny } from '../like.ts';
import type { Catalogue } from '../picklists.ts';
import type { Collection, Stored } from '../records.ts';
import { records } from '../schema.ts';
import type { ListQuery } from './query.ts';

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
  const where = and(
    eq(records.collection, collection),
    query.lastModified && between(records.lastModified, query.lastModified.from, query.lastModified.to),
    ...words.map((word) => like(records.search, likeAny(word))),
    ...filters,
  );
  const order = orderOf(collection, schema, catalogue, query.sort);
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
    .select({ record: records, total: page.total })
    .from(records)
    .innerJoin(page, eq(records.id, page.id))
    .orderBy(...order);
  // What narrows a list is looked at once, for the page and the total together; counting a whole collection is cheap.
  const counted = isNarrowed ? Number(rows[0]?.total ?? 0) : 0;
  const total = counted > 0 ? counted : await db.$count(records, where);
  return { rows: rows.map(({ record }) => record), total };
}

/** By code point after folding case, blanks last in both directions, ties by id. */
function orderOf(
  collection: Collection,
  schema: z.ZodObject,
  catalogue: Catalogue,
  sort: ListQuery['sort'],
): readonly SQL[] {
  if (sort === undefined) return [sql`${records.id}`];
  const keys = keysOf(collection, schema, catalogue, sort.field);
  // Columns without blanks are sorted as their index stands, which "nulls last" would forbid.
  const blanksLast = isNeverBlank(collection, sort.field) ? sql`` : sql` nulls last`;
  const direction = sort.descending ? sql`desc${blanksLast}` : sql`asc${blanksLast}`;
  return [
    ...keys.map((key) => sql`${key} ${direction}`),
    ...(sort.field === 'id' ? [] : [sql`${records.id}`]),
  ];
}

function keysOf(
  collection: Collection,
  schema: z.ZodObject,
  catalogue: Catalogue,
  field: string,
): readonly SQL[] {
  if (field === 'id') return [sql`${records.id}`];
  if (field === 'lastModified') return [sql`${records.lastModified}`];
  if (isLabel(collection, field))
    return [sql`left(lower(${records.label}), 128) collate "C"`, folded(sql`${records.label}`)];
  const fieldSchema = schema.shape[field];
  const meta = fieldSchema === undefined ? undefined : metaOf(fieldSchema);
  const value = sql`${records.data} ->> ${field}::text`;
  switch (meta?.kind) {
    case 'decimal':
      return [sql`(${value})::numeric`];
    case 'pick':
      return [folded(sql`${labelsJson(catalogue, meta.picklist ?? '')} ->> ${firstOf(field)}`)];
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
