import { standingBlocks } from '../../screening/employers/store.ts';
import { lift, takeDown } from '../../web/doing/blocks.ts';
import { present } from '../../core/present.ts';
import { type Command, done, misused, refused, report } from '../command.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { cli } from './accounts-words.ts';

export const blocks: Command = {
  name: 'blocks',
  usage: '[--json]',
  about: 'Employers that are taken down everywhere.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const standing = await standingBlocks(db);
      if (given.flags.has('json'))
        given.terminal.out(
          JSON.stringify(
            standing.map(({ id, kind, value, reason, blockedBy, blockedAt }) => ({
              id,
              kind,
              value,
              reason,
              by: blockedBy,
              at: blockedAt.toISOString(),
            })),
          ),
        );
      else
        given.terminal.out(
          standing.length === 0
            ? 'No employer is blocked.'
            : columns(
                ['Block', 'Employer', 'By its', 'Why', 'By', 'Since (UTC)'],
                standing.map(({ id, kind, value, reason, blockedBy, blockedAt }) => [
                  String(id),
                  value,
                  kind,
                  reason,
                  blockedBy,
                  minute(blockedAt),
                ]),
              ),
        );
      return done;
    }),
};

export const block: Command = {
  name: 'block',
  usage: '[--company NAME] [--domain DOMAIN] [--mail ADDRESS] --reason TEXT',
  about: 'Takes an employer down everywhere: none of its jobs, of any source, goes to a school.',
  options: {
    company: { type: 'string' },
    domain: { type: 'string' },
    mail: { type: 'string' },
    reason: { type: 'string' },
  },
  words: [0, 0],
  run: async (given) => {
    const { flags } = given;
    const [company, domain, mail] = [flags.text('company'), flags.text('domain'), flags.text('mail')];
    const reason = flags.text('reason')?.trim() ?? '';
    if ([company, domain, mail].every((mark) => mark === undefined || mark.trim() === ''))
      return misused('Say which employer: --company, --domain or --mail.');
    if (reason === '') return misused('--reason must say why; it is recorded.');
    return withProduct(given, async ({ db, context: { clock } }) => {
      const taken = await takeDown({ db, clock }, cli, present({ company, domain, mail }), reason);
      if (taken.length === 0)
        return refused('Nothing was blocked: a domain must be an employer’s own, not a mail provider’s.');
      return report(
        given,
        taken.map(({ id, kind, value }) => ({ id, kind, value })),
        taken.map(({ id, kind, value }) => `Block ${id}: ${kind} ${value}`).join('\n'),
      );
    });
  },
};

export const unblock: Command = {
  name: 'unblock',
  usage: 'BLOCK',
  about: 'Lets an employer’s jobs be wanted again.',
  words: [1, 1],
  run: async (given) => {
    const [word = ''] = given.words;
    if (!/^\d{1,15}$/.test(word)) return misused('BLOCK must be the number of a block; `blocks` shows them.');
    return withProduct(given, async ({ db, context: { clock } }) => {
      if (!(await lift({ db, clock }, cli, Number(word))))
        return refused(
          `There is no block ${word}, or it was lifted already. \`blocks\` shows those that stand.`,
        );
      return report(given, { id: Number(word), lifted: true }, `Block ${word} is lifted.`);
    });
  },
};
