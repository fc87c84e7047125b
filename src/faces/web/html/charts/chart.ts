import { html } from 'hono/html';
import type { Html } from '../format-text.ts';

/** A drawing with its title, what it shows in words, and the numbers behind it; `id` is unique on the page. */
export function chart(
  {
    id,
    title,
    finding,
    height,
    under = '',
  }: ChartOptions & { readonly height: number; readonly under?: Html | string },
  drawing: unknown,
  numbers?: Html,
): Html {
  return html`<svg class="chart" viewBox="0 0 400 ${height}" role="img" aria-labelledby="${id}-t ${id}-d">
<title id="${id}-t">${title}</title><desc id="${id}-d">${finding}</desc>${drawing}</svg>${under}
${numbers === undefined ? '' : html`<details><summary>Numbers of this chart</summary>${numbers}</details>`}`;
}

export type ChartOptions = {
  readonly id: string;
  readonly title: string;
  /** In words what the picture shows. */
  readonly finding: string;
};

/** A line across a drawing with its number at the left; that of zero is the axis. */
export function gridLine(
  { left, right }: { readonly left: number; readonly right: number },
  y: number,
  label: string | number,
  isAxis = false,
): Html {
  return html`<line class="${isAxis ? 'axis' : 'grid'}" x1="${left}" x2="${right}" y1="${at(y)}" y2="${at(y)}" /><text x="${left - 6}" y="${at(y + 4)}" text-anchor="end">${label}</text>`;
}

/** Zero to at least `max`, in at most four round steps. */
export function roundTicks(max: number, most = 4): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / most;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough && size >= 1) ??
      rough,
  );
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** A coordinate, to one decimal: `104.1`. */
export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `800`, `15k`, `1.2M`. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${at(value / 1_000_000)}M`;
  if (value >= 10_000 || (value >= 1_000 && value % 1_000 === 0)) return `${at(value / 1_000)}k`;
  return value.toLocaleString('en-US');
}
