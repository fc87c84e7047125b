import { html } from 'hono/html';
import { errorAt, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { facts, notice, section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { count, duration, type Html, pluralHtml } from '../../web/html/format-text.ts';
import { feedChoices, type FeedChosen } from './feed-choices.ts';
import type { FeedFound } from './feed-found.ts';
import { targetPath } from '../staff/addresses.page.ts';

/** A feed on its way in: what is behind its address, what would happen, and how it shall be read. */
export type FeedDraftView = {
  readonly id: number;
  /** Without the secrets in it. */
  readonly address: string;
  readonly state:
    | { readonly kind: 'reading'; readonly items: number; readonly since: Date }
    /** `mappable`: it is cut into items anyway, so that a person can say what is what. */
    | { readonly kind: 'failed'; readonly reason: string; readonly mappable: boolean }
    | { readonly kind: 'read'; readonly found: FeedFound };
  readonly chosen: FeedChosen;
  readonly errors: readonly FormError[];
};

export const draftPath = (id: number) => `/feeds/add/${id}`;

export function feedDraftPage(frame: Frame, view: FeedDraftView): Html {
  const { errors, state } = view;
  return operationsPage(frame, {
    title: 'Add a feed',
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    errors,
    lead: state.kind === 'read' ? 'This is a preview. Nothing has been kept or sent.' : view.address,
    content: body(frame, view),
  });
}

function body(frame: Frame, view: FeedDraftView): Html {
  const { state, id } = view;
  switch (state.kind) {
    case 'reading':
      return html`<p class="band" role="status" data-poll="${draftPath(id)}/progress">${readingText(state.items, frame.now.getTime() - state.since.getTime())}</p><p class="after"><a href="${draftPath(id)}">Look again</a>. You can leave this page: it goes on, and stays for a week at this address.</p>`;
    case 'failed':
      return html`${notice('fail', 'Nothing could be read there', html`<p>${state.reason}</p>${state.mappable ? html`<p><a href="${draftPath(id)}/fields">Map the fields yourself</a></p>` : ''}`)}
<div class="band">${addressForm(frame, { again: true })}</div>`;
    case 'read':
      return html`${preview(frame, view, state.found)}
<div class="band">${addressForm(frame, { again: true })}</div>`;
  }
}

/** `Reading. 1,200 items so far, 4 s.` */
export function readingText(items: number, ms: number): string {
  return `Reading. ${items === 0 ? 'Waiting for the answer' : `${pluralHtml(items, 'item')} so far`}, ${duration(Math.max(0, ms))}.`;
}

function preview(frame: Frame, view: FeedDraftView, found: FeedFound): Html {
  const { id, chosen } = view;
  const fields = found.mappable ? html`<a href="${draftPath(id)}/fields">Map its fields</a>` : '';
  return html`<div class="cols half band">
${section('what', 'What was found', [facts([{ term: 'Address', value: view.address }, ...found.facts]), fields === '' ? '' : html`<p class="after">Something in the wrong place? ${fields}.</p>`], duration(found.ms))}
${section('happens', 'What would happen', foreseenTable(found), found.foreseenOf === found.listings ? '' : `of the first ${pluralHtml(found.foreseenOf, 'job')}`)}
</div>
${found.first.length === 0 ? '' : section('first', `First ${pluralHtml(found.first.length, 'job')}`, firstJobs(found.first), `of ${count(found.listings)}`)}
${section('how', 'How to read it', feedChoices(frame, { action: draftPath(id), chosen, errors: view.errors, listings: found.listings }))}`;
}

function foreseenTable({ foreseen }: FeedFound): Html {
  if (foreseen.length === 0)
    return html`<p>There is no school yet. The feed is read, and its jobs wait. <a href="/targets/add">Add a school</a></p>`;
  return table({
    caption: 'What would happen',
    narrow: 'pairs',
    rows: foreseen,
    columns: [
      {
        label: 'School',
        cell: ({ target, reasons: [first] }) =>
          html`<a href="${targetPath(target)}">${target}</a>${first === undefined ? '' : html`<span class="soft">Most common reason: ${first.reason} (${pluralHtml(first.jobs, 'job')})</span>`}`,
      },
      { label: 'Publish', num: true, cell: ({ publish }) => count(publish) },
      { label: 'Held back', num: true, cell: ({ held }) => count(held) },
      { label: 'Not for it', num: true, cell: ({ skipped }) => count(skipped) },
    ],
  });
}

function firstJobs(rows: FeedFound['first']): Html {
  return table({
    caption: 'First jobs of the feed',
    rows,
    columns: [
      { label: 'Job', cell: ({ title }) => title },
      { label: 'Place', cell: ({ place }) => place },
      { label: 'Type', cell: ({ type }) => type ?? '' },
      { label: 'Pay', cell: ({ pay }) => pay ?? 'not given' },
      { label: 'Closes', cell: ({ closes }) => closes ?? 'open' },
      { label: 'Notes', cell: ({ notes }) => notes.join('; ') },
    ],
  });
}

/** Where adding a feed begins: its address. */
export function feedAddPage(
  frame: Frame,
  { address, errors }: { address: string; errors: readonly FormError[] },
): Html {
  return operationsPage(frame, {
    title: 'Add a feed',
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    errors,
    lead: 'Paste the address of a feed, a career page or a job board. The format is found by itself, and you see the jobs before anything is kept.',
    content: addressForm(frame, { address, wrong: errorAt(errors, 'address') !== undefined }),
  });
}

/** The form that begins to read an address. */
function addressForm(
  frame: Frame,
  { address = '', wrong = false, again = false }: { address?: string; wrong?: boolean; again?: boolean },
): Html {
  return html`<form class="row" method="post" action="/feeds/add">${csrfField(frame.csrf)}<label for="address">Address</label><input id="address" name="address" type="url" value="${address}" placeholder="https://" autocomplete="url"${wrong ? html` aria-invalid="true"` : ''}><button${again ? '' : html` class="primary"`}>${again ? 'Read another' : 'Preview'}</button></form>`;
}
