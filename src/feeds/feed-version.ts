import { fingerprint } from '../core/fingerprint.ts';
import type { FeedDefinition } from '../db/schema/feeds.schema.ts';

/** Raised whenever adapters find other values in the same item: every item is then read again (rule R19). */
const ADAPTERS_VERSION = 10;

/** What of a definition changes how items are read or understood, or which are listed. */
const read = [
  'url',
  'adapter',
  'employer',
  'employerMode',
  'dateOrder',
  'timeZone',
  'country',
  'useContacts',
  'mapping',
  'details',
] as const satisfies readonly (keyof FeedDefinition)[];

/** The version of what a definition says of that. */
function definitionVersion(definition: FeedDefinition): string {
  return fingerprint(Object.fromEntries(read.map((name) => [name, definition[name]]))).slice(0, 16);
}

/** What of a definition says where its jobs go: its rules and the targets it is for. */
export function filtersVersion({ routing = [], targets }: FeedDefinition): string {
  return fingerprint({ routing, targets }).slice(0, 8);
}

/** The version that a run reads with: `<definition>.<adapters>.<normalizer>.<filters>`. */
export function readingVersion(definition: FeedDefinition, normalizer: number): string {
  const parts = [definitionVersion(definition), ADAPTERS_VERSION, normalizer, filtersVersion(definition)];
  return parts.join('.');
}

/** Whether two readings differ by the feed's definition, not only by an upgrade of ours. */
export function isOtherDefinition(version: string, than: string): boolean {
  return version.split('.')[0] !== than.split('.')[0];
}

/** Whether the same item may be read and understood in another way. */
export function isOtherReading(version: string, than: string): boolean {
  return readingOf(version) !== readingOf(than);
}

function readingOf(version: string): string {
  return version.split('.').slice(0, 3).join('.');
}

/** A document as a definition reads it: what a person decided of it is not said of another definition (rule R10). */
export function readingFingerprint(digest: string, version: string): string {
  const [definition, , , filters] = version.split('.');
  return fingerprint([digest, definition, filters]);
}

/** Whether the filters of a definition are other than those of a reading; one that did not say has the same. */
export function hasOtherFilters(definition: FeedDefinition, than: string): boolean {
  const filters = than.split('.')[3];
  return filters !== undefined && filters !== filtersVersion(definition);
}
