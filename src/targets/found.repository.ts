import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { targets } from '../db/schema.ts';
import type { TargetChange } from './targets.repository.ts';
import type { Target } from './targets.queries.ts';

/** Writes down what was found at a target; nothing where it is called in another way by now. Gives whether it did. */
export async function noteFound(db: Db, { id, definition }: Target, found: TargetChange): Promise<boolean> {
  const isAsCalled = sql`${targets.definition} -> 'soap' = ${JSON.stringify(definition.soap)}::text::jsonb`;
  const noted = await db
    .update(targets)
    .set(found)
    .where(and(eq(targets.id, id), isAsCalled))
    .returning({ id: targets.id });
  return noted.length > 0;
}
