import { html } from 'hono/html';
import type * as z from 'zod';
import type { importFeeds } from '../../../operations/import-feeds.operations.ts';
import { choices, errorAt, type FormError, select, textArea } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { table } from '../../web/html/html-table.ts';
import { section } from '../../web/html/pieces.ts';
import { count, type Html, pluralHtml } from '../../web/html/format-text.ts';
import { feedPath } from '../staff/addresses.page.ts';

export type FeedImport = {
  readonly list: string;
  readonly review: boolean;
  readonly right: string;
  readonly errors: readonly FormError[];
};

/** Where a list of feeds is added: a file or pasted lines. */
export function feedImportPage(frame: Frame, view: FeedImport): Html {
  const { errors } = view;
  return operationsPage(frame, {
    title: 'Add a list of feeds',
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    errors,
    lead: 'Every row that can be added is added and read at once; every other row is shown with its reason.',
    content: importForm(frame, view),
  });
}

function importForm(frame: Frame, { list, review, right, errors }: FeedImport): Html {
  return html`<form method="post" action="/feeds/import" enctype="multipart/form-data">${csrfField(frame.csrf)}
${textArea({
  id: 'list',
  label: 'Addresses, one a line, or the text of a CSV or OPML file',
  hint: 'CSV columns: name, url; optional: employer, every, schools, right, owner. At most 2,000 rows.',
  value: list,
  rows: 8,
  error: errorAt(errors, 'list'),
})}
<div class="field"><label for="file">Or a CSV or OPML file</label><input id="file" name="file" type="file" accept=".csv,.opml,.xml,.txt"></div>
${choices({
  id: 'review',
  label: 'When they are added',
  chosen: [review ? 'true' : 'false'],
  choices: [
    { value: 'true', label: 'Show me the first plan of each before anything is sent' },
    { value: 'false', label: 'Publish at once' },
  ],
})}
${select({
  id: 'right',
  label: 'Why these jobs may be republished, where the list does not say',
  value: right,
  options: [
    { value: 'permission', label: 'We have permission' },
    { value: 'own', label: 'They are our own' },
    { value: 'license', label: 'A license allows it' },
  ],
})}
<div class="row band"><button class="primary">Add the feeds</button></div></form>`;
}

type Imported = z.output<(typeof importFeeds)['output']>;

/** What became of each row. */
export function feedImportedPage(frame: Frame, { added, refused, ignored }: Imported): Html {
  const all = added.length + refused.length;
  return operationsPage(frame, {
    title: 'A list of feeds',
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    heading: html`${count(added.length)} of ${pluralHtml(all, 'feed')} added`,
    lead:
      added.length === 0 ? 'Nothing was changed.' : 'They are read now; the list of feeds shows how it went.',
    actions: html`<a class="button" href="/feeds/import">Another list</a>`,
    content: html`${ignored.length === 0 ? '' : html`<p role="status">Columns that were not read: ${ignored.join(', ')}.</p>`}
${
  refused.length === 0
    ? ''
    : section(
        'refused',
        'Not added',
        table({
          caption: 'Rows that were not added',
          narrow: 'pairs',
          rows: refused,
          columns: [
            { label: 'Row', cell: ({ line, name, url }) => `Line ${line}: ${name || url}` },
            { label: 'Reason', wide: true, cell: ({ reason }) => reason },
          ],
        }),
      )
}
${
  added.length === 0
    ? ''
    : section(
        'added',
        'Added',
        table({
          caption: 'Feeds that were added',
          narrow: 'pairs',
          rows: added,
          columns: [
            { label: 'Feed', cell: ({ name }) => html`<a href="${feedPath(name)}">${name}</a>` },
            { label: 'Address', wide: true, cell: ({ url }) => url },
            { label: 'Row', cell: ({ line }) => `Line ${line}` },
          ],
        }),
      )
}`,
  });
}
