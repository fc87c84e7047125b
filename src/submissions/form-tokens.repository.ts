import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { submissions, submissionTokens } from '../db/schema.ts';
import { codeTries, lifetimes, type TokenPurpose } from './submission-tokens.ts';

export type NewSubmissionToken = {
  readonly fingerprint: string;
  readonly submissionId: number;
  readonly purpose: TokenPurpose;
  readonly email?: string;
  readonly now: Date;
};

export async function keepToken(db: Db, { now, email, ...token }: NewSubmissionToken): Promise<void> {
  await db
    .insert(submissionTokens)
    .values({
      ...token,
      email: email ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimes[token.purpose]),
    })
    .onConflictDoNothing();
}

export type StoredToken = typeof submissionTokens.$inferSelect;

/** A token that can still be used. */
export async function findToken(
  db: Db,
  purpose: TokenPurpose,
  fingerprint: string,
  now: Date,
): Promise<StoredToken | undefined> {
  const [row] = await db
    .select()
    .from(submissionTokens)
    .where(usable(purpose, fingerprint, now));
  return row;
}

/** The jobs that these tokens let a browser write on, the one that was written on last first. */
export async function draftsBehind(db: Db, fingerprints: readonly string[], now: Date) {
  const rows = await db
    .selectDistinctOn([submissions.id], { submission: submissions })
    .from(submissionTokens)
    .innerJoin(submissions, eq(submissions.id, submissionTokens.submissionId))
    .where(
      and(
        inArray(submissionTokens.fingerprint, [...fingerprints]),
        eq(submissionTokens.purpose, 'draft'),
        isNull(submissionTokens.usedAt),
        gt(submissionTokens.expiresAt, now),
      ),
    );
  return rows
    .map(({ submission }) => submission)
    .toSorted((a, b) => b.touchedAt.getTime() - a.touchedAt.getTime() || b.id - a.id);
}

/** Uses a token up; undefined when somebody was faster. */
export async function consumeToken(
  db: Db,
  { purpose, fingerprint }: Pick<StoredToken, 'purpose' | 'fingerprint'>,
  now: Date,
): Promise<StoredToken | undefined> {
  const [row] = await db
    .update(submissionTokens)
    .set({ usedAt: now })
    .where(usable(purpose, fingerprint, now))
    .returning();
  return row;
}

export type CodeOutcome =
  | { readonly kind: 'right'; readonly token: StoredToken }
  | { readonly kind: 'wrong' }
  /** None is waiting: too old, used, or tried too often. */
  | { readonly kind: 'spent' };

/** Tries a code against the submission's newest one. Each try counts before it is looked at; the right one is not used up yet. */
export async function tryCode(
  db: Db,
  { submissionId, fingerprint, now }: { submissionId: number; fingerprint: string; now: Date },
): Promise<CodeOutcome> {
  const tried = await db
    .update(submissionTokens)
    .set({ tries: sql`${submissionTokens.tries} + 1` })
    .where(
      and(
        eq(submissionTokens.submissionId, submissionId),
        eq(submissionTokens.purpose, 'code'),
        isNull(submissionTokens.usedAt),
        gt(submissionTokens.expiresAt, now),
        lt(submissionTokens.tries, codeTries),
      ),
    )
    .returning({ fingerprint: submissionTokens.fingerprint });
  if (tried.length === 0) return { kind: 'spent' };
  const token = tried.some((row) => row.fingerprint === fingerprint)
    ? await findToken(db, 'code', fingerprint, now)
    : undefined;
  return token === undefined ? { kind: 'wrong' } : { kind: 'right', token };
}

/** Tokens of these purposes stop to work. */
export async function revokeTokens(db: Db, submissionId: number, purposes: readonly TokenPurpose[]) {
  await db
    .delete(submissionTokens)
    .where(
      and(eq(submissionTokens.submissionId, submissionId), inArray(submissionTokens.purpose, [...purposes])),
    );
}

/** A visit makes a token last as long again. */
export async function prolongToken(db: Db, { fingerprint, purpose }: StoredToken, now: Date): Promise<void> {
  await db
    .update(submissionTokens)
    .set({ expiresAt: new Date(now.getTime() + lifetimes[purpose]) })
    .where(eq(submissionTokens.fingerprint, fingerprint));
}

export async function dropOldTokens(db: Db, now: Date): Promise<void> {
  await db.delete(submissionTokens).where(lt(submissionTokens.expiresAt, now));
}

function usable(purpose: TokenPurpose, fingerprint: string, now: Date) {
  return and(
    eq(submissionTokens.fingerprint, fingerprint),
    eq(submissionTokens.purpose, purpose),
    isNull(submissionTokens.usedAt),
    gt(submissionTokens.expiresAt, now),
  );
}
