import type { GuardFacts, RemovalFacts } from '../guard.ts';
import type { HeldSet } from './holds.queries.ts';

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

/** While a hold is open its 24 hours do not move on, nor does what is usual (R5). */
export function stillIncluded(facts: RemovalFacts, held: readonly HeldSet[]): RemovalFacts {
  const windows = (ofAll: boolean) =>
    held.filter((one) => one.kind === 'share' && one.ofAll === ofAll).map(({ window }) => window);
  const lately = (ofAll: boolean, now: number) =>
    Math.max(now, ...windows(ofAll).map(({ counted }) => counted));
  const usually = (ofAll: boolean, now: readonly number[]) => {
    const most = Math.min(...windows(ofAll).map(({ usual }) => usual));
    return now.map((removals) => Math.min(removals, most));
  };
  return {
    ...facts,
    removedLately: lately(false, facts.removedLately),
    removedLatelyEverywhere: lately(true, facts.removedLatelyEverywhere),
    usualThere: usually(false, facts.usualThere),
    usualRemovals: usually(true, facts.usualRemovals),
  };
}

export const nothingRemoved: RemovalFacts = {
  removedLately: 0,
  removedLatelyEverywhere: 0,
  usualThere: [],
  usualRemovals: [],
  removed: [],
};
