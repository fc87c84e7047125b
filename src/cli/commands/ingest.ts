import { runById } from '../../feeds/pages-store.ts';
import { allFeeds, feedNamed, type Run, runsOf } from '../../feeds/store.ts';
import { toldRun } from '../../feeds/told-run.ts';
import { ingestFeed } from '../../tasks/ingest-feed.ts';
import { type Command, done, refused } from '../command.ts';
import { second } from '../moment.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { noFeed } from '../unknown.ts';

export const ingest: Command = {
  name: 'ingest',
  usage: '[FEED…]',
  about: 'Reads feeds now (all by default), waits, and prints the runs.',
  words: [0, 1000],
  run: (given) =>
    withProduct(given, async ({ db, context }) => {
      const { words, terminal, flags } = given;
      const feeds = [];
      for (const name of words) {
        const feed = await feedNamed(db, name);
        if (feed === undefined) return noFeed(name);
        feeds.push(feed);
      }
      if (words.length === 0) feeds.push(...(await allFeeds(db)).filter(({ state }) => state === 'active'));
      const ended: (Run & { readonly feed: string })[] = [];
      const failures: string[] = [];
      for (const feed of feeds) {
        terminal.progress(`Reading ${feed.name}`);
        const outcome = await ingestFeed(context, feed.id);
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
      if (flags.has('json')) terminal.out(JSON.stringify(ended.map(toldRun)));
      else
        terminal.out(
          columns(
            ['Feed', 'Run', 'State', 'Items', 'Listings', 'New', 'Changed', 'Missing', 'Rejected'],
            ended.map((run) => [run.feed, run.id, stateOf(run), run.items, ...countsOf(run)]),
          ),
        );
      return failures.length === 0 ? done : refused(failures.join('\n'));
    }),
};

export const runs: Command = {
  name: 'runs',
  usage: 'FEED',
  about: 'The runs of a feed, newest first, with their proofs of completeness.',
  words: [1, 1],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const [name = ''] = given.words;
      const feed = await feedNamed(db, name);
      if (feed === undefined) return noFeed(name);
      const found = await runsOf(db, feed.id);
      if (given.flags.has('json'))
        given.terminal.out(JSON.stringify(found.map((run) => toldRun({ ...run, feed: name }))));
      else
        given.terminal.out(
          `${columns(['Run', 'Started (UTC)', 'State', 'Listings', 'New', 'Changed', 'Missing', 'Rejected', 'Why'], found.map(runRow))}\n${plural(found.length, 'run')}`,
        );
      return done;
    }),
};

function runRow(run: Run) {
  const started = second(run.startedAt);
  return [run.id, started, stateOf(run), ...countsOf(run), run.reason ?? ''];
}

function stateOf({ state, held }: Run): string {
  return held ? `${state}, held` : state;
}

function countsOf({ listings, added, changed, missing, rejected }: Run): readonly number[] {
  return [listings, added, changed, missing, rejected];
}
