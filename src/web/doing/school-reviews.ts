import { recordAudit } from '../../audit/store.ts';
import { decideForSchool, schoolQueue } from '../../screening/schools/store.ts';
import type { Target } from '../../targets/store.ts';
import type { By, Doing } from '../env.ts';
import { compareSoon } from './targets.ts';
import { whole } from './whole.ts';

export const schoolDecisions = ['approve', 'reject'] as const;
export type SchoolDecision = (typeof schoolDecisions)[number];

/** Decides a job for one school, by its own staff; false when it does not wait there any more. */
export async function decideAtSchool(
  deps: Doing,
  actor: By,
  { target, listingId, decision }: { target: Target; listingId: number; decision: SchoolDecision },
): Promise<boolean> {
  return whole(deps, async (acting) => {
    const { db, clock } = acting;
    const waits = (await schoolQueue(db, target.id)).some((review) => review.listingId === listingId);
    if (!waits) return false;
    const at = clock.now();
    const state = decision === 'approve' ? 'approved' : 'rejected';
    await decideForSchool(db, { targetId: target.id, listingId }, { state, by: actor.name, at });
    await recordAudit(db, {
      at,
      who: actor.name,
      action: `school review: ${state}`,
      subject: `target:${target.name}`,
      detail: { listing: listingId },
    });
    await compareSoon(acting, target);
    return true;
  });
}
