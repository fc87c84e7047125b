import type { Node } from '../../node.ts';
import { allFeeds } from '../../feeds/feeds.queries.ts';
import { holdsIn } from '../../publishing/holds/holds.queries.ts';
import { type Settlement, settleTarget } from '../../tasks/settle-target.ts';
import { ingestFeed } from '../../tasks/ingest-feed.ts';
import { activeTargets } from '../../targets/targets.queries.ts';
import { waitingCounts } from '../../operations/reports/health.ts';
import { done as finished, type Exit, type Given, refused, report } from './command.ts';
import { onFirstSignal, stoppedBefore } from './cli-signals.ts';
import { columns, plural } from './terminal.ts';

/** `up --once`: reads every feed, publishes until nothing is due, and says what came of it. */
export async function runOnce(given: Given, { db, context, stop }: Node): Promise<Exit> {
  const { terminal } = given;
  const isStopped = onFirstSignal(() => {
    terminal.say('Stopping: calls in flight are finished first.');
    stop();
  });
  const began = performance.now();
  const feeds = (await allFeeds(db)).filter(({ state }) => state === 'active');
  const done: Done = { rows: [], settled: [], failures: [], undone: { feeds: [], targets: [] } };
  const sums = await readAll(done, { terminal, context, isStopped }, feeds);
  await publishAll(done, { terminal, context, isStopped });
  const { rows, settled, failures, undone } = done;
  const waiting = await waitingCounts({ db });
  const sum = (count: (one: Settlement) => number) => settled.reduce((total, one) => total + count(one), 0);
  const summary = {
    feeds: feeds.length,
    listings: sums.listings,
    published: sum(({ tally }) => tally.published),
    updated: sum(({ tally }) => tally.updated),
    delisted: sum(({ tally }) => tally.delisted),
    held: (await holdsIn(db, ['open'])).length,
    rejected: sums.rejected,
    unresolved: waiting.unresolved,
    waiting: waiting.waiting,
    ms: Math.round(performance.now() - began),
  };
  const runs = columns(['Feed', 'Run', 'Listings', 'New', 'Changed', 'Missing', 'Rejected'], rows);
  report(given, summary, `${runs}\n\n${sentence(summary)}`);
  if (isStopped()) failures.push(stoppedBefore(undone));
  return failures.length === 0 ? finished : refused(failures.join('\n'));
}

/** What a run came to, so far. */
type Done = {
  readonly rows: (readonly (string | number)[])[];
  readonly settled: Settlement[];
  readonly failures: string[];
  readonly undone: { readonly feeds: string[]; readonly targets: string[] };
};
type Running = Pick<Given, 'terminal'> & Pick<Node, 'context'> & { readonly isStopped: () => boolean };

async function readAll(
  { rows, failures, undone }: Done,
  { terminal, context, isStopped }: Running,
  feeds: readonly { readonly id: number; readonly name: string }[],
): Promise<{ readonly listings: number; readonly rejected: number }> {
  const sums = { listings: 0, rejected: 0 };
  for (const [index, feed] of feeds.entries()) {
    if (isStopped()) {
      undone.feeds.push(feed.name);
      continue;
    }
    terminal.progress(`Reading ${feed.name} (${index + 1} of ${feeds.length})`);
    const outcome = await ingestFeed(context, feed.id);
    if (outcome.kind !== 'read') {
      failures.push(`${feed.name}: somebody else is reading it`);
      continue;
    }
    const { end } = outcome;
    const { listings = 0, rejected = 0, added = 0, changed = 0, missing = 0 } = end;
    sums.listings += listings;
    sums.rejected += rejected;
    rows.push([feed.name, end.state, listings, added, changed, missing, rejected]);
    if (end.state !== 'complete' && end.state !== 'unchanged')
      failures.push(`${feed.name}: ${end.state}, ${end.reason ?? 'no reason given'}`);
  }
  return sums;
}

async function publishAll({ settled, failures, undone }: Done, { terminal, context, isStopped }: Running) {
  for (const { id, name } of await activeTargets(context.db)) {
    if (isStopped()) {
      undone.targets.push(name);
      continue;
    }
    const settlement = await settleTarget(context, id, (calls) =>
      terminal.progress(`Publishing to ${name}: ${plural(calls, 'call')}`),
    );
    settled.push(settlement);
    if (isStopped()) undone.targets.push(name);
    const open = settlement.tally.troubled + settlement.tally.unanswered;
    if (settlement.trouble !== undefined) failures.push(`${name}: ${settlement.trouble}`);
    else if (open > 0) failures.push(`${name}: ${plural(open, 'call')} without an answer`);
  }
}

type Sum = 'published' | 'updated' | 'delisted' | 'held' | 'unresolved' | 'waiting' | 'ms';

function sentence(summary: Readonly<Record<Sum, number>>): string {
  const parts = [
    `${summary.published} published`,
    `${summary.updated} updated`,
    `${summary.delisted} delisted`,
    `${summary.held} held`,
    `${summary.waiting} waiting`,
    `${plural(summary.unresolved, 'label')} unresolved`,
  ];
  return `${parts.join(', ')} in ${(summary.ms / 1000).toFixed(1)} s`;
}
