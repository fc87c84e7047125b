import type { Clock } from '../../core/clock.ts';

/**
 * The answer to a question that is slow to count: from memory once it is known. When it is older than `freshMs`, and than twenty
 * times what asking took, it is asked again behind the answer; older than ten times that, the asker waits.
 */
export function cached<T>(
  { clock, freshMs, onError }: { clock: Clock; freshMs: number; onError: (error: unknown) => void },
  ask: () => Promise<T>,
): () => Promise<T> {
  let known: { readonly value: T; readonly at: number; readonly fresh: number } | undefined;
  let asking: Promise<T> | undefined;
  const renew = () => {
    const began = clock.now().getTime();
    asking ??= ask()
      .then((value) => {
        const at = clock.now().getTime();
        known = { value, at, fresh: Math.max(freshMs, 20 * (at - began)) };
        return value;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return async () => {
    if (!known) return renew();
    const age = clock.now().getTime() - known.at;
    if (age > 10 * known.fresh) return renew();
    if (age > known.fresh) renew().catch(onError);
    return known.value;
  };
}
