import { html } from 'hono/html';
import type { Html } from '../format-text.ts';
import { at } from './chart.ts';

/** A word-sized trend in a table cell, oldest first; its last number stands beside it, so it is hidden from readers. */
export function trend(values: readonly number[], bad = false): Html | string {
  const last = values.at(-1);
  if (last === undefined || values.length < 2) return '–';
  const top = Math.max(1, ...values);
  const x = (index: number) => at(2 + (index / (values.length - 1)) * 80);
  const y = (value: number) => at(19 - (value / top) * 16);
  const end = { x: x(values.length - 1), y: y(last) };
  return html`<svg
    class="spark"
    viewBox="0 0 88 22"
    width="88"
    height="22"
    aria-hidden="true"
    focusable="false"
  >
    <path class="line" d="M${values.map((value, index) => `${x(index)} ${y(value)}`).join('L')}" />
    ${
      bad
        ? html`<path class="c-bad" d="M${end.x} ${at(end.y - 3.5)}l3.5 3.5-3.5 3.5-3.5-3.5z" />`
        : html`<circle class="dot" cx="${end.x}" cy="${end.y}" r="2.2" />`
    }
  </svg>`;
}
