import * as z from 'zod';
import { addToken, addUser } from '../../accounts/people.ts';
import { type Actor, isUnlimited, type Limits, roles, scopes } from '../../accounts/permissions.ts';
import { type ApiToken, listTokens, revokeToken } from '../../accounts/tokens-store.ts';
import { changeRole, closeUser, listUsers, type User } from '../../accounts/users-store.ts';
import { recordAudit } from '../../audit/store.ts';
import { type ApiRoute, apiRoute, noBody, noQuery } from './route.ts';

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
      const added = await addUser(deps, { email, ...(name && { name }), role, limits: limitsOf(body) });
      if (added.kind === 'refused') return { kind: 'conflict', detail: added.reason };
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
      const [email, at] = [params['email'] ?? '', deps.clock.now()];
      switch (await changeRole(deps.db, email, { role: body.role, limits: limitsOf(body), at })) {
        case 'changed':
          await recordAudit(deps.db, {
            at,
            who: actor.name,
            action: `role changed to ${body.role}`,
            subject: `account:${email}`,
          });
          return { kind: 'done', value: { email, role: body.role } };
        case 'unknown':
          return { kind: 'not found', detail: 'Nobody with this e-mail address can sign in.' };
        case 'last admin':
          return { kind: 'conflict', detail: 'This is the last admin who sees all.' };
      }
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
      return (await closeUser(deps.db, email, deps.clock.now()))
        ? { kind: 'done', value: { email } }
        : { kind: 'not found', detail: 'Nobody with this e-mail address can sign in.' };
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
      const added = await addToken(deps, {
        name,
        scopes: body.scopes,
        limits: limitsOf(body),
        createdBy: actor.name,
      });
      if (added.kind === 'refused') return { kind: 'conflict', detail: added.reason };
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
      return (await revokeToken(deps.db, name, deps.clock.now()))
        ? { kind: 'done', value: { name } }
        : { kind: 'not found', detail: 'No token in force has this name.' };
    },
  }),
];

function limited(actor: Actor) {
  return { kind: 'forbidden', detail: `${actor.name} is limited to some targets or sources.` } as const;
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
