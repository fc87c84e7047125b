import { recordAudit } from '../audit/audit.repository.ts';
import { randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { DAY, HOUR, type Clock } from '../../core/clock.ts';
import { sha256 } from '../../core/fingerprint.ts';
import type { Db } from '../../db/db.ts';
import { passwordLength } from './auth.ts';
import {
  consumeEntryLink,
  dropFirstLinks,
  findEntryLink,
  insertEntryLink,
} from './entry-links.repository.ts';
import type { Limits, Role, Scope } from './permissions.ts';
import { newSecret } from './account-secrets.ts';
import { insertToken } from './api-tokens.repository.ts';
import { insertUser, setPassword } from './users.repository.ts';
import { findUser, hasUsers, type User } from './accounts.queries.ts';

type Deps = { readonly db: Db; readonly clock: Clock };

export type UserAdded =
  /** `link` is a path on our site; without a password it lets the person in once to choose one. */
  { readonly kind: 'added'; readonly link?: string } | { readonly kind: 'refused'; readonly reason: string };

/** A new person: with a password, or with a link to choose one that works once, for three days. */
export async function addUser(
  { db, clock }: Deps,
  user: {
    readonly email: string;
    readonly name?: string;
    readonly role: Role;
    readonly limits?: Limits;
    readonly password?: string;
  },
): Promise<UserAdded> {
  const { email, name = email.split('@')[0] ?? email, role, limits = {}, password } = user;
  if (!isAddress(email))
    return { kind: 'refused', reason: `an e-mail address was expected, like name@example.com` };
  const weakness = password === undefined ? undefined : weaknessOf(password);
  if (weakness !== undefined) return { kind: 'refused', reason: weakness };
  const id = randomUUID();
  const added = await insertUser(db, { id, email, name, role, limits, at: clock.now() });
  if (!added) return { kind: 'refused', reason: 'somebody with this e-mail address exists already' };
  if (password === undefined) return { kind: 'added', link: await newEntryLink({ db, clock }, id) };
  await setPassword(db, id, await hashPassword(password), clock.now());
  return { kind: 'added' };
}

/** Whether it has the form of an e-mail address. */
function isAddress(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/** What a token may be called. */
export const tokenNameForm = /^[\w.-]{1,60}$/;

/** A link for somebody who lost the password; it works once, for three days. */
export async function newEntryLink({ db, clock }: Deps, userId: string): Promise<string> {
  const { secret, fingerprint } = newSecret('enter');
  await insertEntryLink(db, { fingerprint, userId, expiresAt: new Date(clock.now().getTime() + 3 * DAY) });
  return `/sign-in/once/${secret}`;
}

/** The path of the link by which the first operator signs in; undefined when an operator exists. */
export async function firstOperatorLink({ db, clock }: Deps): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined;
  const { secret, fingerprint } = newSecret('first');
  await insertEntryLink(db, { fingerprint, expiresAt: new Date(clock.now().getTime() + 24 * HOUR) });
  return `/sign-in/once/${secret}`;
}

/** Who signs in by a link: a known user, or the first operator; undefined when the link is used, expired or not ours. */
export async function openEntryLink(
  { db, clock }: Deps,
  secret: string,
): Promise<{ readonly kind: 'known'; readonly user: User } | { readonly kind: 'first' } | undefined> {
  const link = await findEntryLink(db, sha256(secret), clock.now());
  if (!link) return undefined;
  if (link.userId === undefined) return (await hasUsers(db)) ? undefined : { kind: 'first' };
  const user = await findUser(db, { id: link.userId });
  return user && !user.closed ? { kind: 'known', user } : undefined;
}

export type Entered =
  | { readonly kind: 'entered'; readonly email: string }
  | { readonly kind: 'refused'; readonly field: 'email' | 'password'; readonly reason: string }
  | { readonly kind: 'used up' };

/** Uses a link: sets the password, and creates the first operator if no operator exists. */
export async function enterByLink(
  deps: Deps,
  secret: string,
  chosen: { readonly password: string; readonly email: string; readonly name: string },
): Promise<Entered> {
  const { db, clock } = deps;
  const weakness = weaknessOf(chosen.password);
  if (weakness !== undefined) return { kind: 'refused', field: 'password', reason: weakness };
  const link = await openEntryLink(deps, secret);
  if (!link) return { kind: 'used up' };
  if (link.kind === 'known') {
    if (!(await consumeEntryLink(db, sha256(secret), clock.now()))) return { kind: 'used up' };
    await setPassword(db, link.user.id, await hashPassword(chosen.password), clock.now());
    return { kind: 'entered', email: link.user.email };
  }
  if (!isAddress(chosen.email))
    return {
      kind: 'refused',
      field: 'email',
      reason: 'Enter an e-mail address in the correct format, like name@example.com',
    };
  if (!(await consumeEntryLink(db, sha256(secret), clock.now()))) return { kind: 'used up' };
  await addUser(deps, {
    email: chosen.email,
    ...(chosen.name && { name: chosen.name }),
    role: 'admin',
    password: chosen.password,
  });
  await dropFirstLinks(db);
  const { email } = chosen;
  await recordAudit(db, { at: clock.now(), who: email, action: 'user added', subject: email });
  return { kind: 'entered', email };
}

export type TokenAdded =
  | { readonly kind: 'added'; readonly token: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** A new API token, given out this once. */
export async function addToken(
  { db, clock }: Deps,
  token: {
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly limits?: Limits;
    readonly createdBy: string;
  },
): Promise<TokenAdded> {
  const { name, scopes, limits = {}, createdBy } = token;
  if (!tokenNameForm.test(name))
    return {
      kind: 'refused',
      reason: 'a name of 1 to 60 letters, digits, dots, dashes or underscores was expected',
    };
  if (scopes.length === 0) return { kind: 'refused', reason: 'at least one scope was expected' };
  const { secret, fingerprint } = newSecret('qw');
  const added = await insertToken(db, { name, fingerprint, scopes, limits, createdBy, at: clock.now() });
  return added
    ? { kind: 'added', token: secret }
    : { kind: 'refused', reason: `another token is called ${name}` };
}

function weaknessOf(password: string): string | undefined {
  const length = Array.from(password).length;
  if (length < passwordLength.min) return `The password must have ${passwordLength.min} characters or more`;
  if (length > passwordLength.max) return `The password must have ${passwordLength.max} characters or fewer`;
  return undefined;
}
