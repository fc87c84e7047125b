import { html } from 'hono/html';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { count, pluralHtml, when } from '../../web/html/format-text.ts';
import type { PicklistLine } from './target.page.ts';
import { targetPath } from '../staff/addresses.page.ts';

/** One list of one target: its entries now, and what earlier versions had. */
export type PicklistView = {
  readonly target: string;
  readonly field: string;
  readonly entries: readonly { readonly key: string; readonly label: string }[];
  readonly versions: readonly Omit<PicklistLine, 'field'>[];
  readonly decided: readonly {
    readonly label: string;
    readonly entries: readonly string[];
    readonly everywhere: boolean;
    readonly by: string;
    readonly at: Date;
  }[];
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
          { label: 'Key', cell: ({ key }) => html`<code>${key}</code>` },
          { label: 'Label', cell: ({ label }) => label },
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
${
  decided.length === 0
    ? ''
    : section(
        'decided',
        'Labels that people mapped',
        table({
          caption: 'Labels that people mapped',
          rows: decided,
          columns: [
            { label: 'Label', cell: ({ label }) => `“${label}”` },
            { label: 'Entry', cell: (alias) => alias.entries.join(', ') },
            { label: 'For', cell: ({ everywhere }) => (everywhere ? 'all schools' : 'this school') },
            { label: 'By', cell: ({ by, at }) => html`${by}, ${when(at, frame)}` },
          ],
        }),
      )
}</div></div>`,
  });
}
