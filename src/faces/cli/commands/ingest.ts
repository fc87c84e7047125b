import { runById, allFeeds, type Feed, feedNamed, type Run } from '../../../feeds/feeds.queries.ts';
import { runToJson } from '../../../operations/runs.operations.ts';
import type { Node } from '../../../node.ts';
import { workersRun } from '../../../platform/queue/pg-boss.ts';
import { ingestFeed } from '../../../tasks/ingest-feed.ts';
import { reconcileSoon } from '../../../tasks/schedule.ts';
import { type Command, done, type Given, refused, report } from '../command.ts';
import { startSending } from '../cli-roles.ts';
import { operatorOfMachine } from '../operation-command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { noFeed } from '../unknown.ts';

export const ingest: Command = {
  name: 'ingest',
  usage: '[FEED…]',
  about: 'Reads feeds now (all by default), waits, and prints the runs.',
  words: [0, 1000],
  run: (given) =>
    withProduct(given, async (node) => {
      const { db, context } = node;
      const { words, terminal, flags } = given;
      const feeds = [];
      for (const name of words) {
        const feed = await feedNamed(db, name);
        if (feed === undefined) return noFeed(db, name);
        feeds.push(feed);
      }
      if (words.length === 0) feeds.push(...(await allFeeds(db)).filter(({ state }) => state === 'active'));
      const ended: (Run & { readonly feed: string })[] = [];
      const failures: string[] = [];
      for (const feed of feeds) {
        terminal.progress(`Reading ${feed.name}`);
        const outcome = await ingestFeed(context, feed.id, { by: operatorOfMachine.name });
        const run = outcome.kind === 'read' ? await runById(db, outcome.runId) : undefined;
        if (run !== undefined) ended.push(run);
        else
          failures.push(
            `${feed.name}: ${outcome.kind === 'busy' ? 'somebody else is reading it' : 'it was removed'}`,
          );
      }
      for (const { feed, state, reason } of ended) {
        if (state !== 'complete' && state !== 'unchanged')
          failures.push(`${feed}: ${state}, ${reason ?? 'no reason given'}`);
      }
      const names = ['Feed', 'Run', 'State', 'Items', 'Listings', 'New', 'Changed', 'Missing', 'Rejected'];
      const rows = ended.map((run) => [run.feed, run.id, stateOf(run), run.items, ...countsOf(run)]);
      report(given, ended.map(runToJson), columns(names, rows));
      const next = await publishSoon(
        given,
        node,
        feeds.filter(({ name }) => ended.some(({ feed }) => feed === name)),
      );
      if (!flags.has('json')) terminal.say(next);
      return failures.length === 0 ? done : refused(failures.join('\n'));
    }),
};

/** What was read is compared with its targets at once, as after a reading of a worker's; says what happens next. */
async function publishSoon(given: Given, node: Node, read: readonly Feed[]): Promise<string> {
  if (read.length === 0) return 'Nothing was read, so nothing is published.';
  const queue = await startSending(given, node);
  try {
    const targets = new Set<string>();
    for (const { id } of read)
      for (const name of await reconcileSoon(node.context, queue, id)) targets.add(name);
    if (targets.size === 0) return 'No active target takes these feeds, so nothing is published.';
    const names = `${plural(targets.size, 'target')} (${[...targets].join(', ')})`;
    return (await workersRun(node.queueDatabase, node.db))
      ? `Workers compare the jobs with ${names} now and publish what may go.`
      : `No worker runs. \`publish\` sends what may go to ${names}; \`up\` and \`worker\` do so when they start.`;
  } finally {
    await queue.stop();
  }
}

function stateOf({ state, held }: Run): string {
  return held ? `${state}, held` : state;
}

function countsOf({ listings, added, changed, missing, rejected }: Run): readonly number[] {
  return [listings, added, changed, missing, rejected];
}
