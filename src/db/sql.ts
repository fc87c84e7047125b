import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Whether a column holds one of many ids. As one parameter: `inArray` makes one of each id, which costs more than looking them up. */
export function anyOf(column: SQLWrapper, ids: readonly number[]): SQL {
  return sql`${column} = any(${`{${ids.join(',')}}`}::bigint[])`;
}

/** Ids as one parameter, to join or to look in, however many. */
export const idRows = (ids: readonly number[]): SQL =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
