import { and, asc, eq, isNull, desc, gt } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { apiTokens, users, sessions, picks } from '../../db/schema/accounts.schema.ts';
import type { Limits, Scope, Role } from './permissions.ts';

/** An API token as pages and commands show it: all but the token itself, which nobody can see again. */
export type ApiToken = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly limits: Limits;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly usedAt?: Date;
  readonly revokedAt?: Date;
};

export async function findToken(db: Db, fingerprint: string): Promise<ApiToken | undefined> {
  const [row] = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.fingerprint, fingerprint), isNull(apiTokens.revokedAt)));
  return row && toToken(row);
}

export async function listTokens(db: Db): Promise<ApiToken[]> {
  return (await db.select().from(apiTokens).orderBy(asc(apiTokens.name))).map(toToken);
}

function toToken(row: typeof apiTokens.$inferSelect): ApiToken {
  const { id, name, scopes, targets, sources, createdBy, createdAt, usedAt, revokedAt } = row;
  return {
    id,
    name,
    scopes,
    limits: toLimits(targets, sources),
    createdBy,
    createdAt,
    ...(usedAt && { usedAt }),
    ...(revokedAt && { revokedAt }),
  };
}

/** A person who signs in, as pages and commands show them. */
export type User = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly limits: Limits;
  readonly closed: boolean;
  readonly createdAt: Date;
};

export async function findUser(db: Db, by: { id: string } | { email: string }): Promise<User | undefined> {
  const where = 'id' in by ? eq(users.id, by.id) : eq(users.email, normalEmail(by.email));
  const [row] = await db.select().from(users).where(where);
  return row && toUser(row);
}

export async function listUsers(db: Db): Promise<User[]> {
  return (await db.select().from(users).orderBy(asc(users.email))).map(toUser);
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** An address as accounts are found by it. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

function toUser(row: typeof users.$inferSelect): User {
  const { id, email, name, role, targets, sources, closedAt, createdAt } = row;
  return { id, email, name, role, limits: toLimits(targets, sources), closed: closedAt !== null, createdAt };
}

/** Columns to limits: null is no limit. */
function toLimits(targets: string[] | null, sources: string[] | null): Limits {
  return { ...(targets && { targets }), ...(sources && { sources }) };
}

/** A browser in which somebody is signed in. */
export type Session = {
  readonly id: string;
  /** As the browser calls itself. */
  readonly userAgent?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Where somebody is signed in, newest first. */
export async function sessionsOf(db: Db, userId: string, now: Date): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), sessions.id);
  return rows.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    createdAt,
    expiresAt,
    ...(userAgent && { userAgent }),
  }));
}

/** Which rows of a form with several pages are picked: all or none of them, but for some. */
export type Picks = { readonly isAll: boolean; readonly except: ReadonlySet<string> };

/** What a person picked in a form (`hold:12`); everything where nothing is kept. */
export async function picksOf(db: Db, actor: string, form: string): Promise<Picks> {
  const [row] = await db
    .select()
    .from(picks)
    .where(and(eq(picks.actor, actor), eq(picks.form, form)));
  return { isAll: row?.isAll ?? true, except: new Set(row?.except) };
}
