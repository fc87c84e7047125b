import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../../core/clock.ts';
import { listAudit, listUsage } from '../../../operations/records.operations.ts';
import { type Command, done, type Exit } from '../command.ts';
import { onFirstSignal } from '../cli-signals.ts';
import { carriedOut, commandOf } from '../operation-command.ts';
import { withProduct } from '../with-product.ts';

export const audit = commandOf(listAudit, {
  usage: '[--about SUBJECT] [--limit N]',
  read: ({ about, limit = '200' }) => ({ subject: about, limit }),
});

export const usage = commandOf(listUsage, {
  usage: '[--month 2026-11] [--json]',
  read: ({ month = new Date().toISOString().slice(0, 7) }) => ({ month }),
});

export const log: Command = {
  name: 'log',
  usage: '[--follow] [--about SUBJECT]',
  about: 'What people and Quadwire did, newest last; --follow: prints what comes until Ctrl-C.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ context }): Promise<Exit> => {
      const { flags, terminal } = given;
      const input = { subject: flags.text('about'), limit: 200 };
      const isOver = flags.has('follow') ? onFirstSignal(() => {}) : () => true;
      for (let last = 0; ;) {
        const isLast = isOver();
        const read = await carriedOut(given, context, listAudit, input);
        if ('exit' in read) return read.exit;
        const { items } = read.value;
        for (const item of items.filter(({ id }) => id > last).toReversed()) {
          const { at, who, action, subject } = item;
          terminal.out(flags.has('json') ? JSON.stringify(item) : `${at}  ${who}  ${action}  ${subject}`);
        }
        last = items[0]?.id ?? last;
        if (isLast) return done;
        await pause(SECOND);
      }
    }),
};
