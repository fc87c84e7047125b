import { addToken, addUser, newEntryLink } from '../../../accounts/people.ts';
import { isUnlimited, type Limits, type Role, roles, scopes } from '../../../accounts/permissions.ts';
import { endToken } from '../../../accounts/known-tokens.ts';
import { listTokens } from '../../../accounts/tokens-store.ts';
import { endSession, sessionsOf } from '../../../accounts/sessions-store.ts';
import { findUser, listUsers } from '../../../accounts/users-store.ts';
import {
  type AccountChange,
  changeAccount,
  closeAccount,
  recordOf,
  signOutPerson,
  unknownTargets,
} from '../../doing/accounts.ts';
import { originOf } from '../../env.ts';
import { refuse } from '../../errors.ts';
import type { FormError } from '../../html/fields.ts';
import { accountPage } from '../account.ts';
import { type PageRequest, type PageRoute, textOf, textsOf } from '../page-route.ts';
import { personPage } from '../person.ts';
import { type UsersView, usersPage } from '../users.ts';

export const accountRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/account', permission: 'read', handle: account },
  { method: 'post', path: '/account', permission: 'read', handle: endOne },
  { method: 'get', path: '/users', permission: 'admin', handle: (request) => users(request, {}) },
  {
    method: 'get',
    path: '/users/:email',
    permission: 'admin',
    handle: (request) => person(request, request.c.req.param('email') ?? ''),
  },
  { method: 'post', path: '/users', permission: 'admin', handle: changeUsers },
  { method: 'post', path: '/tokens', permission: 'admin', handle: changeTokens },
];

type Shown = { readonly made?: UsersView['made']; readonly errors?: readonly FormError[] };

async function account({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const { id, name, role, limits, sessionId } = actor;
  const sessions = await sessionsOf(deps.db, id, deps.clock.now());
  return c.html(accountPage(await frame(), { email: name, role, limits, sessions, here: sessionId }));
}

/** Signs one of one's own browsers out. */
async function endOne({ c, deps, actor }: PageRequest): Promise<Response> {
  const session = textOf(await c.req.formData(), 'session');
  return (await endSession(deps.db, actor.id, session))
    ? c.redirect('/account', 303)
    : refuse(c, 404, 'You are not signed in there any more.');
}

async function users(
  { c, deps, actor, frame }: PageRequest,
  { made, errors = [] }: Shown,
): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const tokens = await listTokens(deps.db);
  return c.html(
    usersPage(await frame(), {
      users: await listUsers(deps.db),
      tokens: tokens.map(({ revokedAt, ...token }) => ({ ...token, revoked: revokedAt !== undefined })),
      ...(made && { made }),
      ...(deps.site.campus && { campus: deps.site.campus.name }),
      errors,
    }),
    errors.length > 0 ? 422 : 200,
  );
}

async function changeUsers(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const form = await c.req.formData();
  const [email, doing] = [textOf(form, 'email'), textOf(form, 'do')];
  const origin = originOf(c, deps.site);
  if (doing === 'close') return told(request, await closeAccount(deps, actor, email));
  if (doing === 'sign-out')
    return (await signOutPerson(deps, actor, email))
      ? c.redirect(`/users/${encodeURIComponent(email)}`, 303)
      : refuse(c, 404, nobody);
  if (doing === 'link') {
    const user = await findUser(deps.db, { email });
    if (!user || user.closed) return refuse(c, 404, nobody);
    await recordOf(deps, actor, 'link made', email);
    return users(request, {
      made: { kind: 'link', whose: email, secret: `${origin}${await newEntryLink(deps, user.id)}` },
    });
  }
  if (doing === 'change') return changeOf(request, form, email);
  const name = textOf(form, 'name');
  const role = roles.find((one) => one === textOf(form, 'role')) ?? 'viewer';
  const limits = limitsIn(form);
  const unknown = await unknownTargets(deps, limits);
  if (unknown.length > 0) return users(request, { errors: [noSuchTarget('person-targets', unknown)] });
  const added = await addUser(deps, { email, ...(name !== '' && { name }), role, limits });
  if (added.kind === 'refused')
    return users(request, { errors: [{ id: 'email', message: sentence(added.reason) }] });
  await recordOf(deps, actor, 'user added', email);
  return users(request, { made: { kind: 'link', whose: email, secret: `${origin}${added.link ?? ''}` } });
}

async function changeOf(request: PageRequest, form: FormData, email: string): Promise<Response> {
  const { c, deps, actor } = request;
  const role = roles.find((one) => one === textOf(form, 'role'));
  if (!role) return refuse(c, 422, `A role is one of ${roles.join(', ')}.`);
  const limits = limitsIn(form);
  const unknown = await unknownTargets(deps, limits);
  if (unknown.length > 0)
    return person(request, email, { role, limits, errors: [noSuchTarget('person-targets', unknown)] });
  return told(request, await changeAccount(deps, actor, { email, role, limits }));
}

function told({ c }: PageRequest, change: AccountChange): Response | Promise<Response> {
  switch (change) {
    case 'changed':
      return c.redirect('/users', 303);
    case 'unknown':
      return refuse(c, 404, nobody);
    case 'last admin':
      return refuse(c, 409, 'This is the last admin who sees all. Make another one first.');
  }
}

async function person(
  { c, deps, actor, frame }: PageRequest,
  email: string,
  typed: { role?: Role; limits?: Limits; errors: readonly FormError[] } = { errors: [] },
): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const user = await findUser(deps.db, { email });
  if (!user || user.closed) return refuse(c, 404, nobody);
  const sessions = await sessionsOf(deps.db, user.id, deps.clock.now());
  return c.html(
    personPage(await frame(), { ...user, sessions, ...typed }),
    typed.errors.length > 0 ? 422 : 200,
  );
}

async function changeTokens(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const form = await c.req.formData();
  const name = textOf(form, 'name');
  if (textOf(form, 'do') === 'revoke') {
    await endToken(deps, name);
    await recordOf(deps, actor, 'token revoked', name);
    return c.redirect('/users', 303);
  }
  const chosen = scopes.filter((scope) => textsOf(form, 'scope').includes(scope));
  if (chosen.length === 0)
    return users(request, { errors: [{ id: 'scope', message: 'Select what the token is good for' }] });
  const limits = limitsIn(form);
  const unknown = await unknownTargets(deps, limits);
  if (unknown.length > 0) return users(request, { errors: [noSuchTarget('token-targets', unknown)] });
  const added = await addToken(deps, { name, scopes: chosen, limits, createdBy: actor.name });
  if (added.kind === 'refused')
    return users(request, { errors: [{ id: 'token-name', message: sentence(added.reason) }] });
  await recordOf(deps, actor, 'token made', name);
  return users(request, { made: { kind: 'token', whose: name, secret: added.token } });
}

const limited =
  'Your account is limited to some targets or sources. Users and tokens are for admins without limits.';

const nobody = 'Nobody with this e-mail address can sign in.';

function noSuchTarget(id: string, unknown: readonly string[]): FormError {
  return { id, message: `No target is called ${unknown.join(' or ')}` };
}

function limitsIn(form: FormData): Limits {
  const [targets, sources] = [namesIn(form, 'targets'), namesIn(form, 'sources')];
  return { ...(targets.length > 0 && { targets }), ...(sources.length > 0 && { sources }) };
}

function namesIn(form: FormData, field: string): string[] {
  return textOf(form, field)
    .split(/[\s,]+/)
    .filter(Boolean);
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
