import type { Adapter, DocumentHead, Item } from '../adapter.ts';
import { parseXml } from '../cut/feed-xml.ts';
import { textAt } from './find.ts';
import { postingsOf } from './json/html-jsonld.ts';
import { xmlMarkers } from './format-markers.ts';

/** A sitemap lists pages. Read by itself it holds no job; with the pages read behind it, theirs. */
export const sitemap: Adapter = {
  name: 'sitemap',
  about: 'Sitemaps: an index of pages, whose JobPosting markup is read page by page',
  detect: (head) => xmlMarkers(head, { roots: ['urlset', 'sitemapindex'] }, 0.98),
  cut: { kind: 'xml', elements: ['url', 'sitemap'] },
  parse: (item, document) => {
    if (isPage(item)) return postingsOf(item.text, document);
    const part = addressIn(item, 'sitemap');
    const isOurs = part !== undefined && isSameHost(part, document.url);
    return [
      {
        kind: 'rejected',
        reason: `an address of a ${part === undefined ? 'page' : 'sitemap'}, no job in it`,
        inactive: true,
        ...(isOurs ? { part } : {}),
      },
    ];
  },
  emptyNote: 'an index of pages: the jobs are on the pages it lists',
  paging: {
    next: () => undefined,
    // An index that keeps jobs apart is read there only.
    parts: (addresses) => {
      const ofJobs = addresses.filter((address) => isOfJobs(URL.parse(address)?.pathname ?? ''));
      return ofJobs.length > 0 ? ofJobs : addresses;
    },
    detail: {
      request: (item, { url }) => {
        const page = addressIn(item, 'url');
        return page !== undefined && isOfJobs(page) && isSameHost(page, url) ? { url: page } : undefined;
      },
      merge: (item, page) => ({ ...item, text: page }),
    },
  },
};

function isPage(item: Item): boolean {
  return !/^\s*<(?:[\w.-]+:)?(url|sitemap)[\s>]/i.test(item.text);
}

function addressIn(item: Item, element: 'url' | 'sitemap'): string | undefined {
  const outcome = isPage(item) ? undefined : parseXml(item.text);
  return outcome?.kind === 'tree' && outcome.root.name === element ? textAt(outcome.root, 'loc') : undefined;
}

/** What a page of a job is called in addresses. */
function isOfJobs(address: string): boolean {
  return /job|career|vacanc|position|opening|posting|requisition|offre|emploi|stelle|karriere|vaga|empleo|lavoro|vacature/i.test(
    address,
  );
}

function isSameHost(page: string, index: string | undefined): boolean {
  const [one, other] = [URL.parse(page)?.host, index === undefined ? undefined : URL.parse(index)?.host];
  return one !== undefined && (other === undefined || one === other);
}

/** "Who is hiring": free text by many hands, left out. */
export const hnWhoishiring: Adapter = {
  name: 'hn-whoishiring',
  about: 'Hacker News "Who is hiring" threads: free text, left out',
  detect,
  cut: { kind: 'json', paths: ['hits', 'children'] },
  parse: () => [{ kind: 'rejected', reason: 'a comment in free text', inactive: true }],
  emptyNote: 'comments in free text are left out: they are for people to read',
};

function detect(head: DocumentHead) {
  const has = (key: string) => head.names.includes(key);
  const isThread =
    (has('hits[].comment_text') && (has('hits[].story_id') || has('story_id'))) ||
    (has('children[].parent_id') && has('children[].text'));
  return head.kind === 'json' && isThread
    ? { confidence: 0.95, why: 'comments of a Hacker News story' }
    : undefined;
}
