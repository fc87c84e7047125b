import { html } from 'hono/html';
import type * as z from 'zod';
import type { FormError } from '../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { empty, reasonList, section } from '../web/html/pieces.ts';
import { table } from '../web/html/html-table.ts';
import { countTo, type Html, pluralHtml } from '../web/html/format-text.ts';
import { holdPath } from './staff/addresses.page.ts';
import type { showHold } from '../../operations/holds.operations.ts';
import { holdTitle, removesJobs } from '../../publishing/holds/holds.ts';

/** One hold of several, as it is now; `seen` is its revision, so that exactly what is shown is decided. */
export type PickedHold = Pick<
  z.output<typeof showHold.output>,
  'id' | 'kind' | 'state' | 'feed' | 'target' | 'count' | 'reasons' | 'seen'
> & {
  /** So many jobs that the name and the number are typed, on its own page. */
  readonly isTyped: boolean;
};

/** Several holds, with what an approval of all of them does; `errors`: those that could not be decided, each with its reason. */
export function holdsTogetherPage(
  frame: Frame,
  holds: readonly PickedHold[],
  errors: readonly FormError[],
): Html {
  const able = holds.filter(({ isTyped }) => !isTyped);
  const alone = holds.filter(({ isTyped }) => isTyped);
  const title = `Decide ${pluralHtml(able.length, 'hold')} together`;
  return operationsPage(frame, {
    title,
    section: 'Holds',
    crumb: { href: '/holds', label: 'Holds' },
    errors,
    lead: able.length === 0 ? '' : effectOf(able),
    content: html`${holds.length === 0 ? empty('No hold is picked', 'Go back to Holds and pick those that you want to decide together.') : ''}
${able.length === 0 ? '' : decision(frame, able)}
${alone.length === 0 ? '' : section('alone', 'Decide these one by one', [holdTable('Holds that are decided alone', alone), html`<p class="soft after">Approving one of these changes so many jobs that you type its name and its number.</p>`], pluralHtml(alone.length, 'hold'))}`,
  });
}

/** `An approval takes down 12 jobs and sends 48.` */
function effectOf(holds: readonly PickedHold[]): string {
  const jobsOf = (removes: boolean) =>
    holds.reduce((sum, { kind, count }) => sum + (removesJobs(kind) === removes ? count : 0), 0);
  const [down, out] = [jobsOf(true), jobsOf(false)];
  const parts = [
    ...(down > 0 ? [`takes down ${pluralHtml(down, 'job')}`] : []),
    ...(out > 0 ? [`sends ${pluralHtml(out, 'job')}`] : []),
  ];
  return `An approval ${parts.join(' and ') || 'changes no job'}. A refusal changes nothing at the schools.`;
}

function decision(frame: Frame, holds: readonly PickedHold[]): Html {
  const jobs = holds.reduce((sum, { count }) => sum + count, 0);
  return section(
    'picked',
    'Picked',
    html`<form method="post" action="/holds/together">${csrfField(frame.csrf)}${holds.map(({ id, seen }) => html`<input type="hidden" name="hold" value="${id}"><input type="hidden" name="seen-${id}" value="${seen}">`)}
${holdTable('Picked holds', holds)}
<p class="row band"><button class="primary" name="do" value="approve">Approve ${pluralHtml(holds.length, 'hold')}: ${pluralHtml(jobs, 'job')}</button><button name="do" value="reject">Refuse ${pluralHtml(holds.length, 'hold')}</button><span class="soft">Recorded with your name. A hold that has changed is not decided.</span></p></form>`,
    pluralHtml(holds.length, 'hold'),
  );
}

function holdTable(caption: string, rows: readonly PickedHold[]): Html {
  return table({
    caption,
    rows,
    columns: [
      {
        label: 'Hold',
        cell: (hold) => html`<a href="${holdPath(hold.id)}" id="hold-${hold.id}">${holdTitle(hold)}</a>`,
      },
      { label: 'Why', cell: ({ reasons }) => (reasons.length === 0 ? '–' : reasonList(reasons)) },
      {
        label: 'Jobs',
        num: true,
        cell: ({ id, count }) => countTo(holdPath(id), count, `of hold ${id}`),
      },
    ],
  });
}
