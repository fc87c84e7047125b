import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { section, timeline, type TimelineStep } from '../../web/html/pieces.ts';
import { icon, type Shape, status, type State } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { bytes, type Html, whenExactly, shortId } from '../../web/html/format-text.ts';
import type { KeptCall } from '../../../publishing/queries/job-states.queries.ts';
import { messageText } from '../../../soap/exact-call.ts';
import { jobPath } from '../staff/addresses.page.ts';

/** One job's whole way to one target: why it is, or is not, there. */
export type JobTimeline = {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly employer?: string;
  readonly place?: string;
  /** The target whose way is shown; absent while no target is known. */
  readonly target?: string;
  readonly targets: readonly { readonly name: string; readonly state: State; readonly why?: string }[];
  /** The answer in one sentence, and what follows from it. */
  readonly verdict: {
    readonly shape: Shape;
    readonly title: string;
    readonly text: string;
    readonly action?: { readonly href: string; readonly label: string };
    /** Sending it again is what may end this. */
    readonly resends?: boolean;
  };
  /** One line a step; the current step has the shape of its state. */
  readonly steps: readonly JobStep[];
  readonly next: string;
  readonly history: readonly { readonly what: string; readonly at: Date }[];
  /** The last call of each kind to the school, as it went over the wire. */
  readonly exact?: readonly KeptCall[];
  readonly copies?: JobCopies;
  /** What was last sent to the school can be sent again by this person. */
  readonly mayResend?: boolean;
  /** This person may take the job down and keep it off schools; `kept`: who keeps it off the school that is shown, and why. */
  readonly keepingOff?: { readonly kept?: { readonly by: string; readonly reason: string } };
  /** Where readers of the job report it; a school may link to it. */
  readonly report?: string;
};

/** Other jobs that are, or may be, the same opening. */
export type JobCopies = readonly {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly why: string;
  /** The rules are not sure. */
  readonly isOpen: boolean;
}[];

export type JobStep = {
  readonly shape: Shape;
  readonly title: string;
  readonly at?: Date;
  readonly text: string;
  readonly link?: { readonly href: string; readonly label: string };
  readonly labels?: readonly MappedLabel[];
  /** The posting as it goes over the wire. */
  readonly xml?: string;
  /** A service's answer, shown as it came. */
  readonly answer?: string;
};

/** How one label of the listing became a key at the target. */
export type MappedLabel = {
  readonly field: string;
  readonly label: string;
  /** `1 Full-time`; absent when it has no key. */
  readonly key?: string;
  readonly foundBy: string;
  /** Where it has no key: the entry that the page of labels suggests, whose score and runner-up follow. */
  readonly suggestion?: string;
  readonly score?: number;
  readonly runnerUp?: string;
};

export function jobPage(frame: Frame, job: JobTimeline): Html {
  const { source, jobId, title, target, verdict } = job;
  const about = [job.employer, job.place].filter((part) => part !== undefined).join(', ');
  return operationsPage(frame, {
    title: target === undefined ? title : `${title} at ${target}`,
    section: 'Jobs',
    crumb: { href: '/jobs', label: 'Jobs' },
    heading: verdict.title,
    lead: html`${title}${about === '' ? '' : `, ${about}`} · <span class="mono">${source} / ${jobId}</span>`,
    ...chooser(job),
    content: html`${verdict.text === '' ? '' : noticeOf(frame, job)}
<div class="cols two late band"><div>
${section('way', target === undefined ? 'Its way' : `Its way to ${target}`, timeline(job.steps.map((step) => shown(step, frame))))}
${exactCalls(frame, job.exact ?? [])}
</div><div>
${job.targets.length === 0 ? '' : atTargets(job)}
${job.keepingOff === undefined ? '' : keepOffForm(frame, job, job.keepingOff)}
${section('next', 'What happens next', [html`<p>${job.next}</p>`, job.mayResend && !verdict.resends ? resendForm(frame, job) : ''])}
${job.copies === undefined || job.copies.length === 0 ? '' : copiesOf(frame, job, job.copies)}
${job.report === undefined ? '' : section('report', 'Report this job', html`<p>A school may show <a href="${job.report}">this link</a> beside the job. What readers report waits in the review.</p>`)}
${job.history.length === 0 ? '' : section('history', 'History', historyTable(frame, job.history))}
</div></div>`,
  });
}

/** The next call about a job at a school, on a page of its own; other pages load its part. */
export function callPage(
  frame: Frame,
  job: Pick<JobTimeline, 'source' | 'jobId' | 'title'> & {
    readonly target: string;
    readonly request?: Uint8Array;
    readonly reason?: string;
  },
): Html {
  const { source, jobId, title, target, request, reason } = job;
  return operationsPage(frame, {
    title: `Next call about ${title} to ${target}`,
    section: 'Jobs',
    crumb: { href: jobPath(source, jobId, target), label: title },
    heading: `Next call to ${target}`,
    lead: html`${title} · <span class="mono">${source} / ${jobId}</span>. Made now from what is known; nothing is sent. Secrets are shown as ***.`,
    content:
      request === undefined
        ? html`<p data-part>${reason === undefined ? 'No call about this job can be made now.' : `This call cannot be written: ${reason}.`} <a href="${jobPath(source, jobId, target)}">See why</a></p>`
        : html`<pre data-part tabindex="0" role="region" aria-label="Next call about ${title} ${jobId}"><code>${messageText(request)}</code></pre>`,
  });
}

function noticeOf(frame: Frame, job: JobTimeline): Html {
  const { shape, text, action, resends } = job.verdict;
  const lead = action
    ? html`<div class="row"><a class="button primary" href="${action.href}">${action.label}</a></div>`
    : resends && job.mayResend
      ? resendForm(frame, job)
      : '';
  return html`<div class="notice ${shape}">${icon(shape)}<div><p>${text}</p>${lead}</div></div>`;
}

function resendForm(frame: Frame, { source, jobId, target }: JobTimeline): Html {
  const hidden = Object.entries({ source, job_id: jobId, target });
  return html`<form method="post" action="/publications/again">${csrfField(frame.csrf)}${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<p><button>Send again</button> ${target} gets exactly what it was sent last.</p></form>`;
}

function keepOffForm(
  frame: Frame,
  { source, jobId, target, targets }: JobTimeline,
  { kept }: NonNullable<JobTimeline['keepingOff']>,
): Html {
  const form = (content: Html) =>
    html`<form method="post" action="${jobPath(source, jobId)}/keep-off">${csrfField(frame.csrf)}${content}</form>`;
  if (kept !== undefined)
    return form(
      html`<p>${kept.by} keeps it off ${target}: ${kept.reason}</p><input type="hidden" name="back" value="true"><input type="hidden" name="target" value="${target}"><p><button>Let it back to ${target}</button></p>`,
    );
  const options = targets.map(
    ({ name }) => html`<option${name === target ? html` selected` : ''}>${name}</option>`,
  );
  return html`<details><summary>Take it down and keep it off</summary>${form(html`<p><label for="keep-off-target">School</label><select id="keep-off-target" name="target">${options}<option value="">Every school</option></select></p>
<p><label for="keep-off-reason">Why</label><input id="keep-off-reason" name="reason" required maxlength="500"> The sender of a form’s job reads it.</p>
<p><button>Take down and keep off</button> Where the job is, it comes down with the next calls.</p>`)}</details>`;
}

function copiesOf(
  frame: Frame,
  { source, jobId }: Pick<JobTimeline, 'source' | 'jobId'>,
  rows: JobCopies,
): Html {
  const mayDecide = mayDo(frame.actor, 'operate');
  const form = (act: 'merge' | 'split', content: Html) =>
    html`<form method="post" action="${jobPath(source, jobId)}/${act}">${csrfField(frame.csrf)}${content}</form>`;
  return section(
    'copies',
    'Copies',
    html`<ul class="plain">${rows.map(
      (row) =>
        html`<li><a href="${jobPath(row.source, row.jobId)}">${row.title}</a> <small><span class="mono">${row.source} / ${shortId(row.jobId)}</span> ${row.why}</small>${
          mayDecide && row.isOpen
            ? form(
                'merge',
                html`<input type="hidden" name="same_as" value="${row.source}/${row.jobId}"><button>The same job</button>`,
              )
            : ''
        }</li>`,
    )}</ul>${
      mayDecide
        ? form('split', html`<p>Copies are published once. <button>Not a copy of these</button></p>`)
        : ''
    }`,
  );
}

/** Another school's way, where there are several. */
function chooser({ target, targets }: JobTimeline): { readonly actions?: Html } {
  if (targets.length < 2) return {};
  return {
    actions: html`<form class="row" method="get"><label for="target" class="vh">School</label><select id="target" name="target" class="w16">${targets.map(({ name }) => html`<option${name === target ? html` selected` : ''}>${name}</option>`)}</select><button>Show</button></form>`,
  };
}

function shown({ shape, title, at, text, link, labels, xml, answer }: JobStep, frame: Frame): TimelineStep {
  return {
    shape,
    title,
    when: at && whenExactly(at, frame),
    content: html`<p>${answer === undefined ? '' : html`“<span class="mono">${answer}</span>”. `}${text}${link ? html` <a href="${link.href}">${link.label}</a>` : ''}</p>${labels && labels.length > 0 ? labelsTable(labels) : ''}${
      xml === undefined ? '' : preformatted('XML that is sent', xml)
    }`,
  };
}

function exactCalls(frame: Frame, calls: readonly KeptCall[]): Html | string {
  if (calls.length === 0) return '';
  return section(
    'bytes',
    'Exact bytes of the last calls',
    calls.map(
      ({ operation, sentAt, endedAt, request, answer, reason }) =>
        html`<h3 class="sub"><code>${operation}</code><small>sent ${whenExactly(sentAt, frame)}</small></h3>${preformatted(`Request of ${operation}`, messageText(request))}${
          answer === undefined
            ? html`<p>No answer by ${whenExactly(endedAt, frame)}: ${reason}</p>`
            : preformatted(
                `Answer to ${operation}, ${endedAt.getTime() - sentAt.getTime()} ms later`,
                messageText(answer),
              )
        }`,
    ),
    'secrets are shown as ***',
  );
}

function preformatted(what: string, text: string): Html {
  return html`<details><summary>${what} (${bytes(text.length)})</summary><pre tabindex="0" role="region" aria-label="${what}"><code>${text}</code></pre></details>`;
}

const noKey = (suggestion = 'nothing close') =>
  html`${status({ shape: 'held', word: 'No key' })}<span class="soft">Suggestion: ${suggestion}</span>`;

function labelsTable(labels: readonly MappedLabel[]): Html {
  return table({
    caption: 'How labels became keys',
    rows: labels,
    columns: [
      { label: 'Field', cell: ({ field }) => html`<code>${field}</code>` },
      { label: 'Label in the feed', cell: ({ label }) => `“${label}”` },
      { label: 'Key', cell: ({ key, suggestion }) => key ?? noKey(suggestion) },
      { label: 'Found by', cell: ({ foundBy }) => foundBy },
      { label: 'Score', num: true, cell: ({ score }) => score?.toFixed(2) ?? '–' },
      { label: 'Runner-up', cell: ({ runnerUp }) => runnerUp ?? '–' },
    ],
  });
}

function atTargets({ source, jobId, target, targets }: JobTimeline): Html {
  return table({
    caption: 'This job at each school',
    captionShown: true,
    narrow: 'keep',
    rows: targets,
    columns: [
      {
        label: 'School',
        cell: ({ name }) =>
          html`<a href="${jobPath(source, jobId, name)}"${name === target ? html` aria-current="true"` : ''}>${name}</a>`,
      },
      {
        label: 'State',
        cell: ({ state, why = '' }) =>
          html`${status(state)}${why === '' ? '' : html` <span class="soft">${why}</span>`}`,
      },
    ],
  });
}

function historyTable(frame: Frame, history: JobTimeline['history']): Html {
  return table({
    caption: 'History of this job',
    narrow: 'keep',
    rows: history,
    columns: [
      { label: 'What', cell: ({ what }) => what },
      { label: 'At', num: true, cell: ({ at }) => whenExactly(at, frame) },
    ],
  });
}
