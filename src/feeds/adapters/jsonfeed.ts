import { compact, textAt, treeAt } from './find.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import type { DocumentHead } from '../adapter.ts';
import { readJobPosting } from './job-posting.ts';
import { jsonAdapter } from './mapped.ts';
import { linkedPages } from './pages.ts';
import { jsonSigns } from './signs.ts';

/** JSON Feed 1.0 and 1.1. Teamtailor's carries a whole JobPosting in each item. */
export const jsonfeed = jsonAdapter({
  name: 'jsonfeed',
  about: "JSON Feed 1.0 and 1.1, Teamtailor's with a JobPosting in each item",
  detect,
  rows: ['items'],
  mapping: {
    identifier: 'id',
    title: 'title',
    description: ['content_html', 'content_text', 'summary'],
    url: ['url', 'external_url'],
    datePosted: ['date_published', 'date_modified'],
    occupationalCategory: 'tags',
    language: 'language',
  },
  also: (item, _document, raw) => {
    const posting = treeAt(item, '_jobposting', '_job_posting', '_jobPosting');
    if (posting === undefined) return {};
    const marked = readJobPosting(posting, { url: raw.url });
    // The item's id is the feed's; the posting's says what the source calls the job.
    return compact<RawListing>({
      ...marked,
      identifier: raw.identifier,
      url: raw.url ?? marked.url,
      description: raw.description ?? marked.description,
      datePosted: raw.datePosted ?? marked.datePosted,
      requisition: textAt(posting, 'identifier/value'),
    });
  },
  paging: linkedPages('next_url'),
});

function detect(head: DocumentHead) {
  if (head.kind === 'json' && /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/.test(head.text)) {
    return { confidence: 0.95, why: 'a version of jsonfeed.org' };
  }
  return (
    jsonSigns(
      head,
      ['items[].content_html|items[].content_text|items[].date_published', 'items[].id|items[].url'],
      0.8,
    ) ?? jsonSigns(head, ['items', 'feed_url|home_page_url'], 0.7)
  );
}
