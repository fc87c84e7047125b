import { html } from 'hono/html';
import type { Usage } from '../../../publishing/queries/usage.queries.ts';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages, section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { count, type Html, pluralHtml, tenth } from '../../web/html/format-text.ts';
import { targetPath } from './addresses.page.ts';
import { withQuery } from '../../web/redirects.ts';
import { pageFrom } from '../page-route.ts';

/** What each source used at each target in a month. */
export type UsageView = {
  readonly month: string;
  readonly months: readonly string[];
  /** All of the month; a page shows those from here on. */
  readonly lines: readonly Usage[];
  readonly from: number;
};

export function usagePage(frame: Frame, { month, months, lines, from }: UsageView): Html {
  const { shown, next } = pageFrom(lines, from, (after) => withQuery('/usage', { month, after }));
  const calls = lines.reduce((sum, line) => sum + line.calls, 0);
  // As the lines show them, so that they add up.
  const jobDays = lines.reduce((sum, line) => sum + Math.round(line.jobDays * 10) / 10, 0);
  return operationsPage(frame, {
    title: `Usage in ${monthWords(month)}`,
    section: 'Reports',
    lead: `${pluralHtml(calls, 'call')}, ${tenth(jobDays)} live job-days. A job that is live at one school for one day is one job-day.`,
    actions: chooseMonth(month, months),
    content:
      lines.length === 0
        ? empty(
            'Nothing was used',
            'Calls and live jobs of each source at each school are counted here, from the first one on.',
          )
        : section(
            'lines',
            'By source and school',
            [usageTable(shown), morePages(next, 'Next lines')],
            html`<a href="${withQuery('/usage.csv', { month })}">This month as CSV</a> · <a href="/usage.csv">the last ${count(months.length)} months as CSV</a>`,
          ),
  });
}

function chooseMonth(month: string, months: readonly string[]): Html {
  return html`<form class="row" method="get" action="/usage"><label for="month" class="vh">Month</label><select id="month" name="month">${months.map((one) => html`<option value="${one}"${one === month ? html` selected` : ''}>${monthWords(one)}</option>`)}</select><button>Show</button></form>`;
}

function usageTable(lines: readonly Usage[]): Html {
  return table({
    caption: 'Usage',
    narrow: 'pairs',
    rows: lines,
    columns: [
      {
        label: 'Source',
        cell: ({ source }) => html`<a href="${withQuery('/jobs', { source })}">${source}</a>`,
      },
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      { label: 'Calls', num: true, cell: ({ calls }) => count(calls) },
      { label: 'Job-days', num: true, cell: ({ jobDays }) => tenth(jobDays) },
    ],
  });
}

/** `November 2026`. */
function monthWords(month: string): string {
  return months.format(new Date(`${month}-01T00:00:00Z`));
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
