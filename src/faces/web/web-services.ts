import type { Services } from '../../operations/registry/operation.ts';
import type { WebDeps } from './env.ts';

/** What operations need, from what the web has. */
export function servicesOf({
  db,
  clock,
  site,
  acts,
}: Pick<WebDeps, 'db' | 'clock' | 'site' | 'acts'>): Services {
  return {
    db,
    clock,
    site,
    queue: () => acts?.queue?.(),
    isSecretSet: acts?.isSecretSet,
    planOf: acts?.planOf,
    checkTarget: acts?.checkTarget,
    network: acts?.network,
  };
}
