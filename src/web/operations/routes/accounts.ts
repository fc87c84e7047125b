import { addToken, addUser, newEntryLink } from '../../../accounts/people.ts';
import { isUnlimited, type Limits, roles, scopes } from '../../../accounts/permissions.ts';
import { listTokens, revokeToken } from '../../../accounts/tokens-store.ts';
import { changeRole, closeUser, findUser, listUsers } from '../../../accounts/users-store.ts';
import { recordAudit } from '../../../audit/store.ts';
import { originOf } from '../../env.ts';
import { refuse } from '../../errors.ts';
import type { FormError } from '../../html/fields.ts';
import { accountPage } from '../account.ts';
import { type PageRequest, type PageRoute, textOf, textsOf } from '../page-route.ts';
import { personPage } from '../person.ts';
import { type UsersView, usersPage } from '../users.ts';

export const accountRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/account', permission: 'read', handle: account },
  { method: 'get', path: '/users', permission: 'admin', handle: (request) => users(request, {}) },
  { method: 'get', path: '/users/:email', permission: 'admin', handle: person },
  { method: 'post', path: '/users', permission: 'admin', handle: changeUsers },
  { method: 'post', path: '/tokens', permission: 'admin', handle: changeTokens },
];

type Shown = { readonly made?: UsersView['made']; readonly errors?: readonly FormError[] };

async function account({ c, actor, frame }: PageRequest): Promise<Response> {
  const { name, role, limits } = actor;
  return c.html(accountPage(await frame(), { email: name, role, limits }));
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
  if (doing === 'close') {
    await closeUser(deps.db, email, deps.clock.now());
    await record(request, 'user closed', email);
    return c.redirect('/users', 303);
  }
  if (doing === 'link') {
    const user = await findUser(deps.db, { email });
    if (!user || user.closed) return refuse(c, 404, 'Nobody with this e-mail address can sign in.');
    await record(request, 'link made', email);
    return users(request, {
      made: { kind: 'link', whose: email, secret: `${origin}${await newEntryLink(deps, user.id)}` },
    });
  }
  if (doing === 'change') return changeOf(request, form, email);
  const name = textOf(form, 'name');
  const role = roles.find((one) => one === textOf(form, 'role')) ?? 'viewer';
  const added = await addUser(deps, { email, ...(name !== '' && { name }), role, limits: limitsIn(form) });
  if (added.kind === 'refused')
    return users(request, { errors: [{ id: 'email', message: sentence(added.reason) }] });
  await record(request, 'user added', email);
  return users(request, { made: { kind: 'link', whose: email, secret: `${origin}${added.link ?? ''}` } });
}

async function changeOf(request: PageRequest, form: FormData, email: string): Promise<Response> {
  const { c, deps } = request;
  const role = roles.find((one) => one === textOf(form, 'role'));
  if (!role) return refuse(c, 422, `A role is one of ${roles.join(', ')}.`);
  switch (await changeRole(deps.db, email, { role, limits: limitsIn(form), at: deps.clock.now() })) {
    case 'changed':
      await record(request, `role changed to ${role}`, email);
      return c.redirect('/users', 303);
    case 'unknown':
      return refuse(c, 404, 'Nobody with this e-mail address can sign in.');
    case 'last admin':
      return refuse(c, 409, 'This is the last admin who sees all. Make another one first.');
  }
}

async function person({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const user = await findUser(deps.db, { email: c.req.param('email') ?? '' });
  if (!user || user.closed) return refuse(c, 404, 'Nobody with this e-mail address can sign in.');
  return c.html(personPage(await frame(), user));
}

async function changeTokens(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const form = await c.req.formData();
  const name = textOf(form, 'name');
  if (textOf(form, 'do') === 'revoke') {
    await revokeToken(deps.db, name, deps.clock.now());
    await record(request, 'token revoked', name);
    return c.redirect('/users', 303);
  }
  const chosen = scopes.filter((scope) => textsOf(form, 'scope').includes(scope));
  if (chosen.length === 0)
    return users(request, { errors: [{ id: 'scope', message: 'Select what the token is good for' }] });
  const added = await addToken(deps, { name, scopes: chosen, limits: limitsIn(form), createdBy: actor.name });
  if (added.kind === 'refused')
    return users(request, { errors: [{ id: 'token-name', message: sentence(added.reason) }] });
  await record(request, 'token made', name);
  return users(request, { made: { kind: 'token', whose: name, secret: added.token } });
}

const limited =
  'Your account is limited to some targets or sources. Users and tokens are for admins without limits.';

async function record({ deps, actor }: PageRequest, action: string, about: string): Promise<void> {
  await recordAudit(deps.db, { at: deps.clock.now(), who: actor.name, action, subject: `account:${about}` });
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
