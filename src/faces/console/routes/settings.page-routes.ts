import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import { settingKeys, settingTable, type Setting } from '../../../platform/settings/setting-table.ts';
import { loadSettings } from '../../../platform/settings/settings.repository.ts';
import { makeFormLink, setSetting } from '../../../operations/settings.operations.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import { formRoute } from '../operation-form.ts';
import { type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { withQuery } from '../../web/redirects.ts';
import { settingsPage, type SettingsView } from '../staff/settings.page.ts';

export const settingRoutes: readonly PageRoute[] = [
  {
    method: 'get',
    path: '/settings',
    permission: 'read',
    handle: (request) => show(request, request.c.req.query('scope') ?? 'global', []),
  },
  formRoute(setSetting, {
    path: '/settings',
    read: (form) => ({ value: textOf(form, 'value') || null }),
    then: ({ c }, { scope, key }) => c.redirect(withQuery('/settings', { scope, saved: key }), 303),
    again: (request, [error], form) =>
      show(request, textOf(form, 'scope'), [{ id: textOf(form, 'key'), message: error?.message ?? '' }]),
  }),
  formRoute(makeFormLink, {
    then: (request, { url, until }) =>
      show(request, 'global', [], {
        url: new URL(url, request.c.req.url).toString(),
        until: new Date(until),
      }),
  }),
];

async function show(
  { c, deps, actor, frame }: PageRequest,
  scope: string,
  errors: readonly FormError[],
  formLink?: SettingsView['formLink'],
): Promise<Response> {
  const seen = await seenBy(deps.db, actor);
  const scopes = [
    'global',
    ...seen.sources.map(({ name }) => `feed:${name}`),
    ...seen.targets.map(({ name }) => `target:${name}`),
  ];
  const where = scopeOf(scope);
  if (!where || !scopes.includes(scope)) return refuse(c, 404, 'There is no such feed or target.');
  const settings = await loadSettings(deps.db);
  const place = where.kind === 'global' ? {} : { [where.kind]: where.name };
  const saved = c.req.query('saved');
  return c.html(
    settingsPage(await frame(), {
      scope,
      scopes,
      settings: settingKeys
        .filter((key) => scopesFor(settingTable[key]).includes(where.kind))
        .map((key) => ({
          key,
          meaning: settingTable[key].meaning,
          unit: unitOf(key),
          fallback: String(settingTable[key].default),
          value: written(settings.get(key, place)),
          from: settings.origin(key, place),
        })),
      mayChange: mayDo(actor, 'admin') && (where.kind !== 'global' || isUnlimited(actor.limits)),
      errors,
      formLink,
      ...(saved !== undefined && saved in settingTable && { saved }),
    }),
    errors.length > 0 ? 422 : 200,
  );
}

/** `global`, `feed:acme`, `target:northfield`, in parts. */
function scopeOf(
  text: string,
): { readonly kind: 'global' | 'feed' | 'target'; readonly name: string } | undefined {
  if (text === 'global') return { kind: 'global', name: '' };
  const [, kind, name] = /^(feed|target):(.+)$/.exec(text) ?? [];
  return name === undefined ? undefined : { kind: kind === 'feed' ? 'feed' : 'target', name };
}

function scopesFor({ scopes }: Setting): readonly string[] {
  return scopes;
}

/** The unit that is in a setting's name. */
function unitOf(key: string): string {
  const unit = /(Seconds|Minutes|Hours|Days|Bytes|PerMinute|PerDay)$/.exec(key)?.[1];
  return unit === undefined ? '' : unit.replace(/^Per/, 'per ').toLowerCase();
}

function written(value: string | number | boolean): string {
  return String(value);
}
