import { html } from 'hono/html';
import { table } from '../html-table.ts';
import { countTo, type Html } from '../format-text.ts';
import { at, chart, type ChartOptions, gridLine, roundTicks, shortNumber } from './chart.ts';

/** What happened on one day: published and updated stand above the line, taken down below it. */
export type Day = {
  /** `20`, under the bar. */
  readonly label: string;
  /** `20 Nov`, in the table. */
  readonly date: string;
  /** `2026-11-20`, in addresses. */
  readonly day: string;
  readonly published: number;
  readonly updated: number;
  readonly delisted: number;
};

const box = { left: 40, right: 400, top: 10, bottom: 170, height: 190 } as const;

/** Publications per day. */
export function barsPerDay(
  options: ChartOptions & {
    days: readonly Day[];
    /** Where a day's number leads. */
    rowsLink: (done: 'published' | 'updated' | 'delisted', day: string) => string;
    /** Where a day itself leads. */
    dayLink: (day: string) => string;
  },
): Html {
  const { id, title, days, rowsLink, dayLink } = options;
  const column = (label: string, done: 'published' | 'updated' | 'delisted') => ({
    label,
    num: true,
    cell: (day: Day) => countTo(rowsLink(done, day.day), day[done], `${label.toLowerCase()} on ${day.date}`),
  });
  const up = roundTicks(Math.max(1, ...days.map(({ published, updated }) => published + updated)), 3);
  const down = Math.max(0, ...days.map(({ delisted }) => delisted));
  const top = up.at(-1) ?? 1;
  const perUnit = (box.bottom - box.top) / (top + down);
  const zero = box.top + top * perUnit;
  return html`<ul class="legend">
      <li>${swatch(html`<rect class="c-new" width="10" height="10" />`)}Published</li>
      <li>${swatch(html`<rect class="c-upd" width="10" height="10" />`)}Updated</li>
      <li>${swatch(html`<rect fill="url(#${id}-h)" width="10" height="10" />`)}Taken down, below the line</li>
    </ul>
    ${chart(
      { ...options, height: box.height },
      html`<defs>
        <pattern
          id="${id}-h"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="c-down-bg" width="5" height="5" />
          <rect class="c-down" width="2.2" height="5" />
        </pattern>
      </defs>
      ${up.map((value) => gridLine(box, zero - value * perUnit, shortNumber(value)))}
      ${days.map((day, index) => bar(day, index, { id, zero, perUnit, days: days.length }))}
      <line class="axis" x1="${box.left}" x2="${box.right}" y1="${at(zero)}" y2="${at(zero)}" />`,
      table({
        caption: title,
        narrow: 'keep',
        rows: days,
        columns: [
          { label: 'Day', cell: ({ date, day }) => html`<a href="${dayLink(day)}">${date}</a>` },
          column('Published', 'published'),
          column('Updated', 'updated'),
          column('Taken down', 'delisted'),
        ],
      }),
    )}`;
}

function swatch(content: Html): Html {
  return html`<svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">${content}</svg>`;
}

type Scale = { readonly id: string; readonly zero: number; readonly perUnit: number; readonly days: number };

function bar(day: Day, index: number, { id, zero, perUnit, days }: Scale): Html {
  const slot = (box.right - box.left) / Math.max(1, days);
  const width = at(slot * 0.66);
  const x = at(box.left + slot * index + (slot - width) / 2);
  const published = day.published * perUnit;
  const updated = day.updated * perUnit;
  const gap = published > 0 && updated > 0 ? 1 : 0;
  const labelled = (days - 1 - index) % Math.ceil(days / 5) === 0;
  return html`<g><title>${day.date}: ${day.published} published, ${day.updated} updated, ${day.delisted} taken down</title>${rect('c-new', x, zero - published, width, published)}${rect('c-upd', x, zero - published - gap - updated, width, updated)}${
    day.delisted > 0
      ? html`<rect
          fill="url(#${id}-h)"
          x="${x}"
          y="${at(zero)}"
          width="${width}"
          height="${at(day.delisted * perUnit)}"
        />`
      : ''
  }${labelled ? html`<text x="${at(x + width / 2)}" y="${box.height - 4}" text-anchor="middle">${day.label}</text>` : ''}</g> `;
}

function rect(series: string, x: number, y: number, width: number, height: number): Html | string {
  return height > 0
    ? html`<rect class="${series}" x="${x}" y="${at(y)}" width="${width}" height="${at(height)}" />`
    : '';
}
