import { html } from 'hono/html';
import { errorAt, errorSummary, field, type FormError } from './html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from './html/html-layout.ts';
import type { Effect } from '../../operations/operation.ts';
import { empty, head, notice, section } from './html/pieces.ts';
import { table } from './html/html-table.ts';
import { pluralHtml, type Html, whenExactly } from './html/format-text.ts';

/** Employers that are taken down everywhere. */
export type BlocksView = {
  readonly blocks: readonly BlockLine[];
  readonly mayReview: boolean;
  readonly tried?: Readonly<Record<'company' | 'domain' | 'mail' | 'reason', string>> & {
    readonly errors: readonly FormError[];
    /** What the block would take down, to be confirmed. */
    readonly reach?: Effect;
  };
};

export type BlockLine = {
  readonly id: number;
  readonly kind: 'company' | 'domain' | 'mail';
  readonly value: string;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
};

export function blocksPage(frame: Frame, view: BlocksView): Html {
  const { blocks, mayReview, tried } = view;
  return operationsPage(frame, {
    title: `${tried && tried.errors.length > 0 ? 'Error: ' : ''}Blocked employers`,
    section: 'Review',
    crumb: { href: '/review', label: 'Review' },
    content: html`${errorSummary(tried?.errors ?? [])}${tried?.reach === undefined ? '' : confirmBlock(frame, tried.reach, { action: '/blocks', back: '/blocks', fields: fieldsOf(tried) })}${head({ title: 'Blocked employers', lead: 'None of their jobs goes to a school, from any source. Jobs that are there are taken down.' })}
<div class="cols two"><div>${blocks.length === 0 ? empty('No employer is blocked', 'An employer that deceives is taken down here, or with the decision about one of its jobs.') : blocksTable(frame, view)}</div>${mayReview ? addForm(frame, tried) : ''}</div>`,
  });
}

const kinds = { company: 'Name', domain: 'Domain', mail: 'E-mail address' } as const;

function blocksTable(frame: Frame, { blocks, mayReview }: BlocksView): Html {
  return table({
    caption: 'Blocked employers',
    rows: blocks,
    columns: [
      {
        label: 'Employer',
        cell: ({ value, kind }) => html`${value}<span class="soft">${kinds[kind]}</span>`,
      },
      { label: 'Why', cell: ({ reason }) => reason },
      { label: 'By', cell: ({ by }) => by },
      { label: 'Since', num: true, cell: ({ at }) => whenExactly(at, frame) },
      ...(mayReview
        ? [
            {
              label: 'Lift',
              hiddenLabel: true,
              cell: ({ id, value }: BlockLine) =>
                html`<form method="post" action="/blocks/${id}/lift">${csrfField(frame.csrf)}<button class="link">Lift<span class="vh"> the block of ${value}</span></button></form>`,
            },
          ]
        : []),
    ],
  });
}

function addForm(frame: Frame, tried: BlocksView['tried']): Html {
  const line = (id: 'company' | 'domain' | 'mail' | 'reason', label: string, hint?: string) =>
    field({
      id,
      label,
      value: tried?.[id],
      error: errorAt(tried?.errors ?? [], id),
      ...(hint === undefined ? {} : { hint }),
    });
  return section(
    'add',
    'Take an employer down everywhere',
    html`<form class="panel" method="post" action="/blocks">${csrfField(frame.csrf)}${line('company', 'Name', 'As its jobs name it')}${line('domain', 'Domain', 'Like example.com; a mail provider’s is never blocked')}${line('mail', 'E-mail address')}${line('reason', 'Why')}<div class="row band"><button class="danger">Take it down everywhere</button></div></form>`,
  );
}

function fieldsOf({ company, domain, mail, reason }: NonNullable<BlocksView['tried']>) {
  return { company, domain, mail, reason };
}

/** The reach of a block, and the button that repeats it; above 100 jobs its phrase is typed. */
export function confirmBlock(
  frame: Frame,
  { name, count, sentence }: Effect,
  form: {
    readonly action: string;
    readonly back: string;
    readonly fields: Readonly<Record<string, string>>;
  },
): Html {
  const phrase = `${name} ${count}`;
  const kept = Object.entries(form.fields).filter(([, value]) => value !== '');
  return notice(
    'held',
    sentence,
    html`<form method="post" action="${form.action}">${csrfField(frame.csrf)}${kept.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
${count > 100 ? field({ id: 'confirm', label: html`Type <strong>${phrase}</strong> to confirm` }) : html`<input type="hidden" name="confirm" value="${phrase}">`}
<div class="row band"><button class="danger">Block and take down ${pluralHtml(count, 'job')}</button><a href="${form.back}">Go back</a></div></form>`,
  );
}
