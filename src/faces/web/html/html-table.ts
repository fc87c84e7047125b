import { html } from 'hono/html';
import type { Html } from './format-text.ts';

/** One column: its heading and what a row shows in it. The first column of a table heads its row. */
export type Column<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => Html | string | number;
  /** Numbers and times: right-aligned. */
  readonly num?: boolean;
  /** Takes a whole line where `pairs` shows two values a line. */
  readonly wide?: boolean;
  /** Where the heading leads: the same rows in the order of this column. */
  readonly sort?: string;
  /** The heading is for screen readers alone. */
  readonly hiddenLabel?: boolean;
};

export type TableOptions<Row> = {
  readonly caption: string;
  /** The caption is seen; by default a heading above the table says it already. */
  readonly captionShown?: boolean;
  /** On a narrow page: `cards` one value a line, `pairs` two, `keep` stays a table (3 or 4 short columns). */
  readonly narrow?: 'cards' | 'pairs' | 'keep';
  /** `false` where the reader has no such column. */
  readonly columns: readonly (Column<Row> | false)[];
  readonly rows: readonly Row[];
};

/** A table that is cards on a narrow page; the explicit roles outlive the `display: block` that this needs. */
export function table<Row>(options: TableOptions<Row>): Html {
  const { caption, captionShown = false, narrow = 'cards', rows } = options;
  const columns = options.columns.filter((column) => column !== false);
  return html`<table role="table"${narrow === 'cards' ? '' : html` class="${narrow}"`}>
<caption${captionShown ? '' : html` class="vh"`}>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(heading)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  (row) => html`<tr role="row">${columns.map((column, index) => cell(column, row, index === 0))}</tr>
`,
)}</tbody></table>`;
}

function heading<Row>({ label, num = false, hiddenLabel = false, sort }: Column<Row>): Html {
  const shown = sort === undefined ? label : html`<a href="${sort}">${label}</a>`;
  const text = hiddenLabel ? html`<span class="vh">${label}</span>` : shown;
  return html`<th role="columnheader" scope="col"${num ? html` class="num"` : ''}>${text}</th>`;
}

/** No blanks inside a cell: an empty one is hidden on a narrow page. */
function cell<Row>(column: Column<Row>, row: Row, first: boolean): Html {
  const { label, num = false, wide = false, hiddenLabel = false } = column;
  if (first) return html`<th role="rowheader" scope="row">${column.cell(row)}</th>`;
  const classes = [num && 'num', wide && 'wide'].filter(Boolean).join(' ');
  return html`<td role="cell"${hiddenLabel ? '' : html` data-label="${label}"`}${classes ? html` class="${classes}"` : ''}>${column.cell(row)}</td>`;
}
