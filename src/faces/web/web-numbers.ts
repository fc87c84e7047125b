import { DAY, MINUTE, SECOND } from '../../core/clock.ts';
import type { PlaceCount } from '../../publishing/queries/place-counts.ts';
import { placeCounts } from '../../publishing/queries/job-states.queries.ts';
import {
  type DayAtTarget,
  type DayOfTimes,
  daysSince,
  timesToSchool,
} from '../../publishing/queries/daily-counts.queries.ts';
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
/** So many events of a fortnight are counted for each page, so that pages agree; more of them, behind the answer. */
const FEW_EVENTS = 10_000;

export function createNumbers({ db, clock, log, site }: WebDeps): Numbers {
  const onError = (error: unknown) => log.error('numbers not counted', { error });
  const since = () => new Date(clock.now().getTime() - 14 * DAY);
  let took = 0;
  const countPlaces = async () => {
    const began = performance.now();
    const places = await placeCounts(db);
    took = performance.now() - began;
    return places;
  };
  let events = 0;
  const countDays = async () => {
    const days = await daysSince(db, since(), site.timeZone);
    events = days.reduce((sum, day) => sum + day.published + day.updated + day.delisted, 0);
    return days;
  };
  return {
    places: cached({ clock, freshMs: 2 * SECOND, isQuick: () => took <= QUICK_MS, onError }, countPlaces),
    perDay: cached({ clock, freshMs: MINUTE, isQuick: () => events <= FEW_EVENTS, onError }, countDays),
    times: cached({ clock, freshMs: 10 * MINUTE, onError }, () => timesToSchool(db, since(), site.timeZone)),
  };
}
