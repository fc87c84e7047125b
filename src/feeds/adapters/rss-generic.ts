import type { Adapter, DocumentHead } from '../adapter.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import type { Tree } from '../tree.ts';
import { textAt } from './find.ts';
import { xmlItems } from './reading.ts';
import { xmlSigns } from './signs.ts';
import { readEntry, syndicationDialect, syndicationReads } from './syndication.ts';

/** RSS 0.9x, 1.0 and 2.0 and Atom 0.3 and 1.0 of boards that have no adapter of their own. */
export const rssGeneric: Adapter = {
  name: 'rss-generic',
  about: 'RSS 0.9x, 1.0, 2.0 and Atom 0.3, 1.0, with whatever job elements stand in an item',
  detect,
  reads: {
    kind: 'names',
    dialect: syndicationDialect,
    also: {
      ...syndicationReads,
      company: 'also what ends the title and begins the description alike; Stack Overflow: author/name',
      jobLocation: 'also the line of facts that the description is: `Acme · Oslo; Bergen · hybrid`',
    },
  },
  cut: { kind: 'xml', elements: ['item', 'entry'] },
  parse: xmlItems((entry, document) => {
    const raw = readEntry(entry, document);
    return { ...raw, ...factsIn(raw), ...authorOf(entry, raw) };
  }),
};

/**
 * `Cook — Acme` over a description `Acme · Oslo, Norway; Bergen · hybrid`: what ends the title and begins the description is the
 * employer, and what follows it in one line are places and the kind of workplace.
 */
function factsIn({ title = '', description = '', ...raw }: RawListing): RawListing {
  const [first = '', ...others] = description.includes('<') ? [] : description.split(' · ');
  const company = first.trim();
  const endsTitle = /^\s*[—–|@-]\s*$|\bat\s*$/.test(title.slice(0, -company.length).slice(-3));
  if (company === '' || others.length === 0 || !title.endsWith(company) || !endsTitle) return {};
  const facts = others.map((one) => one.trim()).filter((one) => one !== '');
  const places = facts
    .filter((one) => !isWorkplace(one) && one.length <= 200)
    .flatMap((one) => one.split(/;\s*/));
  return {
    ...(raw.company === undefined ? { company: { name: company } } : {}),
    ...(raw.jobLocation === undefined && places.length > 0
      ? { jobLocation: places.map((text) => ({ text })) }
      : {}),
    ...(raw.workplace === undefined && facts.some(isWorkplace)
      ? { workplace: facts.filter(isWorkplace) }
      : {}),
  };
}

/** In the feeds of Stack Overflow the author is the employer. */
function authorOf(entry: Tree, { url, company }: RawListing): RawListing {
  const isOverflow = /^https?:\/\/stackoverflow\.com\/jobs\//.test(url ?? '');
  const name = isOverflow && company === undefined ? textAt(entry, 'author/name') : undefined;
  return name === undefined ? {} : { company: { name } };
}

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

function isWorkplace(word: string): boolean {
  return /^(remote|hybrid|on-?site)$/i.test(word);
}
