import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isNetworkAddress } from '../../../core/net/addresses.ts';
import { present } from '../../../core/present.ts';
import { commandLine } from '../../../core/core-writer.ts';
import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import { definitionOf, parseFeedFile } from '../../../feeds/feed-definition.ts';
import { applyFeedFile } from '../../../feeds/feed-feed-files.ts';
import { addFeed, changeFeed, type Feed, feedNamed } from '../../../feeds/feeds.repository.ts';
import type { Node } from '../../../node.ts';
import { allTargets } from '../../../targets/targets.repository.ts';
import { type Command, done, type Exit, type Given, misused, refused, report } from '../command.ts';
import { commandOf, operatorOfMachine } from '../operation-command.ts';
import { importFeeds } from '../../../operations/import-feeds.operations.ts';
import { removeFeed } from '../../../operations/feeds.operations.ts';
import { jsonValue } from '../json-value.ts';
import { readFeedFiles } from '../cli-feed-files.ts';
import { redacted } from '../../../core/redacted.ts';
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
  { words: [name = '', url = ''], flags, terminal, config }: Given,
  { db, context }: Node,
): Promise<Exit> {
  const written = {
    name,
    url: addressOf(url),
    adapter: flags.text('adapter') ?? 'auto',
    right: rightOf(flags.text('right') ?? 'permission'),
    ...optionsOf(flags),
  };
  const parsed = parseFeedFile(written, commandLine(config));
  if (parsed.kind !== 'feed') return misused(parsed.mistakes.join('\n'));
  if (!isNetworkAddress(url) && !existsSync(written.url))
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
  await recordAudit(db, {
    at: now,
    who: operatorOfMachine.name,
    action: 'feed added',
    subject: `feed:${name}`,
  });
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
  if (url.startsWith('file:') && URL.canParse(url)) return fileURLToPath(url);
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
      const wanted = { name: feed.name, ...feed.definition, [key]: valueOf(key, text) };
      const parsed = parseFeedFile(wanted, commandLine(given.config), feed.definition);
      if (parsed.kind !== 'feed') return misused(parsed.mistakes.join('\n'));
      const now = context.clock.now();
      await changeFeed(db, feed.id, {
        definition: definitionOf(parsed.file),
        detached: feed.file !== null,
        nextAt: now,
      });
      await recordAudit(db, {
        at: now,
        who: operatorOfMachine.name,
        action: 'feed changed',
        subject: `feed:${feed.name}`,
        detail: { key, ...(parsed.secrets.length > 0 && { secrets: parsed.secrets }) },
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

export const feedRemove = commandOf(removeFeed, {
  usage: 'NAME --leave-up|--delist',
  options: { 'leave-up': { type: 'boolean' }, delist: { type: 'boolean' } },
  read: ({ name, delist, 'leave-up': leaveUp }) => ({
    name,
    ...(delist !== leaveUp && { jobs: delist === true ? 'delist' : 'leave-up' }),
  }),
});

export const feedImport = commandOf(importFeeds, {
  usage: 'FILE [--review] [--right own|permission|license]',
  options: { review: { type: 'boolean' }, right: { type: 'string' } },
  read: async ({ file, review, right }) => ({
    list: await readFile(file === '-' ? '/dev/stdin' : String(file), 'utf8'),
    review,
    right,
  }),
  objection: ({ file }) =>
    file === '-' || (typeof file === 'string' && existsSync(file))
      ? undefined
      : `FILE must be a file that exists, or - for standard input, not ${String(file)}`,
});

export const feedApply: Command = {
  name: 'feed apply',
  usage: '[DIR]',
  about:
    'Brings the database to the definitions of a folder (feeds/ by default); sample feeds are for `up` alone.',
  words: [0, 1],
  run: (given) =>
    withProduct(given, async ({ db, context }) => {
      const { files, mistakes } = readFeedFiles(given.words[0] ?? 'feeds', commandLine(given.config));
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
