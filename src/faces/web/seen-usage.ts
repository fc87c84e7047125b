import { type Limits, maySeeSource, maySeeTarget } from '../../platform/accounts/permissions.ts';
import { type Usage, usageIn } from '../../publishing/queries/usage-store.ts';
import type { WebDeps } from './env.ts';

/** The usage of a month, as far as somebody's limits leave it; the same for page, CSV and API. */
export async function seenUsage(
  { db, clock }: WebDeps,
  limits: Limits,
  month: string,
): Promise<readonly Usage[]> {
  return (await usageIn(db, month, clock.now())).filter(
    ({ source, target }) => maySeeTarget(limits, target) && maySeeSource(limits, source),
  );
}
