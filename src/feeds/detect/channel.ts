import { documentHead } from './document-head.ts';

/** What an RSS or Atom document says of itself, as written there. */
export type Channel = {
  readonly title?: string;
  readonly language?: string;
  readonly generator?: string;
  readonly updated?: string;
};

/** Reads the channel of RSS 0.9x to 2.0 or Atom from its first 64 kB; undefined for other documents and for broken markup. */
export async function channelOf(bytes: Uint8Array, contentType?: string): Promise<Channel | undefined> {
  const { text } = documentHead(bytes, undefined, contentType);
  const root = /<(rss|feed|rdf:RDF)[\s>]/i.exec(text)?.[1];
  if (root === undefined) return undefined;
  const beforeItems = text.slice(0, /<(?:[\w-]+:)?(?:item|entry)[\s>]/i.exec(text)?.index);
  const open = /<channel[\s>]/i.test(beforeItems) && !/<\/channel\s*>/i.test(beforeItems);
  const whole = /<\/(?:rss|feed|rdf:RDF)\s*>\s*$/i.test(beforeItems)
    ? beforeItems
    : `${beforeItems}${open ? '</channel>' : ''}</${root}>`;
  const { default: Parser } = await import('rss-parser');
  const parser = new Parser<
    Record<'language' | 'generator' | 'lastBuildDate' | 'pubDate' | 'updated', string | undefined>
  >({
    customFields: { feed: ['updated'] },
  });
  try {
    const { title, language, generator, lastBuildDate, pubDate, updated } = await parser.parseString(whole);
    return { title, language, generator, updated: lastBuildDate ?? pubDate ?? updated };
  } catch {
    return undefined;
  }
}
