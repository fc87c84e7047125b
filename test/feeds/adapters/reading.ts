import { expect } from 'vitest';
import type { Adapter, ParsedItem } from '../../../src/feeds/adapter.ts';
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
