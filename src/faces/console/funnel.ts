import { html } from 'hono/html';
import type { FunnelOfTarget, FunnelStage } from '../../publishing/queries/funnel-store.ts';
import { table } from '../web/html/html-table.ts';
import { count, type Html } from '../web/html/format-text.ts';
import { runPath, targetPath } from './staff/addresses.page.ts';
import { withQuery } from '../web/redirects.ts';

/** How many of a feed's jobs get how far, at each target; every number opens its rows. */
export type Funnel = {
  /** What the last complete run found. */
  readonly found?: { readonly runId: number; readonly items: number };
  readonly understood: number;
  readonly lines: readonly FunnelOfTarget[];
};

export function funnelParts(source: string, { found, understood, lines }: Funnel): Html {
  const start = html`<a href="${withQuery('/jobs', { source, stage: 'understood' })}">${count(understood)} understood</a>`;
  return html`<p>${found === undefined ? '' : html`<a href="${runPath(found.runId)}">${count(found.items)} found</a> in the last complete run, `}${start}.</p>
${funnelTable(source, lines)}`;
}

function funnelTable(source: string, lines: readonly FunnelOfTarget[]): Html {
  const column = (label: string, stage: Exclude<FunnelStage, 'understood'>) => ({
    label,
    num: true,
    cell: ({ target, [stage]: value }: FunnelOfTarget) =>
      value === 0
        ? '0'
        : html`<a href="${withQuery('/jobs', { source, target, stage })}">${count(value)}<span class="vh"> ${label.toLowerCase()} at ${target}</span></a>`,
  });
  return table({
    caption: 'Where the jobs of this feed are',
    narrow: 'pairs',
    rows: lines,
    columns: [
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      column('Routed', 'routed'),
      column('No key', 'no-key'),
      column('Duplicate', 'duplicate'),
      column('In review', 'in-review'),
      column('Held otherwise', 'held-back'),
      column('Refused', 'refused'),
      column('Live', 'live'),
    ],
  });
}
