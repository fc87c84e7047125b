import { newEntryLink } from '../../accounts/people.ts';
import { roles } from '../../accounts/permissions.ts';
import { sessionsOf } from '../../accounts/sessions-store.ts';
import { findUser, listUsers } from '../../accounts/users-store.ts';
import {
  changeAccount,
  closeAccount,
  recordOf,
  signOutPerson,
  unknownTargets,
} from '../../web/doing/accounts.ts';
import { type Command, done, misused, refused, report } from '../command.ts';
import { minute } from '../moment.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { changedText, cli, limitOptions, limitsOf, limitsText, linkTo } from './accounts-words.ts';
import { noTarget } from '../unknown.ts';

export const userList: Command = {
  name: 'user list',
  usage: '[--json]',
  about: 'Everybody who can sign in, and who could.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const users = await listUsers(db);
      const { flags, terminal } = given;
      if (flags.has('json'))
        terminal.out(
          JSON.stringify(
            users.map(({ email, name, role, limits, closed, createdAt }) => ({
              email,
              name,
              role,
              targets: limits.targets ?? null,
              sources: limits.sources ?? null,
              closed,
              created_at: createdAt.toISOString(),
            })),
          ),
        );
      else
        terminal.out(
          users.length === 0
            ? 'Nobody yet. `user add` adds somebody.'
            : columns(
                ['Address', 'Role', 'Sees'],
                users.map(({ email, role, limits, closed }) => [
                  email,
                  closed ? 'closed' : role,
                  limitsText(limits),
                ]),
              ),
        );
      return done;
    }),
};

export const userSet: Command = {
  name: 'user set',
  usage: 'EMAIL --role viewer|reviewer|operator|admin [--target T]… [--source S]…',
  about: 'What somebody may do and see from now on; without --target and --source, all.',
  options: { role: { type: 'string' }, ...limitOptions },
  words: [1, 1],
  run: async (given) => {
    const [email = ''] = given.words;
    const role = roles.find((one) => one === given.flags.text('role'));
    if (!role) return misused(`--role must be ${roles.join(', ')}`);
    return withProduct(given, async ({ db, context: { clock } }) => {
      const unknown = await unknownTargets({ db, clock }, limitsOf(given));
      if (unknown.length > 0) return noTarget(...unknown);
      const change = await changeAccount({ db, clock }, cli, { email, role, limits: limitsOf(given) });
      if (change !== 'changed') return refused(changedText(email, change));
      const { targets = null, sources = null } = limitsOf(given);
      return report(
        given,
        { email, role, targets, sources },
        `${email} is ${role} and sees ${limitsText(limitsOf(given))}.`,
      );
    });
  },
};

export const userLink: Command = {
  name: 'user link',
  usage: 'EMAIL [--json]',
  about: 'A link that lets somebody in once, to choose a password.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db, context: { clock } }) => {
      const [email = ''] = given.words;
      const user = await findUser(db, { email });
      if (!user || user.closed) return refused(changedText(email, 'unknown'));
      const link = linkTo(given.config, await newEntryLink({ db, clock }, user.id));
      await recordOf({ db, clock }, cli, 'link made', user.email);
      given.terminal.out(given.flags.has('json') ? JSON.stringify({ email: user.email, link }) : link);
      return done;
    }),
};

export const userClose: Command = {
  name: 'user close',
  usage: 'EMAIL',
  about: 'Closes the account of somebody who left: signed out everywhere, and let in no more.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db, context: { clock } }) => {
      const [email = ''] = given.words;
      const change = await closeAccount({ db, clock }, cli, email);
      if (change !== 'changed') return refused(changedText(email, change));
      return report(given, { email, closed: true }, `The account of ${email} is closed.`);
    }),
};

export const userSessions: Command = {
  name: 'user sessions',
  usage: 'EMAIL [--end] [--json]',
  about: 'Where somebody is signed in; --end signs them out everywhere.',
  options: { end: { type: 'boolean' } },
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db, context: { clock } }) => {
      const { flags, terminal, words } = given;
      const [email = ''] = words;
      const user = await findUser(db, { email });
      if (!user) return refused(changedText(email, 'unknown'));
      if (flags.has('end')) {
        const ended = (await signOutPerson({ db, clock }, cli, email))?.ended ?? 0;
        terminal.out(
          flags.has('json') ? JSON.stringify({ email, ended }) : `Signed out of ${plural(ended, 'browser')}.`,
        );
        return done;
      }
      const sessions = await sessionsOf(db, user.id, clock.now());
      if (flags.has('json'))
        terminal.out(
          JSON.stringify(
            sessions.map(({ id, userAgent, createdAt, expiresAt }) => ({
              id,
              user_agent: userAgent ?? null,
              created_at: createdAt.toISOString(),
              expires_at: expiresAt.toISOString(),
            })),
          ),
        );
      else
        terminal.out(
          sessions.length === 0
            ? `${email} is signed in nowhere.`
            : columns(
                ['Since (UTC)', 'Until (UTC)', 'Browser'],
                sessions.map(({ userAgent, createdAt, expiresAt }) => [
                  minute(createdAt),
                  minute(expiresAt),
                  userAgent ?? '–',
                ]),
              ),
        );
      return done;
    }),
};
