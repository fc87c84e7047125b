import { html } from 'hono/html';
import type { Run } from '../../feeds/feeds.queries.ts';
import type { FunnelOfTarget } from '../../publishing/queries/funnel.queries.ts';
import { table } from '../web/html/html-table.ts';
import { count, countTo, type Html, pluralHtml } from '../web/html/format-text.ts';
import { jobStages } from './filters.ts';
import { runPath, targetPath } from './staff/addresses.page.ts';
import { withQuery } from '../web/redirects.ts';

/** How many of a feed's jobs get how far, at each target; every number opens its rows. */
export type Funnel = {
  /** What the last complete run found. */
  readonly found?: Pick<Run, 'id' | 'items' | 'listings'>;
  readonly understood: number;
  readonly lines: readonly FunnelOfTarget[];
};

export function funnelParts(source: string, { found, understood, lines }: Funnel): Html {
  const jobs = html`<a href="${withQuery('/jobs', { source, stage: 'understood' })}">${pluralHtml(understood, 'job')}</a>`;
  return html`<p>${found === undefined ? jobs : html`${pluralHtml(found.items, 'item')} in the <a href="${runPath(found.id)}">last complete run</a>${restOf(found, understood)}: ${jobs}`}.</p>
${funnelTable(source, lines)}`;
}

/** The items of a run that are no job now. */
function restOf({ items, listings }: NonNullable<Funnel['found']>, understood: number): string {
  const rest = { 'not usable or repeated': items - listings, over: listings - understood };
  return Object.entries(rest)
    .map(([what, n]) => (n > 0 ? `, ${count(n)} ${what}` : ''))
    .join('');
}

function funnelTable(source: string, lines: readonly FunnelOfTarget[]): Html {
  const columns = jobStages.flatMap(({ value: stage, label }) =>
    stage === 'understood'
      ? []
      : {
          label,
          num: true,
          cell: ({ target, [stage]: value }: FunnelOfTarget) =>
            countTo(
              withQuery('/jobs', { source, target, stage }),
              value,
              `${label.toLowerCase()} at ${target}`,
            ),
        },
  );
  return table({
    caption: 'Where the jobs of this feed are',
    narrow: 'pairs',
    rows: lines,
    columns: [
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      ...columns,
    ],
  });
}
