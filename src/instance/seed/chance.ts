import { mulberry } from '../faults/faults.ts';

/** Chance that is the same every time for a seed. */
export function createChance(seed: number) {
  const random = mulberry(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('expected something to choose from');
    return item;
  };
  const word = () => Math.floor(random() * 4_294_967_296);
  return {
    below,
    yes: (probability: number) => random() < probability,
    one,
    some: <T>(items: readonly T[], most: number) => [
      ...new Set(Array.from({ length: below(most + 1) }, () => one(items))),
    ],
    hex: () => [word(), word()].map((part) => part.toString(16).padStart(8, '0')).join(''),
  };
}

export type Chance = ReturnType<typeof createChance>;
