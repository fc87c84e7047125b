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
  return html`<svg class="i" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    ${drawing(shape)}
  </svg>`;
}

function drawing(shape: Shape): Html {
  switch (shape) {
    case 'ok':
      return html`<circle cx="8" cy="8" r="7.5" fill="currentColor" /><path
          class="hole"
          d="M6.5 11.6 3.4 8.5l1.2-1.2 1.9 1.9 4.9-4.9 1.2 1.2z"
        />`;
    case 'held':
      return html`<path fill="currentColor" d="M8 .8 15.2 8 8 15.2.8 8z" /><path
          class="hole"
          d="M7.1 4h1.8v5H7.1zM7.1 10.2h1.8V12H7.1z"
        />`;
    case 'fail':
      return html`<path fill="currentColor" d="M8 1 15.5 14.5H.5z" /><path
          class="hole"
          d="M7.2 5.6h1.6v4.6H7.2zM7.2 11.2h1.6v1.6H7.2z"
        />`;
    case 'run':
      return html`<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.8" /><path
          fill="currentColor"
          d="M8 1a7 7 0 1 1 0 14z"
        />`;
    case 'wait':
      return html`<circle
        cx="8"
        cy="8"
        r="6.2"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-dasharray="3 2"
      />`;
    case 'pause':
      return html`<path fill="currentColor" d="M3.5 2h3v12h-3zM9.5 2h3v12h-3z" />`;
    case 'none':
      return html`<path fill="currentColor" d="M2.5 7h11v2h-11z" />`;
  }
}
