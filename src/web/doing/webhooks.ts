import { deliverAgain } from '../../alerts/store.ts';
import { recordAudit } from '../../audit/store.ts';
import type { By, Doing } from '../env.ts';

/** Has a webhook delivered again; false when there is none of this number. */
export async function redeliver({ db, clock }: Doing, actor: By, id: number): Promise<boolean> {
  const now = clock.now();
  const found = await deliverAgain(db, id, now);
  if (found)
    await recordAudit(db, { at: now, who: actor.name, action: 'delivered again', subject: `webhook:${id}` });
  return found;
}

/** Where a webhook goes, as it may be shown: paths of such addresses are often secrets. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'no address';
}
