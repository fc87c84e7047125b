import { html } from 'hono/html';
import type * as z from 'zod';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { reportPicklists, setMeaning, undoMeaning } from '../../../operations/picklists.operations.ts';
import { shippedKnowledge } from '../../../picklists/knowledge.ts';
import { picklistFields } from '../../../soap/fields.ts';
import { waitingSentence } from '../../../picklists/suggest-concepts.ts';
import { refuse } from '../../web/errors.ts';
import { errorAt, field as textField, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { pluralHtml, type Html, when } from '../../web/html/format-text.ts';
import { schoolTabs } from './school-tabs.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { answerOf, formRoute } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute } from '../page-route.ts';

/** How a school's lists are read: the entries that need a person, with a meaning to choose for each, and what was decided. */
export const picklistReportRoutes: readonly PageRoute[] = [
  get('/targets/:name/picklists', 'read', report),
  get('/meanings/:field', 'read', async ({ c }) => c.json(labelsOf(c.req.param('field') ?? ''))),
  formRoute(setMeaning, { then: backToList, again: report }),
  formRoute(undoMeaning, { then: backToList }),
];

/** What may be typed: in the page what is broad, by script all. */
function labelsOf(field: string, most = Infinity): readonly string[] {
  if (!picklistFields.includes(field)) return [];
  const { broader } = shippedKnowledge.vocabulary(field);
  return shippedKnowledge
    .concepts(field)
    .filter(({ name }) => (broader.get(name)?.length ?? 0) < most)
    .map(({ label }) => label);
}

type Report = z.output<typeof reportPicklists.output>;
type List = Report['items'][number];
type Entry = List['entries'][number];

/** The report with what the page adds. */
export type PicklistReportView = {
  readonly report: Report;
  /** An entry was decided a moment ago: the next one has the focus. */
  readonly goesOn: boolean;
  /** Entries whose typed meaning is unknown. */
  readonly wrong: readonly { readonly field: string; readonly key: string }[];
};

/** Most entries of a list that are shown with their suggestions. */
const MOST = 25;

async function report(request: PageRequest, errors: readonly { readonly message: string }[] = []) {
  const { c, frame } = request;
  const found = await answerOf(request, reportPicklists, { name: c.req.param('name') ?? '' });
  if (!found) return refuse(c, 404, 'No school has this name. It may have been removed.');
  const view = {
    report: found,
    goesOn: c.req.query('decided') !== undefined,
    wrong: errors.map(() => ({ field: c.req.param('field') ?? '', key: c.req.param('key') ?? '' })),
  };
  return c.html(picklistReportPage(await frame(), view), errors.length > 0 ? 422 : 200);
}

function backToList(
  { c }: PageRequest,
  { target, field }: { readonly target: string; readonly field: string },
): Response {
  return c.redirect(`${targetPath(target)}/picklists?decided=${encodeURIComponent(field)}`, 303);
}

export function picklistReportPage(frame: Frame, view: PicklistReportView): Html {
  const { target, items } = view.report;
  const errors = errorsOf(view);
  const open = items.reduce((sum, list) => sum + list.open, 0);
  const title = `How the lists of ${target} are read`;
  const lead =
    open === 0
      ? 'Every entry is understood, or takes no label by its meaning.'
      : `${pluralHtml(open, 'entry needs', 'entries need')} you. Until it is decided, an entry takes only labels that are exactly its own.`;
  return operationsPage(frame, {
    title,
    section: 'Schools',
    crumb: { href: targetPath(target), label: target },
    errors,
    lead,
    content: html`${schoolTabs(target, 'Picklists')}
${items.length === 0 ? empty('No list has been read yet', 'The school’s lists are read with the first plan, and by a connection check.') : items.map((list, at) => listSection(frame, view, list, at))}`,
  });
}

/** Where an entry stands on the page, as an id. */
const idOf = (list: number, { entries }: List, key: string) =>
  `meaning-${list}-${entries.findIndex((entry) => entry.key === key)}`;

function errorsOf({ report: { items }, wrong }: PicklistReportView): FormError[] {
  return wrong.flatMap(({ field, key }) => {
    const at = items.findIndex((list) => list.field === field);
    const list = items[at];
    return list ? [{ id: idOf(at, list, key), message: 'Select a meaning that is in the list' }] : [];
  });
}

function listSection(frame: Frame, view: PicklistReportView, list: List, at: number): Html {
  const { field, sentence, entries } = list;
  const undecided = entries.filter(({ decided, learned }) => decided === null && !learned);
  const open = undecided.filter(({ state }) => state === 'not understood');
  const partly = undecided.filter(({ state }) => state === 'partly');
  const decided = entries.filter((entry) => entry.decided !== null || entry.learned);
  const firstOpen = view.report.items.findIndex((one) => one.open > 0);
  const panels = (some: readonly Entry[], focus: boolean) =>
    html`<div class="stack after">${some.slice(0, MOST).map((entry, index) => panel(frame, view, { list, at }, entry, focus && index === 0))}</div>${some.length > MOST ? html`<p class="after">${some.length - MOST} more follow when these are decided.</p>` : ''}`;
  return section(
    `list-${at}`,
    html`<code>${field}</code>`,
    html`<p>${sentence.slice(field.length + 2)}</p>
${open.length + partly.length > 0 ? html`<datalist id="concepts-${at}" data-options="/meanings/${encodeURIComponent(field)}">${labelsOf(field, 2).map((label) => html`<option>${label}`)}</datalist>` : ''}
${panels(open, view.goesOn && at === firstOpen)}
${partly.length === 0 ? '' : html`<details class="band"><summary>${pluralHtml(partly.length, 'entry', 'entries')} understood in part</summary>${panels(partly, false)}</details>`}
${decided.length === 0 ? '' : html`<div class="band">${decidedTable(frame, view, list, decided)}</div>`}`,
  );
}

function panel(
  frame: Frame,
  view: PicklistReportView,
  { list, at }: { readonly list: List; readonly at: number },
  entry: Entry,
  hasFocus: boolean,
): Html {
  const { report: told } = view;
  const mayLabel = mayDo(frame.actor, 'label');
  const { key, label, unread, meaning, suggestions } = entry;
  const { field } = list;
  const id = idOf(at, list, key);
  const address = `${targetPath(told.target)}/picklists/${encodeURIComponent(field)}/${encodeURIComponent(key)}/meaning/set`;
  const known = meaning.length > 0 ? html`Read as ${meaning.map((one) => one.label).join(', ')}. ` : '';
  const lacks = unread.length > 0 ? html`Not understood: ${unread.join(', ')}.` : '';
  const offers = html`<ol class="offers">${suggestions.map(
    ({ concept, because, takes, waiting }, index) =>
      html`<li>${mayLabel ? html`<button name="concepts" value="${concept.id}"${hasFocus && index === 0 ? html` autofocus` : ''}>${concept.label}</button>` : html`<b>${concept.label}</b>`}<p>${because} ${waitingSentence(waiting)}</p><p class="soft">Takes ${takes.map((one) => `“${one}”`).join(', ')}</p></li>`,
  )}</ol>`;
  const title = html`<h3 id="${id}-title">${label} <small>${key}</small></h3>${known || lacks ? html`<p class="soft">${known}${lacks}</p>` : ''}`;
  if (!mayLabel)
    return html`<section class="panel" aria-labelledby="${id}-title">${title}${offers}</section>`;
  return html`<section class="panel" aria-labelledby="${id}-title">${title}
<form method="post" action="${address}" data-choices>${csrfField(frame.csrf)}${offers}<div class="row after"><button name="catch_all" value="true">A catch-all</button><button name="nothing" value="true">Nothing</button></div></form>
<form method="post" action="${address}" class="after">${csrfField(frame.csrf)}${textField({ id, name: 'concepts', label: 'Another meaning', list: `concepts-${at}`, width: 'w16', autocomplete: 'off', error: errorAt(errorsOf(view), id) })}<div class="row"><button>Set<span class="vh"> the meaning of ${label}</span></button></div></form></section>`;
}

function decidedTable(
  frame: Frame,
  { report: told }: PicklistReportView,
  { field }: List,
  rows: readonly Entry[],
): Html {
  const undo = ({ key, label }: Entry) =>
    html`<form method="post" action="${targetPath(told.target)}/picklists/${encodeURIComponent(field)}/${encodeURIComponent(key)}/meaning/undo">${csrfField(frame.csrf)}<button class="link">Undo<span class="vh"> the meaning of ${label}</span></button></form>`;
  return table({
    caption: `Meanings decided in ${field}`,
    captionShown: true,
    rows,
    columns: [
      { label: 'Entry', cell: ({ label, key }) => html`${label}<span class="soft">${key}</span>` },
      {
        label: 'Means',
        cell: ({ meaning, decided }) =>
          decided?.kind === 'catch-all'
            ? 'a catch-all'
            : meaning.map(({ label }) => label).join(', ') || 'nothing',
      },
      {
        label: 'By',
        cell: ({ decided }) =>
          decided
            ? html`${decided.by}, ${when(new Date(decided.at), frame)}`
            : 'learned from two other schools',
      },
      {
        label: 'Undo',
        hiddenLabel: true,
        cell: (entry) => (mayDo(frame.actor, 'label') && entry.decided ? undo(entry) : ''),
      },
    ],
  });
}
