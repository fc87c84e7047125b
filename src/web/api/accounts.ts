import * as z from 'zod';
import { addToken, addUser } from '../../accounts/people.ts';
import { isUnlimited, type Limits, roles, scopes } from '../../accounts/permissions.ts';
import { endToken } from '../../accounts/known-tokens.ts';
import { type ApiToken, listTokens } from '../../accounts/tokens-store.ts';
import { endSession, sessionsOf } from '../../accounts/sessions-store.ts';
import { findUser, listUsers, type User } from '../../accounts/users-store.ts';
import {
  type AccountChange,
  changeAccount,
  closeAccount,
  recordOf,
  signOutPerson,
  unknownTargets,
} from '../doing/accounts.ts';
import type { WebDeps } from '../env.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';
import { limited } from './shared.ts';

const limits = {
  targets: z.array(z.string()).nullable().describe('Names of the targets that are seen; null: all.'),
  sources: z.array(z.string()).nullable().describe('Names of the sources that are seen; null: all.'),
};
const limitsIn = {
  targets: z.array(z.string().min(1)).min(1).optional(),
  sources: z.array(z.string().min(1)).min(1).optional(),
};

const userSchema = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  ...limits,
  closed: z.boolean(),
  created_at: z.iso.datetime(),
});

const tokenSchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  ...limits,
  created_by: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});

const sessionSchema = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** Users and tokens: for admins whose own sight is not limited. */
export const accountRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/users',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Everybody who can sign in',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(userSchema) }),
    handle: async ({ deps, actor }) =>
      isUnlimited(actor.limits)
        ? { kind: 'done', value: { items: (await listUsers(deps.db)).map(toUser) } }
        : limited(actor),
  }),
  apiRoute({
    method: 'post',
    path: '/users',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Add a person; the answer has a link that lets them in once to choose a password',
    secret: true,
    query: noQuery,
    body: z.strictObject({
      email: z.email(),
      name: z.string().min(1).max(200).optional(),
      role: z.enum(roles).default('viewer'),
      ...limitsIn,
    }),
    answer: z.object({ email: z.string(), link: z.string().nullable().describe('A path on this site.') }),
    handle: async ({ deps, actor, body }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const { email, name, role } = body;
      const unknown = await unknownTargets(deps, limitsOf(body));
      if (unknown.length > 0) return noSuchTarget(unknown);
      const added = await addUser(deps, { email, ...(name && { name }), role, limits: limitsOf(body) });
      if (added.kind === 'refused') return { kind: 'conflict', detail: added.reason };
      await recordOf(deps, actor, 'user added', email);
      return { kind: 'created', location: '/api/v1/users', value: { email, link: added.link ?? null } };
    },
  }),
  apiRoute({
    method: 'put',
    path: '/users/{email}/role',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Change what somebody may do and see',
    query: noQuery,
    body: z.strictObject({ role: z.enum(roles), ...limitsIn }),
    answer: z.object({ email: z.string(), role: z.enum(roles) }),
    handle: async ({ deps, actor, params, body }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const [email, role, limits] = [params['email'] ?? '', body.role, limitsOf(body)];
      const unknown = await unknownTargets(deps, limits);
      if (unknown.length > 0) return noSuchTarget(unknown);
      const changed = await changeAccount(deps, actor, { email, role, limits });
      return changed === 'changed' ? { kind: 'done', value: { email, role } } : notChanged(changed);
    },
  }),
  apiRoute({
    method: 'delete',
    path: '/users/{email}',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Close the account of somebody who left',
    query: noQuery,
    body: noBody,
    answer: z.object({ email: z.string() }),
    handle: async ({ deps, actor, params }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const email = params['email'] ?? '';
      const closed = await closeAccount(deps, actor, email);
      return closed === 'changed' ? { kind: 'done', value: { email } } : notChanged(closed);
    },
  }),
  apiRoute({
    method: 'get',
    path: '/users/{email}/sessions',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Where somebody is signed in',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(sessionSchema) }),
    handle: async ({ deps, actor, params }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const user = await findUser(deps.db, { email: params['email'] ?? '' });
      if (!user) return notChanged('unknown');
      return { kind: 'done', value: { items: await sessionsAs(deps, user.id) } };
    },
  }),
  apiRoute({
    method: 'delete',
    path: '/users/{email}/sessions',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Sign somebody out everywhere',
    query: noQuery,
    body: noBody,
    answer: z.object({ email: z.string(), ended: z.int() }),
    handle: async ({ deps, actor, params }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const email = params['email'] ?? '';
      const out = await signOutPerson(deps, actor, email);
      return out === undefined ? notChanged('unknown') : { kind: 'done', value: { email, ended: out.ended } };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/sessions',
    permission: 'read',
    tag: 'accounts',
    summary: 'Where you are signed in; a token is signed in nowhere',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(sessionSchema) }),
    handle: async ({ deps, actor }) => ({
      kind: 'done',
      value: { items: await sessionsAs(deps, actor.id) },
    }),
  }),
  apiRoute({
    method: 'delete',
    path: '/sessions/{id}',
    permission: 'read',
    tag: 'accounts',
    summary: 'Sign one of your own browsers out',
    query: noQuery,
    body: noBody,
    answer: z.object({ id: z.string() }),
    handle: async ({ deps, actor, params }) => {
      const id = params['id'] ?? '';
      return (await endSession(deps.db, actor.id, id))
        ? { kind: 'done', value: { id } }
        : { kind: 'not found', detail: 'You are not signed in there.' };
    },
  }),
  apiRoute({
    method: 'get',
    path: '/tokens',
    permission: 'admin',
    tag: 'accounts',
    summary: 'API tokens, without the tokens themselves',
    query: noQuery,
    body: noBody,
    answer: z.object({ items: z.array(tokenSchema) }),
    handle: async ({ deps, actor }) =>
      isUnlimited(actor.limits)
        ? { kind: 'done', value: { items: (await listTokens(deps.db)).map(toToken) } }
        : limited(actor),
  }),
  apiRoute({
    method: 'post',
    path: '/tokens',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Make an API token; it is shown this once',
    secret: true,
    query: noQuery,
    body: z.strictObject({ name: z.string(), scopes: z.array(z.enum(scopes)).min(1), ...limitsIn }),
    answer: z.object({ name: z.string(), token: z.string() }),
    handle: async ({ deps, actor, body }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const { name } = body;
      const unknown = await unknownTargets(deps, limitsOf(body));
      if (unknown.length > 0) return noSuchTarget(unknown);
      const added = await addToken(deps, {
        name,
        scopes: body.scopes,
        limits: limitsOf(body),
        createdBy: actor.name,
      });
      if (added.kind === 'refused') return { kind: 'conflict', detail: added.reason };
      await recordOf(deps, actor, 'token made', name);
      return { kind: 'created', location: '/api/v1/tokens', value: { name, token: added.token } };
    },
  }),
  apiRoute({
    method: 'delete',
    path: '/tokens/{name}',
    permission: 'admin',
    tag: 'accounts',
    summary: 'Revoke an API token',
    query: noQuery,
    body: noBody,
    answer: z.object({ name: z.string() }),
    handle: async ({ deps, actor, params }) => {
      if (!isUnlimited(actor.limits)) return limited(actor);
      const name = params['name'] ?? '';
      if (!(await endToken(deps, name)))
        return { kind: 'not found', detail: 'No token in force has this name.' };
      await recordOf(deps, actor, 'token revoked', name);
      return { kind: 'done', value: { name } };
    },
  }),
];

function notChanged(why: Exclude<AccountChange, 'changed'>) {
  return why === 'unknown'
    ? ({ kind: 'not found', detail: 'Nobody with this e-mail address can sign in.' } as const)
    : ({ kind: 'conflict', detail: 'This is the last admin who sees all.' } as const);
}

function noSuchTarget(unknown: readonly string[]) {
  const message = `No target is called ${unknown.join(' or ')}.`;
  return { kind: 'invalid', errors: [{ at: 'body.targets', message }] } as const;
}

async function sessionsAs({ db, clock }: WebDeps, userId: string): Promise<z.input<typeof sessionSchema>[]> {
  return (await sessionsOf(db, userId, clock.now())).map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    user_agent: userAgent ?? null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }));
}

function limitsOf({
  targets,
  sources,
}: {
  targets?: string[] | undefined;
  sources?: string[] | undefined;
}): Limits {
  return { ...(targets && { targets }), ...(sources && { sources }) };
}

function toUser({ email, name, role, limits, closed, createdAt }: User): z.input<typeof userSchema> {
  return { email, name, role, ...limitsOut(limits), closed, created_at: createdAt.toISOString() };
}

function toToken({
  name,
  scopes,
  limits,
  createdBy,
  createdAt,
  usedAt,
  revokedAt,
}: ApiToken): z.input<typeof tokenSchema> {
  return {
    name,
    scopes: [...scopes],
    ...limitsOut(limits),
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    used_at: usedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

function limitsOut({ targets, sources }: Limits) {
  return { targets: targets ? [...targets] : null, sources: sources ? [...sources] : null };
}
