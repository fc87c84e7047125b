import { html } from 'hono/html';
import { choices, errorAt, errorSummary, type FormError, select } from './html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from './html/html-layout.ts';
import { empty, facts, head, morePages, section } from './html/pieces.ts';
import { table } from './html/html-table.ts';
import { count, pluralHtml, countTo, type Html } from './html/format-text.ts';
import { jobsPath } from './addresses.page.ts';
import { withQuery } from './page-route.ts';

/** Labels that no target's list has: which word blocks most jobs, and what does it mean there? */
export type LabelsView = {
  readonly target?: string;
  readonly targets: readonly string[];
  readonly total: number;
  readonly blockedJobs: number;
  /** Shown in full, with a form each. */
  readonly first: readonly UnresolvedLabel[];
  readonly more: readonly MoreLabel[];
  readonly next?: string;
  readonly mayLabel: boolean;
  readonly errors: readonly FormError[];
  /** A choice that was asked about and is not made yet. */
  readonly preview?: Preview;
};

/** What a choice would do: one sentence a target. */
export type Preview = {
  readonly target: string;
  readonly field: string;
  readonly label: string;
  readonly key: string;
  readonly everywhere: boolean;
  readonly sentences: readonly string[];
};

export type UnresolvedLabel = {
  readonly target: string;
  readonly field: string;
  readonly label: string;
  readonly jobs: number;
  readonly blocked: number;
  readonly example?: string;
  /** Nearest entries first, with their scores: `Trainee Program 0.61`. */
  readonly nearest: readonly string[];
  /** The entries of the target's list. */
  readonly entries: readonly { readonly key: string; readonly label: string }[];
};

export type MoreLabel = {
  readonly target: string;
  readonly field: string;
  readonly label: string;
  readonly jobs: number;
  readonly nearest?: string;
};

export function labelsPage(frame: Frame, view: LabelsView): Html {
  const { total, first, more, errors } = view;
  const title =
    total === 0
      ? 'Every label has an entry'
      : `${pluralHtml(total, 'label')} ${total === 1 ? 'waits' : 'wait'} for an entry`;
  return operationsPage(frame, {
    title: errors.length > 0 ? 'Error: Labels' : 'Labels',
    section: 'Labels',
    content: html`${errorSummary(errors)}${head({
      title,
      lead:
        view.blockedJobs > 0
          ? `They keep ${pluralHtml(view.blockedJobs, 'job')} from schools. The label that blocks most comes first.`
          : 'The label that most jobs have comes first.',
      actions: chooseTarget(view),
    })}
${total === 0 ? empty('Nothing to map', 'When a feed writes something that a school’s list does not have, you map it here once.') : ''}
<div class="stack">${first.map((label, index) => labelPanel(frame, view, label, index + 1))}</div>
${more.length === 0 ? '' : section('more', `${count(more.length)} more`, [moreTable(more), morePages(view.next, 'Next labels')])}`,
  });
}

function chooseTarget({ target, targets }: LabelsView): Html {
  return html`<form class="row" method="get" action="/labels"><label for="target" class="vh">Target</label><select id="target" name="target" class="w16"><option value="">All targets</option>${targets.map((name) => html`<option${name === target ? html` selected` : ''}>${name}</option>`)}</select><button>Show</button></form>`;
}

function labelPanel(frame: Frame, view: LabelsView, label: UnresolvedLabel, index: number): Html {
  const { target, blocked, jobs } = label;
  const what =
    blocked > 0
      ? html`<a href="${jobsOf(label, 'held')}">${pluralHtml(blocked, 'job')}</a> held back at ${target}`
      : html`<a href="${jobsOf(label)}">${pluralHtml(jobs, 'job')}</a> at ${target} ${jobs === 1 ? 'goes' : 'go'} without it`;
  const about = facts([
    { term: 'Field', value: html`<code>${label.field}</code>` },
    ...(label.example === undefined ? [] : [{ term: 'Written in', value: label.example }]),
    { term: 'Nearest entries', value: label.nearest.length === 0 ? 'none' : label.nearest.join(', ') },
  ]);
  return html`<section class="panel" aria-labelledby="label-${index} about-${index}"><div class="sub"><h2 id="label-${index}">“${label.label}”</h2><p class="soft" id="about-${index}">${what}</p></div>
${view.mayLabel ? html`<form class="cols half" method="post" action="/labels">${csrfField(frame.csrf)}<div>${about}</div>${decision(view, label, index)}</form>` : html`<div>${about}</div>`}</section>`;
}

function decision({ errors, preview: asked }: LabelsView, label: UnresolvedLabel, index: number): Html {
  const { target, field, entries, blocked, jobs } = label;
  const isAsked = asked?.target === target && asked.field === field && asked.label === label.label;
  const preview = isAsked ? asked : undefined;
  const effect =
    blocked > 0 ? `Map and send ${pluralHtml(blocked, 'job')}` : `Map for ${pluralHtml(jobs, 'job')}`;
  return html`<div><input type="hidden" name="target" value="${target}"><input type="hidden" name="field" value="${field}"><input type="hidden" name="label" value="${label.label}"><input type="hidden" name="index" value="${index}">
${select({ id: `key-${index}`, name: 'key', label: `Entry at ${target}`, options: entries.map((entry) => ({ value: entry.key, label: entry.label })), empty: 'Choose an entry', ...(preview && { value: preview.key }), error: errorAt(errors, `key-${index}`) })}
${choices({
  id: `scope-${index}`,
  name: 'scope',
  label: 'Use this for',
  flat: true,
  chosen: [preview?.everywhere === true ? 'everywhere' : 'target'],
  choices: [
    { value: 'target', label: `${target} only` },
    { value: 'everywhere', label: 'all targets with this entry' },
  ],
})}
${preview === undefined ? '' : html`<ul role="status">${preview.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`}
<div class="row band"><button>${effect}</button><button class="link" name="do" value="preview">Show the effect</button></div></div>`;
}

function jobsOf(
  { target, field, label }: Pick<UnresolvedLabel, 'target' | 'field' | 'label'>,
  which?: 'held',
): string {
  return jobsPath({ target, field, label, ...(which && { held: 'yes' }) });
}

function moreTable(rows: readonly MoreLabel[]): Html {
  return table({
    caption: 'Further labels',
    rows,
    columns: [
      {
        label: 'Label',
        cell: ({ label, target, field }) =>
          html`<a href="${withQuery('/labels', { target, field, label })}">${label}</a>`,
      },
      { label: 'Field', cell: ({ field }) => html`<code>${field}</code>` },
      { label: 'Target', cell: ({ target }) => target },
      { label: 'Jobs', num: true, cell: (row) => countTo(jobsOf(row), row.jobs, `with ${row.label}`) },
      { label: 'Nearest entry', cell: ({ nearest }) => nearest ?? '–' },
    ],
  });
}
