import { listUsage } from '../../../operations/records.operations.ts';
import { lastMonths, type Usage } from '../../../publishing/queries/usage.queries.ts';
import { csvResponse } from '../../web/web-csv.ts';
import { answerOf } from '../operation-form.ts';
import { get, pageFrom, type PageRequest, type PageRoute } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import { usagePage } from '../staff/usage.page.ts';

export const usageRoutes: readonly PageRoute[] = [
  get('/usage', 'read', usage),
  get('/usage.csv', 'read', csv),
];

/** Months that can be looked at. */
const MONTHS = 13;

async function usage(request: PageRequest): Promise<Response> {
  const { c, deps, frame } = request;
  const months = lastMonths(deps.clock.now(), MONTHS);
  const month = months.find((one) => one === c.req.query('month')) ?? months[0] ?? '';
  const lines = await usageOf(request, month);
  const { shown, next } = pageFrom(lines, cursorOf(c.req.query('after')) ?? 0, (after) =>
    withQuery('/usage', { month, after }),
  );
  return c.html(
    usagePage(await frame(), {
      month,
      months,
      totals: {
        calls: lines.reduce((sum, line) => sum + line.calls, 0),
        // As the lines show them, so that they add up.
        jobDays: lines.reduce((sum, line) => sum + Math.round(line.jobDays * 10) / 10, 0),
      },
      lines: shown,
      next,
    }),
  );
}

async function csv(request: PageRequest): Promise<Response> {
  const { c, deps } = request;
  const all = lastMonths(deps.clock.now(), MONTHS);
  const asked = all.filter((month) => month === c.req.query('month'));
  const months = asked.length > 0 ? asked : all;
  async function* rows() {
    for (const month of months) yield* (await usageOf(request, month)).map(cells);
  }
  return csvResponse(c, months.length === 1 ? `usage-${months.join()}.csv` : 'usage.csv', {
    columns: ['month', 'source', 'target', 'calls', 'live_job_days'],
    rows: rows(),
  });
}

async function usageOf(request: PageRequest, month: string): Promise<readonly Usage[]> {
  const { items } = (await answerOf(request, listUsage, { month })) ?? { items: [] };
  return items.map(({ live_job_days: jobDays, ...line }) => ({ ...line, jobDays }));
}

function cells({ month, source, target, calls, jobDays }: Usage) {
  return [month, source, target, calls, jobDays];
}
