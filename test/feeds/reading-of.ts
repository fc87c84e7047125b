import { streamOf } from '../../src/core/bytes.ts';
import type { Adapter, Cut } from '../../src/feeds/adapter.ts';
import { readFeed, type ReadInput } from '../../src/feeds/read/read.ts';
import type { ReadingChunk, ReadingEnd } from '../../src/feeds/read/feed-reading.ts';
import type { RawListing } from '../../src/listings/raw-listing.ts';

/** An adapter that finds `<id>`, `<title>`, `<url>`, `<city>`, `<text>` (or JSON members, or cells) of those names. */
export function anAdapter(
  cut: Cut = { kind: 'xml', elements: ['job'] },
  more: Partial<Adapter> = {},
): Adapter {
  return {
    name: 'test',
    about: 'test',
    detect: () => undefined,
    cut,
    parse: (item) => {
      const field = (name: string) =>
        item.cells?.find((cell) => cell.name === name)?.text ??
        new RegExp(`<${name}>(.*?)</${name}>|"${name}":"?([^",}]*)`, 's')
          .exec(item.text)
          ?.slice(1)
          .find((group) => group !== undefined);
      const [identifier, title, url, city, description] = ['id', 'title', 'url', 'city', 'text'].map(field);
      if (title === undefined) return [{ kind: 'rejected', reason: 'no title' }];
      const raw: RawListing = { title };
      if (identifier !== undefined) raw.identifier = identifier;
      if (url !== undefined) raw.url = url;
      if (description !== undefined) raw.description = description;
      if (city !== undefined) raw.jobLocation = [{ city }];
      return [{ kind: 'listing', raw }];
    },
    ...more,
  };
}

/** Reads a text (or bytes) to its end. */
export async function readingOf(
  document: string | Uint8Array,
  input: Partial<ReadInput> = {},
): Promise<{ end: ReadingEnd; chunks: ReadingChunk[]; listings: RawListing[] }> {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const chunks: ReadingChunk[] = [];
  for await (const step of readFeed({ source: streamOf(bytes), adapter: anAdapter(), ...input })) {
    if (step.kind === 'end')
      return {
        end: step.end,
        chunks,
        listings: chunks.flatMap(({ listings }) => listings.map(({ raw }) => raw)),
      };
    chunks.push(step.chunk);
  }
  throw new Error('a reading has an end');
}
