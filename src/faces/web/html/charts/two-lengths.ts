import { html } from 'hono/html';
import { count, type Html } from '../format-text.ts';
import { at, chart, type ChartOptions } from './chart.ts';

/** Found against usual, with the guard between them. The finding is beside it in words. */
export function twoLengths({
  found,
  usual,
  guard,
  ...named
}: Omit<ChartOptions, 'title'> & { found: number; usual: number; guard: number }): Html {
  const perUnit = 222 / Math.max(1, found, usual, guard);
  const width = (value: number) => Math.max(2, at(value * perUnit));
  const guardAt = at(118 + guard * perUnit);
  return chart(
    { ...named, title: 'Jobs found and expected', height: 78 },
    html`    <text x="110" y="17" text-anchor="end">Found now</text>
    <rect class="c-down" x="118" y="5" width="${width(found)}" height="16" />
    <text class="val" x="${at(124 + width(found))}" y="17">${count(found)}</text>
    <text x="110" y="43" text-anchor="end">Usual</text>
    <rect class="c-new" x="118" y="31" width="${width(usual)}" height="16" />
    <text class="val" x="${at(124 + width(usual))}" y="43">${count(usual)}</text>
    <line class="guard" x1="${guardAt}" x2="${guardAt}" y1="0" y2="52" />
    <text class="guard-t" x="${guardAt}" y="67" text-anchor="middle">guard ${count(guard)}</text>`,
  );
}
