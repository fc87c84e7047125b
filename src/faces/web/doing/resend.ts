import type { Actor } from '../../../platform/accounts/permissions.ts';
import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import { type Resend, resend } from '../../../publishing/intents.repository.ts';
import type { WebDeps } from '../env.ts';
import { whole } from './whole.ts';

/** Sends once more what was sent; gives how many calls that are. The same for the pages and the API. */
export async function resendJobs(deps: WebDeps, actor: Actor, what: Resend): Promise<number> {
  return whole(deps, async ({ db, clock, enqueue }) => {
    const calls = await resend(db, what, clock.now());
    const count = [...calls.values()].reduce((sum, n) => sum + n, 0);
    const about = Object.entries(what).map(([name, value]) => `${name} ${value}`);
    if (count > 0)
      await recordAudit(db, {
        at: clock.now(),
        who: actor.name,
        action: 'sent again',
        subject: `${count} calls, ${about.join(', ')}`,
      });
    for (const targetId of calls.keys())
      enqueue({ name: 'apply-plan', payload: { targetId }, key: `target ${targetId}` });
    return count;
  });
}
