import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { type Clock, MINUTE } from '../core/clock.ts';
import { sha256 } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import { restTokens } from '../db/schema.ts';
import {
  type Bucket,
  freshBucket,
  grant,
  heard,
  isNews,
  type TokenLimits,
  tokenLimits,
} from '../rest/bucket.ts';
import { BATCH_LEASE_MS, type BucketStore } from '../rest/rest-limiter.ts';

/** Names a token without telling it. */
export function tokenKey(baseUrl: string, token: string): string {
  return sha256(`${baseUrl.replace(/\/+$/, '')} ${token}`);
}

/** The use of one token in Postgres: bucket, day and batch lock hold over all processes that share the database. */
export function postgresStore(
  db: Db,
  key: string,
  clock: Clock,
  limits: TokenLimits = tokenLimits,
): BucketStore {
  let last: { readonly bucket: Bucket; readonly at: number } | undefined;
  return {
    grant: (wish) =>
      db.transaction(async (tx) => {
        const bucket = await locked(tx, key, clock.now(), limits);
        const { bucket: after, ...granted } = grant(bucket, wish, clock.now(), limits);
        await keep(tx, key, after);
        last = { bucket: after, at: clock.now().getTime() };
        return granted;
      }),
    hear: async (news) => {
      // Most answers tell what is known: they cost no statement.
      if (last !== undefined && clock.now().getTime() - last.at < MINUTE && !isNews(last.bucket, news))
        return;
      await db.transaction(async (tx) => {
        const bucket = heard(await locked(tx, key, clock.now(), limits), news, clock.now(), limits);
        await keep(tx, key, bucket);
        last = { bucket, at: clock.now().getTime() };
      });
    },
    holdBatch: async (holder) => {
      const now = clock.now();
      await addRow(db, key, freshBucket(now, limits));
      const held = await db
        .update(restTokens)
        .set({ batchHolder: holder, batchUntil: new Date(now.getTime() + BATCH_LEASE_MS) })
        .where(
          and(
            eq(restTokens.key, key),
            or(
              isNull(restTokens.batchHolder),
              eq(restTokens.batchHolder, holder),
              lte(restTokens.batchUntil, now),
            ),
          ),
        )
        .returning({ key: restTokens.key });
      return held.length > 0;
    },
    releaseBatch: async (holder) => {
      await db
        .update(restTokens)
        .set({ batchHolder: null, batchUntil: null })
        .where(and(eq(restTokens.key, key), eq(restTokens.batchHolder, holder)));
    },
  };
}

async function locked(tx: Db, key: string, now: Date, limits: TokenLimits): Promise<Bucket> {
  await addRow(tx, key, freshBucket(now, limits));
  const [row] = await tx.select().from(restTokens).where(eq(restTokens.key, key)).for('update');
  if (row === undefined) throw new Error('the row of a REST token vanished');
  const { level, at, used, daily, dayEnds, heldUntil } = row;
  return { level, at, used, daily, dayEnds, heldUntil: heldUntil ?? undefined };
}

async function addRow(db: Db, key: string, bucket: Bucket): Promise<void> {
  await db
    .insert(restTokens)
    .values({ key, ...bucket, heldUntil: null })
    .onConflictDoNothing();
}

async function keep(tx: Db, key: string, { heldUntil, ...bucket }: Bucket): Promise<void> {
  await tx
    .update(restTokens)
    .set({ ...bucket, heldUntil: heldUntil ?? null })
    .where(eq(restTokens.key, key));
}
