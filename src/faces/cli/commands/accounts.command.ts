import { text as readAll } from 'node:stream/consumers';
import { listUserSessions, signOutUser } from '../../../operations/sessions.operations.ts';
import { addToken } from '../../../operations/tokens.operations.ts';
import { addUser, setUser } from '../../../operations/users.operations.ts';
import { commandOf, eitherOf, type TypedValues } from '../operation-command.ts';

const limits = {
  target: { type: 'string', multiple: true },
  source: { type: 'string', multiple: true },
} as const;
const withLimits = ({ target, source, ...typed }: TypedValues) => ({
  ...typed,
  targets: target,
  sources: source,
});
const roleUsage = '--role viewer|reviewer|operator|admin';

export const userAdd = commandOf(addUser, {
  usage: `EMAIL [${roleUsage}] [--password-stdin] [--target T]… [--source S]…`,
  options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' }, ...limits },
  read: async ({ 'password-stdin': fromStdin, ...typed }) => ({
    ...withLimits(typed),
    ...(fromStdin && { password: (await readAll(process.stdin)).replace(/\r?\n$/, '') }),
  }),
});

export const userSet = commandOf(setUser, {
  usage: `EMAIL ${roleUsage} [--target T]… [--source S]…`,
  options: { role: { type: 'string' }, ...limits },
  read: withLimits,
});

export const userSessions = eitherOf(commandOf(listUserSessions), 'end', commandOf(signOutUser), {
  usage: 'EMAIL [--end]',
  about: 'Lists where a user is signed in; --end signs them out everywhere.',
});

export const tokenAdd = commandOf(addToken, {
  usage: 'NAME --scope read|write|approve|admin|metrics [--scope …] [--target T]… [--source S]…',
  options: { scope: { type: 'string', multiple: true }, ...limits },
  read: ({ scope = [], ...typed }) => ({ ...withLimits(typed), scopes: scope }),
});
