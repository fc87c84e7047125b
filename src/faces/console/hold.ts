import { html } from 'hono/html';
import { mayDo } from '../../platform/accounts/permissions.ts';
import { twoLengths } from '../web/html/charts/two-lengths.ts';
import { choices, errorAt, field, type FormError } from '../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { reasonList, section } from '../web/html/pieces.ts';
import { status, type State } from '../web/html/html-status.ts';
import { table } from '../web/html/html-table.ts';
import { count, pluralHtml, countTo, type Html, longDate, when, shortId } from '../web/html/format-text.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';
import { feedPath, holdPath, jobPath, publicationsPath } from './staff/addresses.page.ts';

type Loss = { readonly target: string; readonly live: number; readonly removed: number };

/** One hold: should these removals (or changes) happen? */
export type HoldView = Pick<Hold, 'id' | 'count' | 'reasons' | 'createdAt' | 'decidedBy' | 'decidedAt'> & {
  readonly title: string;
  readonly state: State;
  readonly open: boolean;
  /** The feed, where it is read in runs. */
  readonly feed: string | null;
  /** Whether approving takes jobs down, or lets changes through. */
  readonly removes: boolean;
  /** How many of its jobs are live at a school; the others have nothing to take down, and are in no list of removals. */
  readonly live?: number;
  /** Where they are, when each is known. */
  readonly href?: string;
  readonly compared?: {
    readonly found: number;
    readonly usual: number;
    readonly guard: number;
    readonly finding: string;
  };
  readonly perTarget: readonly Loss[];
  readonly afterwards?: string;
  readonly sample: readonly HeldJob[];
  /** A page of its jobs to decide about some of them; absent where it is decided whole. */
  readonly parts?: { readonly rows: readonly HeldJob[]; readonly seen: string; readonly next?: string };
  /** A page of what the document that was stopped adds or changes. */
  readonly changes?: { readonly rows: readonly ChangedJob[]; readonly next?: string };
  /** What must be typed above 100 jobs: the feed's name and the number, without a comma. */
  readonly phrase?: string;
  readonly muteUntil: Date;
};

export type HeldJob = {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  readonly company?: string | null | undefined;
  /** How many targets it is live at; or the one that the hold is about. */
  readonly targets?: number;
  readonly target?: string;
  /** Where it is, of a job to pick: it is decided at each of them. */
  readonly schools?: readonly string[];
};

export type ChangedJob = {
  readonly source: string;
  readonly jobId: string;
  readonly title: string;
  /** Its title now, where that differs. */
  readonly before?: string;
  readonly what: string;
};

const nameOf = ({ source, jobId }: HeldJob) => `${source}/${jobId}`;

/** What was sent, when the page comes back with an error. */
export type HoldTried = {
  readonly decision: string;
  readonly phrase: string;
  readonly errors: readonly FormError[];
};

export function holdPage(frame: Frame, hold: HoldView, tried?: HoldTried): Html {
  const { title, state, createdAt, feed, reasons, sample, decidedBy, decidedAt } = hold;
  const where = feed === null ? '' : html`, feed <a href="${feedPath(feed)}">${feed}</a>`;
  return operationsPage(frame, {
    title: `Hold: ${title}`,
    section: 'Holds',
    crumb: { href: '/holds', label: 'Holds' },
    errors: tried?.errors,
    heading: title,
    lead: html`${status(hold.open ? { shape: 'held', word: 'Stopped before the first change' } : state)}, ${hold.open ? '' : 'stopped '}${when(createdAt, frame)}${where}`,
    content: html`<div class="cols half">
${section('why', 'Why it was stopped', [hold.compared ? twoLengths({ id: 'cmp', ...hold.compared }) : '', html`<div class="band">${reasonList(reasons)}</div>`])}
${hold.perTarget.length === 0 ? '' : section('what', !hold.open ? 'What it was about' : hold.removes ? 'What would be removed' : 'What would change', [perTargetTable(hold), !hold.open || hold.afterwards === undefined ? '' : html`<p class="soft after">${hold.afterwards}</p>`])}
</div>
${sample.length === 0 || hold.parts !== undefined ? liveText(hold) : section('sample', `${count(sample.length)} of the ${count(hold.count)}`, [jobsTable('Some of the jobs', sample), liveText(hold)], listLinks(hold))}
${hold.changes === undefined ? '' : changesSection(hold, hold.changes)}
${hold.open ? decisionSection(frame, hold, tried) : section('decided', 'Decided', html`<p>${status(state)}${decidedBy === null ? '' : ` by ${decidedBy}`}${decidedAt ? html`, ${when(decidedAt, frame)}` : ''}.</p>`)}
${hold.parts === undefined ? '' : partsSection(frame, hold, hold.parts, tried?.errors ?? [])}`,
  });
}

function listLinks({ id, href, count: jobs }: HoldView): Html {
  return html`${href === undefined ? '' : html`<a href="${href}">${pluralHtml(jobs, 'job')}</a> · `}<a href="${holdPath(id)}/jobs.csv">All as CSV</a>`;
}

/** Why a hold is about more jobs than its lists of removals have. */
function liveText({ count: jobs, live = jobs }: HoldView): Html | string {
  if (live >= jobs) return '';
  const rest = jobs - live;
  return html`<p class="soft after">${pluralHtml(live, 'job is', 'jobs are')} live at a school and would be taken down. ${pluralHtml(rest, 'job is', 'jobs are')} at no school: nothing of ${rest === 1 ? 'it' : 'them'} comes down, and the table of schools and the CSV leave ${rest === 1 ? 'it' : 'them'} out.</p>`;
}

function perTargetTable({ id, open, perTarget }: HoldView): Html {
  return table({
    caption: 'Changes per school',
    narrow: 'keep',
    rows: perTarget.length < 2 ? perTarget : [...perTarget, allOf(perTarget)],
    columns: [
      { label: 'School', cell: ({ target }) => target ?? 'All' },
      { label: 'Live now', num: true, cell: ({ live }) => count(live) },
      {
        label: open ? 'Removed' : 'Asked about',
        num: true,
        cell: ({ target, removed }) =>
          open
            ? countTo(publicationsPath({ hold: String(id), target }), removed, `at ${target ?? 'all'}`)
            : count(removed),
      },
      open && { label: 'Left', num: true, cell: ({ live, removed }) => count(live - removed) },
    ],
  });
}

/** What a person lets through, or keeps back, with the whole document. */
function changesSection({ id }: HoldView, { rows, next }: NonNullable<HoldView['changes']>): Html {
  return section(
    'changes',
    'What it would change',
    html`${table({
      caption: 'New and changed jobs',
      rows,
      columns: [
        {
          label: 'Job',
          cell: ({ source, jobId, title, before, what }: ChangedJob) =>
            html`${what === 'new' ? title : html`<a href="${jobPath(source, jobId)}">${title}</a>`}${before === undefined ? '' : html` <span class="soft">now ${before}</span>`}`,
        },
        { label: 'Id', cell: ({ source, jobId }) => html`<code>${source} / ${shortId(jobId)}</code>` },
        { label: 'What', cell: ({ what }) => what },
      ],
    })}${next === undefined ? '' : html`<p><a href="${next}">Next jobs</a></p>`}`,
    html`<a href="${holdPath(id)}/jobs.csv">All as CSV</a>`,
  );
}

/** Some of its jobs come down or stay, and the rest waits on. */
function partsSection(
  frame: Frame,
  hold: HoldView,
  { rows, seen, next }: NonNullable<HoldView['parts']>,
  errors: readonly FormError[],
): Html {
  const { id } = hold;
  const error = errorAt(errors, 'only');
  return section(
    'parts',
    'Decide some of them',
    html`<form method="post" action="${holdPath(id)}/part/approve" id="only">${csrfField(frame.csrf)}<input type="hidden" name="seen" value="${seen}">
${error === undefined ? '' : html`<p class="err">${error}</p>`}${jobsTable('Jobs to pick', rows, (job) => html`<input type="checkbox" name="only" value="${nameOf(job)}" aria-label="Pick ${job.title} ${job.jobId}"> `)}
<div class="row band"><button>Take down the picked</button><button formaction="${holdPath(id)}/part/reject">Keep the picked</button>${next === undefined ? '' : html`<a href="${next}">Next jobs</a>`}<span class="soft">The others wait for a decision of their own.</span></div></form>`,
    listLinks(hold),
  );
}

function jobsTable(
  caption: string,
  jobs: readonly HeldJob[],
  before: (job: HeldJob) => Html | string = () => '',
): Html {
  return table({
    caption,
    rows: jobs,
    columns: [
      {
        label: 'Job',
        cell: (job) =>
          html`${before(job)}<a href="${jobPath(job.source, job.jobId, job.target)}">${job.title}</a>`,
      },
      { label: 'Id', cell: ({ source, jobId }) => html`<code>${source} / ${shortId(jobId)}</code>` },
      { label: 'Employer', cell: ({ company }) => company ?? '–' },
      jobs.some(({ target, schools }) => target !== undefined || schools !== undefined)
        ? { label: 'School', cell: ({ target, schools }) => schools?.join(', ') ?? target ?? '' }
        : { label: 'At schools', num: true, cell: ({ targets }) => count(targets) },
    ],
  });
}

function allOf(perTarget: HoldView['perTarget']): Omit<Loss, 'target'> & { target?: string } {
  const sum = (of: (row: Loss) => number) => perTarget.reduce((total, row) => total + of(row), 0);
  return { live: sum(({ live }) => live), removed: sum(({ removed }) => removed) };
}

/** What a rejection does. */
function rejectedText({ removes, feed }: HoldView): string {
  if (feed === null)
    return `Nothing is ${removes ? 'removed' : 'sent'}. The jobs are compared again when one of them changes.`;
  return removes
    ? 'Nothing is removed. These jobs stay until their feed lists them again, and nobody is asked about them before.'
    : 'Nothing is sent. What the feed shows now is refused until it shows something else.';
}

function decisionSection(frame: Frame, hold: HoldView, tried?: HoldTried): Html {
  if (!mayDo(frame.actor, 'approve'))
    return section(
      'decide',
      'The decision',
      html`<p>An operator decides. Your role shows what was stopped, and why.</p>`,
    );
  const { id, count: jobs, phrase, muteUntil } = hold;
  const errors = tried?.errors ?? [];
  const ofRuns = hold.feed !== null;
  const doing = hold.removes ? 'Remove' : 'Send';
  return section(
    'decide',
    'Your decision',
    html`<form class="panel" method="post" action="${holdPath(id)}">${csrfField(frame.csrf)}<input type="hidden" name="jobs" value="${jobs}">
${choices({
  id: 'decision',
  label: 'What should happen?',
  chosen: [tried?.decision ?? 'reject'],
  error: errorAt(errors, 'decision'),
  choices: [
    {
      value: 'reject',
      label: hold.removes ? 'Keep the jobs' : 'Leave it as it is',
      hint: rejectedText(hold),
    },
    {
      value: 'once',
      label: `${doing} these ${count(jobs)}, this ${ofRuns ? 'run' : 'time'} only`,
      hint: `The guard stays as it is for later ${ofRuns ? 'runs' : 'changes'}.`,
    },
    ...(hold.compared
      ? [
          {
            value: 'accept',
            label: `${doing} them and take ${count(hold.compared.found)} as the usual number`,
            hint: 'For a feed that became smaller on purpose.',
          },
        ]
      : []),
    {
      value: 'mute',
      label: `Do nothing and do not ask again before ${longDate(muteUntil, frame.timeZone)}`,
      hint: 'It stays stopped until then.',
    },
  ],
})}
${
  phrase === undefined
    ? ''
    : html`${field({ id: 'phrase', label: `To ${doing.toLowerCase()}, enter: ${phrase}`, hint: 'The name and the number. Not needed to keep the jobs. An approval lapses after 24 hours.', value: tried?.phrase, error: errorAt(errors, 'phrase'), spellcheck: false, autocomplete: 'off', matches: { phrase, saidIn: 'says' } })}<p class="hint" id="says" aria-live="polite"></p>`
}
<div class="row band"><button class="primary">Save decision</button><span class="soft">Recorded with your name${jobs > 0 ? `; it is about ${pluralHtml(jobs, 'job')}` : ''}.</span></div></form>`,
  );
}
