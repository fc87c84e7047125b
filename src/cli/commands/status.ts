import { allFeeds, lastRuns } from '../../feeds/store.ts';
import { holdsIn } from '../../publishing/holds-store.ts';
import { publicationRows, targetHealth, waitingCounts } from '../../publishing/status-store.ts';
import { type Command, done } from '../command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const status: Command = {
  name: 'status',
  usage: '[--publications] [--json]',
  about: 'Health, with what needs a person; --publications: a row for each publication.',
  options: { publications: { type: 'boolean' } },
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const { terminal, flags } = given;
      if (flags.has('publications')) {
        const rows = [];
        for (let afterId = 0; ;) {
          const page = await publicationRows(db, afterId, 5_000);
          rows.push(...page.map(({ row }) => row));
          const last = page.at(-1);
          if (last === undefined) break;
          afterId = last.id;
        }
        if (flags.has('json')) terminal.out(JSON.stringify(rows));
        else
          terminal.out(
            columns(
              ['Target', 'Source', 'Job', 'State', 'Sent (UTC)', 'Answer'],
              rows.map((row) => [
                row.target,
                row.external_source_id,
                row.job_id,
                row.state,
                row.sent_at?.slice(0, 19).replace('T', ' ') ?? '–',
                row.answer ?? '',
              ]),
            ),
          );
        return done;
      }
      const feeds = await allFeeds(db);
      const runs = await lastRuns(
        db,
        feeds.map(({ id }) => id),
      );
      const targets = await targetHealth(db);
      const holds = await holdsIn(db, ['open']);
      const waiting = await waitingCounts(db);
      const health = {
        targets,
        feeds: feeds.map((feed) => {
          const run = runs.get(feed.id);
          return {
            name: feed.name,
            state: feed.state,
            run: run?.state ?? null,
            reason: run?.reason ?? null,
            listings: run?.listings ?? 0,
            next_at: feed.nextAt.toISOString(),
          };
        }),
        holds: holds.length,
        ...waiting,
      };
      if (flags.has('json')) {
        terminal.out(JSON.stringify(health));
        return done;
      }
      const failing = health.feeds.filter(
        ({ run }) => run === 'failed' || run === 'truncated' || run === 'opted_out',
      );
      terminal.out(
        [
          columns(
            ['Target', 'State', 'Live', 'Due', 'Attention'],
            targets.map((target) => [target.name, target.state, target.live, target.due, target.attention]),
          ),
          '',
          columns(
            ['Feed', 'State', 'Last run', 'Listings', 'Why'],
            health.feeds.map((feed) => [
              feed.name,
              feed.state,
              feed.run ?? 'not read yet',
              feed.listings,
              feed.reason ?? '',
            ]),
          ),
          '',
          [
            plural(holds.length, 'hold'),
            `${plural(failing.length, 'feed')} in trouble`,
            `${plural(waiting.waiting, 'job')} waiting`,
            `${plural(waiting.unresolved, 'label')} unresolved`,
          ].join(', '),
        ].join('\n'),
      );
      return done;
    }),
};
