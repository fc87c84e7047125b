import type { Actor } from '../../../platform/accounts/permissions.ts';
import { DAY } from '../../../core/clock.ts';
import { heldName, mustBeTyped } from '../../../publishing/holds.ts';
import type { Hold } from '../../../publishing/holds-store.ts';
import { loadSettings } from '../../../platform/settings/settings.repository.ts';
import { actOnHold, type HoldAct } from '../../../tasks/decide-hold.ts';
import { allTargets } from '../../../targets/targets.repository.ts';
import type { WebDeps } from '../env.ts';
import { reconcileTasks } from '../../../operations/compare.ts';
import { type Acting, whole } from './whole.ts';

/** What can be decided: leave things as they are, let this run through, let it be the new usual, or ask later. */
export const holdDecisions = ['reject', 'once', 'accept', 'mute'] as const;
export type HoldDecision = (typeof holdDecisions)[number];

export type HoldDecided =
  | { readonly kind: 'decided' }
  | { readonly kind: 'wrong phrase'; readonly expected: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Decides a hold by a person's word; the same for the page and the API (rule R10). */
export async function decide(
  deps: WebDeps,
  hold: Hold,
  actor: Actor,
  {
    decision,
    phrase,
    until = muteUntil(deps.clock.now()),
    seen = hold.count,
  }: {
    decision: HoldDecision;
    phrase: string;
    until?: Date;
    /** How many jobs the hold was about when the person looked. */
    seen?: number;
  },
): Promise<HoldDecided> {
  const approves = decision === 'once' || decision === 'accept';
  const expected = phraseOf(hold, (await loadSettings(deps.db)).get('delist.typedAbove'));
  if (approves && expected !== undefined && phrase.replaceAll(/\s+/g, ' ').trim() !== expected)
    return { kind: 'wrong phrase', expected };
  return whole(deps, async (acting) => {
    const outcome = await actOnHold(acting, hold.id, { ...actOf(decision, hold, until), seen }, actor.name);
    if (outcome.kind === 'refused') return outcome;
    if (approves) await compareTouched(acting, hold);
    return { kind: 'decided' };
  });
}

/** What has to be typed to approve a large or empty removal: the feed's (or target's) name and the number. */
export function phraseOf(hold: Hold, typedAbove: number): string | undefined {
  return mustBeTyped(hold.kind, hold.count, typedAbove) ? `${heldName(hold)} ${hold.count}` : undefined;
}

/** Three days: over a weekend. */
export function muteUntil(now: Date): Date {
  return new Date(now.getTime() + 3 * DAY);
}

function actOf(decision: HoldDecision, hold: Hold, until: Date): HoldAct {
  switch (decision) {
    case 'reject':
      return { kind: 'reject' };
    case 'mute':
      return { kind: 'mute', until };
    case 'once':
    case 'accept':
      return {
        kind: 'approve',
        thisRunOnly: decision === 'once',
        typed: { name: heldName(hold), count: hold.count },
      };
  }
}

/** What was approved goes at once where there is a queue. */
async function compareTouched({ db, enqueue }: Acting, { targetId }: Hold): Promise<void> {
  const touched = targetId === null ? (await allTargets(db)).map(({ id }) => id) : [targetId];
  enqueue(...reconcileTasks([...touched].map((id) => ({ id }))));
}
