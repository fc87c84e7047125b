import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { type Clock, MINUTE, SECOND } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { directoryMirrors } from '../db/schema.ts';
import type { Wait } from '../rest/rest-send.ts';

type Leasing = { readonly db: Db; readonly clock: Clock; readonly wait: Wait };

/** A holder that says nothing for so long has died. */
const LEASE_MS = MINUTE;
const RENEW_MS = 15 * SECOND;
const PAUSE_MS = SECOND / 4;

/** Runs work on a target's directory while nobody else does, in any process: look-up and creation are one step. */
export async function withDirectory<R>(
  { db, clock, wait }: Leasing,
  targetId: number,
  work: () => Promise<R>,
): Promise<R> {
  const holder = crypto.randomUUID();
  while (!(await hold(db, targetId, holder, clock.now()))) await wait(PAUSE_MS);
  const renewal = setInterval(() => {
    // One that fails is followed by others: a lease outlives three of them.
    hold(db, targetId, holder, clock.now()).catch(() => {});
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await db
      .update(directoryMirrors)
      .set({ heldBy: null, heldUntil: null })
      .where(and(eq(directoryMirrors.targetId, targetId), eq(directoryMirrors.heldBy, holder)));
  }
}

async function hold(db: Db, targetId: number, holder: string, now: Date): Promise<boolean> {
  await db.insert(directoryMirrors).values({ targetId, nextAt: now }).onConflictDoNothing();
  const { heldBy, heldUntil } = directoryMirrors;
  const held = await db
    .update(directoryMirrors)
    .set({ heldBy: holder, heldUntil: new Date(now.getTime() + LEASE_MS) })
    .where(
      and(
        eq(directoryMirrors.targetId, targetId),
        or(isNull(heldUntil), eq(heldBy, holder), lte(heldUntil, now)),
      ),
    )
    .returning({ targetId: directoryMirrors.targetId });
  return held.length > 0;
}
