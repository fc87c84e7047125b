import { lt } from 'drizzle-orm';
import { DAY } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { picks } from '../../db/schema/accounts.schema.ts';
import type { Picks } from './accounts.queries.ts';

/** Kept for 7 days. */
export async function storePicks(db: Db, actor: string, form: string, { isAll, except }: Picks, at: Date) {
  const set = { isAll, except: [...except], at };
  await db.delete(picks).where(lt(picks.at, new Date(at.getTime() - 7 * DAY)));
  await db
    .insert(picks)
    .values({ actor, form, ...set })
    .onConflictDoUpdate({ target: [picks.actor, picks.form], set });
}
