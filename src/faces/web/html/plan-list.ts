import { html } from 'hono/html';
import type { Posting } from '../../../publishing/publishing-types.ts';
import { type Html, shortId } from './format-text.ts';

/** One change of a plan: which job, why, and what differs. */
export type PlanRow = {
  readonly kind: 'delist' | 'update' | 'publish';
  /** It does not go now. */
  readonly waits?: true;
  readonly href: string;
  readonly title: string;
  readonly jobId: string;
  readonly why: string;
  readonly differences?: readonly Difference[];
  /** The page with the exact call; it is made when somebody asks for it. */
  readonly call?: string;
};

export type Difference = { readonly field: string; readonly before?: string; readonly after?: string };

const signs = {
  delist: { class: 'del', sign: '−', word: 'Take down' },
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

function planRow({ kind, waits, href, title, jobId, why, call, differences = [] }: PlanRow): Html {
  return html`<li>
    ${waits ? html`<span class="sign"></span>` : sign(kind)}
    <div>
      <span class="vh">${waits ? 'Waits' : signs[kind].word}: </span><a href="${href}">${title}</a>
      <span class="soft mono">${shortId(jobId)}</span>
    </div>
    <span class="soft">${why}</span>${
      differences.length > 0 ? html`<dl class="diff">${differences.map(difference)}</dl>` : ''
    }${call === undefined ? '' : html`<details class="diff" data-load="${call}"><summary>XML of the call<span class="vh">, ${title} ${jobId}</span></summary><p><a href="${call}">Show the call<span class="vh">, ${title} ${jobId}</span></a></p></details>`}
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

/** The fields that differ between what a school has and what would be sent. */
export function differencesOf(before: Posting | undefined, after: Posting): readonly Difference[] {
  if (before === undefined) return [];
  return (['job', 'employer'] as const).flatMap((part) => {
    const [old, fresh] = [Object.entries(before[part]), Object.entries(after[part])];
    const [was, is] = [new Map<string, unknown>(old), new Map<string, unknown>(fresh)];
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
      const [from, to] = [valueText(was.get(field)), valueText(is.get(field))];
      return from === to
        ? []
        : [{ field: part === 'job' ? field : `employer.${field}`, before: from, after: to }];
    });
  });
}

const LONGEST = 120;

/** A value of a field in a line: lists with semicolons, long texts cut. */
function valueText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || value === null || value === '') return '(empty)';
  if (Array.isArray(value)) return value.map(valueText).join('; ');
  const parts = typeof value === 'object' ? Object.values(value).filter(Boolean) : [value];
  const text = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(', ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
