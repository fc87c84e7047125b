import { usagePage } from '../staff/usage.page.ts';
import { lastMonths, type Usage } from '../../../publishing/queries/usage.queries.ts';
import { cursorOf } from '../../web/redirects.ts';
import { listUsage } from '../../../operations/records.operations.ts';
import { csvResponse } from '../../web/web-csv.ts';
import { answerOf } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute } from '../page-route.ts';

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
  const from = cursorOf(c.req.query('after')) ?? 0;
  return c.html(usagePage(await frame(), { month, months, lines, from }));
}

async function csv(request: PageRequest): Promise<Response> {
  const { c, deps } = request;
  const all = lastMonths(deps.clock.now(), MONTHS);
  const asked = all.filter((month) => month === c.req.query('month'));
  const months = asked.length > 0 ? asked : all;
  async function* rows() {
    for (const month of months)
      for (const { source, target, calls, jobDays } of await usageOf(request, month))
        yield [month, source, target, calls, jobDays];
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
