import type { HoldFacts as StoredFacts, HoldKind } from '../../db/schema/publishing.ts';
import { paceOfFeed } from '../../publishing/allowance.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { count, pluralHtml } from './html/format-text.ts';

type HoldFacts = {
  readonly kind: HoldKind;
  readonly count: number;
  readonly feed: string | null;
  readonly target: string | null;
};

/** A hold in a sentence that says what would happen: `11,711 jobs of meridian would be removed`. */
export function holdTitle({ kind, count: jobs, feed, target }: HoldFacts): string {
  const where = target === null ? (feed === null ? ' at all targets' : ` of ${feed}`) : ` at ${target}`;
  switch (kind) {
    case 'drop':
    case 'share':
    case 'empty':
    case 'rekeyed':
      return `${pluralHtml(jobs, 'job')}${where} would be removed`;
    case 'surge':
      return `${pluralHtml(jobs, 'new job')}${where} would be published at once`;
    case 'drift':
      return `Fields of ${pluralHtml(jobs, 'job')}${where} went missing`;
    case 'changed':
      return `${pluralHtml(jobs, 'job')}${where} would be sent again`;
    case 'review':
      return `The first ${jobs === 1 ? 'job' : `${count(jobs)} jobs`}${where} ${jobs === 1 ? 'waits' : 'wait'} for you`;
  }
}

/** What a chart of the run against the usual number says. */
export function findingOf({ found, usual, guard }: NonNullable<StoredFacts['compared']>): string {
  return `${pluralHtml(found, 'job')} found, ${count(usual)} is usual. The guard stands at ${count(guard)}.`;
}

/** What follows an approval: how fast jobs go, and how long each can come back. */
export function afterwardsOf(
  settings: Settings,
  { feed, target }: Pick<HoldFacts, 'feed' | 'target'>,
): string {
  const pace =
    feed === null
      ? `At most ${pluralHtml(settings.get('delist.removalsPerMinute', target === null ? {} : { target }), 'removal')} a minute`
      : `At most ${paceOfFeed(settings.get('delist.feedSharePerHour', { feed }))}`;
  return `${pace}, and you can stop at any time. What was sent is kept for ${pluralHtml(settings.get('delist.keepDays'), 'day')} and can be restored under the same ids.`;
}
