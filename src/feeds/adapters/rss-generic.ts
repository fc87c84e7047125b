import type { Adapter, DocumentHead } from '../adapter.ts';
import { xmlItems } from './reading.ts';
import { xmlSigns } from './signs.ts';
import { readEntry, syndicationDialect, syndicationReads } from './syndication.ts';

/** RSS 0.9x, 1.0 and 2.0 and Atom 0.3 and 1.0 of boards that have no adapter of their own. */
export const rssGeneric: Adapter = {
  name: 'rss-generic',
  about: 'RSS 0.9x, 1.0, 2.0 and Atom 0.3, 1.0, with whatever job elements stand in an item',
  detect,
  reads: { kind: 'names', dialect: syndicationDialect, also: syndicationReads },
  cut: { kind: 'xml', elements: ['item', 'entry'] },
  parse: xmlItems((entry, document) => readEntry(entry, document)),
};

/** Items in the root of another format are still items; rows of another format in a root of syndication are not. */
function detect(head: DocumentHead) {
  const hasItems = head.names.includes('item') || head.names.includes('entry');
  if (!hasItems && head.names.includes('job')) return undefined;
  return (
    xmlSigns(head, { roots: ['rss', 'feed', 'rdf', 'channel'] }, 0.5) ??
    xmlSigns(head, { names: ['item.title', 'item.link|item.guid|item.pubdate'] }, 0.45) ??
    xmlSigns(
      head,
      { names: ['entry.title', 'entry.link', 'entry.published|entry.updated|entry.summary'] },
      0.45,
    )
  );
}
