import { html } from 'hono/html';
import { type Frame, operationsPage } from './html/html-layout.ts';
import { head, notice, section, timeline, type TimelineStep } from './html/pieces.ts';
import { type Shape, status, type State } from './html/html-status.ts';
import { table } from './html/html-table.ts';
import { bytes, type Html, whenExactly } from './html/format-text.ts';
import { jobPath } from './addresses.page.ts';

/** One job's whole way to one target: why it is, or is not, there. */
export type JobTimeline = {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly employer?: string;
  readonly place?: string;
  /** The target whose way is shown; absent while no target is known. */
  readonly target?: string;
  readonly targets: readonly { readonly name: string; readonly state: State }[];
  /** The answer in one sentence, and what follows from it. */
  readonly verdict: {
    readonly shape: Shape;
    readonly title: string;
    readonly text: string;
    readonly action?: { readonly href: string; readonly label: string };
  };
  /** Found, understood, wanted, mapped, sent, answered: those not reached yet wait. */
  readonly steps: readonly JobStep[];
  readonly next: string;
  readonly calls: readonly EarlierCall[];
  /** Where readers of the job report it; a school may link to it. */
  readonly report?: string;
};

export type JobStep = {
  readonly shape: Shape;
  readonly title: string;
  readonly at?: Date;
  readonly text: string;
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
  readonly score?: number;
  readonly runnerUp?: string;
};

export type EarlierCall = { readonly at: Date; readonly call: string; readonly outcome: State };

export function jobPage(frame: Frame, job: JobTimeline): Html {
  const { source, jobId, title, target, verdict } = job;
  const about = [job.employer, job.place].filter((part) => part !== undefined).join(', ');
  return operationsPage(frame, {
    title: target === undefined ? title : `${title} at ${target}`,
    section: 'Jobs',
    crumb: { href: '/jobs', label: 'Jobs' },
    content: html`${head({ title, lead: html`${about}${about === '' ? '' : ' · '}<span class="mono">${source} / ${jobId}</span>` })}
<div class="cols two"><div>
${notice(verdict.shape, verdict.title, html`<p>${verdict.text}</p>${verdict.action ? html`<p class="row"><a class="button primary" href="${verdict.action.href}">${verdict.action.label}</a></p>` : ''}`)}
${section('way', target === undefined ? 'Its way so far' : `Its way to ${target}`, timeline(job.steps.map((step) => shown(step, frame))))}
</div><div>
${job.targets.length === 0 ? '' : atTargets(job)}
${section('next', 'What happens next', html`<p>${job.next}</p>`)}
${job.report === undefined ? '' : section('report', 'Report this job', html`<p>A school may show <a href="${job.report}">this link</a> beside the job. What readers report waits in the review.</p>`)}
${job.calls.length === 0 ? '' : section('before', 'Before', callsTable(frame, job.calls))}
</div></div>`,
  });
}

function shown({ shape, title, at, text, labels, xml, answer }: JobStep, frame: Frame): TimelineStep {
  return {
    shape,
    title,
    ...(at && { when: whenExactly(at, frame) }),
    content: html`<p>${answer === undefined ? '' : html`“<span class="mono">${answer}</span>”. `}${text}</p>${labels && labels.length > 0 ? labelsTable(labels) : ''}${
      xml === undefined ? '' : preformatted('The XML of this posting', xml)
    }`,
  };
}

function preformatted(what: string, text: string): Html {
  return html`<details><summary>${what} (${bytes(text.length)})</summary><pre tabindex="0" role="region" aria-label="${what}"><code>${text}</code></pre></details>`;
}

function labelsTable(labels: readonly MappedLabel[]): Html {
  return table({
    caption: 'How labels became keys',
    rows: labels,
    columns: [
      { label: 'Field', cell: ({ field }) => html`<code>${field}</code>` },
      { label: 'Label in the feed', cell: ({ label }) => `“${label}”` },
      { label: 'Key', cell: ({ key }) => key ?? status({ shape: 'held', word: 'No key' }) },
      { label: 'Found by', cell: ({ foundBy }) => foundBy },
      { label: 'Score', num: true, cell: ({ score }) => score?.toFixed(2) ?? '–' },
      { label: 'Runner-up', cell: ({ runnerUp }) => runnerUp ?? '–' },
    ],
  });
}

function atTargets({ source, jobId, target, targets }: JobTimeline): Html {
  return table({
    caption: 'This job at each target',
    captionShown: true,
    narrow: 'keep',
    rows: targets,
    columns: [
      {
        label: 'Target',
        cell: ({ name }) =>
          html`<a href="${jobPath(source, jobId, name)}"${name === target ? html` aria-current="true"` : ''}>${name}</a>`,
      },
      { label: 'State', cell: ({ state }) => status(state) },
    ],
  });
}

function callsTable(frame: Frame, calls: readonly EarlierCall[]): Html {
  return table({
    caption: 'Earlier calls',
    narrow: 'keep',
    rows: calls,
    columns: [
      { label: 'When', cell: ({ at }) => whenExactly(at, frame) },
      { label: 'Call', cell: ({ call }) => call },
      { label: 'Outcome', cell: ({ outcome }) => status(outcome) },
    ],
  });
}
