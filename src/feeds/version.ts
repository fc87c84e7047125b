import { fingerprint } from '../core/fingerprint.ts';
import type { FeedDefinition } from '../db/schema/feeds.ts';

/** Raised whenever adapters find other values in the same item: every item is then read anew (rule R19). */
export const ADAPTERS_VERSION = 5;

/** What of a definition changes how items are read or understood, or which are listed. */
export function definitionVersion(definition: FeedDefinition): string {
  const {
    url,
    adapter,
    employer,
    employerMode,
    dateOrder,
    timeZone,
    country,
    useContacts,
    mapping,
    details,
  } = definition;
  return fingerprint({
    url,
    adapter,
    employer,
    employerMode,
    dateOrder,
    timeZone,
    country,
    useContacts,
    mapping,
    details,
  }).slice(0, 16);
}

/** The version that a run reads with: `<definition>.<adapters>.<normalizer>`. */
export function readingVersion(definition: FeedDefinition, normalizer: number): string {
  return `${definitionVersion(definition)}.${ADAPTERS_VERSION}.${normalizer}`;
}

/** Whether two readings differ by the feed's definition, not only by an upgrade of ours. */
export function isOtherDefinition(version: string, than: string): boolean {
  return version.split('.')[0] !== than.split('.')[0];
}
