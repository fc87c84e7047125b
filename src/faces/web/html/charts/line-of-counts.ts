import { html } from 'hono/html';
import { table } from '../html-table.ts';
import { count, type Html } from '../format-text.ts';
import { at, chart, type ChartOptions, gridLine, roundTicks, shortNumber } from './chart.ts';

/** What was counted at a run of a feed, or on a day, and how the table names it. */
export type CountPoint = { readonly name: string; readonly when?: string; readonly jobs: number };

const box = { left: 40, right: 346, top: 14, bottom: 168 } as const;

/** Jobs over runs or days as a line, with the guard below which removals stop. Oldest first. */
export function lineOfCounts(
  options: ChartOptions & { points: readonly CountPoint[]; of: 'Run' | 'Day'; guard?: number },
): Html {
  const { title, points: runs, of, guard } = options;
  const ticks = roundTicks(Math.max(1, guard ?? 0, ...runs.map(({ jobs }) => jobs)), 3);
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => at(box.bottom - (value / top) * (box.bottom - box.top));
  const x = (index: number) => at(box.left + (index / Math.max(1, runs.length - 1)) * (box.right - box.left));
  const line = runs.map(({ jobs }, index) => `${x(index)} ${y(jobs)}`).join('L');
  return chart(
    { ...options, height: 190 },
    html`${ticks.map((value) => gridLine(box, y(value), shortNumber(value), value === 0))}
      ${runs.length > 1 ? html`<path class="area" d="M${box.left} ${box.bottom}L${line}L${box.right} ${box.bottom}Z" /><path class="line" d="M${line}" />` : ''}${runs.length === 1 ? html`<circle class="dot" cx="${x(0)}" cy="${y(runs[0]?.jobs ?? 0)}" r="3" />` : ''}
      ${guard === undefined ? '' : html`<line class="guard" x1="${box.left}" x2="${box.right}" y1="${y(guard)}" y2="${y(guard)}" /><text class="guard-t" x="352" y="${at(y(guard) + 4)}">guard</text>`}`,
    table({
      caption: title,
      narrow: 'keep',
      rows: runs,
      columns: [
        { label: of, cell: ({ name }) => name },
        ...(of === 'Day' ? [] : [{ label: 'When', cell: (point: CountPoint) => point.when ?? '' }]),
        { label: 'Jobs', num: true, cell: ({ jobs }) => count(jobs) },
      ],
    }),
  );
}
