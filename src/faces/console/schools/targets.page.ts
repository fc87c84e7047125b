import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages } from '../../web/html/pieces.ts';
import { status, type State } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { pluralHtml, countTo, type Html, when } from '../../web/html/format-text.ts';
import { jobsPath, targetPath } from '../staff/addresses.page.ts';

/** All targets: which schools can we post to? */
export type TargetList = {
  readonly total: number;
  readonly targets: readonly TargetLine[];
  readonly next?: string;
};

export type TargetLine = {
  readonly name: string;
  readonly state: State;
  readonly paused: boolean;
  readonly live: number;
  /** Lists that were read. */
  readonly picklists: number;
  readonly lastAnswerAt?: Date;
  /** `lacks the secret NORTH_TOKEN`. */
  readonly lack?: string;
};

export function targetsPage(frame: Frame, view: TargetList): Html {
  return operationsPage(frame, {
    title: 'Schools',
    section: 'Schools',
    heading: pluralHtml(view.total, 'school'),
    lead: 'Career-services systems that jobs are posted into.',
    actions: mayDo(frame.actor, 'operate')
      ? html`<a class="button primary" href="/targets/add">Add a school</a>`
      : undefined,
    content:
      view.targets.length === 0
        ? empty(
            'No schools yet',
            'Add a school, and see that the connection works before anything is posted.',
          )
        : list(frame, view),
  });
}

function list(frame: Frame, { targets, next }: TargetList): Html {
  return html`${table({
    caption: 'Schools',
    narrow: 'pairs',
    rows: targets,
    columns: [
      {
        label: 'School',
        cell: ({ name, lack }) =>
          html`<a href="${targetPath(name)}">${name}</a>${lack === undefined ? '' : html`<span class="soft">${lack}</span>`}`,
      },
      { label: 'State', cell: ({ state }) => status(state) },
      {
        label: 'Live jobs',
        num: true,
        cell: ({ name, live }) => countTo(jobsPath({ target: name, state: 'live' }), live, `live at ${name}`),
      },
      {
        label: 'Picklists read',
        num: true,
        cell: ({ name, picklists }) =>
          countTo(`${targetPath(name)}#picklists`, picklists || undefined, `picklists of ${name}`),
      },
      { label: 'Last answer', num: true, cell: ({ lastAnswerAt }) => when(lastAnswerAt, frame) },
      mayDo(frame.actor, 'operate') && {
        label: 'Actions',
        hiddenLabel: true,
        cell: (target) => pauseButton(frame, target),
      },
    ],
  })}${morePages(next, 'Next schools')}`;
}

function pauseButton(frame: Frame, { name, paused }: TargetLine): Html {
  return html`<form method="post" action="${targetPath(name)}/${paused ? 'resume' : 'pause'}">${csrfField(frame.csrf)}<button class="link">${paused ? 'Resume' : 'Pause'}<span class="vh"> ${name}</span></button></form>`;
}
