import { isUnlimited, type Limits, type Role, roles } from '../../../platform/accounts/permissions.ts';
import { listTokens, sessionsOf, findUser, listUsers } from '../../../platform/accounts/accounts.queries.ts';
import { endOwnSession, signOutUser } from '../../../operations/accounts/sessions.operations.ts';
import { addToken, revokeToken } from '../../../operations/accounts/tokens.operations.ts';
import { addUser, closeAccount, linkUser, setUser } from '../../../operations/accounts/users.operations.ts';
import type { FieldError } from '../../../operations/registry/operation.ts';
import { originOf } from '../../web/env.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { accountPage } from '../staff/account.ts';
import { formRoute } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute, textOf, textsOf } from '../page-route.ts';
import { personPage } from '../staff/person.page.ts';
import { type UsersView, usersPage } from '../staff/users.ts';

export const accountRoutes: readonly PageRoute[] = [
  get('/account', 'read', account),
  formRoute(endOwnSession, { then: ({ c }) => c.redirect('/account', 303) }),
  get('/users', 'admin', users),
  get('/users/:email', 'admin', (request) => person(request, request.c.req.param('email') ?? '')),
  formRoute(addUser, {
    read: namesOfLimits,
    then: (request, { email, link }) => users(request, { made: aLink(request, email, link ?? '') }),
    again: (request, errors) => users(request, { errors: shownAt(errors, { targets: 'person-targets' }) }),
    conflict: (request, message) => users(request, { errors: [{ id: 'email', message }] }),
  }),
  formRoute(linkUser, {
    then: (request, { email, link }) => users(request, { made: aLink(request, email, link) }),
  }),
  formRoute(setUser, {
    read: namesOfLimits,
    then: ({ c }) => c.redirect('/users', 303),
    again: (request, errors, form) =>
      person(request, request.c.req.param('email') ?? '', {
        role: roles.find((one) => one === textOf(form, 'role')) ?? 'viewer',
        limits: namesOfLimits(form),
        errors: shownAt(errors, { targets: 'person-targets' }),
      }),
  }),
  formRoute(closeAccount, { then: ({ c }) => c.redirect('/users', 303) }),
  formRoute(signOutUser, {
    then: ({ c }, { email }) => c.redirect(`/users/${encodeURIComponent(email)}`, 303),
  }),
  formRoute(addToken, {
    read: (form) => ({ ...namesOfLimits(form), scopes: textsOf(form, 'scope') }),
    then: (request, { name, token }) =>
      users(request, { made: { kind: 'token', whose: name, secret: token } }),
    again: (request, errors) =>
      users(request, {
        errors: shownAt(errors, { targets: 'token-targets', scopes: 'scope', name: 'token-name' }),
      }),
    conflict: (request, message) => users(request, { errors: [{ id: 'token-name', message }] }),
  }),
  formRoute(revokeToken, { then: ({ c }) => c.redirect('/users', 303) }),
];

type Shown = { readonly made?: UsersView['made']; readonly errors?: readonly FormError[] };

async function account({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const { id, name, role, limits, sessionId } = actor;
  const sessions = await sessionsOf(deps.db, id, deps.clock.now());
  return c.html(accountPage(await frame(), { email: name, role, limits, sessions, here: sessionId }));
}

async function users({ c, deps, actor, frame }: PageRequest, { made, errors = [] }: Shown = {}) {
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  return c.html(
    usersPage(await frame(), {
      users: await listUsers(deps.db),
      tokens: await listTokens(deps.db),
      made,
      campus: deps.site.campus?.name,
      errors,
    }),
    errors.length > 0 ? 422 : 200,
  );
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

const limited =
  'Your account is limited to some schools or feeds. Users and tokens are for admins without limits.';

const nobody = 'Nobody with this e-mail address can sign in.';

/** Names separated with commas, as the fields of limits hold them; without a name there is no limit. */
function namesOfLimits(form: FormData) {
  return { targets: namesIn(form, 'targets'), sources: namesIn(form, 'sources') };
}

function namesIn(form: FormData, field: string): string[] | undefined {
  const names = textOf(form, field)
    .split(/[\s,]+/)
    .filter(Boolean);
  return names.length === 0 ? undefined : names;
}

function aLink({ c, deps }: PageRequest, whose: string, path: string): UsersView['made'] {
  return { kind: 'link', whose, secret: `${originOf(c, deps.site)}${path}` };
}

/** Errors at the fields of the page, whose ids differ from the names of the input. */
function shownAt(errors: readonly FieldError[], ids: Readonly<Record<string, string>>): readonly FormError[] {
  return errors.map(({ field, message }) => {
    const key = field.split('.')[0] ?? '';
    return { id: ids[key] ?? key, message };
  });
}
