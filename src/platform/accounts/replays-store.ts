import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { replays } from '../../db/schema/accounts.schema.ts';

/** What became of a request that may come twice. */
export type Replay =
  | { readonly kind: 'first' }
  | { readonly kind: 'under way' }
  | { readonly kind: 'another request' }
  | ({ readonly kind: 'answered' } & Answer);

/** The stored answer that is repeated; `location` is the address of what was created. */
type Answer = { readonly status: number; readonly body: string; readonly location: string | null };

export type ReplayKey = { readonly actor: string; readonly key: string; readonly request: string };

/** Claims a key for a request, or says what became of the one that had it. */
export async function beginReplay(db: Db, { actor, key, request }: ReplayKey, now: Date): Promise<Replay> {
  const claimed = await db
    .insert(replays)
    .values({ actor, key, request, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: replays.key });
  if (claimed.length > 0) return { kind: 'first' };
  const [row] = await db.select().from(replays).where(the(actor, key));
  if (row && row.request !== request) return { kind: 'another request' };
  if (!row || row.status === null || row.body === null) return { kind: 'under way' };
  return { kind: 'answered', status: row.status, body: row.body, location: row.location };
}

export async function keepReplay(db: Db, { actor, key }: ReplayKey, answer: Answer): Promise<void> {
  await db.update(replays).set(answer).where(the(actor, key));
}

/** Lets a request that ended without an answer be tried again. */
export async function releaseReplay(db: Db, { actor, key }: ReplayKey): Promise<void> {
  await db.delete(replays).where(and(the(actor, key), isNull(replays.status)));
}

/** Answers are kept for a day. */
export async function forgetReplays(db: Db, before: Date): Promise<void> {
  await db.delete(replays).where(lt(replays.createdAt, before));
}

function the(actor: string, key: string) {
  return and(eq(replays.actor, actor), eq(replays.key, key));
}
