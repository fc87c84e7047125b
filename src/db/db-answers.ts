import type { Database } from './db.ts';
import { execute } from './query.ts';

/** Whether the database answers, within some time; the reason why not is a word for people. */
export async function answers<S extends Record<string, unknown>>(
  db: Database<S>,
  withinMs: number,
): Promise<{ readonly kind: 'ready' } | { readonly kind: 'unready'; readonly reasons: readonly string[] }> {
  const late = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), withinMs).unref?.();
  });
  const asked = execute(db)`select 1`.then(
    () => 'answered' as const,
    () => 'failed' as const,
  );
  const outcome = await Promise.race([asked, late]);
  if (outcome === 'answered') return { kind: 'ready' };
  return {
    kind: 'unready',
    reasons: [
      outcome === 'late'
        ? `the database did not answer within ${withinMs} ms`
        : 'the database refuses to answer',
    ],
  };
}
