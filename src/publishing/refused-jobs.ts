import type { FirstPlanChoices } from './holds/first-plan.repository.ts';
import { isPicked } from './guard.ts';
import type { Change } from './publishing-types.ts';
import type { Decided } from './wanted.ts';

/** Takes from a plan what a person refused of a first plan, as it is: it is left out, and what the school has stays. */
export function withoutRefused(
  all: readonly Change[],
  found: { readonly decided: readonly Decided[]; readonly sentIds: readonly number[] },
  choices: FirstPlanChoices | undefined,
) {
  const refused = all.filter((change) => !change.underway && isPicked(change, choices?.refused));
  const taken = new Set(refused);
  const ids = new Set(
    refused.flatMap((change) => (change.kind === 'delist' ? [] : [change.wanted.listingId])),
  );
  const reason = 'a person decided to keep it back';
  const decision = { kind: 'skip', step: 'refused', cause: 'operator', reason } as const;
  return {
    refused,
    changes: refused.length === 0 ? all : all.filter((change) => !taken.has(change)),
    decided: [...found.decided, ...[...ids].map((listingId): Decided => ({ listingId, decision }))],
    sentIds: found.sentIds.filter((id) => !ids.has(id)),
  };
}
