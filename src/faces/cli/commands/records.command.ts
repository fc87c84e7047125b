import { listAudit } from '../../../operations/audit.operations.ts';
import { lastMonths, usageIn } from '../../../publishing/queries/usage-store.ts';
import { type Command, done, misused } from '../command.ts';
import { commandOf } from '../operation-command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const audit = commandOf(listAudit, {
  usage: '[--about SUBJECT] [--limit N]',
  options: { about: { type: 'string' }, limit: { type: 'string' } },
  read: ({ about, limit = '200' }) => ({ subject: about, limit }),
});

export const usage: Command = {
  name: 'usage',
  usage: '[--month 2026-11] [--json]',
  about: 'What each source used at each target in a month of UTC: calls, and live job-days.',
  options: { month: { type: 'string' } },
  words: [0, 0],
  run: async (given) => {
    const asked = given.flags.text('month');
    if (asked !== undefined && !/^20\d\d-(0[1-9]|1[0-2])$/.test(asked))
      return misused(`--month must be a month like 2026-11, not ${asked}`);
    return withProduct(given, async ({ db, context: { clock } }) => {
      const month = asked ?? lastMonths(clock.now(), 1)[0] ?? '';
      const lines = await usageIn(db, month, clock.now());
      const rows = lines.map(({ jobDays, ...line }) => ({ ...line, live_job_days: jobDays }));
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(rows));
      else
        given.terminal.out(
          rows.length === 0
            ? `Nothing was used in ${month}.`
            : columns(
                ['Source', 'Target', 'Calls', 'Job-days'],
                rows.map(({ source, target, calls, live_job_days: days }) => [
                  source,
                  target,
                  calls,
                  Math.round(days * 10) / 10,
                ]),
              ),
        );
      return done;
    });
  },
};
