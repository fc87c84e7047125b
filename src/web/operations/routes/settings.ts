import { mayDo } from '../../../accounts/permissions.ts';
import { settingKeys, settingTable, type Setting } from '../../../settings/table.ts';
import { loadSettings } from '../../../settings/store.ts';
import { changeSetting, mayChangeScope, scopeOf } from '../../doing/settings.ts';
import { refuse } from '../../errors.ts';
import type { FormError } from '../../html/fields.ts';
import { seenBy } from '../../sight.ts';
import { type PageRequest, type PageRoute, textOf, withQuery } from '../page-route.ts';
import { settingsPage } from '../settings.ts';

export const settingRoutes: readonly PageRoute[] = [
  {
    method: 'get',
    path: '/settings',
    permission: 'read',
    handle: (request) => show(request, request.c.req.query('scope') ?? 'global', []),
  },
  { method: 'post', path: '/settings', permission: 'admin', handle: change },
];

async function show(
  { c, deps, actor, frame }: PageRequest,
  scope: string,
  errors: readonly FormError[],
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
      mayChange: mayDo(actor, 'admin') && mayChangeScope(actor, where),
      errors,
      ...(saved !== undefined && saved in settingTable && { saved }),
    }),
    errors.length > 0 ? 422 : 200,
  );
}

async function change(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const [scope, key, text] = [textOf(form, 'scope'), textOf(form, 'key'), textOf(form, 'value')];
  const changed = await changeSetting(deps, actor, { scope, key, text });
  switch (changed.kind) {
    case 'changed':
      return c.redirect(withQuery('/settings', { scope, saved: key }), 303);
    case 'mistake':
      return show(request, scope, [{ id: key, message: changed.mistake }]);
    case 'forbidden':
      return refuse(c, 403, 'Your account is limited to some targets or sources.');
  }
}

function scopesFor({ scopes }: Setting): readonly string[] {
  return scopes;
}

/** The unit that stands in a setting's name. */
function unitOf(key: string): string {
  const unit = /(Seconds|Minutes|Hours|Days|Bytes|PerMinute|PerDay)$/.exec(key)?.[1];
  return unit === undefined ? '' : unit.replace(/^Per/, 'per ').toLowerCase();
}

function written(value: string | number | boolean): string {
  return String(value);
}
