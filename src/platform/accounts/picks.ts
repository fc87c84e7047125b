import type { Db } from '../../db/db.ts';
import { storePicks } from './picks.repository.ts';
import { type Picks, picksOf } from './accounts.queries.ts';

export const isPicked = ({ isAll, except }: Picks, row: string) => except.has(row) !== isAll;

/** Picks or leaves some rows; the others stay as they are. */
function pick({ isAll, except }: Picks, rows: readonly string[], wanted: boolean): Picks {
  const changed = new Set(except);
  for (const row of rows)
    if (wanted === isAll) changed.delete(row);
    else changed.add(row);
  return { isAll, except: changed };
}

/** Picks some rows of a form and leaves others; what a person picked is kept for 7 days. */
export async function keepPicks(
  db: Db,
  actor: string,
  form: string,
  change: { readonly picked?: readonly string[]; readonly left?: readonly string[] },
  at: Date,
): Promise<Picks> {
  const kept = await picksOf(db, actor, form);
  const now = pick(pick(kept, change.picked ?? [], true), change.left ?? [], false);
  await storePicks(db, actor, form, now, at);
  return now;
}
