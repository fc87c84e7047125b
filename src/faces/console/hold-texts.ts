import type { HoldFacts } from '../../db/schema/publishing.ts';
import { paceOfFeed } from '../../publishing/allowance.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { count, pluralHtml } from '../web/html/format-text.ts';

type About = { readonly feed: string | null; readonly target: string | null };

/** What a chart of the run against the usual number says. */
export function findingOf({ found, usual, guard }: NonNullable<HoldFacts['compared']>): string {
  return `${pluralHtml(found, 'job')} found, ${count(usual)} is usual. The guard is at ${count(guard)}.`;
}

/** What follows an approval: how fast jobs go, and how long each can come back. */
export function afterwardsOf(settings: Settings, { feed, target }: About): string {
  const pace =
    feed === null
      ? `At most ${pluralHtml(settings.get('delist.removalsPerMinute', target === null ? {} : { target }), 'removal')} a minute`
      : `At most ${paceOfFeed(settings.get('delist.feedSharePerHour', { feed }))}`;
  return `${pace}, and you can stop at any time. What was sent is kept for ${pluralHtml(settings.get('delist.keepDays'), 'day')} and can be restored under the same ids.`;
}
