import { text as readAll } from 'node:stream/consumers';
import { addToken, addUser, isAddress, tokenNameForm } from '../../accounts/people.ts';
import { type Role, roles, type Scope, scopes } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { type Command, done, misused, refused } from '../command.ts';
import { withProduct } from '../with-product.ts';
import { unknownTargets } from '../../web/doing/accounts.ts';
import { limitOptions, limitsOf, linkTo } from './accounts-words.ts';
import { noTarget } from '../unknown.ts';

export const userAdd: Command = {
  name: 'user add',
  usage: 'EMAIL [--role viewer|reviewer|operator|admin] [--password-stdin] [--target T]… [--source S]…',
  about: 'An operator. Without a password a link is printed that lets them in once to choose one.',
  options: { role: { type: 'string' }, 'password-stdin': { type: 'boolean' }, ...limitOptions },
  words: [1, 1],
  run: async (given) => {
    const { flags, config, terminal, words } = given;
    const [email = ''] = words;
    if (!isAddress(email))
      return misused(`EMAIL must be an e-mail address, like name@example.com, not ${email}`);
    const role = roleNamed(flags.text('role') ?? 'viewer');
    if (!role) return misused(`--role must be ${roles.join(', ')}`);
    const password = flags.has('password-stdin')
      ? (await readAll(process.stdin)).replace(/\r?\n$/, '')
      : undefined;
    return withProduct(given, async ({ db, context }) => {
      const { clock } = context;
      const unknown = await unknownTargets({ db, clock }, limitsOf(given));
      if (unknown.length > 0) return noTarget(...unknown);
      const added = await addUser(
        { db, clock },
        { email, role, limits: limitsOf(given), ...(password !== undefined && { password }) },
      );
      if (added.kind === 'refused') return refused(`${email}: ${added.reason}`);
      await recordAudit(db, {
        at: clock.now(),
        who: 'cli',
        action: 'user added',
        subject: `account:${email}`,
        detail: { role },
      });
      const link = added.link === undefined ? undefined : linkTo(config, added.link);
      if (flags.has('json')) terminal.out(JSON.stringify({ email, role, link: link ?? null }));
      else
        terminal.out(
          link === undefined
            ? `${email} can sign in as ${role}.`
            : `${email} comes in by this link, once, within three days:\n${link}`,
        );
      return done;
    });
  },
};

export const tokenAdd: Command = {
  name: 'token add',
  usage: 'NAME --scope read|write|approve|admin|metrics [--scope …] [--target T]… [--source S]…',
  about: 'An API token; it is printed this once.',
  options: { scope: { type: 'string', multiple: true }, ...limitOptions },
  words: [1, 1],
  run: async (given) => {
    const { flags, terminal, words } = given;
    const [name = ''] = words;
    if (!tokenNameForm.test(name))
      return misused(`NAME must be 1 to 60 letters, digits, dots, dashes or underscores, not ${name}`);
    const asked = flags.many('scope');
    const chosen = scopes.filter((scope) => asked.includes(scope));
    if (chosen.length === 0 || asked.some((scope) => !isScope(scope)))
      return misused(`--scope must be one or more of ${scopes.join(', ')}`);
    return withProduct(given, async ({ db, context }) => {
      const { clock } = context;
      const unknown = await unknownTargets({ db, clock }, limitsOf(given));
      if (unknown.length > 0) return noTarget(...unknown);
      const added = await addToken(
        { db, clock },
        { name, scopes: chosen, limits: limitsOf(given), createdBy: 'cli' },
      );
      if (added.kind === 'refused') return refused(`${name}: ${added.reason}`);
      await recordAudit(db, {
        at: clock.now(),
        who: 'cli',
        action: 'token made',
        subject: `account:${name}`,
        detail: { scopes: chosen },
      });
      terminal.out(
        flags.has('json') ? JSON.stringify({ name, scopes: chosen, token: added.token }) : added.token,
      );
      return done;
    });
  },
};

function roleNamed(name: string): Role | undefined {
  return roles.find((role) => role === name);
}

function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name);
}
