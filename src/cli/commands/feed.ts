import { existsSync } from 'node:fs';
import { present } from '../../core/present.ts';
import { recordAudit } from '../../audit/store.ts';
import { definitionOf, parseFeedFile } from '../../feeds/definition.ts';
import { applyFeedFile } from '../../feeds/feed-files.ts';
import { addFeed, allFeeds, changeFeed, type Feed, feedNamed, lastRuns } from '../../feeds/store.ts';
import type { Node } from '../../node.ts';
import { allTargets } from '../../targets/store.ts';
import { type Command, done, type Exit, type Given, misused, refused, report } from '../command.ts';
import { jsonValue } from '../json-value.ts';
import { readFeedFiles } from '../feed-files.ts';
import { redacted } from '../../core/redacted.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { noFeed } from '../unknown.ts';

const definitionOptions = {
  adapter: { type: 'string' },
  every: { type: 'string' },
  cron: { type: 'string' },
  target: { type: 'string', multiple: true },
  employer: { type: 'string' },
  owner: { type: 'string' },
  right: { type: 'string' },
} as const;

export const feedAdd: Command = {
  name: 'feed add',
  usage:
    'NAME URL [--adapter A] [--every 15m|--cron "…"] [--target T]… [--employer NAME] [--source-id ID] [--owner EMAIL] [--right own|permission|license|attribution=TEXT] [--review]',
  about: 'A new feed, every 6 h by default, live at once; with --review its first plan waits for a person.',
  options: { ...definitionOptions, 'source-id': { type: 'string' }, review: { type: 'boolean' } },
  words: [2, 2],
  run: (given) => withProduct(given, (node) => add(given, node)),
};

async function add(
  { words: [name = '', url = ''], flags, terminal }: Given,
  { db, context }: Node,
): Promise<Exit> {
  const written = {
    name,
    url: addressOf(url),
    adapter: flags.text('adapter') ?? 'auto',
    right: rightOf(flags.text('right') ?? 'permission'),
    ...optionsOf(flags),
  };
  const parsed = parseFeedFile(written);
  if (parsed.kind === 'mistakes') return misused(parsed.mistakes.join('\n'));
  if (!/^https?:\/\//.test(url) && !existsSync(written.url))
    return misused(`URL must be an http(s) address or a file that exists, not ${url}`);
  const now = context.clock.now();
  const sourceId = flags.text('source-id') ?? name;
  const feed = await addFeed(db, {
    name,
    externalSourceId: sourceId,
    definition: definitionOf(parsed.file),
    reviewFirst: flags.has('review'),
    now,
  });
  if (feed === undefined) return refused(`There is a feed ${name} already; \`feed set\` changes it.`);
  await recordAudit(db, { at: now, who: 'cli', action: 'feed added', subject: `feed:${name}` });
  const known = new Set((await allTargets(db)).map((target) => target.name));
  for (const target of parsed.file.targets ?? [])
    if (!known.has(target))
      terminal.say(`There is no target ${target} yet: its jobs go there once it is added.`);
  terminal.out(
    flags.has('json')
      ? JSON.stringify(shown(feed))
      : `Feed ${name} is added${flags.has('review') ? '; its first plan waits for a person' : ''}.`,
  );
  return done;
}

function optionsOf(flags: Given['flags']) {
  const targets = flags.many('target');
  return present({
    every: flags.text('every'),
    cron: flags.text('cron'),
    employer: flags.text('employer'),
    owner: flags.text('owner'),
    targets: targets.length === 0 ? undefined : targets,
  });
}

function rightOf(text: string): unknown {
  return text.startsWith('attribution=') ? { attribution: text.slice('attribution='.length) } : text;
}

/** A file's path is kept whole, so that a later reading finds it from any folder. */
function addressOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `${process.cwd()}/${url}`.replace(/^.*\/\//, '/');
}

function shown({ name, externalSourceId, definition, state, sample, detached, nextAt }: Feed) {
  return {
    name,
    external_source_id: externalSourceId,
    ...definition,
    url: redacted(definition.url),
    state,
    sample,
    detached,
    next_at: nextAt.toISOString(),
  };
}

export const feedList: Command = {
  name: 'feed list',
  usage: '[--json]',
  about: 'All feeds with their last runs.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const feeds = await allFeeds(db);
      const runs = await lastRuns(
        db,
        feeds.map(({ id }) => id),
      );
      if (given.flags.has('json')) {
        given.terminal.out(
          JSON.stringify(
            feeds.map((feed) => ({ ...shown(feed), last_run: runs.get(feed.id)?.state ?? null })),
          ),
        );
        return done;
      }
      const rows = feeds.map((feed) => {
        const run = runs.get(feed.id);
        const state = `${feed.state}${feed.detached ? ', detached from its file' : ''}`;
        return [
          feed.name,
          state,
          feed.definition.adapter,
          run?.state ?? 'not read yet',
          run?.listings ?? 0,
          minute(feed.nextAt),
        ];
      });
      given.terminal.out(columns(['Feed', 'State', 'Adapter', 'Last run', 'Listings', 'Next (UTC)'], rows));
      return done;
    }),
};

export const feedShow: Command = {
  name: 'feed show',
  usage: 'NAME',
  about: 'One feed’s definition.',
  words: [1, 1],
  run: (given) =>
    withFeed(given, async ({ feed }) => {
      given.terminal.out(JSON.stringify(shown(feed), null, given.flags.has('json') ? 0 : 2));
      return done;
    }),
};

export const feedSet: Command = {
  name: 'feed set',
  usage: 'NAME KEY VALUE',
  about:
    'Changes one key of a feed’s definition (the keys of its YAML); the feed is detached from its file then.',
  words: [3, 3],
  run: async (given) => {
    const [name = '', key = '', text = ''] = given.words;
    if (key === 'settings') return misused(`Settings of a feed are set by \`set KEY VALUE --feed ${name}\`.`);
    if (['name', 'sourceId', 'sample', 'review'].includes(key))
      return misused(`${key} is decided when a feed is added, and stays.`);
    return withFeed(given, async ({ feed, node: { db, context } }) => {
      const parsed = parseFeedFile({ name: feed.name, ...feed.definition, [key]: valueOf(key, text) });
      if (parsed.kind === 'mistakes') return misused(parsed.mistakes.join('\n'));
      const now = context.clock.now();
      await changeFeed(db, feed.id, {
        definition: definitionOf(parsed.file),
        detached: feed.file !== null,
        nextAt: now,
      });
      await recordAudit(db, {
        at: now,
        who: 'cli',
        action: 'feed changed',
        subject: `feed:${feed.name}`,
        detail: { key },
      });
      return report(given, { name: feed.name, key }, `Feed ${feed.name}: ${key} is set.`);
    });
  },
};

function valueOf(key: string, text: string): unknown {
  if (key === 'right') return rightOf(text);
  if (key === 'url') return addressOf(text);
  if (key === 'targets') return text.split(',').map((name) => name.trim());
  if (text === 'true' || text === 'false') return text === 'true';
  return jsonValue(text);
}

export const feedPause = stateCommand('pause', 'paused', 'Stops reading a feed; its jobs stay as they are.');
export const feedResume = stateCommand('resume', 'active', 'Reads a paused feed again, now.');

function stateCommand(verb: string, state: 'paused' | 'active', about: string): Command {
  return {
    name: `feed ${verb}`,
    usage: 'NAME',
    about,
    words: [1, 1],
    run: (given) =>
      withFeed(given, async ({ feed, node: { db, context } }) => {
        const now = context.clock.now();
        await changeFeed(db, feed.id, { state, ...(state === 'active' ? { nextAt: now } : {}) });
        await recordAudit(db, { at: now, who: 'cli', action: `feed ${state}`, subject: `feed:${feed.name}` });
        return report(given, { name: feed.name, state }, `Feed ${feed.name} is ${state}.`);
      }),
  };
}

export const feedRemove: Command = {
  name: 'feed remove',
  usage: 'NAME --leave-up|--delist',
  about: 'Removes a feed: its jobs stay at their targets (--leave-up) or are taken down (--delist).',
  options: { 'leave-up': { type: 'boolean' }, delist: { type: 'boolean' } },
  words: [1, 1],
  run: async (given) => {
    const { flags } = given;
    if (flags.has('leave-up') === flags.has('delist'))
      return misused('Say what becomes of its jobs: --leave-up or --delist.');
    return withFeed(given, async ({ feed, node: { db, context } }) => {
      const now = context.clock.now();
      const jobs = flags.has('delist') ? 'delist' : 'leave-up';
      await changeFeed(db, feed.id, { state: flags.has('delist') ? 'removed' : 'left' });
      await recordAudit(db, {
        at: now,
        who: 'cli',
        action: 'feed removed',
        subject: `feed:${feed.name}`,
        detail: { jobs: flags.has('delist') ? 'delist' : 'leave up' },
      });
      return report(
        given,
        { name: feed.name, jobs },
        jobs === 'delist'
          ? `Feed ${feed.name} is removed; its jobs are taken down with the next publishing.`
          : `Feed ${feed.name} is removed; its jobs stay up.`,
      );
    });
  },
};

export const feedApply: Command = {
  name: 'feed apply',
  usage: '[DIR]',
  about:
    'Brings the database to the definitions of a folder (feeds/ by default); sample feeds are for `up` alone.',
  words: [0, 1],
  run: (given) =>
    withProduct(given, async ({ db, context }) => {
      const { files, mistakes } = readFeedFiles(given.words[0] ?? 'feeds');
      if (mistakes.length > 0) return refused(mistakes.join('\n'));
      const applied = [];
      for (const named of files.filter(({ file }) => file.sample !== true))
        applied.push(await applyFeedFile(db, named, context.clock.now()));
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(applied));
      else
        given.terminal.out(
          applied.length === 0
            ? 'No definitions but samples there.'
            : columns(
                ['Feed', 'Outcome'],
                applied.map(({ name, kind }) => [name, kind]),
              ),
        );
      return done;
    }),
};

/** Opens the product and the feed that the first word names. */
function withFeed(
  given: Given,
  work: (found: { readonly feed: Feed; readonly node: Node }) => Promise<Exit>,
): Promise<Exit> {
  return withProduct(given, async (node) => {
    const name = given.words[0] ?? '';
    const feed = await feedNamed(node.db, name);
    return feed === undefined ? noFeed(name) : work({ feed, node });
  });
}
