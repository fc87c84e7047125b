import { recordAudit } from '../../audit/store.ts';
import { feedNamed } from '../../feeds/store.ts';
import { parseSetting } from '../../settings/settings.ts';
import { clearSetting, loadSettings, writeSetting } from '../../settings/store.ts';
import { settingKeys, settingTable } from '../../settings/table.ts';
import { changeTarget, allTargets, targetNamed } from '../../targets/store.ts';
import { type Command, done, misused, report } from '../command.ts';
import { columns } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { noFeed, noTarget } from '../unknown.ts';

const scopeOptions = { feed: { type: 'string' }, target: { type: 'string' } } as const;

export const set: Command = {
  name: 'set',
  usage: 'KEY VALUE|--default [--feed F|--target T]',
  about:
    'Sets a limit or a form, for everything or for one feed or target; --default: back to what stands above it.',
  options: { ...scopeOptions, default: { type: 'boolean' } },
  words: [1, 2],
  run: async (given) => {
    const [key = '', text] = given.words;
    const clears = given.flags.has('default');
    if ((text === undefined) !== clears) return misused('Give a VALUE, or --default in its place.');
    const feed = given.flags.text('feed');
    const target = given.flags.text('target');
    if (feed !== undefined && target !== undefined)
      return misused('A setting is for a feed or for a target, not for both.');
    const known = settingKeys.find((one) => one === key);
    if (clears && known === undefined) return misused(`there is no setting ${key}; \`settings\` lists them`);
    const parsed =
      text === undefined
        ? undefined
        : parseSetting(key, text, feed !== undefined ? 'feed' : target !== undefined ? 'target' : 'global');
    if (parsed?.kind === 'mistake') return misused(parsed.mistake);
    return withProduct(given, async ({ db, context }) => {
      if (feed !== undefined && (await feedNamed(db, feed)) === undefined) return noFeed(feed);
      if (target !== undefined && (await targetNamed(db, target)) === undefined) return noTarget(target);
      const scope =
        feed !== undefined ? `feed:${feed}` : target !== undefined ? `target:${target}` : 'global';
      const at = context.clock.now();
      if (parsed === undefined) await clearSetting(db, scope, key);
      else await writeSetting(db, { scope, key: parsed.key, value: parsed.value, by: 'cli', at });
      for (const one of await allTargets(db)) await changeTarget(db, one.id, { mappingVersion: null });
      await recordAudit(db, {
        at,
        who: 'cli',
        action: 'setting changed',
        subject: scope,
        detail: { key, value: parsed?.value ?? null },
      });
      const where = scope === 'global' ? 'everything' : scope;
      return report(
        given,
        { key, value: parsed?.value ?? null, set: scope },
        parsed === undefined
          ? `${key} is no longer set for ${where}.`
          : `${key} is ${String(parsed.value)} for ${where}.`,
      );
    });
  },
};

export const settings: Command = {
  name: 'settings',
  usage: '[--feed F|--target T] [--json]',
  about: 'All settings with meaning, default, value, and where the value is set.',
  options: scopeOptions,
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const feed = given.flags.text('feed');
      const target = given.flags.text('target');
      const place = { ...(feed === undefined ? {} : { feed }), ...(target === undefined ? {} : { target }) };
      const loaded = await loadSettings(db);
      const rows = settingKeys.map((key) => {
        const { meaning, default: fallback } = settingTable[key];
        return {
          key,
          meaning,
          default: fallback,
          value: loaded.get(key, place),
          set: loaded.origin(key, place),
        };
      });
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(rows));
      else
        given.terminal.out(
          columns(
            ['Setting', 'Value', 'Default', 'Set', 'Meaning'],
            rows.map((row) => [row.key, row.value, String(row.default), row.set, row.meaning]),
          ),
        );
      return done;
    }),
};
