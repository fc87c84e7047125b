import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { plural } from '../../../core/numbers.ts';
import type {
  firstPlanBlocked,
  FirstPlanChange,
  FirstPlanFilter,
  FirstPlanJob,
  FirstPlanSort,
  FirstPlanSum,
} from '../../../publishing/holds/first-plan.queries.ts';
import type { Hold } from '../../../publishing/holds/holds.queries.ts';
import { blockedReason } from '../../../publishing/job-state.ts';
import { blockedText, placeText } from '../../../publishing/state-texts.ts';
import { errorAt, field, type FormError } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { morePages, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, countTo, type Html, when, shortId } from '../../web/html/format-text.ts';
import { holdPath, jobPath, runPath } from '../staff/addresses.page.ts';
import { blockedEnds } from './plan.page.ts';
import { PAGE } from '../page-route.ts';
import { withQuery } from '../../web/redirects.ts';

/** The first jobs of a feed, or of a school: what can go, what cannot yet, and what a decision sends. */
export type FirstPlanView = {
  readonly hold: Hold;
  readonly all: readonly FirstPlanJob[];
  /** Of this page and filter. */
  readonly jobs: readonly FirstPlanJob[];
  readonly matching: number;
  readonly filter: FirstPlanFilter;
  readonly sort: FirstPlanSort;
  readonly sums: readonly FirstPlanSum[];
  readonly blocked: Awaited<ReturnType<typeof firstPlanBlocked>>;
  readonly rejected?: { readonly run: number; readonly jobs: number };
  readonly paused: readonly string[];
  /** Where this page begins in what matches. */
  readonly from: number;
  /** Names of the picked jobs, on every page. */
  readonly picked: ReadonlySet<string>;
  readonly address: (sort: FirstPlanSort, after?: number) => string;
  readonly seen: string;
  readonly phrase?: string | undefined;
  readonly errors: readonly FormError[];
};

export function firstPlanPage(frame: Frame, view: FirstPlanView): Html {
  const { hold, all, errors } = view;
  const name = hold.feed ?? hold.target ?? '';
  const title =
    hold.feed === null
      ? schoolTitle(name, all)
      : `${plural(all.length, 'job')} of ${name} ${all.length === 1 ? 'waits' : 'wait'} for you`;
  const why =
    hold.feed === null
      ? 'A new school, or a restored database, starts with a plan that a person approves.'
      : 'You asked to see the first jobs of this feed before they go out.';
  return operationsPage(frame, {
    title,
    section: 'Holds',
    crumb: { href: '/holds', label: 'Holds' },
    errors,
    lead: html`${status({ shape: 'held', word: 'First plan' })}, since ${when(hold.createdAt, frame)}. ${why}`,
    content: html`${section('effect', hold.feed === null ? 'By feed' : 'At each school', [effectTable(view), pausedText(view), rejectedText(view)])}
${section('jobs', 'Can go', [filterForm(view), jobsForm(frame, view)], html`${count(view.matching)}${view.matching === all.length ? '' : ` of ${count(all.length)}`} · <a href="${holdPath(hold.id)}/jobs.csv">All as CSV</a>`)}
${view.blocked.length === 0 ? '' : section('blocked', 'Cannot go yet', view.blocked.map(blockedGroup), count(sum(view.blocked, ({ jobs }) => jobs)))}
${mayDo(frame.actor, 'approve') && all.length > 0 ? allForm(frame, view) : ''}`,
  });
}

/** A new school gets jobs; after a restored database some would be updated, or taken down. */
function schoolTitle(name: string, all: readonly FirstPlanJob[]): string {
  if (isNew(all)) return `${name} would get its first ${plural(all.length, 'job')}`;
  const of = changes.map((change) => ({ change, jobs: all.filter((job) => job.change === change).length }));
  const parts = of.flatMap(({ change, jobs }) => (jobs === 0 ? [] : [`${count(jobs)} to ${change}`]));
  return `${plural(all.length, 'change')} at ${name} ${all.length === 1 ? 'waits' : 'wait'} for you: ${parts.join(', ')}`;
}

const changes: readonly FirstPlanChange[] = ['publish', 'update', 'take down'];
const isNew = (all: readonly FirstPlanJob[]) => all.every(({ change }) => change === 'publish');
const changeTexts: Readonly<Record<FirstPlanChange, string>> = {
  publish: 'Publish',
  update: 'Update',
  'take down': 'Take down',
};

const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function effectTable({ hold, sums }: FirstPlanView): Html {
  const to = (row: FirstPlanSum, state: string) =>
    withQuery('/jobs', {
      target: hold.target ?? row.name,
      source: hold.feed ?? row.name,
      state,
    });
  return table({
    caption: hold.feed === null ? 'Jobs by feed' : 'Effect at each school',
    narrow: 'keep',
    rows: sums,
    columns: [
      { label: hold.feed === null ? 'Feed' : 'School', cell: ({ name }) => name },
      hold.feed !== null && {
        label: 'Live now',
        num: true,
        cell: ({ name, live }) =>
          countTo(withQuery('/jobs', { target: name, state: 'live' }), live, `live at ${name}`),
      },
      {
        label: 'Can go',
        num: true,
        cell: (row) => countTo(to(row, 'held'), row.held, `can go, ${row.name}`),
      },
      {
        label: 'Cannot go',
        num: true,
        cell: (row) => countTo(to(row, 'blocked'), row.blocked, `cannot go, ${row.name}`),
      },
      {
        label: 'Left out',
        num: true,
        cell: (row) => countTo(to(row, 'left_out'), row.left, `left out, ${row.name}`),
      },
    ],
  });
}

function pausedText({ paused, all }: FirstPlanView): Html | string {
  const waiting = paused
    .map((name) => ({ name, jobs: all.filter(({ targets }) => targets.includes(name)).length }))
    .filter(({ jobs }) => jobs > 0);
  return waiting.length === 0
    ? ''
    : html`<p class="soft after">${waiting.map(({ name, jobs }) => html`${name} is paused: ${plural(jobs, 'job')} for it ${jobs === 1 ? 'waits' : 'wait'} until somebody resumes it. `)}</p>`;
}

function rejectedText({ rejected }: FirstPlanView): Html | string {
  if (rejected === undefined) return '';
  return rejected.jobs === 0
    ? html`<p class="soft after">No item of the feed was rejected.</p>`
    : html`<p class="after"><a href="${runPath(rejected.run)}">${plural(rejected.jobs, 'item')} of the feed rejected</a>, each with its reason.</p>`;
}

function filterForm({ hold, all, filter, sort }: FirstPlanView): Html {
  const choice = (
    name: keyof FirstPlanFilter,
    label: string,
    of: (job: FirstPlanJob) => string | undefined,
  ) => {
    const groups = [...Map.groupBy(all, of)].flatMap(([value, jobs]) =>
      value === undefined ? [] : [{ value, jobs: jobs.length }],
    );
    if (groups.length < 2) return '';
    const rows = groups.toSorted((a, b) => b.jobs - a.jobs || a.value.localeCompare(b.value)).slice(0, 200);
    return html`<label for="${name}" class="vh">${label}</label><select id="${name}" name="${name}" class="w16"><option value="">${label}: all</option>${rows.map(({ value, jobs }) => html`<option value="${value}"${value === filter[name] ? html` selected` : ''}>${value} (${count(jobs)})</option>`)}</select>`;
  };
  const fields = [
    choice('employer', 'Employer', ({ company }) => company),
    choice('place', 'Place', ({ place }) => place),
    ...(hold.feed === null ? [choice('feed', 'Feed', ({ source }) => source)] : []),
  ];
  return fields.every((one) => one === '')
    ? html``
    : html`<form class="row" method="get" action="${holdPath(hold.id)}"><input type="hidden" name="sort" value="${sort}">${fields}<button>Show</button></form>`;
}

function jobsForm(frame: Frame, view: FirstPlanView): Html {
  const { hold, jobs, seen, errors } = view;
  if (jobs.length === 0) return html`<p>No job can go now.</p>`;
  const mayApprove = mayDo(frame.actor, 'approve');
  const list = jobsTable(view, mayApprove);
  if (!mayApprove) {
    const next = view.from + PAGE;
    return html`${list}${morePages(next < view.matching ? view.address(view.sort, next) : undefined, 'Next jobs')}`;
  }
  const error = errorAt(errors, 'picked');
  const path = `${holdPath(hold.id)}/picks`;
  const kept = { sort: view.sort, ...view.filter, after: view.from === 0 ? undefined : String(view.from) };
  return html`<form method="post" action="${path}">${csrfField(frame.csrf)}<input type="hidden" name="seen" value="${seen}">${Object.entries(kept).map(([name, value]) => (value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`))}
${error === undefined ? pickRow(view) : html`<div class="field bad"><p class="err"><span class="vh">Error: </span>${error}</p>${pickRow(view)}</div>`}${list}${pageRow(view)}
<div class="row band"><button class="primary" formaction="${path}/approve">${isNew(view.all) ? 'Send the picked jobs' : 'Approve the picked changes'}</button><button formaction="${path}/reject">Refuse the picked ${isNew(view.all) ? 'jobs' : 'changes'}</button><span class="soft">${count(view.picked.size)} of ${count(view.all.length)} picked, on all pages, exactly as shown. The others stay in this hold. Refused jobs are not asked about again while they stay as they are.</span></div></form>`;
}

function pickRow({ all, matching, picked }: FirstPlanView): Html {
  const these = matching === all.length ? '' : ' of this filter';
  return html`<p class="row"><b role="status">${count(picked.size)} of ${count(all.length)} picked</b><button id="picked" name="do" value="all">Pick all ${count(matching)}${these}</button><button name="do" value="none">Pick none${these}</button></p>`;
}

const to = (start: number, label: string) => html`<button name="do" value="page:${start}">${label}</button>`;

/** Pages are buttons of the form, so that nothing that is picked is lost. */
function pageRow({ from, jobs, matching }: FirstPlanView): Html | string {
  if (matching <= PAGE) return '';
  return html`<p class="row after">${from > 0 ? to(Math.max(0, from - PAGE), 'Previous jobs') : ''}<span class="soft">${count(from + 1)} to ${count(from + jobs.length)} of ${count(matching)}</span>${from + jobs.length < matching ? to(from + PAGE, 'Next jobs') : ''}</p>`;
}

export const nameOfJob = ({ source, jobId }: Pick<FirstPlanJob, 'source' | 'jobId'>) => `${source}/${jobId}`;

function jobsTable({ hold, all, jobs, address, picked }: FirstPlanView, mayApprove: boolean): Html {
  return table({
    caption: 'Jobs that can go',
    rows: jobs,
    columns: [
      {
        label: 'Job',
        sort: address('job'),
        cell: (job) =>
          html`${mayApprove ? html`<input type="hidden" name="row" value="${nameOfJob(job)}"><input type="checkbox" name="only" value="${nameOfJob(job)}"${picked.has(nameOfJob(job)) ? html` checked` : ''} aria-label="${job.title} ${job.jobId}"> ` : ''}<a href="${jobPath(job.source, job.jobId, job.targets[0])}">${job.title}</a>`,
      },
      { label: 'Id', cell: ({ jobId }) => html`<code>${shortId(jobId)}</code>` },
      { label: 'Employer', sort: address('employer'), cell: ({ company = '–' }) => company },
      { label: 'Place', sort: address('place'), cell: ({ place = '–' }) => place },
      hold.feed === null
        ? { label: 'Feed', sort: address('feed'), cell: ({ source }) => source }
        : { label: 'Schools', cell: ({ targets }) => targets.join(', ') },
      !isNew(all) && { label: 'Change', cell: ({ change }) => changeTexts[change] },
      {
        label: 'What is sent',
        cell: (job) =>
          html`<a href="${jobPath(job.source, job.jobId, job.targets[0])}#way">XML<span class="vh"> of ${job.title} ${job.jobId}</span></a>`,
      },
    ],
  });
}

function blockedGroup({ step, target, reason, jobs }: FirstPlanView['blocked'][number]): Html {
  const why = blockedReason(step);
  const end = blockedEnds[why];
  const href = why === 'no_entry' ? withQuery('/labels', { target }) : end?.href;
  return html`<details class="group" open><summary>${status(placeText('blocked'))}<b>${count(jobs)}</b> at ${target}: ${blockedText(why)}</summary>${end === undefined ? '' : html`<p class="row"><a class="button" href="${href}">${end.label}</a></p>`}<p>${reason}. When this is decided, the jobs join the list above and wait for you like the others.</p></details>`;
}

function allForm(frame: Frame, { hold, all, seen, phrase, errors }: FirstPlanView): Html {
  const send = isNew(all) ? 'Send' : 'Approve';
  const later =
    hold.feed === null
      ? 'Later changes at this school go out without asking.'
      : 'Later jobs of this feed go out without asking.';
  return section(
    'decide',
    `${send} all`,
    html`<form class="panel" method="post" action="${holdPath(hold.id)}/approve">${csrfField(frame.csrf)}<input type="hidden" name="seen" value="${seen}">
<p>All ${plural(all.length, 'job')} of the list, on every page and whatever the filter. ${later} Until you decide, nothing is sent and the list stays current.</p>
${phrase === undefined ? '' : field({ id: 'confirm', label: `To ${send.toLowerCase()} them, enter: ${phrase}`, hint: 'The name and the number of the hold.', error: errorAt(errors, 'confirm'), spellcheck: false, autocomplete: 'off' })}
<div class="row band"><button>${send} all ${count(all.length)}</button><span class="soft">Recorded with your name.</span></div></form>`,
  );
}
