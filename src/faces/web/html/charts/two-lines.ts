import { html } from 'hono/html';
import { table } from '../html-table.ts';
import { duration, type Html } from '../format-text.ts';
import { at, roundTicks } from './scale.ts';

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
export function twoLines(options: {
  id: string;
  title: string;
  finding: string;
  days: readonly DayTimes[];
}): Html {
  const { id, title, finding, days } = options;
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
  return html`<svg class="chart" viewBox="0 0 400 150" role="img" aria-labelledby="${id}-t ${id}-d">
      <title id="${id}-t">${title}</title>
      <desc id="${id}-d">${finding}</desc>
      ${ticks.map((value) => html`<line class="${value === 0 ? 'axis' : 'grid'}" x1="${box.left}" x2="${box.right}" y1="${y(value * unit.ms)}" y2="${y(value * unit.ms)}" /><text x="52" y="${at(y(value * unit.ms) + 4)}" text-anchor="end">${value === 0 ? 0 : `${value} ${unit.name}`}</text>`)}
      ${line('mostMs', 'guard')}${line('medianMs', '')}
      ${named.map(({ label, day }) => html`<text x="${x(day)}" y="146" text-anchor="middle">${label}</text>`)}
    </svg>
    <p class="soft">Solid: half of the jobs were quicker. Dashed: 19 of 20 were.</p>
    <details>
      <summary>Numbers of this chart</summary>
      ${table({
        caption: title,
        narrow: 'keep',
        rows: days,
        columns: [
          { label: 'Day', cell: ({ date }) => date },
          { label: 'Half', num: true, cell: ({ medianMs }) => told(medianMs) },
          { label: '19 of 20', num: true, cell: ({ mostMs }) => told(mostMs) },
        ],
      })}
    </details>`;
}

const told = (ms: number | undefined) => (ms === undefined ? '–' : duration(ms));
