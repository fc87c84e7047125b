import type { Actor } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { type Again, sendAgain } from '../../publishing/again-store.ts';
import type { WebDeps } from '../env.ts';

/** Sends once more what was sent; gives how many calls that are. The same for the pages and the API. */
export async function pushAgain({ db, clock, acts }: WebDeps, actor: Actor, what: Again): Promise<number> {
  const calls = await sendAgain(db, what, clock.now());
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
    await acts?.enqueue?.({ name: 'apply-plan', payload: { targetId }, key: `target ${targetId}` });
  return count;
}
