import type { RawListing } from '../../../listings/raw-listing.ts';
import type { DocumentContext } from '../../adapter.ts';
import { isEmpty, noAttributes, type Tree } from '../../cut/tree.ts';
import { compact, textAt, treesAt } from '../find.ts';
import { proseOf } from '../format-labels.ts';
import { resolved } from '../format-pages.ts';
import { type Dialect, vocabulary, type Vocabulary } from '../synonyms.ts';
import { readPlainText } from '../plain-text.ts';

/** What the elements of RSS 0.9x, 1.0, 2.0 and Atom 0.3, 1.0 mean, where the shared table says otherwise. */
export const syndicationDialect: Dialect = {
  title: 'title',
  description: 'encoded content description summary body',
  datePosted: 'pubdate published issued date',
  dateCreated: 'created',
  dateUpdated: 'updated modified',
  ignored:
    'guid id link source comments enclosure author creator contributor rights format publisher subject generator image logo icon',
};

/** What is read by more than a name. */
export const syndicationReads = {
  identifier: 'guid, id, @rdf:about, link',
  url: 'link, link[@rel=alternate]/@href, resolved against xml:base and the channel',
  datePosted: 'also updated, modified where nothing says published',
} as const;

const syndicationWords: Vocabulary = vocabulary(syndicationDialect);

/** One `item` or `entry`: what syndication says of it, and whatever else of a job is in it under a name that is known. */
export function readEntry(
  entry: Tree,
  document: DocumentContext,
  words: Vocabulary = syndicationWords,
): RawListing {
  const own = { ...entry, attributes: noAttributes, children: entry.children.filter(isOfJobs) };
  const raw = readPlainText(own, words);
  const link = linkOf(own);
  const url = resolved(
    link?.address,
    link?.base,
    entry.attributes.get('base'),
    document.head['link'],
    document.url,
  );
  return {
    ...raw,
    ...compact<RawListing>({
      identifier:
        textAt(own, 'guid', 'id') ??
        entry.attributes.get('about') ??
        raw.identifier ??
        (link === undefined ? undefined : url),
      url,
      description: contentOf(own) ?? raw.description,
      datePosted: raw.datePosted ?? textAt(own, 'updated', 'modified'),
    }),
  };
}

/** Elements of modules that speak of media, counters, maps, and Dublin Core's description of the document, say nothing of a job. */
function isOfJobs(tree: Tree): boolean {
  if (tree.prefix === '') return true;
  if (tree.prefix === 'dc') return ['date', 'language', 'title', 'description'].includes(tree.name);
  return !/^(media|itunes|georss|geo|slash|wfw|thr|sy|syn|feedburner|feed|dcterms|enc|rdf|taxo|admin|cc|ev)$/.test(
    tree.prefix,
  );
}

function linkOf(entry: Tree): { address: string; base: string | undefined } | undefined {
  const links = treesAt(entry, 'link');
  for (const link of links) {
    const address = link.text.trim();
    if (address !== '') return { address, base: link.attributes.get('base') };
  }
  const alternate =
    links.find((link) => (link.attributes.get('rel') ?? 'alternate') === 'alternate') ?? links[0];
  const address = alternate?.attributes.get('href')?.trim();
  return address === undefined || address === ''
    ? undefined
    : { address, base: alternate?.attributes.get('base') };
}

/** The fullest text: `content:encoded` or Atom's content before a description, a description before a summary. */
function contentOf(entry: Tree): string | undefined {
  for (const name of ['encoded', 'content', 'description', 'summary', 'body']) {
    for (const tree of treesAt(entry, name)) {
      const prose = isEmpty(tree) ? undefined : proseOf(tree);
      if (prose !== undefined) return prose;
    }
  }
  return undefined;
}
