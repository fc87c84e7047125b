import { html } from 'hono/html';
import { mayDo } from '../../platform/accounts/permissions.ts';
import { type Frame, operationsPage } from '../web/html/html-layout.ts';
import { empty, notice, section } from '../web/html/pieces.ts';
import { status } from '../web/html/html-status.ts';
import { table } from '../web/html/html-table.ts';
import { count, pluralHtml, countTo, type Html, longDate, when } from '../web/html/format-text.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';
import { heldName, holdTitle } from '../../publishing/holds/holds.ts';
import { holdState } from '../../publishing/state-texts.ts';
import { heldPath, holdPath } from './staff/addresses.page.ts';

/** What was stopped and waits, and what was decided lately. */
export type HoldList = {
  readonly open: readonly Hold[];
  readonly decided: readonly Hold[];
  /** Numbers of the holds that were just decided together. */
  readonly justDecided?: readonly number[];
};

export function holdsPage(frame: Frame, view: HoldList): Html {
  const { open, decided, justDecided = [] } = view;
  const title =
    open.length > 0
      ? `${pluralHtml(open.length, 'hold')} ${open.length === 1 ? 'waits' : 'wait'} for you`
      : decided.length === 0
        ? 'No holds are open'
        : `No holds are open. ${pluralHtml(decided.length, 'was', 'were')} decided.`;
  const calm = empty(
    'Nothing is stopped',
    'Quadwire stops a plan or a run here when it would remove more jobs than usual, or when you asked to see the first jobs.',
  );
  const first = open.filter(({ kind }) => kind === 'review');
  const others = open.filter(({ kind }) => kind !== 'review');
  const days = Map.groupBy(decided, (hold) => longDate(hold.decidedAt ?? hold.createdAt, frame.timeZone));
  return operationsPage(frame, {
    title: 'Holds',
    section: 'Holds',
    heading: title,
    lead: 'Plans and runs that were stopped before their first change.',
    content: html`${justDecided.length === 0 ? '' : notice('ok', `${pluralHtml(justDecided.length, 'hold is', 'holds are')} decided`, html`<p>${justDecided.map((id, at) => html`${at === 0 ? '' : ', '}<a href="${holdPath(id)}">Hold ${id}</a>`)}. Activity has each decision, and its undo.</p>`)}
${open.length === 0 ? calm : ''}
${first.length === 0 ? '' : section('first', 'First plans', [pickable(frame, 'First plans that wait', first), html`<p class="soft after">The list of each stays current until you decide.</p>`], pluralHtml(first.length, 'hold'))}
${others.length === 0 ? '' : section('others', 'Removals and changes', [pickable(frame, 'Holds that wait', others), html`<p class="soft after">A good run lifts such a hold by itself.</p>`], pluralHtml(others.length, 'hold'))}
${
  decided.length === 0
    ? ''
    : section(
        'decided',
        'Decided',
        [...days].map(
          ([day, rows]) => html`<h3 class="sub">${day}</h3>${holdTable(frame, `Decided on ${day}`, rows)}`,
        ),
      )
}`,
  });
}

/** Several of one kind are picked, and decided together on the next page. */
function pickable(frame: Frame, caption: string, rows: readonly Hold[]): Html {
  if (!mayDo(frame.actor, 'approve') || rows.length < 2) return holdTable(frame, caption, rows);
  return html`<form method="get" action="/holds/together">${holdTable(frame, caption, rows, true)}<p class="row band"><button>Decide the picked ones together</button><span class="soft">You see what would happen first.</span></p></form>`;
}

function holdTable(frame: Frame, caption: string, rows: readonly Hold[], isPicked = false): Html {
  return table({
    caption,
    rows,
    columns: [
      {
        label: 'Hold',
        cell: (hold) =>
          html`${isPicked ? html`<input type="checkbox" name="hold" value="${hold.id}" aria-label="Pick hold ${hold.id}: ${holdTitle(hold)}"> ` : ''}<a href="${holdPath(hold.id)}">${holdTitle(hold)}</a>`,
      },
      { label: 'State', cell: ({ state, feed }) => status(holdState(state, feed)) },
      { label: 'About', cell: heldName },
      {
        label: 'Jobs',
        num: true,
        cell: (hold) => (hold.listed ? countTo(heldPath(hold), hold.count, 'jobs') : count(hold.count)),
      },
      { label: 'Since', num: true, cell: ({ createdAt }) => when(createdAt, frame) },
      {
        label: 'Decided',
        cell: ({ decidedBy, decidedAt }) =>
          decidedAt ? html`${decidedBy ?? ''}, ${when(decidedAt, frame)}` : '',
      },
    ],
  });
}
