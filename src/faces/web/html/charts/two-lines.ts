import { html } from 'hono/html';
import { table } from '../html-table.ts';
import { duration, type Html } from '../format-text.ts';
import { at, chart, type ChartOptions, gridLine, roundTicks } from './chart.ts';

/** Of one day: how long half of the jobs took, and how long 19 of 20; absent where there was none. */
export type DayTimes = {
  readonly date: string;
  readonly label: string;
  readonly medianMs?: number;
  readonly mostMs?: number;
};

const box = { left: 58, right: 340, top: 12, bottom: 128 } as const;
const units = [
  { name: 's', ms: 1_000 },
  { name: 'min', ms: 60_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'd', ms: 86_400_000 },
] as const;

/** Two lines over days: the median, and what 19 of 20 stayed under. A day without a job has no point. Oldest first. */
export function twoLines(options: ChartOptions & { days: readonly DayTimes[] }): Html {
  const { title, days } = options;
  const top = Math.max(1, ...days.map(({ mostMs = 0 }) => mostMs));
  const unit = units.findLast(({ ms }) => top >= 2 * ms) ?? units[0];
  const ticks = roundTicks(top / unit.ms, 2);
  const high = (ticks.at(-1) ?? 1) * unit.ms;
  const x = (day: number) => at(box.left + (day / Math.max(1, days.length - 1)) * (box.right - box.left));
  const y = (ms: number) => at(box.bottom - (ms / high) * (box.bottom - box.top));
  const line = (part: 'medianMs' | 'mostMs', look: string) => {
    const points = days.flatMap(({ [part]: ms }, day) =>
      ms === undefined ? [] : [{ x: x(day), y: y(ms), ms }],
    );
    const last = points.at(-1);
    return html`<path class="line ${look}" d="M${points.map((point) => `${point.x} ${point.y}`).join('L')}" />${last === undefined ? '' : html`<circle class="dot" cx="${last.x}" cy="${last.y}" r="2.5" /><text class="${look === '' ? 'val' : 'guard-t'}" x="${at(last.x + 6)}" y="${at(last.y + 4)}">${duration(last.ms)}</text>`}`;
  };
  const named = days.flatMap(({ label }, day) => (day % 6 === 1 ? [{ label, day }] : []));
  return chart(
    {
      ...options,
      height: 150,
      under: html`<p class="soft">Solid: half of the jobs were quicker. Dashed: 19 of 20 were.</p>`,
    },
    html`${ticks.map((value) => gridLine(box, y(value * unit.ms), value === 0 ? 0 : `${value} ${unit.name}`, value === 0))}
      ${line('mostMs', 'guard')}${line('medianMs', '')}
      ${named.map(({ label, day }) => html`<text x="${x(day)}" y="146" text-anchor="middle">${label}</text>`)}`,
    table({
      caption: title,
      narrow: 'keep',
      rows: days,
      columns: [
        { label: 'Day', cell: ({ date }) => date },
        { label: 'Half', num: true, cell: ({ medianMs }) => told(medianMs) },
        { label: '19 of 20', num: true, cell: ({ mostMs }) => told(mostMs) },
      ],
    }),
  );
}

const told = (ms: number | undefined) => (ms === undefined ? '–' : duration(ms));
