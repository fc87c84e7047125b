import { type Clock, followedClock, SECOND } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Db } from '../../db/db.ts';
import { timeAt } from '../../db/db-time.ts';

const EVERY = 30 * SECOND;

/** The database's clock: leases and "changed since" compare times of several machines, so all of them go by the one they share. */
export async function databaseClock(db: Db, log: Log): Promise<Clock & { readonly stop: () => void }> {
  const clock = followedClock();
  const ask = async () => {
    const asked = performance.now();
    const shared = await timeAt(db);
    const onTheWay = (performance.now() - asked) / 2;
    if (shared !== undefined) clock.follow(new Date(shared.getTime() + onTheWay));
  };
  await ask();
  const timer = setInterval(() => {
    ask().catch((error: unknown) =>
      log.warn('the database was not asked the time', { error: String(error) }),
    );
  }, EVERY);
  timer.unref();
  return { now: clock.now, stop: () => clearInterval(timer) };
}
