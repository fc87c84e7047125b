import { html } from 'hono/html';
import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import { choices, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages, notice, section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { count, countTo, type Html, pluralHtml, whenExactly } from '../../web/html/format-text.ts';
import { chosenOf, type LabelRow } from '../../../operations/labels.operations.ts';
import type { LabelDecided } from '../../../picklists/picklists.queries.ts';
import { jobsPath } from '../staff/addresses.page.ts';
import { withQuery } from '../../web/redirects.ts';

/** Labels that no school's list has: which word blocks most jobs, and what does it mean there? */
export type LabelsView = {
  readonly target?: string;
  readonly targets: readonly string[];
  /** Schools that get nothing now: what is decided goes when they resume. */
  readonly paused: readonly string[];
  readonly total: number;
  /** How many of them block jobs, and how many jobs. */
  readonly blockingLabels: number;
  readonly blockedJobs: number;
  readonly rows: readonly LabelRow[];
  /** One label alone: all entries of its list can be chosen, however many they are. */
  readonly isOne: boolean;
  readonly next?: string;
  readonly errors: readonly FormError[];
  /** What was decided a moment ago. */
  readonly done: readonly LabelDone[];
};

/** A decision with the name of its entry; empty: none of the entries. */
export type LabelDone = Omit<LabelDecided, 'keys' | 'names'> & { readonly entry: string };

/** Longer lists are shown with their suggestions alone; the label's own page has all entries. */
const LONG_LIST = 60;

export function labelsPage(frame: Frame, view: LabelsView): Html {
  const { total, rows, blockingLabels, blockedJobs, errors } = view;
  const blocking = rows.filter(({ blocked }) => blocked > 0);
  const optional = rows.filter(({ blocked }) => blocked === 0);
  const title =
    blockedJobs > 0
      ? `${pluralHtml(blockingLabels, 'unmapped label')} ${blockingLabels === 1 ? 'blocks' : 'block'} ${pluralHtml(blockedJobs, 'job')}`
      : total > 0
        ? `${pluralHtml(total, 'unmapped label')}, none blocks a job`
        : 'No label blocks a job';
  const groups = [
    section(
      'blocking',
      'Block jobs',
      labelTable(frame, view, blocking, 0),
      pluralHtml(blockingLabels, 'label'),
    ),
    section(
      'optional',
      'Sent without',
      labelTable(frame, view, optional, blocking.length),
      `${pluralHtml(optional.length, 'label')} of optional fields`,
    ),
  ].filter((_, index) => [blocking, optional][index]?.length);
  return operationsPage(frame, {
    title: 'Labels',
    section: 'Labels',
    errors,
    above: view.done.length > 0 ? doneNotice(frame, view.done) : '',
    heading: title,
    lead: 'What does each word of a feed mean at the school? The label that blocks most jobs comes first.',
    actions: html`<div class="row">${chooseSchool(view)}<a class="button" href="/labels/decided">Decided before</a></div>`,
    content: html`${
      total === 0
        ? empty(
            'Every label has an entry',
            'When a feed writes a word that a school’s list does not have, you decide here what it means.',
          )
        : mayDo(frame.actor, 'label')
          ? html`<form method="post" action="/labels/decide">${csrfField(frame.csrf)}${buttons(view)}${groups}<div class="band">${scope(frame)}</div><div class="row band"><button name="do" value="shown">Save the decisions as shown</button></div></form>`
          : groups
    }${morePages(view.next, 'Next labels')}`,
  });
}

function chooseSchool({ target, targets }: LabelsView): Html {
  return html`<label for="target" class="vh">School</label><select id="target" name="target" class="w16" form="school"><option value="">All schools</option>${targets.map((name) => html`<option${name === target ? html` selected` : ''}>${name}</option>`)}</select><button form="school">Show</button><form id="school" method="get" action="/labels"></form>`;
}

function buttons({ rows }: LabelsView): Html {
  const suggested = rows.filter(({ suggestions }) => chosenOf(suggestions) !== undefined);
  const optional = rows.filter(({ blocked }) => blocked === 0).length;
  const frees = suggested.reduce((sum, { blocked }) => sum + blocked, 0);
  const changes = suggested.reduce((sum, { jobs, blocked }) => sum + jobs - blocked, 0);
  const effects = [
    ...(frees === 0 ? [] : [`unblocks up to ${pluralHtml(frees, 'job')}`]),
    ...(changes === 0 ? [] : [`updates up to ${pluralHtml(changes, 'job')}`]),
  ];
  return html`<div class="row">${suggested.length === 0 ? '' : html`<button class="primary" name="do" value="suggested">${suggested.length === 1 ? 'Accept the suggestion' : `Accept all ${count(suggested.length)} suggestions`}</button>`}<button name="do" value="shown">Save the decisions as shown</button>${optional === 0 ? '' : html`<button name="do" value="optional">${optional === 1 ? 'Ignore the optional label' : `Ignore all ${count(optional)} optional labels`}</button>`}${effects.length === 0 ? '' : html`<span class="soft">Accepting ${effects.join(' and ')}. You can change each decision back.</span>`}</div>`;
}

function scope({ actor }: Frame): Html | string {
  if (!isUnlimited(actor.limits)) return '';
  return choices({
    id: 'scope',
    label: 'Use these decisions for',
    flat: true,
    chosen: ['target'],
    choices: [
      { value: 'target', label: 'the school in the row' },
      { value: 'everywhere', label: 'every school with an entry of the same name' },
    ],
  });
}

function labelTable(frame: Frame, view: LabelsView, rows: readonly LabelRow[], from: number): Html {
  return table({
    caption: 'Labels without an entry',
    rows: rows.map((row, index) => ({ ...row, index: from + index })),
    columns: [
      {
        label: 'Label',
        cell: ({ label, example, field }) =>
          html`“${label}”<span class="soft">${example === null ? '' : html`in ${example}, `}<code>${field}</code></span>`,
      },
      { label: 'School', cell: ({ target }) => target },
      {
        label: 'Jobs',
        num: true,
        cell: (row) => countTo(jobsOf(row), row.blocked || row.jobs, `with ${row.label}`),
      },
      { label: 'Effect', cell: (row) => effectOf(view, row) },
      { label: 'Suggestion', cell: suggestionText },
      mayDo(frame.actor, 'label') && { label: 'Decision', cell: (row) => decision(view, row) },
    ],
  });
}

function jobsOf({ target, field, label, blocked }: LabelRow): string {
  return jobsPath({ target, field, label, ...(blocked > 0 && { held: 'yes' }) });
}

function effectOf({ paused }: LabelsView, row: LabelRow): Html | string {
  const { target, jobs, blocked } = row;
  if (blocked === 0) return html`<a href="${jobsOf(row)}">${pluralHtml(jobs, 'update')}</a>`;
  return `unblocks ${count(blocked)}${paused.includes(target) ? ', sent when the school resumes' : ''}`;
}

function suggestionText({ suggestions: [first, second] }: LabelRow): Html {
  if (first === undefined) return html`–<span class="soft">nothing close</span>`;
  return html`${first.label}<span class="soft">${first.score.toFixed(2)}${second === undefined ? '' : `, next ${second.score.toFixed(2)}`}</span>`;
}

/** The row's own fields are sent beside its choice, so that what is decided is what was shown. */
function decision({ isOne }: LabelsView, row: LabelRow & { readonly index: number }): Html {
  const { index, target, field, label, blocked, suggestions, entries } = row;
  const chosen = chosenOf(suggestions)?.key;
  const near = new Set(suggestions.map(({ key }) => key));
  const rest = entries.filter(({ key }) => !near.has(key));
  const isShort = isOne || entries.length <= LONG_LIST;
  return html`<input type="hidden" name="row" value="${JSON.stringify([target, field, label, chosen ?? null, blocked])}"><label class="vh" for="label-${index}">Entry for ${label} at ${target}</label><select id="label-${index}" name="choice"><option value="">Decide later</option>${suggestions.length === 0 ? '' : html`<optgroup label="Suggested">${suggestions.map((one) => entryOption(one, one.key === chosen))}</optgroup>`}${isShort && rest.length > 0 ? html`<optgroup label="All ${count(entries.length)} entries">${rest.map((one) => entryOption(one))}</optgroup>` : ''}<option value="none">${blocked > 0 ? 'Never: keep these jobs back' : 'Ignore: send without it'}</option></select>${isShort ? '' : html`<a class="small" href="${withQuery('/labels', { target, field, label })}">All ${count(entries.length)} entries<span class="vh"> for ${label} at ${target}</span></a>`}`;
}

function entryOption({ key, label }: { key: string; label: string }, isChosen = false): Html {
  return html`<option value="=${key}"${isChosen ? html` selected` : ''}>${label}</option>`;
}

function doneNotice(frame: Frame, done: readonly LabelDone[]): Html {
  return notice(
    'ok',
    `${pluralHtml(done.length, 'label')} decided`,
    html`<p>${done.slice(0, 5).map(({ label, entry, target }, index) => html`${index > 0 ? '; ' : ''}“${label}” is ${entry === '' ? 'none of the entries' : `“${entry}”`} at ${target ?? 'every school'}`)}${done.length > 5 ? `; ${count(done.length - 5)} more` : ''}. The schools are compared within a minute.</p>${undoForm(frame, done, done.length === 1 ? 'Change back' : `Change back all ${count(done.length)}`)}`,
  );
}

function undoForm({ csrf }: Frame, done: readonly LabelDone[], label: string): Html {
  return html`<form class="row" method="post" action="/labels/undo">${csrfField(csrf)}${done.map(({ target, field, label: text }) => html`<input type="hidden" name="row" value="${JSON.stringify([target, field, text])}">`)}<button>${label}${done.length === 1 ? html`<span class="vh"> ${done[0]?.label}</span>` : ''}</button></form>`;
}

/** What people decided about labels, newest first. */
export function decidedLabelsPage(frame: Frame, decided: readonly LabelDone[]): Html {
  return operationsPage(frame, {
    title: 'Decided labels',
    section: 'Labels',
    crumb: { href: '/labels', label: 'Labels' },
    lead: 'Changing a decision back makes its label wait again; jobs that got an entry by it are updated.',
    content:
      decided.length === 0
        ? empty('No label was decided yet', 'Decisions about labels are listed here, with a way back.')
        : table({
            caption: 'Decided labels',
            rows: decided,
            columns: [
              {
                label: 'Label',
                cell: ({ label, field }) => html`“${label}”<span class="soft"><code>${field}</code></span>`,
              },
              { label: 'School', cell: ({ target }) => target ?? 'every school' },
              { label: 'Entry', cell: ({ entry }) => entry || 'none of the entries' },
              { label: 'By', cell: ({ by }) => by },
              { label: 'When', num: true, cell: ({ at }) => whenExactly(at, frame) },
              mayDo(frame.actor, 'label') && {
                label: 'Change back',
                hiddenLabel: true,
                cell: (one) => undoForm(frame, [one], 'Change back'),
              },
            ],
          }),
  });
}
