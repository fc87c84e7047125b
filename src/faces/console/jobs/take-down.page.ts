import { html } from 'hono/html';
import { isUnlimited, mayDo, type Permission } from '../../../platform/accounts/permissions.ts';
import type * as z from 'zod';
import type { showTakeDown } from '../../../operations/take-downs.operations.ts';
import { targetPath } from '../staff/addresses.page.ts';
import { liftForm } from './employers.page.ts';
import { count, type Html, pluralHtml, when, whenExactly } from '../../web/html/format-text.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type State, status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { section } from '../../web/html/pieces.ts';
import { withQuery } from '../../web/redirects.ts';

export type TakeDownView = z.output<(typeof showTakeDown)['output']>;
type AtSchool = TakeDownView['targets'][number];

const upAt = ({ under_way: underWay, still_up: stillUp, parked }: AtSchool) => underWay + stillUp + parked;

/** How far a person's act is that takes jobs down; open until no school shows one. */
export function takeDownPage(frame: Frame, view: TakeDownView): Html {
  const { id, kind, name, by, at, reason, jobs, down, remaining, targets } = view;
  const released = targets.reduce((sum, one) => sum + one.released, 0);
  const title =
    remaining > 0
      ? `${count(remaining)} of ${pluralHtml(jobs, 'job')} of ${name} ${remaining === 1 ? 'is' : 'are'} still up`
      : released > 0
        ? `${count(released)} of ${pluralHtml(jobs, 'job')} of ${name} may be published again`
        : `No job of ${name} is up any more`;
  const state: State = remaining > 0 ? { shape: 'run', word: 'Taking down' } : { shape: 'ok', word: 'Done' };
  const act = kind === 'employer' ? 'Blocked' : 'Decided';
  return operationsPage(frame, {
    title,
    section: 'Employers',
    crumb: { href: '/employers?state=blocked', label: 'Blocked employers' },
    lead: html`${status(state)}. ${act} ${whenExactly(new Date(at), frame)} by ${by === frame.actor.name ? 'you' : by}${reason === null ? '' : html`: “${reason}”`}`,
    content: html`<div${remaining > 0 ? html` data-live="2"` : ''}><label for="pg" class="vh">Jobs taken down</label><progress id="pg" max="${jobs}" value="${down}">${down} of ${jobs}</progress><p role="status">${count(down)} of ${count(jobs)} taken down. ${remaining > 0 ? html`<a href="/take-downs/${id}">Look again</a>` : ''}</p></div>
${section('schools', 'At each school', schoolsTable(frame, targets))}
${remaining > 0 ? html`<p class="after">This stays on the overview until every school is clean.</p>` : ''}
<div class="row after">${released < jobs ? acts(frame, view) : ''}<a class="button" href="${withQuery('/activity', { day: at.slice(0, 10) })}">What happened that day</a></div>`,
  });
}

function schoolsTable(frame: Frame, targets: readonly AtSchool[]): Html {
  return table({
    caption: 'Progress at each school',
    rows: targets,
    columns: [
      { label: 'School', cell: ({ target }) => html`<a href="${targetPath(target)}">${target}</a>` },
      { label: 'Taken down', num: true, cell: ({ down }) => `${count(down)} down` },
      {
        label: 'Still up',
        num: true,
        cell: (one) => `${count(upAt(one))} up`,
      },
      { label: 'State', cell: (one) => status(stateAt(one)) },
      {
        label: 'Last answer',
        num: true,
        cell: ({ last_answer_at: at }) => when(at === null ? undefined : new Date(at), frame),
      },
    ],
  });
}

function stateAt(one: AtSchool): State {
  const { state, trouble, parked, released, under_way: underWay } = one;
  if (upAt(one) === 0)
    return released > 0
      ? { shape: 'none', word: 'May be published again' }
      : { shape: 'ok', word: 'None left' };
  if (trouble !== null) return { shape: 'fail', word: 'Waits: the school does not answer' };
  if (state === 'paused' && underWay === 0) return { shape: 'pause', word: 'Waits: the school is paused' };
  if (parked > 0)
    return {
      shape: 'held',
      word: `${pluralHtml(parked, 'removal')} to look at`,
      href: withQuery('/jobs', { target: one.target, state: 'look' }),
    };
  return { shape: 'run', word: 'Taking down' };
}

function acts(
  frame: Frame,
  { id, at_paused: atPaused, subjects, name, kind, targets, remaining }: TakeDownView,
): Html {
  const paused = targets.filter((one) => one.state === 'paused' && upAt(one) > 0).map(({ target }) => target);
  const may = (permission: Permission) => isUnlimited(frame.actor.limits) && mayDo(frame.actor, permission);
  const mayReach =
    may('operate') && !atPaused && remaining > 0 && paused.length > 0 && ['employer', 'job'].includes(kind);
  const blocks = subjects.flatMap((subject) => /^block:(\d+)$/.exec(subject)?.[1] ?? []);
  return html`${mayReach ? html`<form method="post" action="/take-downs/${id}/at-paused">${csrfField(frame.csrf)}<button>Take down at ${paused.join(' and ')} now</button></form>` : ''}${may('review') ? blocks.map((block) => liftForm(frame, Number(block), name)) : ''}`;
}
