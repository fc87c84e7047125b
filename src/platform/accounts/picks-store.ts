import { and, eq, lt } from 'drizzle-orm';
import { DAY } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { picks } from '../../db/schema/accounts.schema.ts';

/** Which rows of a form with several pages are picked: all or none of them, but for some. */
export type Picks = { readonly isAll: boolean; readonly except: ReadonlySet<string> };

export const isPicked = ({ isAll, except }: Picks, row: string) => except.has(row) !== isAll;

/** Picks or leaves some rows; the others stay as they are. */
export function pick({ isAll, except }: Picks, rows: readonly string[], wanted: boolean): Picks {
  const changed = new Set(except);
  for (const row of rows)
    if (wanted === isAll) changed.delete(row);
    else changed.add(row);
  return { isAll, except: changed };
}

/** What a person picked in a form (`hold:12`); everything where nothing is kept. */
export async function picksOf(db: Db, actor: string, form: string): Promise<Picks> {
  const [row] = await db
    .select()
    .from(picks)
    .where(and(eq(picks.actor, actor), eq(picks.form, form)));
  return { isAll: row?.isAll ?? true, except: new Set(row?.except) };
}

/** Kept for 7 days. */
export async function keepPicks(
  db: Db,
  actor: string,
  form: string,
  { isAll, except }: Picks,
  at: Date,
): Promise<void> {
  const set = { isAll, except: [...except], at };
  await db.delete(picks).where(lt(picks.at, new Date(at.getTime() - 7 * DAY)));
  await db
    .insert(picks)
    .values({ actor, form, ...set })
    .onConflictDoUpdate({ target: [picks.actor, picks.form], set });
}
