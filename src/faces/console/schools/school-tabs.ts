import { html } from 'hono/html';
import type { Html } from '../../web/html/format-text.ts';
import { withQuery } from '../../web/redirects.ts';
import { targetPath } from '../staff/addresses.page.ts';

export type SchoolTab = 'Overview' | 'Picklists' | 'Reviews' | 'Rules and limits' | 'Directory';

/** The pages about one school, in one order on each of them. */
export function schoolTabs(target: string, current: SchoolTab): Html {
  const own = targetPath(target);
  const tabs: readonly (readonly [string, string])[] = [
    ['Overview', own],
    ['Jobs', withQuery('/jobs', { target })],
    ['Labels', withQuery('/labels', { target })],
    ['Connection', `${own}#check`],
    ['Picklists', `${own}/picklists`],
    ['Rules and limits', `${own}/policy`],
    ['Reviews', `${own}/reviews`],
    ['Directory', `${own}/directory`],
    ['Calls', withQuery('/publications', { target })],
    ['History', withQuery('/activity', { about: target })],
  ];
  return html`<nav aria-label="Pages of ${target}"><ul class="chips">${tabs.map(([name, href]) => html`<li><a href="${href}"${name === current ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul></nav>`;
}
