import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { HOUR } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { apiTokens } from '../../db/schema/accounts.schema.ts';
import type { Limits, Scope } from './permissions.ts';

export type NewToken = {
  readonly name: string;
  readonly fingerprint: string;
  readonly scopes: readonly Scope[];
  readonly limits: Limits;
  readonly createdBy: string;
  readonly at: Date;
};

/** False when another token has this name. */
export async function insertToken(db: Db, token: NewToken): Promise<boolean> {
  const { name, fingerprint, scopes, limits, createdBy, at } = token;
  const rows = await db
    .insert(apiTokens)
    .values({
      name,
      fingerprint,
      scopes,
      targets: limits.targets ? [...limits.targets] : null,
      sources: limits.sources ? [...limits.sources] : null,
      createdBy,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: apiTokens.id });
  return rows.length > 0;
}

/** Remembers that a token is in use, at most once an hour. */
export async function markTokenUsed(db: Db, id: number, at: Date): Promise<void> {
  const anHourAgo = new Date(at.getTime() - HOUR);
  await db
    .update(apiTokens)
    .set({ usedAt: at })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.usedAt), lt(apiTokens.usedAt, anHourAgo))));
}

export async function revokeToken(db: Db, name: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(apiTokens)
    .set({ revokedAt: at })
    .where(and(eq(apiTokens.name, name), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id });
  return rows.length > 0;
}
