import { isTrue } from '../formats/find.ts';
import { stated, totalOf } from '../formats/format-pages.ts';

/** Values outside the items (`DocumentContext.head`). */
type HeadValues = Readonly<Record<string, string>>;

/** How many rows there are in all, as a JSON document says under one of the usual keys. */
export function statedTotal(head: HeadValues): number | undefined {
  return totalOf(stated(head, ...totals));
}

const totals = `
  total totalCount total_count totalResults total_results totalItems total_items totalJobs totalFound totalElements totalRecords
  total_records recordsTotal numFound hits.total hits.total.value response.numFound meta.total meta.totalCount meta.total_count
  meta.record-count meta.pagination.total pagination.total pagination.totalCount pagination.total_count _pagination.total
  paging.total page.totalElements data.total data.totalCount
`
  .split(/\s+/)
  .filter((key) => key !== '');

/** What a JSON document says of further rows without saying where they are: a flag, a cursor, a number of pages. */
export function signOfMore(head: HeadValues): string | undefined {
  for (const [path, text] of Object.entries(head)) {
    const [last = '', around = '', ...further] = path.toLowerCase().split('.').toReversed();
    if (further.length > 2 || (around !== '' && !ofPages.test(around))) continue;
    const key = last.replaceAll('_', '');
    if (/^(hasmore|hasnext|hasnextpage|more|moreavailable)$/.test(key) && isTrue(text))
      return `the document says that there is more: ${path}`;
    if (/^(totalpages|pagecount|lastpage|pages|numpages)$/.test(key) && Number(text) > 1)
      return `a page of ${text}`;
    if (/^(nextcursor|nextpagetoken|nextpage|nexttoken)$/.test(key) && !/^(false|0|null|)$/.test(text))
      return `the document says that there is more: ${path}`;
  }
  return undefined;
}

/** Objects that hold what is said about pages. */
const ofPages =
  /^_?(pagination|paging|page|pageinfo|meta|metadata|links|cursor|data|result|results|response)$/;
