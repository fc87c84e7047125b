import type { Steps } from '../../src/core/cooperative.ts';
import type { GroupingInput } from '../../src/listings/duplicates/group.ts';

/** Carries the steps out at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Nothing stored, known or split: for a corpus on its own. */
export const noHistory: Pick<GroupingInput, 'stored' | 'known' | 'splits'> = {
  stored: [],
  known: new Map(),
  splits: new Set(),
};
