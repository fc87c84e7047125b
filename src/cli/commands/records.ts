import { auditEntries } from '../../audit/store.ts';
import { lastMonths, usageIn } from '../../publishing/usage-store.ts';
import { type Command, done, misused } from '../command.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const audit: Command = {
  name: 'audit',
  usage: '[--about SUBJECT] [--json]',
  about: 'Who decided what, the newest 200; --about feed:NAME, target:NAME, hold:N and the like.',
  options: { about: { type: 'string' } },
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const subject = given.flags.text('about');
      const entries = await auditEntries(db, { limit: 200, ...(subject !== undefined && { subject }) });
      if (given.flags.has('json'))
        given.terminal.out(
          JSON.stringify(
            entries.map(({ at, who, action, subject: about, detail }) => ({
              at: at.toISOString(),
              who,
              action,
              subject: about,
              detail: detail ?? {},
            })),
          ),
        );
      else
        given.terminal.out(
          entries.length === 0
            ? 'Nothing is recorded.'
            : columns(
                ['When (UTC)', 'Who', 'What', 'About'],
                entries.map(({ at, who, action, subject: about }) => [minute(at), who, action, about]),
              ),
        );
      return done;
    }),
};

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
