import { html } from 'hono/html';
import type * as z from 'zod';
import type { searchAll } from '../../operations/search.operations.ts';
import { type Html, pluralHtml } from '../web/html/format-text.ts';
import { type Frame, operationsPage } from '../web/html/html-layout.ts';
import { empty, section } from '../web/html/pieces.ts';
import { withQuery } from '../web/redirects.ts';

const headings = {
  job: 'Jobs',
  employer: 'Employers',
  feed: 'Feeds',
  school: 'Schools',
  label: 'Labels',
  hold: 'Holds',
  setting: 'Settings',
} as const;

/** Where is it? */
export function searchPage(
  frame: Frame,
  words: string,
  items: z.output<typeof searchAll.output>['items'],
): Html {
  const title = words === '' ? 'Search' : `${pluralHtml(items.length, 'result')} for “${words}”`;
  const groups = [...Map.groupBy(items, ({ kind }) => kind)];
  return operationsPage(frame, {
    title,
    lead: 'Jobs, employers, feeds, schools, labels, open holds and settings that you may see.',
    content: html`<form method="get" action="/search" role="search" aria-label="Again" class="row"><label for="words" class="vh">Words</label><input id="words" name="q" type="search" value="${words}"><button class="primary">Search</button></form>
<div class="cols half band">${groups.map(([kind, hits]) => section(`found-${kind}`, headings[kind], html`<ul class="hits">${hits.map(({ name, about, page }) => html`<li><a href="${page}">${name}</a> <span class="soft">${about}</span></li>`)}</ul>${kind === 'job' ? html`<p class="after"><a href="${withQuery('/jobs', { q: words })}">All of these jobs</a></p>` : ''}`))}</div>
${words !== '' && items.length === 0 ? empty(`Nothing found for “${words}”`, 'Every word must occur in a name. Use fewer words, or the beginning of one.') : ''}
${section('quicker', 'Quicker', html`<p>The id of a job, <code>hold 12</code>, <code>plan northfield</code>, or the name of a feed or a school opens its page at once.</p>`)}`,
  });
}
