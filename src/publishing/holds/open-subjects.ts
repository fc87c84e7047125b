import type { GuardFacts, RemovalFacts } from '../guard.ts';
import type { HeldSet } from './holds-store.ts';

/** Subjects of open holds that a plan did not look at. */
export function openSubjectsOf(
  held: readonly HeldSet[],
  looked: ReadonlySet<number>,
): GuardFacts['standing'] {
  const left = (isMine: (one: HeldSet) => boolean) =>
    held.filter(isMine).flatMap(({ subjects }) => subjects.filter((id) => !looked.has(id))).length;
  return {
    share: left(({ kind, ofAll }) => kind === 'share' && !ofAll),
    everywhere: left(({ ofAll }) => ofAll),
    upgrades: left(({ kind }) => kind === 'changed'),
  };
}

/** While a hold is open its 24 hours do not move on (R5). */
export function stillIncluded(facts: RemovalFacts, held: readonly HeldSet[]): RemovalFacts {
  const counted = (isMine: (one: HeldSet) => boolean) =>
    Math.max(0, ...held.filter((one) => one.kind === 'share' && isMine(one)).map((one) => one.counted));
  return {
    ...facts,
    removedLately: Math.max(
      facts.removedLately,
      counted(({ ofAll }) => !ofAll),
    ),
    removedLatelyEverywhere: Math.max(
      facts.removedLatelyEverywhere,
      counted(({ ofAll }) => ofAll),
    ),
  };
}

export const nothingRemoved: RemovalFacts = {
  removedLately: 0,
  removedLatelyEverywhere: 0,
  usualThere: [],
  usualRemovals: [],
  removed: [],
};
