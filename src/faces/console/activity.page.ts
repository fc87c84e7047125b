import { html } from 'hono/html';
import { daySums, type listActivity } from '../../operations/activity.operations.ts';
import { type ActivityEntry, activityKinds } from '../../operations/reports/activity-entries.ts';
import type * as z from 'zod';
import { actText, type StateText } from '../../publishing/state-texts.ts';
import { filterSelect } from './filters.ts';
import { barsPerDay, type Day } from '../web/html/charts/bars-per-day.ts';
import { count, countTo, type Html, longDate, pluralHtml, when } from '../web/html/format-text.ts';
import { csrfField, type Frame, operationsPage } from '../web/html/html-layout.ts';
import { status } from '../web/html/html-status.ts';
import { table } from '../web/html/html-table.ts';
import { empty, morePages, section } from '../web/html/pieces.ts';
import { withQuery } from '../web/redirects.ts';

export type ActivityQuery = Readonly<Record<'day' | 'to' | 'by' | 'about' | 'kind', string | undefined>>;

/** What happened on some days, and who did it. */
export type ActivityView = z.output<(typeof listActivity)['output']> & {
  readonly asked: ActivityQuery;
  readonly before: string;
  readonly after?: string;
  readonly chart?: { readonly days: readonly Day[]; readonly finding: string };
};

const kindNames: Readonly<Record<(typeof activityKinds)[number], string>> = {
  jobs: 'Jobs',
  decisions: 'Decisions of people',
  automatic: 'Other acts of Quadwire',
  settings: 'Settings and access',
};

export function activityPage(frame: Frame, view: ActivityView): Html {
  const { asked, items, before, after } = view;
  const names = view.from === view.to ? dateOf(view.from) : `${dateOf(view.from)} to ${dateOf(view.to)}`;
  const path = (more: Partial<ActivityQuery>) => withQuery('/activity', { ...asked, ...more });
  return operationsPage(frame, {
    title: `Activity, ${names}`,
    section: 'Activity',
    heading: `${names}: ${daySums(view)}`,
    lead: 'Everything that people and Quadwire did, newest first.',
    actions: html`<div class="row"><a class="button" href="${path({ day: before, to: undefined })}">‹ ${shortDay(before)}</a>${after === undefined ? '' : html`<a class="button" href="${path({ day: after, to: undefined })}">${shortDay(after)} ›</a>`}<a class="button" href="${withQuery('/activity.csv', asked)}">Download as CSV</a></div>`,
    content: html`<div class="cols two late"><div>${chips(view, path)}${filterForm(frame, view)}
${section('events', 'Events', items.length === 0 ? nothing(view, names) : [eventsTable(frame, view), html`<p class="soft after">${count(items.length)} of ${count(fitting(view))} shown.</p>`, morePages(view.next === null ? undefined : withQuery('/activity', { ...asked, cursor: view.next }), 'Next')])}</div>
<div>${view.chart === undefined ? '' : section('days', 'Choose a day', barsPerDay({ id: 'ppd', title: `Changes per day, 14 days until ${names}`, ...view.chart, rowsLink: (done, day) => withQuery('/publications', { done, day }), dayLink: (day) => withQuery('/activity', { day }) }))}
${section('who', 'By whom', whoTable(frame, view, path))}</div></div>`,
  });
}

/** With a filter, that nothing fits it, and the way to everything of the days. */
function nothing({ asked: { day, to, ...filter } }: ActivityView, names: string): Html {
  if (Object.values(filter).every((one) => one === undefined))
    return empty(`Nothing happened on ${names}`, 'Acts of people and of Quadwire appear here.');
  const href = withQuery('/activity', { day, to });
  return empty(`No event of ${names} fits`, 'Other events may have happened.', {
    href,
    label: 'Show all events',
  });
}

type PathOf = (more: Partial<ActivityQuery>) => string;

const fitting = ({ asked, kinds, items }: ActivityView) =>
  asked.kind === undefined ? everything(kinds) : (kinds[asked.kind as keyof typeof kinds] ?? items.length);

const everything = (kinds: ActivityView['kinds']) => Object.values(kinds).reduce((sum, one) => sum + one, 0);

function chips({ asked, kinds }: ActivityView, path: PathOf): Html {
  const chip = (kind: string | undefined, name: string, n: number) =>
    html`<li><a href="${path({ kind })}"${kind === asked.kind ? html` aria-current="true"` : ''}>${name} ${count(n)}</a></li>`;
  return html`<ul class="chips" aria-label="Kinds">${chip(undefined, 'Everything', everything(kinds))}${activityKinds.map((kind) => chip(kind, kindNames[kind], kinds[kind]))}</ul>`;
}

function filterForm(frame: Frame, { asked, from, to, by }: ActivityView): Html {
  const people = by.map(({ who }) => ({ value: who, label: nameOf(who, frame) }));
  const chosen = asked.by;
  const options =
    chosen === undefined || by.some(({ who }) => who === chosen)
      ? people
      : [...people, { value: chosen, label: nameOf(chosen, frame) }];
  return html`<form method="get" action="/activity" class="row">${asked.kind === undefined ? '' : html`<input type="hidden" name="kind" value="${asked.kind}">`}<div><label for="day">From</label><input id="day" name="day" type="date" value="${from}"></div><div><label for="to">To</label><input id="to" name="to" type="date" value="${to}"></div>${filterSelect('by', 'Who', 'Everyone', options, chosen)}<label for="about" class="vh">School or feed</label><input id="about" name="about" placeholder="School or feed" value="${asked.about ?? ''}"><button>Show</button></form>`;
}

function eventsTable(frame: Frame, view: ActivityView): Html {
  const { items, from, to, asked } = view;
  return table({
    caption: `Events of ${from === to ? dateOf(from) : `${dateOf(from)} to ${dateOf(to)}`}`,
    rows: items,
    columns: [
      { label: 'What', cell: (one) => status(stateOf(one)) },
      { label: 'Details', wide: true, cell: details },
      { label: 'By', cell: ({ who }) => nameOf(who, frame) },
      { label: 'Jobs', num: true, cell: (one) => jobsOf(one, asked.about) },
      { label: 'At', num: true, cell: ({ at }) => when(new Date(at), frame) },
      items.some(({ decision }) => decision !== null) && { label: 'Undo', cell: undoButton(frame) },
    ],
  });
}

/** Before anything is sent a decision is taken back whole; afterwards it is changed back. */
function undoButton({ csrf }: Frame) {
  return ({ decision, what, details: about }: ActivityEntry) =>
    decision === null
      ? ''
      : html`<form method="post" action="/decisions/${decision}/undo">${csrfField(csrf)}<button class="link">Change back<span class="vh">: ${what}, ${about}</span></button></form>`;
}

function stateOf({ action, what }: ActivityEntry): StateText {
  const shapes = { 'jobs.published': 'ok', 'jobs.updated': 'run', 'jobs.delisted': 'none' } as const;
  return { shape: shapes[action as keyof typeof shapes] ?? actText(action).shape, word: what };
}

/** The number leads to these jobs. */
function jobsOf(one: ActivityEntry, about: string | undefined): Html | string {
  const { kind, action, day, jobs, what, cause, subject, sources, targets } = one;
  if (kind !== 'jobs') return '';
  const [, noun, id] = /^([\w-]+):(\d+)$/.exec(subject ?? '') ?? [];
  const narrowed = {
    target: targets.find((name) => name === about),
    source: action === 'jobs.delisted' ? undefined : sources[0],
  };
  const of = narrowed.target === undefined && about !== undefined ? { source: about } : narrowed;
  const why = cause !== null && {
    cause,
    'take-down': noun === 'take-down' ? id : undefined,
    'by-hold': noun === 'hold' ? id : undefined,
  };
  const done = action.replace('jobs.', '');
  return countTo(withQuery('/publications', { done, day, ...of, ...why }), jobs ?? 0, what.toLowerCase());
}

function details({ kind, details, jobs, subject, sources, targets }: ActivityEntry): Html {
  const link = subjectLink(subject);
  const feeds = sources.map((name) => html`<a href="/feeds/${encodeURIComponent(name)}">${name}</a>`);
  const schools = targets.map((name) => html`<a href="/targets/${encodeURIComponent(name)}">${name}</a>`);
  const words = [kind === 'jobs' || jobs === null ? '' : pluralHtml(jobs, 'job'), details]
    .filter(Boolean)
    .join(', ');
  if (kind === 'jobs')
    return html`${link === undefined ? words : html`<a href="${link.href}">${words}</a>`} ${listed(feeds)}${feeds.length === 0 ? html`at ${listed(schools, 'schools')}` : html`, ${pluralHtml(schools.length, 'school')}`}`;
  const named = link === undefined ? [...feeds, ...schools] : [html`<a href="${link.href}">${link.name}</a>`];
  const other = named.length === 0 && subject !== null ? [html`<code>${subject}</code>`] : named;
  return html`${listed(other)}${words === '' ? '' : html`: ${words}`}`;
}

/** Up to three, then how many. */
function listed(some: readonly Html[], many = 'feeds'): Html {
  if (some.length > 3) return html`${count(some.length)} ${many}`;
  return html`${some.map((one, index) => html`${index === 0 ? '' : index === some.length - 1 ? ' and ' : ', '}${one}`)}`;
}

/** The page of what an act is about. */
function subjectLink(subject: string | null): { readonly href: string; readonly name: string } | undefined {
  const [, noun, name = ''] = /^([\w-]+):(.+)$/s.exec(subject ?? '') ?? [];
  const part = encodeURIComponent(name);
  switch (noun) {
    case 'hold':
      return { href: `/holds/${part}`, name: `Hold ${name}` };
    case 'take-down':
      return { href: `/take-downs/${part}`, name: `Take-down ${name}` };
    case 'batch':
      return { href: `/batches#batch-${part}`, name: `Removals ${name}` };
    case 'block':
      return { href: '/employers?state=blocked', name: 'Blocked employers' };
    case 'feed':
      return { href: `/feeds/${part}`, name };
    case 'target':
      return { href: `/targets/${part}`, name };
    default:
      return undefined;
  }
}

function whoTable(frame: Frame, { by }: ActivityView, path: PathOf): Html {
  if (by.length === 0) return html`<p class="soft">Nobody did anything.</p>`;
  return table({
    caption: 'Changes by whom',
    narrow: 'keep',
    rows: by,
    columns: [
      { label: 'Who', cell: ({ who }) => nameOf(who, frame) },
      {
        label: 'Events',
        num: true,
        cell: ({ who, events }) => countTo(`${path({ by: who, kind: undefined })}#events`, events, 'events'),
      },
    ],
  });
}

const nameOf = (who: string, { actor }: Frame) => (who === actor.name ? 'you' : who);

const dateOf = (day: string) => longDate(new Date(`${day}T12:00:00Z`), 'UTC').replace(/ \d+$/, '');
const shortDay = (day: string) => dateOf(day).replace(/^(\d+ \w{3}).*/, '$1');
