import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import type { PlaceState } from '../../../db/schema/job-states.schema.ts';
import type { BlockedReason } from '../../../publishing/job-state.ts';
import {
  liveOf,
  numberOf,
  type PlaceCount,
  toSend,
  waitsForYou,
} from '../../../publishing/queries/place-counts.ts';
import { blockedText, placeText } from '../../../publishing/state-texts.ts';
import { partsBar } from '../../web/html/charts/parts.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { command, empty, notice, section } from '../../web/html/pieces.ts';
import { type PlanRow, planList, sign } from '../../web/html/plan-list.ts';
import { status } from '../../web/html/html-status.ts';
import { clockTime, count, pluralHtml, type Html } from '../../web/html/format-text.ts';
import { withQuery } from '../../web/redirects.ts';
import { feedPath, holdPath } from '../staff/addresses.page.ts';

/** What goes out at one school now, what waits, and why. */
export type PlanView = {
  readonly target: string;
  readonly isPaused: boolean;
  readonly counts: Readonly<Record<PlanRow['kind'], number>>;
  /** Jobs that are checked for copies and fraud first. */
  readonly unjudged: number;
  /** All jobs of the school, as every other page counts them. */
  readonly places: readonly PlaceCount[];
  readonly waits: readonly PlanWait[];
  /** Feeds that name a school which does not exist, in words. */
  readonly lost: readonly (readonly [feed: string, missing: string])[];
  /** Holds of documents of its feeds: nothing of them is in a plan before somebody decides. */
  readonly stopped: readonly { readonly id: number; readonly title: string }[];
  readonly leftOut: readonly { readonly detail: string; readonly jobs: number }[];
  /** First rows of each kind, or one kind in full, page by page. */
  readonly rows: readonly PlanRow[];
  readonly kind?: PlanRow['kind'];
  readonly next?: string;
  /** Names exactly these calls: what is sent is what was shown. */
  readonly id: string;
  /** The plan that was to be sent had changed meanwhile. */
  readonly hasChanged?: boolean;
};

/** Jobs that wait for a person for one reason, with the first of them. */
export type PlanWait = {
  readonly jobs: number;
  readonly rows: readonly PlanRow[];
} & (
  | { readonly state: 'held'; readonly hold: number; readonly title: string }
  | { readonly state: 'blocked'; readonly reason: BlockedReason; readonly detail: string }
  | { readonly state: 'look' | 'refused' }
);

const kinds = [
  { kind: 'delist', title: 'to take down' },
  { kind: 'update', title: 'to update' },
  { kind: 'publish', title: 'to publish' },
] as const;

/** The page around a plan, which takes as long as its target has jobs. */
export function planPage(
  frame: Frame,
  { target, targets }: { readonly target?: string; readonly targets: readonly string[] },
  plan: Html | string,
): Html {
  const title = target === undefined ? 'Plan' : `Plan for ${target}`;
  return operationsPage(frame, {
    title,
    section: 'Plan',
    lead: `What goes out now, what waits, and why. Made at ${clockTime(frame.now, frame.timeZone)}; nothing has been sent.`,
    actions: chooseTarget(target, targets),
    content: html`${target === undefined ? empty('No school yet', 'A plan says what would change at a school. Add the first one.', { href: '/targets', label: 'See the schools' }) : ''}
${plan}`,
  });
}

/** What would change at a school. */
export function planOfTarget(frame: Frame, plan: PlanView): Html {
  const { target, isPaused, counts, unjudged, places, waits, leftOut, hasChanged } = plan;
  const changes = counts.delist + counts.update + counts.publish;
  const waiting = waits.reduce((sum, { jobs }) => sum + jobs, 0);
  const left = leftOut.reduce((sum, { jobs }) => sum + jobs, 0);
  const told = changes + unjudged + waiting;
  const underway = Math.max(0, numberOf(places, ...toSend, ...waitsForYou, 'unclear') - told);
  const isCalm = told + underway === 0;
  const isOlder = waits.some(({ state }) => sumOf(waits, state) !== numberOf(places, state));
  return html`${hasChanged ? notice('held', 'The plan changed while you looked', html`<p>Nothing was sent by you. This is the plan as it is now: look again, then send it.</p>`) : ''}
${isPaused ? notice('pause', `${target} is paused`, html`<p>Nothing goes there until somebody resumes the school.</p>`) : ''}
${plan.lost.map(([feed, missing]) => notice('held', `${feed}: ${missing}`, html`<p><a href="${feedPath(feed)}">Look at the feed</a></p>`))}
${plan.stopped.map(({ id, title }) => notice('held', title, html`<p>Nothing of it goes out before <a href="${holdPath(id)}">hold ${id}</a> is decided.</p>`))}
${isCalm ? empty(`${target} is up to date`, `${pluralHtml(liveOf(places), 'job')} live${plan.stopped.length === 0 ? ', nothing waits' : ''}.`) : html`<h2>${pluralHtml(changes, 'change')} ${isPaused ? `${changes === 1 ? 'goes' : 'go'} when the school resumes` : 'can go'}, ${pluralHtml(waiting, 'job')} ${waiting === 1 ? 'waits' : 'wait'} for you${underway === 0 ? '' : `, ${count(underway)} on the way or not compared yet`}</h2>`}
${places.length === 0 ? '' : html`<div class="band">${partsBar('plan-parts', `Jobs at ${target}`, places, (states: readonly PlaceState[]) => withQuery('/jobs', { target, state: states.join(',') }))}${isOlder ? html`<p class="soft">The bar shows the jobs as of the last comparison of ${target}; the lists below show them as of now.</p>` : ''}</div>`}
${
  changes === 0
    ? ''
    : html`${sendForm(frame, plan, changes)}
${section('plan-now', isPaused ? 'Goes out when the school resumes' : 'Goes out now', [kinds.map(({ kind, title }) => changesOf(plan, kind, title)), unjudged === 0 ? '' : html`<p>${status(placeText('to_publish'))} <b>${count(unjudged)}</b> ${unjudged === 1 ? 'is' : 'are'} checked for copies and fraud first, then ${unjudged === 1 ? 'goes' : 'go'}.</p>`], count(changes))}`
}
${
  waiting === 0
    ? ''
    : section(
        'plan-waits',
        'Waits for you',
        waits.map((wait) => waitGroup(plan, wait)),
        count(waiting),
      )
}
${left === 0 ? '' : section('plan-left', 'Not for this school', html`<details class="group"><summary>${status(placeText('left_out'))}<b>${count(left)}</b> left out on purpose</summary><ul>${leftOut.map(({ detail, jobs }) => html`<li>${pluralHtml(jobs, 'job')}: ${detail}</li>`)}</ul><p><a href="${withQuery('/jobs', { target, state: 'left_out' })}">Show all ${count(left)}</a></p></details>`, `${count(left)}, nobody needs to act`)}
${changes === 0 ? '' : command('cmd', `npx quadwire publish --plan ${plan.id}`)}`;
}

function chooseTarget(target: string | undefined, targets: readonly string[]): Html {
  return html`<form class="row" method="get" action="/plan"><label for="target" class="vh">School</label><select id="target" name="target" class="w16">${targets.map((name) => html`<option${name === target ? html` selected` : ''}>${name}</option>`)}</select><button>Show</button></form>`;
}

function sendForm(frame: Frame, { id, counts, isPaused }: PlanView, changes: number) {
  if (!mayDo(frame.actor, 'operate') || isPaused) return '';
  return html`<form method="post" action="/plan" class="band">${csrfField(frame.csrf)}<input type="hidden" name="id" value="${id}"><div class="row"><button class="primary">Send ${changes === 1 ? 'this change' : `these ${count(changes)} changes`}</button><span class="soft">${count(counts.publish)} new, ${pluralHtml(counts.update, 'update')}, ${pluralHtml(counts.delist, 'removal')}, as listed below. If the plan changes before you send it, nothing is sent and you see the new one.</span></div></form>`;
}

function changesOf(
  { target, counts, rows: all, kind: only, next }: PlanView,
  kind: PlanRow['kind'],
  title: string,
): Html | string {
  const rows = all.filter((row) => row.kind === kind);
  if (rows.length === 0) return '';
  const reasons = [...Map.groupBy(rows, ({ why }) => why)].map(
    ([why, some]) => `${count(some.length)} ${why}`,
  );
  return html`<details class="group" open><summary>${sign(kind)}<b>${count(counts[kind])}</b> ${title}${rows.length === counts[kind] ? html` <span class="soft">${reasons.slice(0, 3).join(', ')}</span>` : ''}</summary>${planList(rows)}${rows.length < counts[kind] ? html`<p class="soft">${count(rows.length)} of ${count(counts[kind])} shown. ${only === kind ? (next === undefined ? '' : html`<a href="${next}">Next changes</a>`) : html`<a href="${withQuery('/plan', { target, kind })}">Show all ${count(counts[kind])}<span class="vh"> ${title}</span></a>`}</p>` : ''}</details>`;
}

const sumOf = (waits: readonly PlanWait[], state: PlanWait['state']) =>
  waits.reduce((sum, wait) => sum + (wait.state === state ? wait.jobs : 0), 0);

/** What a person does about it, and where. */
export const blockedEnds: Readonly<
  Record<BlockedReason, { readonly href: string; readonly label: string } | undefined>
> = {
  no_entry: { href: '/labels', label: 'Decide the labels' },
  no_employer: { href: '/feeds', label: 'Set an employer for the feed' },
  review: { href: '/review', label: 'Review the jobs' },
  no_list: undefined,
  no_field: undefined,
  limit: undefined,
  doubt: undefined,
};

function waitGroup({ target }: PlanView, wait: PlanWait): Html {
  const { state, jobs, rows } = wait;
  const end =
    state === 'held'
      ? { href: `/holds/${wait.hold}`, label: 'Decide this hold' }
      : state === 'blocked'
        ? blockedEnds[wait.reason]
        : state === 'look'
          ? { href: withQuery('/publications', { target, state }), label: 'Say whether they are there' }
          : undefined;
  const all = withQuery('/jobs', { target, state, ...(state === 'blocked' && { reason: wait.reason }) });
  const what =
    state === 'held'
      ? wait.title
      : state === 'blocked'
        ? blockedText(wait.reason)
        : state === 'look'
          ? 'the answer of the school does not say whether the job is there'
          : 'by the school; each job has its answer';
  return html`<details class="group" open><summary>${status(placeText(state))}<b>${count(jobs)}</b> ${what}</summary>${end === undefined ? '' : html`<p class="row"><a class="button" href="${end.href}">${end.label}</a></p>`}${planList(rows)}<p class="soft">${rows.length < jobs ? `${count(rows.length)} of ${count(jobs)} shown. ` : ''}<a href="${all}">Show ${jobs === 1 ? 'it' : `all ${count(jobs)}`} in Jobs</a></p></details>`;
}
