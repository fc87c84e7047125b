import type { Clock } from '../../core/clock.ts';

/**
 * The answer to a question that is slow to count: from memory once it is known. When it is older than `freshMs`, and than twenty
 * times what asking took, it is asked again behind the answer; older than ten times that, the asker waits. While `isQuick` says so it
 * is asked for each asker, since what somebody just did has to show.
 */
export function cached<T>(
  {
    clock,
    freshMs,
    isQuick = () => false,
    onError,
  }: { clock: Clock; freshMs: number; isQuick?: () => boolean; onError: (error: unknown) => void },
  ask: () => Promise<T>,
): () => Promise<T> {
  let known: { readonly value: T; readonly at: number; readonly fresh: number } | undefined;
  let asking: Promise<T> | undefined;
  let [asks, newest] = [0, 0];
  const remember = async () => {
    asks += 1;
    const turn = asks;
    const began = clock.now().getTime();
    const value = await ask();
    const at = clock.now().getTime();
    // One that was asked later may have been answered before.
    if (turn > newest) {
      newest = turn;
      known = { value, at, fresh: Math.max(freshMs, 20 * (at - began)) };
    }
    return value;
  };
  const renew = () => {
    asking ??= remember().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return async () => {
    if (isQuick()) return remember();
    if (!known) return renew();
    const age = clock.now().getTime() - known.at;
    if (age > 10 * known.fresh) return renew();
    if (age > known.fresh) renew().catch(onError);
    return known.value;
  };
}
