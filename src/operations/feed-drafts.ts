import * as z from 'zod';
import { type Actor, isUnlimited } from '../platform/accounts/permissions.ts';
import { SECOND, type Clock } from '../core/clock.ts';
import type { FeedDefinition } from '../db/schema/feeds.schema.ts';
import {
  changeDraft,
  endReading,
  insertDraft,
  noteProgress,
  rereadDraft,
} from '../feeds/feed-drafts.repository.ts';
import type { Preview, Previewed } from '../feeds/preview-address.ts';
import type { Log } from '../core/log.ts';
import { draftById, type FeedDraft } from '../feeds/feeds.queries.ts';
import type { Db } from '../db/db.ts';

/** What reads drafts; without `preview` feeds are not read from here. `later` waits for what goes on after the answer. */
type Drafting = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly acts?: { readonly preview?: Preview };
  readonly later?: (work: Promise<unknown>) => void;
};

/** Begins to read an address for somebody who may add it as a feed; gives the draft's number at once. */
export async function beginDraft(
  deps: Drafting,
  actor: Actor,
  draft: { readonly name: string; readonly definition: FeedDefinition },
): Promise<number> {
  const now = deps.clock.now();
  const id = await insertDraft(deps.db, { ...draft, createdBy: actor.id }, now);
  inTheBackground(deps, id, draft.definition, now);
  return id;
}

/** Reads a draft's address once more, as another definition says. */
export async function rereadFeed(deps: Drafting, id: number, definition: FeedDefinition): Promise<void> {
  const now = deps.clock.now();
  await rereadDraft(deps.db, id, definition, now);
  inTheBackground(deps, id, definition, now);
}

/** A draft, for anyone who began it, and for those who see all. */
export async function seenDraft(
  { db }: Pick<Drafting, 'db'>,
  actor: Actor,
  id: number | undefined,
): Promise<FeedDraft | undefined> {
  const draft = id === undefined ? undefined : await draftById(db, id);
  return draft && (draft.createdBy === actor.id || isUnlimited(actor.limits)) ? draft : undefined;
}

/** Keeps what a person chose about a draft, without reading it again. */
export async function keepChoice(
  { db }: Pick<Drafting, 'db'>,
  id: number,
  choice: Parameters<typeof changeDraft>[2],
): Promise<void> {
  await changeDraft(db, id, choice);
}

/** What was found at a draft's address. */
export function foundIn({ found }: FeedDraft): Previewed | undefined {
  return found === null ? undefined : previewed.parse(found);
}

/** Whether a reading ended without a word: its process was stopped. A reading takes at most a minute. */
export function isCutShort({ state, startedAt }: FeedDraft, now: Date): boolean {
  return state === 'reading' && now.getTime() - startedAt.getTime() > 90 * SECOND;
}

/** It was written by us, whole. */
const previewed = z.custom<Previewed>((value) => typeof value === 'object' && value !== null);

/** The reader waits for its page, not for this; how it ends is in the draft. */
function inTheBackground(deps: Drafting, id: number, definition: FeedDefinition, startedAt: Date): void {
  const reading = readInto(deps, id, definition, startedAt).catch(async (error: unknown) => {
    deps.log.error('address not read', { draft: id, error });
    await endReading(deps.db, id, startedAt, {
      state: 'failed',
      found: null,
      reason: 'we have a problem; it is in the log',
    });
  });
  deps.later?.(reading);
}

async function readInto(
  { db, acts, clock }: Drafting,
  id: number,
  definition: FeedDefinition,
  startedAt: Date,
): Promise<void> {
  if (!acts?.preview)
    return endReading(db, id, startedAt, {
      state: 'failed',
      found: null,
      reason: 'feeds cannot be read from here',
    });
  let noted = clock.now().getTime();
  const writing: Promise<void>[] = [];
  const outcome = await acts.preview(definition, (items) => {
    const now = clock.now().getTime();
    if (now - noted < SECOND) return;
    noted = now;
    writing.push(noteProgress(db, id, startedAt, items));
  });
  await Promise.all(writing);
  return endReading(db, id, startedAt, {
    state: outcome.kind === 'read' ? 'read' : 'failed',
    found: outcome,
    reason: outcome.kind === 'read' ? null : outcome.reason,
  });
}
