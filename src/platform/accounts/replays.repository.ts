import { and, eq, isNull, lt } from 'drizzle-orm';
import { DAY } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { replays } from '../../db/schema/accounts.schema.ts';

/** What became of an earlier request with the same key. */
export type RepeatedRequest =
  | { readonly kind: 'under way' }
  | { readonly kind: 'another request' }
  | ({ readonly kind: 'answered' } & Answer);

/** The stored answer that is repeated; `location` is the address of what was created. */
type Answer = { readonly status: number; readonly body: string; readonly location: string | null };

/** Who asks, by which key, and a fingerprint of what is asked. */
export type ReplayKey = { readonly actor: string; readonly key: string; readonly request: string };

/** Claims a key for a request (undefined), or says what became of an earlier one. Keys and answers are kept for a day. */
export async function claimReplay(
  db: Db,
  { actor, key, request }: ReplayKey,
  now: Date,
): Promise<RepeatedRequest | undefined> {
  await db.delete(replays).where(lt(replays.createdAt, new Date(now.getTime() - DAY)));
  const own = await db
    .insert(replays)
    .values({ actor, key, request, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: replays.key });
  if (own.length > 0) return undefined;
  const [row] = await db.select().from(replays).where(the(actor, key));
  if (row && row.request !== request) return { kind: 'another request' };
  if (!row || row.status === null || row.body === null) return { kind: 'under way' };
  return { kind: 'answered', status: row.status, body: row.body, location: row.location };
}

/** Keeps the answer that the same request gets again. */
export async function keepReplay(db: Db, { actor, key }: ReplayKey, response: Response): Promise<void> {
  const answer = {
    status: response.status,
    body: await response.text(),
    location: response.headers.get('location'),
  };
  await db.update(replays).set(answer).where(the(actor, key));
}

/** Lets a request that ended without an answer to keep be tried again. */
export async function releaseReplay(db: Db, { actor, key }: ReplayKey): Promise<void> {
  await db.delete(replays).where(and(the(actor, key), isNull(replays.status)));
}

function the(actor: string, key: string) {
  return and(eq(replays.actor, actor), eq(replays.key, key));
}
