import { html } from 'hono/html';
import { choices, errorAt, errorSummary, field, type FormError, select } from '../html/fields.ts';
import { csrfField, type Frame, operationsPage } from '../html/layout.ts';
import { type Fact, facts, head, section } from '../html/pieces.ts';
import { table } from '../html/table.ts';
import { count, counted, duration, type Html } from '../html/words.ts';

/** The page that adds a feed: first an address, then what is behind it, then how it shall be read. */
export type FeedAdd = {
  readonly address: string;
  readonly found?: FeedFound;
  readonly errors: readonly FormError[];
  readonly chosen: FeedChosen;
};

/** What a preview of the address found; nothing has been kept. */
export type FeedFound = {
  readonly ms: number;
  readonly facts: readonly Fact[];
  readonly listings: number;
  readonly first: readonly PreviewedJob[];
};

export type PreviewedJob = {
  readonly title: string;
  readonly place?: string;
  readonly type?: string;
  readonly pay?: string;
  readonly closes?: string;
  readonly notes: readonly string[];
};

export type FeedChosen = {
  readonly name: string;
  readonly every: string;
  readonly right: string;
  readonly attribution: string;
  readonly employer: string;
  readonly targets: readonly string[];
  /** Names to choose from. */
  readonly allTargets: readonly string[];
};

/** How often a feed can be read, as its definition says it. */
const intervals = [
  { value: '15m', label: 'every 15 minutes' },
  { value: '1h', label: 'every hour' },
  { value: '6h', label: 'every 6 hours' },
  { value: '1d', label: 'every day' },
] as const;

/** What allows the jobs of a feed to be republished. */
const rights = [
  { value: 'own', label: 'They are our own jobs' },
  {
    value: 'permission',
    label: 'Their owner permits it',
    hint: 'Also where the owner asked us to post them',
  },
  { value: 'license', label: 'A license permits it' },
  {
    value: 'attribution',
    label: 'Permitted when the source is named',
    hint: 'Each job then ends with the words below',
  },
] as const;

export function feedAddPage(frame: Frame, page: FeedAdd): Html {
  const { address, found, errors } = page;
  return operationsPage(frame, {
    title: errors.length > 0 ? 'Error: Add a feed' : 'Add a feed',
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    content: html`${errorSummary(errors)}
${head({ title: 'Add a feed', lead: found ? 'This is a preview. Nothing has been kept or sent.' : 'Paste the address of a feed, a career page or a job board. The format is found by itself, and you see the jobs before anything is kept.' })}
<form class="row" method="get" action="/feeds/add"><label for="address">Address</label><input id="address" name="address" type="url" value="${address}" placeholder="https://" autocomplete="url"${errorAt(errors, 'address') === undefined ? '' : html` aria-invalid="true"`}><button${found ? '' : html` class="primary"`}>${found ? 'Read again' : 'Preview'}</button></form>
${found ? preview(frame, page, found) : ''}`,
  });
}

function preview(frame: Frame, page: FeedAdd, found: FeedFound): Html {
  return html`<div class="cols half band">
${section('what', 'What was found', facts(found.facts), duration(found.ms))}
${section('how', 'How to read it', addForm(frame, page, found))}</div>
${found.first.length === 0 ? '' : section('first', `First ${counted(found.first.length, 'job')}`, firstJobs(found.first), `of ${count(found.listings)}`)}`;
}

function addForm(frame: Frame, { address, errors, chosen }: FeedAdd, found: FeedFound): Html {
  return html`<form method="post" action="/feeds/add">${csrfField(frame.csrf)}<input type="hidden" name="address" value="${address}">
${field({ id: 'name', label: 'Name', hint: 'Small letters, digits and dashes. Targets know the jobs by it, so it stays.', value: chosen.name, width: 'w16', spellcheck: false, error: errorAt(errors, 'name') })}
${select({ id: 'every', label: 'Read it', options: intervals, value: chosen.every, width: 'w16' })}
${choices({ id: 'right', label: 'Why may its jobs be posted?', choices: rights, chosen: [chosen.right], error: errorAt(errors, 'right') })}
${field({ id: 'attribution', label: 'Words that name the source', optional: true, value: chosen.attribution, error: errorAt(errors, 'attribution') })}
${field({ id: 'employer', label: 'Employer, where the feed names none', optional: true, value: chosen.employer })}
${chosen.allTargets.length === 0 ? '' : choices({ id: 'targets', label: 'Goes to', hint: 'All targets when none is chosen', kind: 'checkbox', choices: chosen.allTargets.map((name) => ({ value: name, label: name })), chosen: chosen.targets, flat: true })}
<div class="row band"><button class="primary">Add feed, publish nothing yet</button></div><p class="soft after">${found.listings === 0 ? 'It has no jobs now.' : `${counted(found.listings, 'job')} now.`} You see the plan before the first job goes out.</p></form>`;
}

function firstJobs(rows: readonly PreviewedJob[]): Html {
  return table({
    caption: 'First jobs of the feed',
    rows,
    columns: [
      { label: 'Job', cell: ({ title }) => title },
      { label: 'Place', cell: ({ place }) => place ?? '' },
      { label: 'Type', cell: ({ type }) => type ?? '' },
      { label: 'Pay', cell: ({ pay }) => pay ?? 'not given' },
      { label: 'Closes', cell: ({ closes }) => closes ?? 'open' },
      { label: 'Notes', cell: ({ notes }) => notes.join('; ') },
    ],
  });
}
