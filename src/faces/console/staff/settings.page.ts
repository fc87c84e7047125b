import { html } from 'hono/html';
import { errorAt, errorSummary, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { head, section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { longDate, pluralHtml, type Html } from '../../web/html/format-text.ts';

/** Every limit of the rules, with its meaning, default, value, and where it was set. */
export type SettingsView = {
  /** `global`, `feed:NAME` or `target:NAME`. */
  readonly scope: string;
  readonly scopes: readonly string[];
  readonly settings: readonly SettingLine[];
  readonly mayChange: boolean;
  readonly errors: readonly FormError[];
  readonly saved?: string;
  /** A link to the form that was just made. */
  readonly formLink?: { readonly url: string; readonly until: Date } | undefined;
};

export type SettingLine = {
  readonly key: string;
  readonly meaning: string;
  readonly unit: string;
  readonly fallback: string;
  readonly value: string;
  /** Where the value comes from: `default`, `global`, `feed:acme`. */
  readonly from: string;
};

export function settingsPage(frame: Frame, view: SettingsView): Html {
  const { scope, settings, errors } = view;
  return operationsPage(frame, {
    title: errors.length > 0 ? 'Error: Settings' : 'Settings',
    section: 'Settings',
    content: html`${errorSummary(errors)}${head({
      title: scope === 'global' ? 'Settings' : `Settings of ${scope.replace(':', ' ')}`,
      lead: 'A feed’s or school’s own value overrides the general one.',
      actions: html`<form class="row" method="get" action="/settings"><label for="scope" class="vh">For</label><select id="scope" name="scope" class="w16">${view.scopes.map((name) => html`<option value="${name}"${name === scope ? html` selected` : ''}>${name === 'global' ? 'everything' : name.replace(':', ' ')}</option>`)}</select><button>Show</button></form>`,
    })}
${view.saved === undefined ? '' : html`<p role="status">Saved: <code>${view.saved}</code></p>`}
${groupsOf(settings).map(([group, lines]) => section(`group-${group}`, group, html`${group === 'limits' ? fairForm(frame, view) : ''}${settingsTable(frame, view, group, lines)}`, pluralHtml(lines.length, 'setting')))}`,
  });
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

function groupsOf(settings: readonly SettingLine[]): [string, SettingLine[]][] {
  const groups = Map.groupBy(settings, ({ key }) => key.split('.')[0] ?? key);
  return [...groups];
}

function settingsTable(frame: Frame, view: SettingsView, group: string, rows: readonly SettingLine[]): Html {
  return table({
    caption: `Settings of ${group}`,
    rows,
    columns: [
      { label: 'Setting', cell: ({ key }) => html`<code>${key}</code>` },
      { label: 'Meaning', cell: ({ meaning }) => meaning },
      { label: 'Value', cell: (line) => valueCell(frame, view, line) },
      {
        label: 'Default',
        num: true,
        cell: ({ fallback, unit }) => withUnit(fallback, unit),
      },
      { label: 'Set', cell: ({ from }) => (from === 'default' ? '' : from.replace(':', ' ')) },
    ],
  });
}

/** `6 hours`; `none` where nothing is set. */
function withUnit(value: string, unit: string): Html {
  return html`${value === '' ? 'none' : unit === '' ? value : `${value} ${unit}`}`;
}

function valueCell(
  frame: Frame,
  { scope, mayChange, errors }: SettingsView,
  { key, value, unit }: SettingLine,
): Html {
  if (!mayChange) return withUnit(value, unit);
  const error = errorAt(errors, key);
  return html`<form class="row" method="post" action="/settings">${csrfField(frame.csrf)}<input type="hidden" name="scope" value="${scope}"><input type="hidden" name="key" value="${key}">${error === undefined ? '' : html`<p class="err" id="${key}-error"><span class="vh">Error: </span>${error}</p>`}<label class="vh" for="${key}">${key}${unit === '' ? '' : ` in ${unit}`}</label><input id="${key}" name="value" class="w8" value="${value}"${error === undefined ? '' : html` aria-describedby="${key}-error" aria-invalid="true"`}><button class="link">Save<span class="vh"> ${key}</span></button></form>`;
}
