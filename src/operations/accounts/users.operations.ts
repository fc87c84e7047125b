import * as z from 'zod';
import { addUser as addPerson, newEntryLink } from '../../platform/accounts/people.ts';
import { roles } from '../../platform/accounts/permissions.ts';
import { changeRole, closeUser } from '../../platform/accounts/users.repository.ts';
import { findUser, listUsers as allUsers, type User } from '../../platform/accounts/accounts.queries.ts';
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
import { type Caller, conflict, type Services, mutation, query, done } from '../registry/operation.ts';
import { listText } from '../registry/operation-text.ts';

const byEmail = z.object({ email: z.string().describe('E-mail address') });
export const noUser = ({ email }: { readonly email: string }) =>
  `Nobody with the address ${email} can sign in. \`user list\` shows who can.`;

async function userNamed({ db, input: { email } }: Caller & { readonly input: z.output<typeof byEmail> }) {
  const user = await findUser(db, { email });
  return user?.closed === true ? undefined : user;
}

export const listUsers = query({
  ...forAdmins,
  name: 'user.list',
  summary: 'List everybody who can sign in',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        role: z.enum(roles),
        ...limitsOutput,
        closed: z.boolean(),
        created_at: z.iso.datetime(),
      }),
    ),
  }),
  http: 'GET /users',
  cli: 'user list',
  subject: async ({ db }) => allUsers(db),
  run: async ({ subject }) => done({ items: subject.map(userToJson) }),
  text: ({ items }) =>
    listText(
      items,
      'Nobody yet. `user add` adds somebody.',
      ['Address', 'Role', 'Sees'],
      ({ email, role, closed, ...limits }) => [email, closed ? 'closed' : role, limitsText(limits)],
    ),
});

export const addUser = mutation({
  ...forAdmins,
  name: 'user.add',
  once: true,
  secret: true,
  localKeys: ['password'],
  summary: 'Add a user; without a password the answer has a link that signs in once to choose one',
  input: z.object({
    email: z.email('must be an e-mail address, like name@example.com'),
    name: z.string().min(1).max(200).optional(),
    role: z.enum(roles).default('viewer'),
    password: z.string().optional().describe('Only on the command line, from standard input'),
    ...limitsInput,
  }),
  output: z.object({
    email: z.string(),
    role: z.enum(roles),
    link: z.string().nullable().describe('A path on this site; on the command line the whole address.'),
  }),
  http: 'POST /users',
  cli: 'user add EMAIL',
  subject: async ({ db }) => targetNames(db),
  run: async ({ db, clock, subject: known, input: { email, name, role, password, ...limits }, ...rest }) => {
    const unknown = unknownIn(limits, known);
    if (unknown) return unknown;
    const user = {
      email,
      role,
      limits: limitsOf(limits),
      ...(name && { name }),
      ...(password !== undefined && { password }),
    };
    const added = await addPerson({ db, clock }, user);
    if (added.kind === 'refused') return { kind: 'conflict', detail: `${email}: ${added.reason}` };
    return { kind: 'created', location: '/users', value: { email, role, link: linkOf(rest, added.link) } };
  },
  audit: ({ value: { email, role } }) => ({ ...account(email), detail: { role } }),
  text: ({ email, role, link }) =>
    link === null
      ? `${email} can sign in as ${role}.`
      : `${email} signs in with this link, once, within three days:\n${link}`,
});

export const setUser = mutation({
  ...forAdmins,
  name: 'user.set',
  summary: 'Set what a user may do and see; without targets and sources, everything',
  input: byEmail.extend({ role: z.enum(roles), ...limitsInput }),
  output: z.object({ email: z.string(), role: z.enum(roles), ...limitsOutput }),
  http: 'PUT /users/{email}/role',
  cli: 'user set EMAIL',
  subject: userNamed,
  notFound: noUser,
  run: async ({ db, clock, input: { email, role, ...limits } }) => {
    const unknown = unknownIn(limits, await targetNames(db));
    if (unknown) return unknown;
    const changed = await changeRole(db, email, { role, limits: limitsOf(limits), at: clock.now() });
    return changed === 'last admin' ? lastAdmin(email) : done({ email, role, ...limitsToJson(limits) });
  },
  audit: ({ value: { email, role } }) => ({ ...account(email), detail: { role } }),
  text: ({ email, role, ...limits }) => `${email} is ${role} and sees ${limitsText(limits)}.`,
});

export const linkUser = mutation({
  ...forAdmins,
  name: 'user.link',
  once: true,
  secret: true,
  summary: 'Create a link with which a user signs in once to choose a password',
  input: byEmail,
  output: z.object({ email: z.string(), link: z.string() }),
  http: 'POST /users/{email}/link',
  cli: 'user link EMAIL',
  subject: userNamed,
  notFound: noUser,
  run: async ({ db, clock, subject, ...rest }) => {
    const link = linkOf(rest, await newEntryLink({ db, clock }, subject.id)) ?? '';
    return { kind: 'created', location: `/users`, value: { email: subject.email, link } };
  },
  audit: ({ subject: { email } }) => account(email),
  text: ({ link }) => link,
});

export const closeAccount = mutation({
  ...forAdmins,
  name: 'user.close',
  summary: 'Close the account of a user who left, and sign it out everywhere',
  input: byEmail,
  output: z.object({ email: z.string(), closed: z.literal(true) }),
  http: 'DELETE /users/{email}',
  cli: 'user close EMAIL',
  subject: userNamed,
  notFound: noUser,
  run: async ({ db, clock, input: { email } }) =>
    (await closeUser(db, email, clock.now())) === 'last admin'
      ? lastAdmin(email)
      : done({ email, closed: true as const }),
  audit: ({ input: { email } }) => account(email),
  text: ({ email }) => `The account of ${email} is closed.`,
});

function lastAdmin(email: string) {
  return conflict(`${email} is the last admin who sees all. Make another one first.`);
}

/** Where links are given to people the address is whole; in the API it is a path. */
function linkOf({ site, local }: Pick<Services, 'site' | 'local'>, path: string | undefined) {
  if (path === undefined) return null;
  return local ? `${(site.publicUrl ?? '').replace(/\/$/, '')}${path}` : path;
}

function userToJson({ email, name, role, limits, closed, createdAt }: User) {
  return { email, name, role, ...limitsToJson(limits), closed, created_at: createdAt.toISOString() };
}
