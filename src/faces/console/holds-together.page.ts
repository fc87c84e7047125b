import { html } from 'hono/html';
import type { FormError } from '../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { empty, reasonList, section } from '../web/html/pieces.ts';
import { table } from '../web/html/html-table.ts';
import { countTo, type Html, pluralHtml } from '../web/html/format-text.ts';
import { holdPath } from './staff/addresses.page.ts';

/** One hold of several, as it is now. */
export type PickedHold = {
  readonly id: number;
  readonly title: string;
  readonly jobs: number;
  readonly reasons: readonly string[];
  /** Its revision, so that exactly what is shown is decided. */
  readonly seen: string;
  /** Whether approving takes jobs down, or lets them go out. */
  readonly removes: boolean;
  /** So many jobs that the name and the number are typed, on its own page. */
  readonly isTyped: boolean;
};

export type TogetherView = {
  readonly holds: readonly PickedHold[];
  /** Holds that could not be decided, each with its reason. */
  readonly errors: readonly FormError[];
};

/** Several holds, with what an approval of all of them does. */
export function holdsTogetherPage(frame: Frame, { holds, errors }: TogetherView): Html {
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
    holds.reduce((sum, hold) => sum + (hold.removes === removes ? hold.jobs : 0), 0);
  const [down, out] = [jobsOf(true), jobsOf(false)];
  const parts = [
    ...(down > 0 ? [`takes down ${pluralHtml(down, 'job')}`] : []),
    ...(out > 0 ? [`sends ${pluralHtml(out, 'job')}`] : []),
  ];
  return `An approval ${parts.join(' and ') || 'changes no job'}. A refusal changes nothing at the schools.`;
}

function decision(frame: Frame, holds: readonly PickedHold[]): Html {
  const jobs = holds.reduce((sum, hold) => sum + hold.jobs, 0);
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
        cell: ({ id, title }) => html`<a href="${holdPath(id)}" id="hold-${id}">${title}</a>`,
      },
      { label: 'Why', cell: ({ reasons }) => (reasons.length === 0 ? '–' : reasonList(reasons)) },
      {
        label: 'Jobs',
        num: true,
        cell: ({ id, jobs }) => countTo(holdPath(id), jobs, `of hold ${id}`),
      },
    ],
  });
}
