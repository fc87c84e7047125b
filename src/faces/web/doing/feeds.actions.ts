import type { Actor } from '../../../platform/accounts/permissions.ts';
import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import {
  definitionOf,
  type FeedFile,
  type ParsedFeedFile,
  parseFeedFile,
} from '../../../feeds/feed-definition.ts';
import type { FeedDefinition } from '../../../db/schema/feeds.schema.ts';
import { addFeed, changeFeed, type Feed } from '../../../feeds/feeds.repository.ts';
import type { Task } from '../../../platform/queue/queue.ts';
import type { WebDeps } from '../env.ts';
import { whole } from './whole.ts';
import { writerOf } from '../../../operations/registry/access.ts';

export type FeedAdded =
  | { readonly kind: 'added'; readonly feed: Feed }
  | { readonly kind: 'taken' }
  | Exclude<ParsedFeedFile, { kind: 'feed' }>;

/** Adds a feed and reads it. */
export async function addNewFeed(
  deps: WebDeps,
  actor: Actor,
  wanted: FeedFile & { readonly name: string },
): Promise<FeedAdded> {
  const parsed = parseFeedFile(wanted, writerOf({ isSecretSet: deps.acts?.isSecretSet }, actor));
  if (parsed.kind !== 'feed') return parsed;
  const { name } = wanted;
  const { sourceId, review } = parsed.file;
  return whole(deps, async ({ db, clock, enqueue }): Promise<FeedAdded> => {
    const now = clock.now();
    const added = await addFeed(db, {
      name,
      externalSourceId: sourceId ?? name,
      definition: definitionOf(parsed.file),
      reviewFirst: review ?? false,
      now,
    });
    if (!added) return { kind: 'taken' };
    await recordAudit(db, {
      at: now,
      who: actor.name,
      action: 'feed added',
      subject: `feed:${name}`,
      ...(parsed.secrets.length > 0 && { detail: { secrets: parsed.secrets } }),
    });
    enqueue(readingOf(added));
    return { kind: 'added', feed: added };
  });
}

const readingOf = ({ id }: Pick<Feed, 'id'>): Task => ({
  name: 'ingest-feed',
  payload: { feedId: id },
  key: `feed ${id}`,
});

export type DefinitionChange =
  | { readonly kind: 'changed'; readonly definition: FeedDefinition }
  | Exclude<ParsedFeedFile, { kind: 'feed' }>;

/** Gives a feed another definition; it is detached from the file that it came from. */
export async function changeDefinition(
  deps: WebDeps,
  actor: Actor,
  feed: Feed,
  wanted: unknown,
): Promise<DefinitionChange> {
  const parsed = parseFeedFile(
    wanted,
    writerOf({ isSecretSet: deps.acts?.isSecretSet }, actor),
    feed.definition,
  );
  if (parsed.kind !== 'feed') return parsed;
  const definition = definitionOf(parsed.file);
  return whole(deps, async ({ db, clock, enqueue }) => {
    const { id, name, file, detached } = feed;
    const now = clock.now();
    await changeFeed(db, id, { definition, detached: detached || file !== null, nextAt: now });
    await recordAudit(db, {
      at: now,
      who: actor.name,
      action: 'feed changed',
      subject: `feed:${name}`,
      ...(parsed.secrets.length > 0 && { detail: { secrets: parsed.secrets } }),
    });
    enqueue(readingOf(feed));
    return { kind: 'changed', definition };
  });
}
