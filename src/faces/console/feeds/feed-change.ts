import { html } from 'hono/html';
import type { FormError } from '../../web/html/html-fields.ts';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { notice } from '../../web/html/pieces.ts';
import type { Html } from '../../web/html/format-text.ts';
import { feedPath } from '../staff/addresses.page.ts';
import { type FeedChosen, feedChoices } from './feed-choices.ts';

/** How a feed that is there shall be read from now on. */
export function feedChangePage(
  frame: Frame,
  feed: {
    readonly name: string;
    /** The file that it is kept in, from which a change detaches it. */
    readonly file?: string;
    readonly chosen: FeedChosen;
    readonly errors: readonly FormError[];
  },
): Html {
  const { name, file, chosen, errors } = feed;
  return operationsPage(frame, {
    title: `Change ${name}`,
    section: 'Feeds',
    crumb: { href: feedPath(name), label: name },
    errors,
    lead: 'The next plan uses it. Plan shows what would change.',
    content: html`${file === undefined ? '' : notice('held', 'It is kept in a file', html`<p>${file}. A change here detaches it: the file no longer counts.</p>`)}
<div class="band">${feedChoices(frame, { action: `${feedPath(name)}/change`, chosen, errors, added: name })}</div>`,
  });
}
