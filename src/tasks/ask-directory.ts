import { askEmployers, type Found, lookUpEmployers } from '../directory/lookup.ts';
import type { KnownEmployer } from '../directory/store.ts';
import { connectRest } from '../targets/connect-rest.ts';
import type { Target } from '../targets/store.ts';
import type { TaskContext } from './context.ts';

export type Asked =
  | { readonly kind: 'found'; readonly found: Found<KnownEmployer> }
  | { readonly kind: 'failed'; readonly reason: string };

/** Employers of a target for a person who waits: from the mirror, or (`live`) with one call to the target itself. */
export async function employersAt(
  context: Pick<TaskContext, 'db' | 'clock' | 'fetch' | 'allowPrivate' | 'secretNamed' | 'random'>,
  target: Target,
  query: string,
  { live }: { readonly live: boolean },
): Promise<Asked> {
  const { db, clock } = context;
  if (!live) return { kind: 'found', found: await lookUpEmployers(db, target.id, query) };
  const connection = connectRest(context, target, 'people');
  if (connection.kind === 'none') return { kind: 'failed', reason: connection.reason };
  const outcome = await askEmployers({ db, clock, client: connection.client }, target.id, query);
  return outcome.kind === 'answered'
    ? { kind: 'found', found: outcome.value }
    : { kind: 'failed', reason: outcome.reason };
}
