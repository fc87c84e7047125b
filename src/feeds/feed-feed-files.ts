import { fingerprint } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import { recordOwnAct } from '../platform/audit/audit.repository.ts';
import { definitionOf, type FeedFile } from './feed-definition.ts';
import { applySettings } from './feed-settings.ts';
import { addFeed, changeFeed } from './feeds.repository.ts';
import { type Feed, feedNamed } from './feeds.queries.ts';

/** A definition read from a file, with the file's own name and the folder that relative addresses start from. */
export type NamedFile = { readonly name: string; readonly path: string; readonly file: FeedFile };

export type Applied =
  | { readonly kind: 'added' | 'changed' | 'unchanged'; readonly name: string }
  | { readonly kind: 'detached'; readonly name: string };

/** Brings one feed to what its file says, and writes that down. A feed that was changed on the page or by `feed set` is left alone. */
export async function applyFeedFile(db: Db, named: NamedFile, at: Date): Promise<Applied> {
  return db.transaction(async (tx) => {
    const applied = await apply(tx, named, at);
    const { name, kind: outcome } = applied;
    if (outcome === 'added' || outcome === 'changed')
      await recordOwnAct(tx, { at, action: 'feed.apply', subject: `feed:${name}`, detail: { outcome } });
    return applied;
  });
}

async function apply(db: Db, { name, path, file }: NamedFile, now: Date): Promise<Applied> {
  const definition = definitionOf(file);
  const existing = await feedNamed(db, name);
  if (existing === undefined) {
    await addFeed(db, {
      name,
      externalSourceId: file.sourceId ?? name,
      definition,
      file: path,
      sample: file.sample ?? false,
      reviewFirst: file.review ?? false,
      now,
    });
    await applySettings(db, { name, settings: file.settings, at: now });
    return { kind: 'added', name };
  }
  if (existing.detached) return { kind: 'detached', name };
  const others = await applySettings(db, { name, settings: file.settings, at: now });
  if (isSame(existing, definition)) return { kind: others ? 'changed' : 'unchanged', name };
  await changeFeed(db, existing.id, { definition, nextAt: now });
  return { kind: 'changed', name };
}

function isSame(feed: Feed, definition: Feed['definition']): boolean {
  return fingerprint(feed.definition) === fingerprint(definition);
}
