import { html } from 'hono/html';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { count, type Html, pluralHtml, when } from '../../web/html/format-text.ts';
import type { decidedLabels, StoredPicklist } from '../../../picklists/picklists.queries.ts';
import type { PicklistLine } from './target.page.ts';
import { targetPath } from '../staff/addresses.page.ts';

/** One list of one target: its entries now, and what earlier versions had. */
export type PicklistView = {
  readonly target: string;
  readonly field: string;
  readonly entries: StoredPicklist['entries'];
  readonly versions: readonly Omit<PicklistLine, 'field'>[];
  readonly decided: readonly Pick<
    Awaited<ReturnType<typeof decidedLabels>>[number],
    'label' | 'keys' | 'names' | 'targetId' | 'decidedBy' | 'decidedAt'
  >[];
};

export function picklistPage(frame: Frame, { target, field, entries, versions, decided }: PicklistView) {
  return operationsPage(frame, {
    title: `${field} at ${target}`,
    section: 'Schools',
    crumb: { href: targetPath(target), label: target },
    heading: html`<code>${field}</code> at ${target}`,
    lead: pluralHtml(entries.length, 'entry', 'entries'),
    content: html`<div class="cols half">
${section(
  'entries',
  'Entries',
  entries.length === 0
    ? html`<p>The school has no entry in this list.</p>`
    : table({
        caption: 'Entries',
        narrow: 'keep',
        rows: entries,
        columns: [
          { label: 'Key', cell: ({ ikey }) => html`<code>${ikey}</code>` },
          { label: 'Label', cell: ({ ivalue }) => ivalue },
        ],
      }),
)}
<div>${section(
      'versions',
      'Versions',
      table({
        caption: 'Versions of the list',
        rows: versions,
        columns: [
          { label: 'Version', cell: ({ version }) => count(version) },
          { label: 'Since', cell: ({ readAt }) => when(readAt, frame) },
          { label: 'Entries', num: true, cell: (version) => count(version.entries) },
          { label: 'Added', cell: ({ added }) => added.join(', ') },
          { label: 'Dropped', cell: ({ dropped }) => dropped.join(', ') },
        ],
      }),
    )}
${decided.length === 0 ? '' : section('decided', 'Labels that people mapped', decidedTable(frame, decided))}</div></div>`,
  });
}

function decidedTable(frame: Frame, decided: PicklistView['decided']): Html {
  return table({
    caption: 'Labels that people mapped',
    rows: decided,
    columns: [
      { label: 'Label', cell: ({ label }) => `“${label}”` },
      { label: 'Entry', cell: ({ keys, names }) => (names ?? keys).join(', ') || 'none of the entries' },
      { label: 'For', cell: ({ targetId }) => (targetId === null ? 'all schools' : 'this school') },
      { label: 'By', cell: ({ decidedBy, decidedAt }) => html`${decidedBy}, ${when(decidedAt, frame)}` },
    ],
  });
}
