import { DAY, MINUTE, SECOND } from '../../core/clock.ts';
import { type TargetNumbers, targetNumbers } from '../../publishing/publishing-pages.repository.ts';
import { type DayAtTarget, daysSince } from '../../publishing/daily-counts-store.ts';
import type { WebDeps } from './env.ts';
import { cached } from './cached.ts';

/** Counts over all publications, which take longer than a page may. */
export type Numbers = {
  readonly perTarget: () => Promise<readonly TargetNumbers[]>;
  /** The last 14 days, in the product's time zone. */
  readonly perDay: () => Promise<readonly DayAtTarget[]>;
};

export function createNumbers({ db, clock, log, site }: WebDeps): Numbers {
  const onError = (error: unknown) => log.error('numbers not counted', { error });
  return {
    perTarget: cached({ clock, freshMs: 2 * SECOND, onError }, () => targetNumbers(db)),
    perDay: cached({ clock, freshMs: MINUTE, onError }, () =>
      daysSince(db, new Date(clock.now().getTime() - 14 * DAY), site.timeZone),
    ),
  };
}
