import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../src/db/db.ts';
import { runs } from '../../src/db/schema.ts';
import type { Run } from '../../src/feeds/feeds.queries.ts';

/** One row of a raw statement; the product reads its own by typed columns (src/db/query.ts). */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a raw statement: the drivers answer differently (an array, or an object that has one). */
export function rowsOf(result: unknown): readonly Row[] {
  if (Array.isArray(result)) return result;
  if (result !== null && typeof result === 'object' && 'rows' in result && Array.isArray(result.rows))
    return result.rows;
  return [];
}

/** A number of a raw row; big integers come as text. Absent and null are 0. */
export function numberIn(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}

export function textIn(row: Row | undefined, column: string): string | undefined {
  const value = row?.[column];
  return typeof value === 'string' ? value : undefined;
}

/** An instant of a raw row: the drivers give a Date or a text. */
export function instantIn(row: Row | undefined, column: string): Date | undefined {
  const value = row?.[column];
  if (value instanceof Date) return value;
  return typeof value === 'string' ? new Date(value) : undefined;
}

/** The newest runs of a feed, newest first. */
export async function runsOf(db: Db, sourceId: number, limit = 20): Promise<readonly Run[]> {
  return db.select().from(runs).where(eq(runs.sourceId, sourceId)).orderBy(desc(runs.id)).limit(limit);
}
