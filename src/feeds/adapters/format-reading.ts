import type { RawListing } from '../../listings/raw-listing.ts';
import type { Adapter, DocumentContext, Item, ParsedItem } from '../adapter.ts';
import { parseJson } from '../feed-json.ts';
import type { Tree } from '../tree.ts';
import { parseXml } from '../feed-xml.ts';

/** How an adapter reads one item's tree: a listing, several, or why it is none. */
export type Read = (tree: Tree, document: DocumentContext, item: Item) => RawListing | readonly ParsedItem[];

/** `parse` of an adapter for XML. */
export function xmlItems(read: Read): Adapter['parse'] {
  return (item, document) => {
    const outcome = parseXml(item.text);
    if (outcome.kind === 'broken') return [refused(outcome.reason)];
    return mended(parsed(read(outcome.root, document, item)), outcome.repairs);
  };
}

/** `parse` of an adapter for JSON. */
export function jsonItems(read: Read): Adapter['parse'] {
  return (item, document) => {
    const outcome = parseJson(item.text);
    if (outcome.kind === 'broken') return [refused(outcome.reason)];
    // A list in the list of items: its members are the items.
    const rows = item.text.trimStart().startsWith('[') ? outcome.root.children : [outcome.root];
    return mended(
      rows.flatMap((row) => parsed(read(row, document, item))),
      outcome.repairs,
    );
  };
}

/** A raw listing as an item's outcome; what its source marks inactive is none. */
export function listed(raw: RawListing): ParsedItem {
  if (raw.inactive === undefined) return { kind: 'listing', raw };
  const { identifier } = raw;
  return {
    kind: 'rejected',
    reason: raw.inactive,
    inactive: true,
    ...(identifier === undefined ? {} : { identifier }),
  };
}

function mended(items: readonly ParsedItem[], repairs: readonly string[]): readonly ParsedItem[] {
  if (repairs.length === 0) return items;
  return items.map((item) => (item.kind === 'listing' ? { ...item, repairs } : item));
}

export function refused(reason: string): ParsedItem {
  return { kind: 'rejected', reason };
}

function parsed(read: RawListing | readonly ParsedItem[]): readonly ParsedItem[] {
  return isList(read) ? read : [listed(read)];
}

function isList(read: RawListing | readonly ParsedItem[]): read is readonly ParsedItem[] {
  return Array.isArray(read);
}
