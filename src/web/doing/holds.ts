import { approvedUntil, mustBeTyped } from '../../publishing/holds.ts';
import { decideHold, type Hold } from '../../publishing/holds-store.ts';
import { loadSettings } from '../../settings/store.ts';
import type { WebDeps } from '../env.ts';
import type { Actor } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { DAY } from '../../core/clock.ts';

/** What can be decided: leave things as they are, let this run through, let it be the new usual, or ask later. */
export const holdDecisions = ['reject', 'once', 'accept', 'mute'] as const;
export type HoldDecision = (typeof holdDecisions)[number];

export type HoldDecided =
  | { readonly kind: 'decided' }
  | { readonly kind: 'wrong phrase'; readonly expected: string }
  | { readonly kind: 'not open' };

/** Decides a hold by a person's word; the same for the page and the API (rule R10). */
export async function decide(
  { db, clock, acts }: Pick<WebDeps, 'db' | 'clock' | 'acts'>,
  hold: Hold,
  actor: Actor,
  {
    decision,
    phrase,
    until = muteUntil(clock.now()),
  }: { decision: HoldDecision; phrase: string; until?: Date },
): Promise<HoldDecided> {
  const settings = await loadSettings(db);
  const approves = decision === 'once' || decision === 'accept';
  const expected = phraseOf(hold, settings.get('delist.typedAbove'));
  if (approves && expected !== undefined && phrase.replaceAll(/\s+/g, ' ').trim() !== expected)
    return { kind: 'wrong phrase', expected };
  const at = clock.now();
  const decided = await decideHold(db, hold.id, {
    state: approves ? 'approved' : decision === 'mute' ? 'muted' : 'rejected',
    by: actor.name,
    at,
    ...(approves && {
      until: approvedUntil(at, settings.get('delist.approvalHours')),
      thisRunOnly: decision === 'once',
    }),
    ...(decision === 'mute' && { until }),
  });
  if (!decided) return { kind: 'not open' };
  await recordAudit(db, {
    at,
    who: actor.name,
    action: `hold ${words[decision]}`,
    subject: `hold:${hold.id}`,
  });
  if (approves && hold.targetId !== null)
    await acts?.enqueue?.({
      name: 'reconcile-target',
      payload: { targetId: hold.targetId },
      key: `target ${hold.targetId}`,
    });
  return { kind: 'decided' };
}

/** What has to be typed to approve a large or empty removal: the feed's (or target's) name and the number. */
export function phraseOf({ kind, count, feed, target }: Hold, typedAbove: number): string | undefined {
  return mustBeTyped(kind, count, typedAbove) ? `${feed ?? target ?? ''} ${count}`.trim() : undefined;
}

/** Three days: over a weekend. */
export function muteUntil(now: Date): Date {
  return new Date(now.getTime() + 3 * DAY);
}

const words: Record<HoldDecision, string> = {
  reject: 'rejected',
  once: 'approved for this run',
  accept: 'approved',
  mute: 'muted',
};
