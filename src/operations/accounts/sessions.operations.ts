import { account, forAdmins } from './operation-limits.ts';
import * as z from 'zod';
import { endSession, endSessions } from '../../platform/accounts/sessions.repository.ts';
import { sessionsOf, findUser } from '../../platform/accounts/accounts.queries.ts';
import { plural } from '../../core/numbers.ts';
import type { Db } from '../../db/db.ts';
import { mutation, query, done } from '../registry/operation.ts';
import { listText, minute } from '../registry/operation-text.ts';
import { rowAs } from '../registry/row-as.ts';
import { noUser } from './users.operations.ts';

const byEmail = z.object({ email: z.string().describe('E-mail address') });

const sessionOutput = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
const sessionsOutput = z.object({ items: z.array(sessionOutput) });

export const listUserSessions = query({
  ...forAdmins,
  name: 'user.sessions',
  summary: 'List where a user is signed in',
  input: byEmail,
  output: sessionsOutput,
  http: 'GET /users/{email}/sessions',
  cli: 'user sessions EMAIL',
  subject: async ({ db, input: { email } }) => findUser(db, { email }),
  notFound: noUser,
  run: async ({ db, clock, subject }) => done({ items: await sessionsToJson(db, subject.id, clock.now()) }),
  text: ({ items }, { email }) =>
    listText(items, `${email} is signed in nowhere.`, ['Since (UTC)', 'Until (UTC)', 'Browser'], (one) => [
      minute(new Date(one.created_at)),
      minute(new Date(one.expires_at)),
      one.user_agent ?? '–',
    ]),
});

export const signOutUser = mutation({
  ...forAdmins,
  name: 'user.sign-out',
  summary: 'Sign a user out everywhere',
  input: byEmail,
  output: z.object({ email: z.string(), ended: z.int() }),
  http: 'DELETE /users/{email}/sessions',
  cli: 'user sessions EMAIL',
  subject: async ({ db, input: { email } }) => findUser(db, { email }),
  notFound: noUser,
  run: async ({ db, subject: { id, email } }) => done({ email, ended: await endSessions(db, id) }),
  audit: ({ subject: { email } }) => account(email),
  text: ({ ended }) => `Signed out of ${plural(ended, 'browser')}.`,
});

export const listOwnSessions = query({
  name: 'session.list',
  permission: 'read',
  summary: 'List where you are signed in; a token is signed in nowhere',
  input: z.object({}),
  output: sessionsOutput,
  http: 'GET /sessions',
  subject: async ({ actor }) => actor,
  run: async ({ db, clock, subject }) => done({ items: await sessionsToJson(db, subject.id, clock.now()) }),
});

export const endOwnSession = mutation({
  name: 'session.end',
  permission: 'read',
  summary: 'Sign one of your own browsers out',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  http: 'DELETE /sessions/{id}',
  subject: async ({ actor }) => actor,
  run: async ({ db, subject, input: { id } }) =>
    (await endSession(db, subject.id, id))
      ? done({ id })
      : { kind: 'not_found', detail: 'You are not signed in there.' },
  audit: ({ subject: { name } }) => account(name),
});

async function sessionsToJson(db: Db, userId: string, now: Date) {
  const found = await sessionsOf(db, userId, now);
  return found.map((one) => rowAs(sessionOutput)({ userAgent: null, ...one }));
}
