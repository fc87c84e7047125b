import type { Clock } from '../core/clock.ts';

/**
 * The answer to a question that is slow to count: from memory once it is known. When it is older than `freshMs` it is asked anew
 * behind the answer; older than ten times that, the asker waits. What it is of is always said on the page with its time.
 */
export function remembered<T>(
  { clock, freshMs, onError }: { clock: Clock; freshMs: number; onError: (error: unknown) => void },
  ask: () => Promise<T>,
): () => Promise<T> {
  let known: { readonly value: T; readonly at: number } | undefined;
  let asking: Promise<T> | undefined;
  const renew = () => {
    asking ??= ask()
      .then((value) => {
        known = { value, at: clock.now().getTime() };
        return value;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return async () => {
    const age = known ? clock.now().getTime() - known.at : Infinity;
    if (!known || age > 10 * freshMs) return renew();
    if (age > freshMs) renew().catch(onError);
    return known.value;
  };
}
