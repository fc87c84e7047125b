/** Numbers from 0 to 1 by a seed: one seed, one course. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** True exactly once in every `n` questions, at a place of its own each time. */
export function oneIn(n: number, random: () => number): () => boolean {
  let at = 0;
  let place = Math.floor(random() * n);
  return () => {
    const hit = at % n === place;
    at += 1;
    if (at % n === 0) place = Math.floor(random() * n);
    return hit;
  };
}
