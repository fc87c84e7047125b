import { allFeeds, feedNamed, type Run, type RunEnd, runsOf } from '../../feeds/store.ts';
import { ingestFeed } from '../../tasks/ingest-feed.ts';
import { type Command, done, refused } from '../command.ts';
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
      const ends: (RunEnd & { readonly feed: string; readonly run: number })[] = [];
      const failures: string[] = [];
      for (const feed of feeds) {
        terminal.progress(`Reading ${feed.name}`);
        const outcome = await ingestFeed(context, feed.id);
        if (outcome.kind === 'read') ends.push({ feed: feed.name, run: outcome.runId, ...outcome.end });
        else
          failures.push(
            `${feed.name}: ${outcome.kind === 'busy' ? 'somebody else is reading it' : 'it was removed'}`,
          );
      }
      for (const { feed, state, reason } of ends) {
        if (state !== 'complete' && state !== 'unchanged')
          failures.push(`${feed}: ${state}, ${reason ?? 'no reason given'}`);
      }
      if (flags.has('json')) terminal.out(JSON.stringify(ends));
      else
        terminal.out(
          columns(
            ['Feed', 'Run', 'Items', 'Listings', 'New', 'Changed', 'Missing', 'Rejected'],
            ends.map(rowOf),
          ),
        );
      return failures.length === 0 ? done : refused(failures.join('\n'));
    }),
};

function rowOf({
  feed,
  state,
  items = 0,
  listings = 0,
  added = 0,
  changed = 0,
  missing = 0,
  rejected = 0,
}: RunEnd & { readonly feed: string }) {
  return [feed, state, items, listings, added, changed, missing, rejected];
}

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
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(found));
      else
        given.terminal.out(
          `${columns(['Run', 'Started (UTC)', 'State', 'Listings', 'New', 'Changed', 'Missing', 'Rejected', 'Why'], found.map(runRow))}\n${plural(found.length, 'run')}`,
        );
      return done;
    }),
};

function runRow(run: Run) {
  return [
    run.id,
    run.startedAt.toISOString().slice(0, 19).replace('T', ' '),
    run.held ? `${run.state}, held` : run.state,
    run.listings,
    run.added,
    run.changed,
    run.missing,
    run.rejected,
    run.reason ?? '',
  ];
}
