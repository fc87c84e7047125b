import * as z from 'zod';
import { DAY } from '../core/clock.ts';
import { isUnlimited, maySeeTarget } from '../platform/accounts/permissions.ts';
import { feedNamed } from '../feeds/feeds.queries.ts';
import { parseSetting } from '../platform/settings/settings.ts';
import { clearSetting, writeSetting } from '../platform/settings/settings.repository.ts';
import { loadSettings, valueAt } from '../platform/settings/settings.queries.ts';
import { isSettingKey, settingKeys, settingTable } from '../platform/settings/setting-table.ts';
import { changeTarget } from '../targets/targets.repository.ts';
import { allTargets, targetNamed } from '../targets/targets.queries.ts';
import { fairMark, mostFairDays } from '../submissions/limits/fair-link.ts';
import { maySeeFeed, noFeed, noTarget } from './registry/access.ts';
import { type Caller, mutation, query, done } from './registry/operation.ts';
import { columns, minute } from './registry/operation-text.ts';

const valueOf = z.union([z.string(), z.number(), z.boolean()]);

export const listSettings = query({
  name: 'setting.list',
  permission: 'read',
  summary: 'List all settings with meaning, default, value, and where the value is set',
  input: z.object({
    feed: z.string().optional().describe('Values as they are for this feed.'),
    target: z.string().optional().describe('Values as they are for this target.'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        meaning: z.string(),
        default: valueOf,
        value: valueOf,
        from: z.string().describe('Where the value is set: default, global, feed:NAME, target:NAME.'),
        set: z.string().meta({ deprecated: true }).describe('The same as from.'),
      }),
    ),
  }),
  http: 'GET /settings',
  cli: 'settings',
  subject: async (call) => {
    const { feed, target } = call.input;
    const scopes = [feed && `feed:${feed}`, target && `target:${target}`].filter((one) => one !== undefined);
    const found = await Promise.all(scopes.map((scope) => visibleScope(call, scope)));
    return found.every((one) => one !== undefined)
      ? { ...(feed && { feed }), ...(target && { target }) }
      : undefined;
  },
  notFound: ({ feed, target }, call) =>
    noScope(feed === undefined ? `target:${target}` : `feed:${feed}`, call),
  run: async ({ db, subject: place }) => {
    const settings = await loadSettings(db);
    const items = settingKeys.map((key) => {
      const from = settings.origin(key, place);
      const { meaning, default: fallback } = settingTable[key];
      return { key, meaning, default: fallback, value: settings.get(key, place), from, set: from };
    });
    return done({ items });
  },
  text: ({ items }) =>
    columns(
      ['Setting', 'Value', 'Default', 'Set', 'Meaning'],
      items.map(({ key, value, default: fallback, from, meaning }) => [
        key,
        typeof value === 'boolean' ? String(value) : value,
        String(fallback),
        from,
        meaning,
      ]),
    ),
});

export const setSetting = mutation({
  name: 'setting.set',
  permission: 'admin',
  summary: 'Set a value for everything, one feed or one target, or return to the value above it',
  input: z.object({
    scope: z.string().describe('global, feed:NAME or target:NAME'),
    key: z.string().describe('Name of the setting'),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
  output: z.object({
    scope: z.string(),
    key: z.string(),
    value: valueOf.nullable(),
    set: z.string().meta({ deprecated: true }).describe('The same as scope.'),
  }),
  http: 'PUT /settings/{scope}/{key}',
  cli: 'set KEY [VALUE]',
  subject: async (call) => {
    const kind = await visibleScope(call, call.input.scope);
    return kind && { kind, before: await valueAt(call.db, call.input.scope, call.input.key) };
  },
  notFound: ({ scope }, call) => noScope(scope, call),
  run: async ({ db, clock, actor, subject: { kind }, input: { scope, key, value } }) => {
    if (kind === 'global' && !isUnlimited(actor.limits))
      return { kind: 'forbidden', detail: `${actor.name} is limited to some targets or sources.` };
    const parsed = value === null && isSettingKey(key) ? undefined : parseSetting(key, String(value), kind);
    if (parsed?.kind === 'mistake')
      return { kind: 'invalid', errors: [{ field: '', message: parsed.mistake }] };
    if (parsed === undefined) await clearSetting(db, scope, key);
    else
      await writeSetting(db, {
        scope,
        key: parsed.key,
        value: parsed.value,
        by: actor.name,
        at: clock.now(),
      });
    // What was mapped or decided by the old value is compared again.
    for (const { id } of await allTargets(db)) await changeTarget(db, id, { mappingVersion: null });
    return done({ scope, key, value: parsed?.value ?? null, set: scope });
  },
  // The same value once more is no decision: the first one is taken back.
  audit: ({ subject: { before = null }, value: { scope, key, value } }) =>
    JSON.stringify(before) === JSON.stringify(value)
      ? []
      : {
          subject: scope === 'global' ? 'settings' : scope,
          undo: { name: 'setting.set', input: { scope, key, value: before } },
          detail: { key, value },
        },
  text: ({ scope, key, value }) => {
    const where = scope === 'global' ? 'everything' : scope;
    return value === null
      ? `${key} is no longer set for ${where}.`
      : `${key} is ${String(value)} for ${where}.`;
  },
});

export const makeFormLink = mutation({
  name: 'form.link',
  permission: 'admin',
  aboutAll: true,
  once: true,
  secret: true,
  summary: 'Create a link to the form for a career fair: it lifts the limits per network and employer',
  input: z.object({
    days: z.coerce.number().int().min(1).max(mostFairDays).default(3).describe('How many days it works'),
  }),
  output: z.object({ url: z.string(), until: z.iso.datetime() }),
  http: 'POST /form-links',
  cli: 'form link',
  subject: async ({ actor }) => actor,
  run: async ({ clock, site, input: { days } }) => {
    const until = new Date(clock.now().getTime() + days * DAY);
    const url = `${site.publicUrl ?? ''}/post?fair=${fairMark(site.secret, until)}`;
    return done({ url, until: until.toISOString() });
  },
  audit: ({ value: { until } }) => ({ subject: 'settings', detail: { until } }),
  text: ({ url, until }) => `${url}\nIt works until ${minute(new Date(until))} (UTC).`,
});

/** The kind of a scope, if what it names exists and the actor sees it. */
async function visibleScope({ db, actor: { limits } }: Caller, scope: string) {
  if (scope === 'global') return 'global' as const;
  const [, kind, name = ''] = /^(feed|target):(.+)$/.exec(scope) ?? [];
  if (kind === 'feed')
    return maySeeFeed(limits, name) && (await feedNamed(db, name)) ? ('feed' as const) : undefined;
  if (kind === 'target')
    return maySeeTarget(limits, name) && (await targetNamed(db, name)) ? ('target' as const) : undefined;
  return undefined;
}

function noScope(scope: string, call: Caller): string | Promise<string> {
  const [, kind, name = ''] = /^(feed|target):(.+)$/.exec(scope) ?? [];
  if (kind === undefined) return `A scope is global, feed:NAME or target:NAME, not ${scope}.`;
  return kind === 'feed' ? noFeed({ name }, call) : noTarget(name, call);
}
