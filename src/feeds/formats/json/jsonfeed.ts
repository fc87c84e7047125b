import { compact, treeAt } from '../find.ts';
import type { RawListing } from '../../../listings/raw-listing.ts';
import type { DocumentHead } from '../../adapter.ts';
import { readJobPosting } from './job-posting.ts';
import { jsonAdapter } from '../mapped.ts';
import { linkedPages, resolved, stated } from '../format-pages.ts';
import { jsonMarkers } from '../format-markers.ts';
import { readPlainText } from '../plain-text.ts';
import { vocabulary } from '../synonyms.ts';

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
  alsoReads: {
    company: "_jobposting/hiringOrganization, the feed's title",
    requisition: '_jobposting/identifier',
    jobLocation: '_jobposting',
    employmentType: '_jobposting',
    validThrough: '_jobposting',
  },
  also: (item, document, raw) => {
    const posting = treeAt(item, '_jobposting');
    const url = resolved(raw.url, stated(document.head, 'home_page_url', 'feed_url'), document.url);
    if (posting === undefined) return url === undefined ? {} : { url };
    // Plugins of content systems write members of their own there: `city`, `employment_type`.
    const marked = { ...readPlainText(posting, words), ...readJobPosting(posting, { url: raw.url }) };
    const title = stated(document.head, 'title');
    return compact<RawListing>({
      ...marked,
      // The item's id is the feed's own; what the employer calls the job is its requisition.
      identifier: raw.identifier ?? marked.identifier,
      requisition: marked.identifier,
      url: url ?? marked.url,
      description: raw.description ?? marked.description,
      datePosted: raw.datePosted ?? marked.datePosted,
      company: marked.company ?? (title === undefined ? undefined : { name: title }),
    });
  },
  paging: linkedPages('next_url'),
});

const words = vocabulary();

function detect(head: DocumentHead) {
  if (head.kind === 'json' && /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/.test(head.text)) {
    return { confidence: 0.95, why: 'a version of jsonfeed.org' };
  }
  return (
    jsonMarkers(
      head,
      ['items[].content_html|items[].content_text|items[].date_published', 'items[].id|items[].url'],
      0.8,
    ) ?? jsonMarkers(head, ['items', 'feed_url|home_page_url'], 0.7)
  );
}
