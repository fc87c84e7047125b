import { html } from 'hono/html';
import { errorAt, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import type { Html } from '../../web/html/format-text.ts';

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
export function addressForm(
  frame: Frame,
  { address = '', wrong = false, again = false }: { address?: string; wrong?: boolean; again?: boolean },
): Html {
  return html`<form class="row" method="post" action="/feeds/add">${csrfField(frame.csrf)}<label for="address">Address</label><input id="address" name="address" type="url" value="${address}" placeholder="https://" autocomplete="url"${wrong ? html` aria-invalid="true"` : ''}><button${again ? '' : html` class="primary"`}>${again ? 'Read another' : 'Preview'}</button></form>`;
}
