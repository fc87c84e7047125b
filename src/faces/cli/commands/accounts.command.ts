import { text as readAll } from 'node:stream/consumers';
import { listUserSessions, signOutUser } from '../../../operations/accounts/sessions.operations.ts';
import { addToken } from '../../../operations/accounts/tokens.operations.ts';
import { firstOperatorLink } from '../../../platform/accounts/people.ts';
import { addUser, linkUser, setUser } from '../../../operations/accounts/users.operations.ts';
import { pagesOf } from '../cli-installation.ts';
import { type Command, misused, refused, report } from '../command.ts';
import { withProduct } from '../with-product.ts';
import { commandOf, eitherOf, type TypedValues } from '../operation-command.ts';

const withLimits = ({ target, source, ...typed }: TypedValues) => ({
  ...typed,
  targets: target,
  sources: source,
});
const roleUsage = '--role viewer|reviewer|operator|admin';

export const userAdd = commandOf(addUser, {
  usage: `EMAIL [${roleUsage}] [--password-stdin] [--target T]… [--source S]…`,
  read: async ({ 'password-stdin': fromStdin, ...typed }) => ({
    ...withLimits(typed),
    ...(fromStdin && { password: (await readAll(process.stdin)).replace(/\r?\n$/, '') }),
  }),
});

export const userSet = commandOf(setUser, {
  usage: `EMAIL ${roleUsage} [--target T]… [--source S]…`,
  read: withLimits,
});

const link = commandOf(linkUser);

/** `--first`: while nobody has an account, the link that `up` prints, made again. */
export const userLink: Command = {
  ...link,
  usage: 'EMAIL | --first',
  about:
    'Create a link with which a user signs in once; --first: the first operator, while nobody has an account.',
  words: [0, 1],
  run: async (given) => {
    const { words, flags, config } = given;
    if (flags.has('first') === words.length > 0) return misused('Name the user, or say --first.');
    if (!flags.has('first')) return link.run(given);
    return withProduct(given, async ({ context }) => {
      const path = await firstOperatorLink(context);
      if (path === undefined)
        return refused('Somebody has an account already. `user link EMAIL` makes a link.');
      const url = `${pagesOf(config)}${path}`;
      return report(given, { link: url }, url);
    });
  },
};

export const userSessions = eitherOf(commandOf(listUserSessions), 'end', commandOf(signOutUser), {
  usage: 'EMAIL [--end]',
  about: 'Lists where a user is signed in; --end signs them out everywhere.',
});

export const tokenAdd = commandOf(addToken, {
  usage: 'NAME --scope read|write|approve|admin|metrics [--scope …] [--target T]… [--source S]…',
  read: ({ scope = [], ...typed }) => ({ ...withLimits(typed), scopes: scope }),
});
