import { endToken } from '../../accounts/known-tokens.ts';
import { listTokens } from '../../accounts/tokens-store.ts';
import { recordOf } from '../../web/doing/accounts.ts';
import { type Command, done, refused, report } from '../command.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { cli, limitsText } from './accounts-words.ts';

export const tokenList: Command = {
  name: 'token list',
  usage: '[--json]',
  about: 'API tokens, without the tokens themselves.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const tokens = await listTokens(db);
      const { flags, terminal } = given;
      if (flags.has('json'))
        terminal.out(
          JSON.stringify(
            tokens.map(({ name, scopes, limits, createdBy, createdAt, usedAt, revokedAt }) => ({
              name,
              scopes,
              targets: limits.targets ?? null,
              sources: limits.sources ?? null,
              created_by: createdBy,
              created_at: createdAt.toISOString(),
              used_at: usedAt?.toISOString() ?? null,
              revoked_at: revokedAt?.toISOString() ?? null,
            })),
          ),
        );
      else
        terminal.out(
          tokens.length === 0
            ? 'None yet. `token add` makes one.'
            : columns(
                ['Name', 'Good for', 'Sees', 'Last used (UTC)'],
                tokens.map(({ name, scopes, limits, usedAt, revokedAt }) => [
                  name,
                  revokedAt ? 'revoked' : scopes.join(', '),
                  limitsText(limits),
                  usedAt ? minute(usedAt) : '–',
                ]),
              ),
        );
      return done;
    }),
};

export const tokenRevoke: Command = {
  name: 'token revoke',
  usage: 'NAME',
  about: 'Ends an API token; what uses it is refused within a second.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db, context: { clock } }) => {
      const [name = ''] = given.words;
      if (!(await endToken({ db, clock }, name)))
        return refused(`No token in force is called ${name}. \`token list\` shows all.`);
      await recordOf({ db, clock }, cli, 'token revoked', name);
      return report(given, { name, revoked: true }, `The token ${name} is revoked.`);
    }),
};
