import type { DocumentContext, Item, PageRequest, Paging } from '../adapter.ts';
import { parseJson } from '../feed-json.ts';
import type { Tree } from '../cut/tree.ts';
import { textAt } from './find.ts';
import { postingsOf } from './json/html-jsonld.ts';

type Detail = NonNullable<Paging['detail']>;

/** Calls for the details of JSON rows; the answer is in the row under `detail`. */
export function jsonDetails(addressOf: (row: Tree, context: DocumentContext) => string | undefined): Detail {
  return {
    request: (item, context) => requestOf(item, context, addressOf),
    merge: withDetail,
  };
}

/**
 * Calls for the pages of JSON rows that have no text of their own; what the page's JobPosting markup says is in the row under
 * `detail`, in the words of a raw listing. Only pages of the feed's own host, or of those named, are called.
 */
export function pageDetails(hosts: RegExp): Detail {
  return {
    request: (item, context) =>
      requestOf(item, context, (row, { url }) => {
        const page = textAt(row, 'url', 'jobUrl');
        const host = page === undefined ? undefined : URL.parse(page)?.host;
        const isOurs = host !== undefined && (host === URL.parse(url ?? '')?.host || hosts.test(host));
        return isOurs && textAt(row, 'description') === undefined ? page : undefined;
      }),
    merge: (item, page) => {
      const [posting, ...others] = postingsOf(page, { head: {} });
      const isOne = posting?.kind === 'listing' && others.length === 0;
      return isOne ? withDetail(item, JSON.stringify(posting.raw)) : item;
    },
  };
}

function requestOf(
  item: Item,
  context: DocumentContext,
  addressOf: (row: Tree, context: DocumentContext) => string | undefined,
): PageRequest | undefined {
  const outcome = parseJson(item.text);
  const url = outcome.kind === 'tree' ? addressOf(outcome.root, context) : undefined;
  return url === undefined ? undefined : { url };
}

/** The row's own text goes on, so that what it says keeps every digit. An answer that is no JSON object changes nothing. */
function withDetail(item: Item, detail: string): Item {
  const row = item.text.trim();
  const isObject = parseJson(detail).kind === 'tree' && detail.trim().startsWith('{') && row.endsWith('}');
  if (!isObject) return item;
  const inner = row.slice(0, -1).trimEnd();
  return { ...item, text: `${inner}${inner.endsWith('{') ? '' : ','}"detail":${detail}}` };
}
