import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import type * as z from 'zod';
import type { listBlocks, listEmployers } from '../../../operations/blocks.operations.ts';
import { count, countTo, type Html, whenExactly } from '../../web/html/format-text.ts';
import { errorAt, field, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type State, status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { empty, morePages, section } from '../../web/html/pieces.ts';
import { withQuery } from '../../web/redirects.ts';

export type Marks = Readonly<Record<'company' | 'domain' | 'mail', string>>;

export type EmployersView = {
  readonly words: string;
  readonly onlyBlocked: boolean;
  readonly blocks: readonly BlockLine[];
  readonly employers: z.output<(typeof listEmployers)['output']>;
  readonly tried?: Marks & { readonly errors: readonly FormError[] };
};

export type BlockLine = Omit<z.output<(typeof listBlocks)['output']>['items'][number], 'at'> & {
  readonly at: Date;
  /** Its newest take-down, and how many jobs of it may still be up. */
  readonly takeDown?: { readonly id: number; readonly remaining: number };
};

const kinds = { company: 'Name', domain: 'Domain', mail: 'E-mail address' } as const;

/** Employers of jobs, and those that are blocked. */
export function employersPage(frame: Frame, view: EmployersView): Html {
  const { blocks, words, onlyBlocked, tried, employers } = view;
  const mayReview = mayDo(frame.actor, 'review');
  const chip = (state: string | undefined, name: string) =>
    html`<li><a href="${withQuery('/employers', { state })}"${(state === 'blocked') === onlyBlocked ? html` aria-current="true"` : ''}>${name}</a></li>`;
  const blocked =
    blocks.length === 0
      ? empty('No employer is blocked', 'Block an employer here, or with the decision about one of its jobs.')
      : blocksTable(frame, blocks);
  return operationsPage(frame, {
    title: onlyBlocked ? 'Blocked employers' : 'Employers',
    section: 'Employers',
    errors: tried?.errors,
    lead: 'Quadwire takes the jobs of a blocked employer down at every school and sends none.',
    content: html`<ul class="chips">${chip(undefined, 'All')}${chip('blocked', `Blocked ${count(blocks.length)}`)}</ul>
<div class="cols two"><div>${onlyBlocked ? '' : employersTable(words, employers, mayReview)}${onlyBlocked ? blocked : blocks.length > 0 ? section('blocked', 'Blocked', blocked) : ''}</div>${mayReview ? blockForm(tried) : ''}</div>`,
  });
}

function employersTable(words: string, { items, next }: EmployersView['employers'], mayReview: boolean) {
  return html`<form class="row" method="get" action="/employers" role="search"><label for="q" class="vh">Employer</label><input id="q" name="q" type="search" value="${words}" placeholder="A part of the name"><button>Search</button></form>
${
  items.length === 0
    ? empty(
        'No employer',
        words === ''
          ? 'Employers of jobs appear here with the first run of a feed.'
          : `No employer of a job has “${words}” in its name.`,
      )
    : table({
        caption: 'Employers',
        rows: items,
        columns: [
          {
            label: 'Employer',
            cell: ({ name, blocked }) =>
              html`${name}${blocked ? html` ${status({ shape: 'none', word: 'Blocked' })}` : ''}`,
          },
          {
            label: 'Jobs',
            num: true,
            cell: ({ name, jobs }) =>
              countTo(withQuery('/jobs', { employer: name }), jobs, `jobs of ${name}`),
          },
          {
            label: 'Live',
            num: true,
            cell: ({ name, live }) =>
              countTo(withQuery('/publications', { employer: name }), live, `live jobs of ${name}`),
          },
          {
            label: 'Act',
            hiddenLabel: true,
            cell: ({ name, blocked }) =>
              mayReview && !blocked
                ? html`<a href="${withQuery('/employers/block', { company: name })}">Block<span class="vh"> ${name}</span></a>`
                : '',
          },
        ],
      })
}${morePages(next === null ? undefined : withQuery('/employers', { q: words, cursor: next }), 'Next')}`;
}

function blocksTable(frame: Frame, blocks: readonly BlockLine[]): Html {
  return table({
    caption: 'Blocked employers',
    rows: blocks,
    columns: [
      {
        label: 'Employer',
        cell: ({ value, kind }) => html`${value} <span class="soft">${kinds[kind]}</span>`,
      },
      { label: 'State', cell: ({ takeDown }) => status(blockState(takeDown)) },
      { label: 'Why', cell: ({ reason }) => reason },
      { label: 'By', cell: ({ by }) => by },
      { label: 'Since', num: true, cell: ({ at }) => whenExactly(at, frame) },
      mayDo(frame.actor, 'review') && {
        label: 'Lift',
        hiddenLabel: true,
        cell: ({ id, value }) => liftForm(frame, id, value),
      },
    ],
  });
}

/** `Blocked, 3 still up` until every school is clean. */
function blockState(takeDown: BlockLine['takeDown']): State {
  const href = takeDown && `/take-downs/${takeDown.id}`;
  const remaining = takeDown?.remaining ?? 0;
  return remaining > 0
    ? { shape: 'fail', word: `Blocked, ${count(remaining)} still up`, href }
    : { shape: 'none', word: 'Blocked', href };
}

export function liftForm(frame: Frame, id: number, value: string): Html {
  return html`<form method="post" action="/blocks/${id}/lift">${csrfField(frame.csrf)}<button class="link">Unblock<span class="vh"> ${value}</span></button></form>`;
}

function blockForm(tried: EmployersView['tried']): Html {
  const line = (id: keyof Marks, label: string, hint?: string) =>
    field({ id, label, value: tried?.[id], error: errorAt(tried?.errors ?? [], id), hint });
  return section(
    'add',
    'Block an employer',
    html`<form class="panel" method="get" action="/employers/block">${line('company', 'Name', 'As its jobs name it')}${line('domain', 'Domain', 'Like example.com; never the domain of a mail provider')}${line('mail', 'E-mail address')}<div class="row band"><button>See the effect</button></div></form>`,
  );
}
