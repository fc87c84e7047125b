import type { Adapter } from '../adapter.ts';
import { xmlItems } from './reading.ts';
import { xmlSigns } from './signs.ts';
import { readEntry, syndicationDialect, syndicationReads } from './syndication.ts';

/** RSS 0.9x, 1.0 and 2.0 and Atom 0.3 and 1.0 of boards that have no adapter of their own. */
export const rssGeneric: Adapter = {
  name: 'rss-generic',
  about: 'RSS 0.9x, 1.0, 2.0 and Atom 0.3, 1.0, with whatever job elements stand in an item',
  detect: (head) => xmlSigns(head, { roots: ['rss', 'feed', 'rdf', 'channel'] }, 0.5),
  reads: { kind: 'names', dialect: syndicationDialect, also: syndicationReads },
  cut: { kind: 'xml', elements: ['item', 'entry'] },
  parse: xmlItems((entry, document) => readEntry(entry, document)),
};
