import type { Actor } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { definitionOf, type FeedFile, parseFeedFile } from '../../feeds/definition.ts';
import type { FeedDefinition } from '../../db/schema/feeds.ts';
import { addFeed, changeFeed, type Feed } from '../../feeds/store.ts';
import type { WebDeps } from '../env.ts';

export const feedActs = ['read', 'pause', 'resume'] as const;
export type FeedAct = (typeof feedActs)[number];

/** Reads a feed now, pauses it, or goes on; the same for the page and the API. */
export async function actOnFeed(
  { db, clock, acts }: WebDeps,
  actor: Actor,
  feed: Feed,
  act: FeedAct,
): Promise<void> {
  const now = clock.now();
  const { id, name } = feed;
  const detached = feed.detached || feed.file !== null;
  if (act === 'pause') await changeFeed(db, id, { state: 'paused', detached });
  else if (act === 'resume') await changeFeed(db, id, { state: 'active', nextAt: now, detached });
  else await changeFeed(db, id, { nextAt: now });
  if (act !== 'pause')
    await acts?.enqueue?.({ name: 'ingest-feed', payload: { feedId: id }, key: `feed ${id}` });
  await recordAudit(db, { at: now, who: actor.name, action: `feed ${pastOf[act]}`, subject: `feed:${name}` });
}

/** Adds a feed and reads it; undefined when the name is taken. */
export async function addNewFeed(
  { db, clock, acts }: WebDeps,
  actor: Actor,
  file: FeedFile & { readonly name: string },
): Promise<Feed | undefined> {
  const { name, sourceId, review } = file;
  const now = clock.now();
  const added = await addFeed(db, {
    name,
    externalSourceId: sourceId ?? name,
    definition: definitionOf(file),
    reviewFirst: review ?? false,
    now,
  });
  if (!added) return undefined;
  await recordAudit(db, { at: now, who: actor.name, action: 'feed added', subject: `feed:${name}` });
  await acts?.enqueue?.({ name: 'ingest-feed', payload: { feedId: added.id }, key: `feed ${added.id}` });
  return added;
}

export type DefinitionChange =
  | { readonly kind: 'changed'; readonly definition: FeedDefinition }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

/** Gives a feed another definition; it is detached from the file that it came from. */
export async function changeDefinition(
  { db, clock, acts }: WebDeps,
  actor: Actor,
  { id, name, file, detached }: Feed,
  wanted: unknown,
): Promise<DefinitionChange> {
  const parsed = parseFeedFile(wanted);
  if (parsed.kind === 'mistakes') return parsed;
  const definition = definitionOf(parsed.file);
  const now = clock.now();
  await changeFeed(db, id, { definition, detached: detached || file !== null, nextAt: now });
  await recordAudit(db, { at: now, who: actor.name, action: 'feed changed', subject: `feed:${name}` });
  await acts?.enqueue?.({ name: 'ingest-feed', payload: { feedId: id }, key: `feed ${id}` });
  return { kind: 'changed', definition };
}

/** Ends a feed. Its jobs stay at their targets as they are, or the next plan takes them down. */
export async function removeFeed(
  { db, clock }: WebDeps,
  actor: Actor,
  { id, name }: Feed,
  jobs: 'leave-up' | 'delist',
): Promise<void> {
  await changeFeed(db, id, { state: jobs === 'delist' ? 'removed' : 'left' });
  await recordAudit(db, {
    at: clock.now(),
    who: actor.name,
    action: 'feed removed',
    subject: `feed:${name}`,
    detail: { jobs },
  });
}

const pastOf: Record<FeedAct, string> = { read: 'read by hand', pause: 'paused', resume: 'resumed' };
