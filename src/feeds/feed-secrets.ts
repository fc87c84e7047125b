import type { FeedDefinition } from '../db/schema/feeds.schema.ts';

/** Names of the secrets that a feed's headers send, without the formats that reading it needs. */
export function secretsOf({ secretHeaders = {} }: Pick<FeedDefinition, 'secretHeaders'>): readonly string[] {
  return Object.values(secretHeaders);
}
