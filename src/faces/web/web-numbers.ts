import { DAY, MINUTE, SECOND } from '../../core/clock.ts';
import type { PlaceCount } from '../../publishing/queries/place-counts.ts';
import { placeCounts } from '../../publishing/queries/job-states.repository.ts';
import {
  type DayAtTarget,
  type DayOfTimes,
  daysSince,
  timesToSchool,
} from '../../publishing/queries/daily-counts-store.ts';
import type { WebDeps } from './env.ts';
import { cached } from './cached.ts';

/** Counts over all jobs at schools. */
export type Numbers = {
  readonly places: () => Promise<readonly PlaceCount[]>;
  /** The last 14 days, in the product's time zone. */
  readonly perDay: () => Promise<readonly DayAtTarget[]>;
  /** How long jobs took to reach schools, of the same days. */
  readonly times: () => Promise<readonly DayOfTimes[]>;
};

/** What takes longer to count than this is counted behind the answer. */
const QUICK_MS = 100;

export function createNumbers({ db, clock, log, site }: WebDeps): Numbers {
  const onError = (error: unknown) => log.error('numbers not counted', { error });
  /** Counted for each page while that is quick, so that pages agree; from memory once it is not. */
  const counting = <T>(freshMs: number, ask: () => Promise<T>) => {
    let took = 0;
    const counted = async () => {
      const began = performance.now();
      const value = await ask();
      took = performance.now() - began;
      return value;
    };
    const kept = cached({ clock, freshMs, onError }, counted);
    return () => (took > QUICK_MS ? kept() : counted());
  };
  const since = () => new Date(clock.now().getTime() - 14 * DAY);
  return {
    places: counting(2 * SECOND, () => placeCounts(db)),
    perDay: counting(MINUTE, () => daysSince(db, since(), site.timeZone)),
    times: counting(10 * MINUTE, () => timesToSchool(db, since(), site.timeZone)),
  };
}
