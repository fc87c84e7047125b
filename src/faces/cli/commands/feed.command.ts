import { readFile } from 'node:fs/promises';
import { noFile } from '../unknown.ts';
import { fileURLToPath } from 'node:url';
import { isNetworkAddress } from '../../../core/net/addresses.ts';
import { present } from '../../../core/present.ts';
import { commandLine } from '../../../core/core-writer.ts';
import { applyFeedFile } from '../../../feeds/feed-feed-files.ts';
import { type Command, misused, refused, report } from '../command.ts';
import { carriedOut, commandOf, endingJobs } from '../operation-command.ts';
import { importFeeds } from '../../../operations/import-feeds.operations.ts';
import { createFeed, setFeed, unknownTarget } from '../../../operations/feed-definitions.operations.ts';
import { removeFeed } from '../../../operations/feeds.operations.ts';
import { readFeedFiles } from '../cli-feed-files.ts';
import { columns, plural } from '../terminal.ts';
import { changeOf, jsonValue, settingOf } from './set.ts';
import { withProduct } from '../with-product.ts';

export const feedAdd = commandOf(createFeed, {
  usage:
    'NAME URL [--adapter A] [--every 15m|--cron "…"] [--target T]… [--employer NAME] [--source-id ID] [--owner EMAIL] [--right own|permission|license|attribution=TEXT] [--review]',
  read: ({ url, right, target, 'source-id': sourceId, ...typed }) => ({
    ...typed,
    ...present({
      url: addressOf(String(url)),
      targets: target,
      sourceId,
      right: typeof right === 'string' ? rightOf(right) : undefined,
    }),
  }),
  objection: ({ url }) =>
    isNetworkAddress(String(url))
      ? undefined
      : noFile(addressOf(String(url)), 'URL must be an http(s) address or a file that exists', String(url)),
});

function rightOf(text: string): unknown {
  return text.startsWith('attribution=') ? { attribution: text.slice('attribution='.length) } : text;
}

/** A file's path is kept whole, so that a later reading finds it from any folder. */
function addressOf(url: string): string {
  if (url.startsWith('file:') && URL.canParse(url)) return fileURLToPath(url);
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `${process.cwd()}/${url}`.replace(/^.*\/\//, '/');
}

export const feedSet = settingOf(
  'feed',
  'Changes one key of a feed’s definition (the keys of its YAML); the feed is detached from its file then',
  async (given, key, text) => {
    const [name = ''] = given.words;
    if (key === 'settings') return misused(`Settings of a feed are set by \`set KEY VALUE --feed ${name}\`.`);
    if (['name', 'sourceId', 'sample', 'review'].includes(key))
      return misused(`${key} is decided when a feed is added, and stays.`);
    return withProduct(given, async ({ context }) => {
      const changed = await carriedOut(given, context, setFeed, { name, [key]: valueOf(key, text) });
      if ('exit' in changed) return changed.exit;
      const { unknown_targets: unknown } = changed.value;
      if (key === 'targets') for (const target of unknown) given.terminal.say(unknownTarget(target));
      return report(
        given,
        { name, key },
        `Feed ${name}: ${changeOf(key, text)}. The next reading takes it up: quadwire ingest ${name}`,
      );
    });
  },
);

function valueOf(key: string, text: string): unknown {
  if (text === '') return null;
  if (key === 'right') return rightOf(text);
  if (key === 'url') return addressOf(text);
  if (key === 'targets' && !text.startsWith('[')) return text.split(',').map((name) => name.trim());
  if (text === 'true' || text === 'false') return text === 'true';
  return jsonValue(text);
}

export const feedRemove = commandOf(removeFeed, endingJobs);

export const feedImport = commandOf(importFeeds, {
  usage: 'FILE [--review] [--right own|permission|license]',
  refuses: ({ refused: rows }) =>
    rows.length === 0 ? undefined : `${plural(rows.length, 'feed was', 'feeds were')} not added.`,
  read: async ({ file, review, right }) => ({
    list: await readFile(file === '-' ? '/dev/stdin' : String(file), 'utf8'),
    review,
    right,
  }),
  objection: ({ file }) =>
    file === '-'
      ? undefined
      : noFile(String(file), 'FILE must be a file that exists, or - for standard input'),
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
      const rows = applied.map(({ name, kind }) => [name, kind]);
      const text =
        rows.length === 0 ? 'No definitions but samples there.' : columns(['Feed', 'Outcome'], rows);
      return report(given, applied, text);
    }),
};
