import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import { isSettingKey, type Setting, settingTable } from '../../../platform/settings/setting-table.ts';
import { type Place, parseSetting, settingsOf } from '../../../platform/settings/settings.ts';
import { setValues } from '../../../platform/settings/settings.queries.ts';
import { makeFormLink, setSetting } from '../../../operations/settings.operations.ts';
import { execute } from '../../../operations/registry/operation.ts';
import { refuse } from '../../web/errors.ts';
import type { FormError } from '../../web/html/html-fields.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import { actingOn, formRoute } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute, post, textOf } from '../page-route.ts';
import { withQuery } from '../../web/redirects.ts';
import { nameOfScope, settingsPage, type SettingLine, type SettingsView } from '../staff/settings.page.ts';
import { fieldsOf, meant, type SettingField, settingGroups, written } from '../staff/setting-sentences.ts';

export const settingRoutes: readonly PageRoute[] = [
  get('/settings', 'read', (request) => show(request, request.c.req.query('scope') ?? 'global')),
  post('/settings', 'admin', save),
  formRoute(makeFormLink, {
    then: (request, { url, until }) =>
      show(request, 'global', {
        formLink: {
          url: new URL(url, request.c.req.url).toString(),
          until: new Date(until),
        },
      }),
  }),
];

/** Saves the fields of a group that were changed, all or none; an empty one, and `back`, return to the value above. */
async function save(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const form = await c.req.formData();
  const [scope, back] = [textOf(form, 'scope'), textOf(form, 'back')];
  const where = scopeOf(scope);
  if (!where) return refuse(c, 404, noScope);
  const settings = settingsOf(await setValues(deps.db));
  const fields = settingGroups.flatMap(({ sentences }) => sentences.flatMap(fieldsOf));
  const changes = fields.flatMap(({ key, unit }) => {
    if (!isSettingKey(key)) return [];
    if (back !== '') return key === back ? [{ key, unit, typed: '' }] : [];
    const typed = textOf(form, key);
    const before = written(settings.get(key, where.place), unit);
    return form.has(key) && typed !== before ? [{ key, unit, typed }] : [];
  });
  const errors = changes.flatMap(({ typed, ...field }) => mistakeIn(field, typed, where.kind));
  if (errors.length > 0) return show(request, scope, { errors, typed: form });
  const { services } = await actingOn(deps);
  for (const { key, unit, typed } of changes) {
    const input = { scope, key, value: typed === '' ? null : meant(typed, unit) };
    const performed = await execute(services, actor, setSetting, input);
    if ('detail' in performed) return refuse(c, performed.kind === 'not_found' ? 404 : 403, performed.detail);
  }
  const saved = changes.map(({ key }) => key).join(',');
  return c.redirect(withQuery('/settings', { scope, show: textOf(form, 'show'), saved }), 303);
}

/** A message in the unit of the field. */
function mistakeIn({ key, unit }: SettingField, typed: string, kind: Scope['kind']): readonly FormError[] {
  if (typed === '') return [];
  const parsed = parseSetting(key, meant(typed, unit), kind);
  if (parsed.kind === 'value') return [];
  const { min = 0, max }: Setting = isSettingKey(key)
    ? settingTable[key]
    : { meaning: '', default: 0, scopes: [] };
  const to = max === undefined ? '' : ` to ${written(max, unit)}`;
  const message =
    unit === undefined
      ? parsed.mistake
      : `${key} must be a number from ${written(min, unit)}${to} (${unit}), not "${typed}"`;
  return [{ id: key, message }];
}

const noScope = 'There is no such feed or school.';

type Shown = {
  readonly errors?: readonly FormError[];
  /** What was typed, when the page comes back with an error. */
  readonly typed?: FormData;
  readonly formLink?: SettingsView['formLink'];
};

async function show(request: PageRequest, scope: string, { errors = [], typed, formLink }: Shown = {}) {
  const { c, deps, actor, frame } = request;
  const seen = await seenBy(deps.db, actor);
  const scopes = [
    'global',
    ...seen.sources.map(({ name }) => `feed:${name}`),
    ...seen.targets.map(({ name }) => `target:${name}`),
  ];
  const where = scopeOf(scope);
  if (!where || !scopes.includes(scope)) return refuse(c, 404, noScope);
  const rows = (await setValues(deps.db)).filter((row) => scopes.includes(row.scope));
  const settings = linesAt(rows, where, typed);
  const search = c.req.query('q')?.trim() ?? '';
  const only = typed ? textOf(typed, 'show') : (c.req.query('show') ?? '');
  return c.html(
    settingsPage(await frame(), {
      scope,
      scopes,
      groups: groupsOf(settings, search, only),
      settings,
      changed: [...settings.values()].filter(({ set }) => set).length,
      show: only,
      search,
      mayChange: mayDo(actor, 'admin') && (where.kind !== 'global' || isUnlimited(actor.limits)),
      errors,
      saved: (c.req.query('saved') ?? '').split(',').filter(isSettingKey),
      formLink,
    }),
    errors.length > 0 ? 422 : 200,
  );
}

type Row = Awaited<ReturnType<typeof setValues>>[number];

/** Each setting that can be set there, as people write it; what was typed stands where the page comes back. */
function linesAt(rows: readonly Row[], { scope, kind, place }: Scope, typed?: FormData) {
  const values = settingsOf(rows);
  const above = settingsOf(rows.filter((row) => row.scope !== scope));
  const lineOf = ({ key, unit }: SettingField): readonly [string, SettingLine][] => {
    if (!isSettingKey(key) || !scopesFor(settingTable[key]).includes(kind)) return [];
    const { meaning, default: fallback, oneOf }: Setting = settingTable[key];
    const ofKey = rows.filter((row) => row.key === key);
    const set = ofKey.find((row) => row.scope === scope);
    const elsewhere = ofKey.filter((row) => row !== set && (scope === 'global' || row.scope === 'global'));
    const line = {
      meaning: meaning.replace(/ \((?:rule )?R\d+\)$/, ''),
      value: typed?.has(key) ? textOf(typed, key) : written(values.get(key, place), unit),
      above: written(above.get(key, place), unit),
      options: typeof fallback === 'boolean' ? ['No', 'Yes'] : oneOf,
      isText: typeof fallback === 'string',
      set: set && { by: set.setBy, at: set.setAt },
      elsewhere: elsewhere.map(
        (row) =>
          `${nameOfScope(row.scope)}: ${written(row.value, unit)}${unit === undefined ? '' : ` ${unit}`}`,
      ),
    };
    return [[key, line]];
  };
  return new Map(settingGroups.flatMap(({ sentences }) => sentences.flatMap(fieldsOf).flatMap(lineOf)));
}

/** The groups with the sentences that a search (every word of it) or a choice leaves. */
function groupsOf(settings: ReadonlyMap<string, SettingLine>, search: string, only: string) {
  const words = search.toLowerCase().split(/\s+/);
  return settingGroups.map(({ id, title, sentences }) => {
    const settable = sentences.filter((sentence) => fieldsOf(sentence).some(({ key }) => settings.has(key)));
    const fits = (sentence: string) => {
      const lines = fieldsOf(sentence).map(({ key }) => ({ key, ...settings.get(key) }));
      if (only === 'changed' ? !lines.some(({ set }) => set) : only !== '' && only !== id) return false;
      const said = [sentence, ...lines.map(({ key, meaning }) => `${key} ${meaning}`)]
        .join(' ')
        .toLowerCase();
      return words.every((word) => said.includes(word));
    };
    return { id, title, all: settable.flatMap(fieldsOf).length, sentences: settable.filter(fits) };
  });
}

type Scope = { readonly scope: string; readonly kind: 'global' | 'feed' | 'target'; readonly place: Place };

/** `global`, `feed:acme`, `target:northfield`, in parts. */
function scopeOf(scope: string): Scope | undefined {
  if (scope === 'global') return { scope, kind: 'global', place: {} };
  const [, kind, name] = /^(feed|target):(.+)$/.exec(scope) ?? [];
  if (name === undefined) return undefined;
  return kind === 'feed'
    ? { scope, kind, place: { feed: name } }
    : { scope, kind: 'target', place: { target: name } };
}

function scopesFor({ scopes }: Setting): readonly string[] {
  return scopes;
}
