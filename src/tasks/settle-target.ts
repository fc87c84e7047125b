import { present } from '../core/present.ts';
import type { Slice } from '../publishing/apply.ts';
import { applyPlan } from './apply-plan.ts';
import type { TaskContext } from './context.ts';
import { type ReconcileOutcome, reconcileTarget } from './reconcile-target.ts';

export type Settlement = {
  readonly reconciled: ReconcileOutcome;
  readonly tally: Tally;
  /** What is still due waits until then: for a retry, or for what `why` says (budget, pace, quiet hours). */
  readonly waitsUntil?: Date;
  readonly why?: string;
  /** Why the target is left alone, where it is. */
  readonly trouble?: string;
};

type Tally = Pick<Slice, (typeof counts)[number]>;
const counts = ['calls', 'published', 'updated', 'delisted', 'refused', 'troubled', 'unanswered'] as const;

/** Carries a target's plan out now, for a source or for all, and waits until nothing is due, or only what waits. What `publish` and `up --once` do. */
export async function settleTarget(
  context: TaskContext,
  targetId: number,
  onProgress: (calls: number) => void,
  sourceId?: number,
): Promise<Settlement> {
  const reconciled = await reconcileTarget(context, targetId);
  const tally = { calls: 0, published: 0, updated: 0, delisted: 0, refused: 0, troubled: 0, unanswered: 0 };
  for (;;) {
    const outcome = await applyPlan(context, targetId, sourceId);
    const waiting = present({ waitsUntil: outcome.nextAt });
    switch (outcome.kind) {
      case 'quiet':
        return { reconciled, tally, ...waiting };
      case 'waiting':
        return { reconciled, tally, ...waiting, why: outcome.why };
      case 'barred':
        return { reconciled, tally, ...waiting, trouble: outcome.reason };
      case 'applied':
        for (const count of counts) tally[count] += outcome.slice[count];
        onProgress(tally.calls);
        if (outcome.slice.calls === 0)
          return { reconciled, tally, ...waiting, ...present({ why: outcome.why }) };
    }
  }
}
