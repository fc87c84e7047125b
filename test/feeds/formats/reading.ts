import { expect } from 'vitest';
import { streamOf } from '../../../src/core/bytes.ts';
import type { Adapter, ParsedItem } from '../../../src/feeds/adapter.ts';
import { readFeed } from '../../../src/feeds/read/read.ts';
import type { ReadingEnd } from '../../../src/feeds/read/feed-reading.ts';
import type { RawListing } from '../../../src/listings/raw-listing.ts';

/** What an adapter finds in one item. */
export function parse(
  adapter: Adapter,
  text: string,
  head: Readonly<Record<string, string>> = {},
  url?: string,
): readonly ParsedItem[] {
  return adapter.parse({ index: 0, text }, { head, ...(url === undefined ? {} : { url }) });
}

/** The one listing of an item. */
export function listingIn(
  adapter: Adapter,
  item: string | object,
  head: Readonly<Record<string, string>> = {},
  url?: string,
): RawListing {
  const [only, ...others] = parse(adapter, typeof item === 'string' ? item : JSON.stringify(item), head, url);
  expect(others).toEqual([]);
  if (only?.kind !== 'listing') throw new Error(`expected a listing, got ${JSON.stringify(only)}`);
  return only.raw;
}

/** Why an item is no listing. */
export function refusalOf(
  adapter: Adapter,
  item: string | object,
  head: Readonly<Record<string, string>> = {},
): ParsedItem | undefined {
  return parse(adapter, typeof item === 'string' ? item : JSON.stringify(item), head).find(
    ({ kind }) => kind === 'rejected',
  );
}

/** A whole document read as a feed: what detection takes it for, what is found, and how the reading ended. */
export async function readText(
  text: string,
  url?: string,
): Promise<{ adapter: string; found: RawListing[]; end: ReadingEnd }> {
  const source = streamOf(new TextEncoder().encode(text));
  const found: RawListing[] = [];
  let end: ReadingEnd | undefined;
  for await (const step of readFeed({ source, adapter: 'auto', ...(url === undefined ? {} : { url }) })) {
    if (step.kind === 'end') ({ end } = step);
    else found.push(...step.chunk.listings.map(({ raw }) => asFound(raw)));
  }
  if (end === undefined) throw new Error('the reading did not end');
  return { adapter: end.adapter, found, end };
}

/** What the adapter found, without the order of dates that the reading adds for its format. */
function asFound({ dateOrder: _order, ...raw }: RawListing): RawListing {
  return raw;
}
