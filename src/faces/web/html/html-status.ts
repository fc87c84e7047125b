import { html } from 'hono/html';
import type { Html } from './format-text.ts';

/** A state's shape: it survives a grey print; the word beside it is always there. */
export type Shape = 'ok' | 'held' | 'fail' | 'run' | 'wait' | 'pause' | 'none';

/** A state of a page: a shape and the product's own word for it. */
export type State = {
  readonly shape: Shape;
  readonly word: string;
  /** The rows that a number in its word counts. */
  readonly href?: string;
};

/** Shape and word: `status({ shape: 'held', word: 'Held' })`. */
export function status({ shape, word, href }: State): Html {
  return html`<span class="status ${shape}">${icon(shape)}${href === undefined ? word : html`<a href="${href}">${word}</a>`}</span>`;
}

/** The bare shape, for where words stand beside it. */
export function icon(shape: Shape): Html {
  return html`<svg class="i" aria-hidden="true" focusable="false"><use href="#i-${shape}" /></svg>`;
}

const drawings: Record<Shape, Html> = {
  ok: html`<circle cx="8" cy="8" r="7.5" fill="currentColor" /><path class="hole" d="M6.5 11.6 3.4 8.5l1.2-1.2 1.9 1.9 4.9-4.9 1.2 1.2z" />`,
  held: html`<path fill="currentColor" d="M8 .8 15.2 8 8 15.2.8 8z" /><path class="hole" d="M7.1 4h1.8v5H7.1zM7.1 10.2h1.8V12H7.1z" />`,
  fail: html`<path fill="currentColor" d="M8 1 15.5 14.5H.5z" /><path class="hole" d="M7.2 5.6h1.6v4.6H7.2zM7.2 11.2h1.6v1.6H7.2z" />`,
  run: html`<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.8" /><path fill="currentColor" d="M8 1a7 7 0 1 1 0 14z" />`,
  wait: html`<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.8" stroke-dasharray="3 2" />`,
  pause: html`<path fill="currentColor" d="M3.5 2h3v12h-3zM9.5 2h3v12h-3z" />`,
  none: html`<path fill="currentColor" d="M2.5 7h11v2h-11z" />`,
};

/** The drawings that `icon` and the brand refer to: once a page, before their first use. */
export const symbols = html`<svg class="vh" aria-hidden="true" focusable="false"
  ><symbol id="i-logo" viewBox="0 0 28 20"
    ><g fill="none" stroke="currentColor" stroke-width="2"
      ><path d="M0 2h8c6 0 6 8 12 8" /><path d="M0 7.3h8c5 0 6 2.7 12 2.7" /><path d="M0 12.7h8c5 0 6-2.7 12-2.7" /><path d="M0 18h8c6 0 6-8 12-8" /></g
    ><circle cx="23" cy="10" r="4" fill="currentColor" /></symbol
  >${Object.entries(drawings).map(([shape, drawing]) => html`<symbol id="i-${shape}" viewBox="0 0 16 16">${drawing}</symbol>`)}</svg
>`;
