import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { textSign } from '../format-markers.ts';
import { xmlItems } from '../format-reading.ts';
import { readEntry } from './syndication.ts';

/** HigherEdJobs RSS: the description is `Institution (City, ST)`, the text is on the page alone. */
export const higheredjobsRss: Adapter = {
  name: 'higheredjobs-rss',
  about: 'HigherEdJobs RSS',
  detect: (head) =>
    textSign(
      head,
      ['rss'],
      /details\.cfm\?JobCode=|higheredjobs\.com/i,
      'root <rss> with links to HigherEdJobs',
    ),
  reads: {
    kind: 'code',
    also: {
      identifier: 'guid',
      title: 'title',
      url: 'link',
      datePosted: 'pubDate',
      company: 'the institution that the description names',
      jobLocation: 'the place in brackets behind it',
    },
  },
  cut: { kind: 'xml', elements: ['item'] },
  parse: xmlItems(readItem),
};

function readItem(item: Tree, document: DocumentContext): RawListing {
  const raw = readEntry(item, document);
  const [line = ''] = (raw.description ?? '').trim().split(/<br\b|<\/(?:p|div)>|\n/i);
  // The name of an institution may end with brackets of its own.
  const [, institution, place] = /^(\S.*?)\s*\(([^()]+)\)$/.exec(line.replace(/<[^>]*>/g, '').trim()) ?? [];
  return {
    ...raw,
    ...(institution === undefined || raw.company !== undefined ? {} : { company: { name: institution } }),
    ...(place === undefined || raw.jobLocation !== undefined ? {} : { jobLocation: [{ text: place }] }),
  };
}
