import { html } from 'hono/html';
import { errorAt, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, section } from '../../web/html/pieces.ts';
import { longDate, pluralHtml, type Html } from '../../web/html/format-text.ts';
import { withQuery } from '../../web/redirects.ts';
import { fieldsOf, partsOf, type SettingField } from './setting-sentences.ts';

/** Every limit of the rules, as sentences with their fields. */
export type SettingsView = {
  /** `global`, `feed:NAME` or `target:NAME`. */
  readonly scope: string;
  readonly scopes: readonly string[];
  /** The groups with what is shown of them. */
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly all: number;
    readonly sentences: readonly string[];
  }[];
  readonly settings: ReadonlyMap<string, SettingLine>;
  /** How many are changed at this scope, and whether only these are shown. */
  readonly changed: number;
  readonly show: string;
  readonly search: string;
  readonly mayChange: boolean;
  readonly errors: readonly FormError[];
  readonly saved: readonly string[];
  /** A link to the form that was just made. */
  readonly formLink?: { readonly url: string; readonly until: Date } | undefined;
};

export type SettingLine = {
  readonly meaning: string;
  /** As people write them: `70`, `Yes`. */
  readonly value: string;
  /** What counts where this scope has no value of its own. */
  readonly above: string;
  /** It is chosen of these. */
  readonly options?: readonly string[];
  readonly isText: boolean;
  /** Set at this scope. */
  readonly set?: { readonly by: string; readonly at: Date };
  /** Scopes with a value of their own: `feed meridian: 80`. */
  readonly elsewhere: readonly string[];
};

export const nameOfScope = (scope: string) =>
  scope === 'global'
    ? 'everything'
    : scope.replace(/^(feed|target):/, (_, kind: string) => (kind === 'feed' ? 'feed ' : 'school '));

export function settingsPage(frame: Frame, view: SettingsView): Html {
  const { scope, groups, errors, search, mayChange } = view;
  const shown = groups.filter(({ sentences }) => sentences.length > 0);
  return operationsPage(frame, {
    title: 'Settings',
    section: 'Settings',
    errors,
    heading: scope === 'global' ? 'Settings' : `Settings of ${nameOfScope(scope)}`,
    lead: 'A feed’s or school’s own value overrides the general one.',
    actions: html`<form class="row" method="get" action="/settings"><label for="find" class="vh">Find a setting</label><input id="find" name="q" type="search" class="w16" placeholder="Find: missing, pace, hours …" value="${search}"><label for="scope" class="vh">For</label><select id="scope" name="scope" class="w16">${view.scopes.map((name) => html`<option value="${name}"${name === scope ? html` selected` : ''}>${nameOfScope(name)}</option>`)}</select><button>Show</button></form>`,
    content: html`${chips(view)}
${view.saved.length === 0 ? '' : html`<p role="status">Saved: ${view.saved.map((key, at) => html`${at === 0 ? '' : ', '}<code>${key}</code>`)}</p>`}
${shown.length === 0 ? empty('No setting fits', search === '' ? 'No value is changed here. Every limit has its default.' : `No sentence, name or meaning of a setting has “${search}”.`) : ''}
${mayChange ? html`<form id="back" method="post" action="/settings">${csrfField(frame.csrf)}<input type="hidden" name="scope" value="${scope}"></form>` : ''}
${shown.map((group) => groupSection(frame, view, group))}`,
  });
}

function chips({ scope, groups, changed, show }: SettingsView): Html {
  const chip = (id: string, title: string, count: number) =>
    html`<li><a href="${withQuery('/settings', { scope, show: id })}"${id === show ? html` aria-current="true"` : ''}>${title} ${count}</a></li>`;
  const all = groups.reduce((sum, group) => sum + group.all, 0);
  return html`<ul class="chips" aria-label="Groups">${chip('changed', 'Changed', changed)}${chip('', 'All', all)}${groups.filter((group) => group.all > 0).map(({ id, title, all: count }) => chip(id, title, count))}</ul>`;
}

function groupSection(frame: Frame, view: SettingsView, group: SettingsView['groups'][number]): Html {
  const { id, title, sentences, all } = group;
  const rows = sentences.map((sentence) => sentenceRow(frame, view, sentence));
  const form = view.mayChange
    ? html`<form method="post" action="/settings">${csrfField(frame.csrf)}<input type="hidden" name="scope" value="${view.scope}"><input type="hidden" name="show" value="${view.show}">${rows}<p class="band"><button>Save ${title.toLowerCase()}</button></p></form>`
    : rows;
  const counted = sentences.reduce((sum, sentence) => sum + fieldsOf(sentence).length, 0);
  const count = counted === all ? pluralHtml(all, 'setting') : html`${counted} of ${all} shown`;
  return section(`group-${id}`, title, [id === 'form' ? fairForm(frame, view) : '', form], count);
}

function sentenceRow(frame: Frame, view: SettingsView, sentence: string): Html {
  const fields = fieldsOf(sentence);
  const errors = fields.flatMap(({ key }) => {
    const error = errorAt(view.errors, key);
    return error === undefined
      ? []
      : [html`<p class="err" id="${key}-error"><span class="vh">Error: </span>${error}</p>`];
  });
  const parts = partsOf(sentence).map((part) => (typeof part === 'string' ? part : valueIn(view, part)));
  return html`<div class="set"><div>${errors}<p>${parts}</p></div><div class="soft">${origins(frame, view, fields)}</div></div>`;
}

/** Where the values of a sentence come from; fields that have their defaults share a line. */
function origins(frame: Frame, view: SettingsView, fields: readonly SettingField[]): Html {
  const isDefault = ({ key }: SettingField) => {
    const line = view.settings.get(key);
    return line?.set === undefined && line?.elsewhere.length === 0;
  };
  const defaults = fields.filter(isDefault).map(({ key }) => html`<code>${key}</code><br>`);
  return html`${defaults.length === 0 ? '' : html`<p>${defaults}Default</p>`}${fields.filter((field) => !isDefault(field)).map((field) => originOf(frame, view, field))}`;
}

function originOf(frame: Frame, { settings, mayChange }: SettingsView, { key, unit }: SettingField): Html {
  const line = settings.get(key);
  const withUnit = (value: string) =>
    `${value === '' ? 'none' : value}${unit === undefined ? '' : ` ${unit}`}`;
  if (line?.set === undefined) return html`<p><code>${key}</code><br>${line?.elsewhere.join('; ')}</p>`;
  const { set, above, meaning } = line;
  const back = html` · <button form="back" class="link" name="back" value="${key}">Back to ${withUnit(above)}<span class="vh">: ${meaning}</span></button>`;
  return html`<p><code>${key}</code><br><strong>Changed from ${withUnit(above)}</strong> on ${longDate(set.at, frame.timeZone)} by ${set.by}${mayChange ? back : ''}</p>`;
}

function valueIn({ settings, mayChange, errors }: SettingsView, { key }: SettingField): Html {
  const line = settings.get(key);
  if (line === undefined) return html``;
  const { value, options, meaning, isText } = line;
  if (!mayChange) return html`<strong>${value === '' ? 'none' : value}</strong>`;
  const wrong =
    errorAt(errors, key) === undefined ? '' : html` aria-describedby="${key}-error" aria-invalid="true"`;
  const label = html`<label class="vh" for="${key}">${meaning}</label>`;
  if (options !== undefined)
    return html`${label}<select id="${key}" name="${key}"${wrong}>${options.map((one) => html`<option${one === value ? html` selected` : ''}>${one}</option>`)}</select>`;
  return html`${label}<input id="${key}" name="${key}"${isText ? html` class="w16"` : html` inputmode="decimal"`} value="${value}"${wrong}>`;
}

/** Makes the link for a career fair, and shows it. */
function fairForm(frame: Frame, { mayChange, formLink }: SettingsView): Html {
  const made =
    formLink === undefined
      ? ''
      : html`<div class="notice ok" role="status"><div><h3>The link works until ${longDate(formLink.until, frame.timeZone)}</h3><p><code>${formLink.url}</code></p></div></div>`;
  return html`${made}
<p>At a career fair many employers write behind one network. A link lifts the limits per network and employer in the browsers that open it.</p>
${mayChange ? html`<form class="row band" method="post" action="/form-links">${csrfField(frame.csrf)}<label for="days">Days</label><input id="days" name="days" class="w4" inputmode="numeric" value="3"><button>Create a link for a career fair</button></form>` : ''}`;
}
