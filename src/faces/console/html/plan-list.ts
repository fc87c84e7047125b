import { html } from 'hono/html';
import type { Html } from './format-text.ts';

/** One change of a plan: which job, why, and what differs. */
export type PlanRow = {
  readonly kind: 'delist' | 'update' | 'publish';
  readonly href: string;
  readonly title: string;
  readonly jobId: string;
  readonly why: string;
  readonly differences?: readonly Difference[];
};

export type Difference = { readonly field: string; readonly before?: string; readonly after?: string };

const signs = {
  delist: { class: 'del', sign: '−', word: 'Delist' },
  update: { class: 'upd', sign: '~', word: 'Update' },
  publish: { class: 'add', sign: '+', word: 'Publish' },
} as const;

export function planList(rows: readonly PlanRow[]): Html {
  return html`<ol class="plan">
    ${rows.map(planRow)}
  </ol>`;
}

/** The sign of a kind of change, for sums; the words beside it say the same. */
export function sign(kind: PlanRow['kind']): Html {
  return html`<span class="sign ${signs[kind].class}" aria-hidden="true">${signs[kind].sign}</span>`;
}

function planRow({ kind, href, title, jobId, why, differences = [] }: PlanRow): Html {
  return html`<li>
    ${sign(kind)}
    <div>
      <span class="vh">${signs[kind].word}: </span><a href="${href}">${title}</a>
      <span class="soft mono">${jobId}</span>
    </div>
    <span class="soft">${why}</span>${
      differences.length > 0 ? html`<dl class="diff">${differences.map(difference)}</dl>` : ''
    }
  </li> `;
}

function difference({ field, before, after }: Difference): Html {
  const arrow = before !== undefined && after !== undefined ? ' → ' : '';
  return html`<div>
    <dt>${field}</dt>
    <dd>
      ${before === undefined ? '' : html`<del>${before}</del>`}${arrow}${after === undefined ? '' : html`<ins>${after}</ins>`}
    </dd>
  </div>`;
}
