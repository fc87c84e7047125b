import * as z from 'zod';
import { forgetTokens } from '../../platform/accounts/known-tokens.ts';
import { addToken as addApiToken, tokenNameForm } from '../../platform/accounts/people.ts';
import { scopes } from '../../platform/accounts/permissions.ts';
import { revokeToken as endToken } from '../../platform/accounts/api-tokens.repository.ts';
import { listTokens as allTokens } from '../../platform/accounts/accounts.queries.ts';
import {
  account,
  forAdmins,
  limitsInput,
  limitsOf,
  limitsOutput,
  limitsText,
  limitsToJson,
  targetNames,
  unknownIn,
} from './operation-limits.ts';
import { mutation, query, done } from '../registry/operation.ts';
import { rowAs } from '../registry/row-as.ts';
import { listText, minute } from '../registry/operation-text.ts';

const tokenOutput = z.object({
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  ...limitsOutput,
  created_by: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});

export const listTokens = query({
  ...forAdmins,
  name: 'token.list',
  summary: 'List API tokens, without the tokens themselves',
  input: z.object({}),
  output: z.object({ items: z.array(tokenOutput) }),
  http: 'GET /tokens',
  cli: 'token list',
  subject: async ({ db }) => allTokens(db),
  run: async ({ subject }) =>
    done({
      items: subject.map((token) =>
        rowAs(tokenOutput)({ usedAt: null, revokedAt: null, ...token, ...limitsToJson(token.limits) }),
      ),
    }),
  text: ({ items }) =>
    listText(
      items,
      'None yet. `token add` makes one.',
      ['Name', 'Scope', 'Sees', 'Last used (UTC)'],
      ({ name, scopes: given, used_at, revoked_at, ...limits }) => [
        name,
        revoked_at === null ? given.join(', ') : 'revoked',
        limitsText(limits),
        used_at === null ? '–' : minute(new Date(used_at)),
      ],
    ),
});

export const addToken = mutation({
  ...forAdmins,
  name: 'token.add',
  once: true,
  secret: true,
  summary: 'Create an API token; it is shown this once',
  input: z.object({
    name: z.string().regex(tokenNameForm, 'must be 1 to 60 letters, digits, dots, dashes or underscores'),
    scopes: z
      .array(z.enum(scopes), `must be one or more of ${scopes.join(', ')}`)
      .min(1, `must be one or more of ${scopes.join(', ')}`),
    ...limitsInput,
  }),
  output: z.object({ name: z.string(), scopes: z.array(z.enum(scopes)), token: z.string() }),
  http: 'POST /tokens',
  cli: 'token add NAME',
  subject: async ({ db }) => targetNames(db),
  run: async ({ db, clock, actor, subject: known, input: { name, scopes: chosen, ...limits } }) => {
    const unknown = unknownIn(limits, known);
    if (unknown) return unknown;
    const token = { name, scopes: chosen, limits: limitsOf(limits), createdBy: actor.name };
    const added = await addApiToken({ db, clock }, token);
    return added.kind === 'refused'
      ? { kind: 'conflict', detail: `${name}: ${added.reason}` }
      : { kind: 'created', location: '/tokens', value: { name, scopes: chosen, token: added.token } };
  },
  audit: ({ value: { name, scopes: chosen } }) => ({ ...account(name), detail: { scopes: chosen } }),
  text: ({ token }) => token,
});

export const revokeToken = mutation({
  ...forAdmins,
  name: 'token.revoke',
  summary: 'Revoke an API token; what uses it is refused within a second',
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string(), revoked: z.literal(true) }),
  http: 'DELETE /tokens/{name}',
  cli: 'token revoke NAME',
  subject: async ({ db, input: { name } }) =>
    (await allTokens(db)).find((one) => one.name === name && one.revokedAt === undefined),
  notFound: ({ name }) => `No token in force is called ${name}. \`token list\` shows all.`,
  run: async ({ db, clock, subject: { name } }) => {
    await endToken(db, name, clock.now());
    return done({ name, revoked: true as const });
  },
  audit: ({ subject: { name } }) => account(name),
  committed: ({ db }) => forgetTokens(db),
  text: ({ name }) => `The token ${name} is revoked.`,
});
