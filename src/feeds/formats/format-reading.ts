import type { RawListing } from '../../listings/raw-listing.ts';
import { closedBy } from '../../listings/values/withdrawn.ts';
import { present } from '../../core/present.ts';
import type { Adapter, DocumentContext, Item, ParsedItem } from '../adapter.ts';
import { parseJson } from '../feed-json.ts';
import { type Tree, wordOf } from '../cut/tree.ts';
import { parseXml } from '../cut/feed-xml.ts';
import { decodeXml } from '../cut/xml-text.ts';
import { synonyms } from './synonyms.ts';

/** How an adapter reads one item's tree: a listing, several, or a reason for rejection. */
export type Read = (tree: Tree, document: DocumentContext, item: Item) => RawListing | readonly ParsedItem[];

/** `parse` of an adapter for XML. */
export function xmlItems(read: Read): Adapter['parse'] {
  return (item, document) => {
    const outcome = parseXml(item.text);
    if (outcome.kind === 'broken') return [broken(item.text, outcome.reason)];
    return mended(parsed(read(outcome.root, document, item)), outcome.repairs);
  };
}

/** `parse` of an adapter for JSON. */
export function jsonItems(read: Read): Adapter['parse'] {
  return (item, document) => {
    const outcome = parseJson(item.text);
    if (outcome.kind === 'broken') return [broken(item.text, outcome.reason)];
    // A list in the list of items: its members are the items.
    const rows = item.text.trimStart().startsWith('[') ? outcome.root.children : [outcome.root];
    return mended(
      rows.flatMap((row) => parsed(read(row, document, item))),
      outcome.repairs,
    );
  };
}

/** A raw listing as an item's outcome; one that its source marks inactive, in a field, title or text, is rejected. */
export function listed(raw: RawListing): ParsedItem {
  const reason = raw.inactive ?? closedBy(raw.title, raw.description);
  if (reason === undefined) return { kind: 'listing', raw };
  return { kind: 'rejected', reason, inactive: true, ...present({ identifier: raw.identifier }) };
}

function mended(items: readonly ParsedItem[], repairs: readonly string[]): readonly ParsedItem[] {
  if (repairs.length === 0) return items;
  return items.map((item) => (item.kind === 'listing' ? { ...item, repairs } : item));
}

export function refused(reason: string): ParsedItem {
  return { kind: 'rejected', reason };
}

/** A row whose markup cannot be read; its id often can, and says which job the feed still lists. */
function broken(text: string, reason: string): ParsedItem {
  const found = new Map<string, string>();
  for (const [, element, inside, member, value] of text.matchAll(members)) {
    const [name, id] = [wordOf(element ?? member ?? ''), (inside ?? value ?? '').trim()];
    if (id !== '' && !found.has(name)) found.set(name, decodeXml(id));
  }
  const identifier = identifiers.map((name) => found.get(name)).find((id) => id !== undefined);
  return { ...refused(reason), ...present({ identifier }) };
}

const identifiers = synonyms.identifier.trim().split(/\s+/);
/** `<id>7</id>` and `"id": "7"`. */
const members =
  /<([\w:.-]{1,60})(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?([^<>\]]{1,200})(?:\]\]>)?<\/|"([\w-]{1,60})"\s{0,9}:\s{0,9}"?([^",{}[\]]{1,200})/g;

function parsed(read: RawListing | readonly ParsedItem[]): readonly ParsedItem[] {
  return isList(read) ? read : [listed(read)];
}

function isList(read: RawListing | readonly ParsedItem[]): read is readonly ParsedItem[] {
  return Array.isArray(read);
}
