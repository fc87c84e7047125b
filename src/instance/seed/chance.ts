import { mulberry } from '../faults/faults.ts';

/** Chance that is the same every time for a seed. */
export type Chance = {
  readonly below: (limit: number) => number;
  readonly yes: (probability: number) => boolean;
  readonly one: <T>(items: readonly T[]) => T;
  readonly some: <T>(items: readonly T[], most: number) => readonly T[];
  readonly hex: () => string;
};

export function createChance(seed: number): Chance {
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
    yes: (probability) => random() < probability,
    one,
    some: (items, most) => [...new Set(Array.from({ length: below(most + 1) }, () => one(items)))],
    hex: () => [word(), word()].map((part) => part.toString(16).padStart(8, '0')).join(''),
  };
}
