import { html } from 'hono/html';
import type { Attention, AttentionKind } from '../../operations/reports/attention-jobs.ts';
import { liveOf, numberOf, type PlaceCount, toSend } from '../../publishing/queries/place-counts.ts';
import { partsBar } from '../web/html/charts/parts.ts';
import { barsPerDay, type Day } from '../web/html/charts/bars-per-day.ts';
import { type DayTimes, twoLines } from '../web/html/charts/two-lines.ts';
import type { ActivityEntry } from '../../operations/reports/activity-entries.ts';
import { mayDo } from '../../platform/accounts/permissions.ts';
import { actText } from '../../publishing/state-texts.ts';
import { type Frame, operationsPage } from '../web/html/html-layout.ts';
import { morePages, section, todo, type TodoItem } from '../web/html/pieces.ts';
import { status, type State } from '../web/html/html-status.ts';
import { table } from '../web/html/html-table.ts';
import { clockTime, count, pluralHtml, countTo, type Html, when } from '../web/html/format-text.ts';
import { jobsPath, publicationsPath, runPath, targetPath } from './staff/addresses.page.ts';
import { feedColumns, type FeedHealth } from './feeds/feed-health.ts';
import type { RunLine } from './feeds/run-texts.ts';

/** What the overview shows: what needs a person, and whether everything else is well. */
export type Overview = {
  readonly todo: readonly Attention[];
  readonly places: readonly PlaceCount[];
  /** `form`: whether any job came by the form. */
  readonly totals: { readonly targets: number; readonly feeds: number; readonly form: boolean };
  /** Targets and feeds in trouble first, then by name, at most 100. */
  readonly targets: readonly TargetHealth[];
  readonly feeds: readonly FeedHealth[];
  readonly nextTargets?: string;
  readonly nextFeeds?: string;
  /** Newest first, at most 6. */
  readonly runs: readonly LastRun[];
  /** Oldest first; at most 14. */
  readonly days: readonly Day[];
  readonly finding: string;
  /** From the reading that found a job to its first sending, for the same days; absent while nothing was sent. */
  readonly times?: { readonly days: readonly DayTimes[]; readonly finding: string };
  /** Newest first, at most 6. */
  readonly latest: readonly ActivityEntry[];
};

export type TargetHealth = {
  readonly name: string;
  readonly state: State;
  readonly places: readonly PlaceCount[];
  readonly today: { readonly day: string; readonly published: number; readonly delisted: number };
  readonly lastAnswerAt?: Date;
};

export type LastRun = Pick<RunLine, 'id' | 'feed' | 'state' | 'at'> & Partial<Pick<RunLine, 'added'>>;

export function overviewPage(frame: Frame, view: Overview): Html {
  const { totals, days, finding, places } = view;
  const up = places.filter((one) => one.live);
  const schools = new Set(up.map(({ targetId }) => targetId)).size;
  const feeds = new Set(up.flatMap(({ source }) => (source === 'form' ? [] : [source]))).size;
  const sources = html`${feeds < totals.feeds ? `${count(feeds)} of ` : ''}<a href="/feeds">${pluralHtml(totals.feeds, 'feed')}</a>${totals.form ? ' and the form' : ''}`;
  const live = html`<a href="${publicationsPath({ state: 'live' })}">${pluralHtml(liveOf(places), 'job')}</a> ${liveOf(places) === 1 ? 'is' : 'are'} live at ${schools < totals.targets ? `${count(schools)} of ` : ''}<a href="/targets">${pluralHtml(totals.targets, 'school')}</a>, from ${sources}`;
  const lead =
    view.todo.length > 0
      ? live
      : html`${status({ shape: 'ok', word: 'Everything is well' })}, checked at ${clockTime(frame.now, frame.timeZone)}. ${live}`;
  return operationsPage(frame, {
    title: 'Overview',
    section: 'Overview',
    heading: titleOf(view),
    lead,
    actions: html`<a class="button" href="/plan">See the plan</a>`,
    content: html`<div class="cols two late"><div>
${view.todo.length > 0 ? html`<section aria-labelledby="todo"><h2 id="todo" class="vh">Needs you</h2>${todo(view.todo.map((item) => shown(item, frame)))}</section>` : ''}
${
  numberOf(places) === 0
    ? ''
    : section(
        'all-places',
        'Jobs at all schools',
        partsBar('all-parts', 'Jobs at all schools', places, (states) =>
          jobsPath({ state: states.join(',') }),
        ),
        'every job counts once for each school',
      )
}
${section('t', 'Schools', [targetsTable(frame, view.targets), morePages(view.nextTargets, 'Next schools')], html`<a href="/targets">All ${count(totals.targets)}</a>`)}
${section('f', 'Feeds', [table({ caption: 'Feeds and their health', narrow: 'pairs', rows: view.feeds, columns: feedColumns(frame) }), morePages(view.nextFeeds, 'Next feeds')], mayDo(frame.actor, 'operate') ? html`<a href="/feeds/add">Add a feed</a>` : '')}
</div><div>
${section('p', 'Changes per day', barsPerDay({ id: 'ppd', title: `Changes per day, ${days[0]?.date ?? ''} to ${days.at(-1)?.date ?? ''}`, finding, days, rowsLink: (done, day) => publicationsPath({ done, day }), dayLink: (day) => `/activity?day=${day}` }), `last ${pluralHtml(days.length, 'day')}`)}
${view.times === undefined ? '' : section('times', 'From feed to school', twoLines({ id: 'fts', title: 'From the reading that found a job to its first sending', ...view.times }), `last ${pluralHtml(days.length, 'day')}`)}
${view.latest.length === 0 ? '' : section('now', 'Latest acts', latestTable(frame, view.latest), html`<a href="/activity">All activity</a>`)}
${view.runs.length === 0 ? '' : section('r', 'Last runs', runsTable(frame, view.runs), html`<a href="/runs">All runs</a>`)}
</div></div>`,
  });
}

function titleOf({ todo }: Overview): string {
  if (todo.length === 0) return 'Nothing needs you';
  return todo.length === 1 ? '1 thing needs you' : `${count(todo.length)} things need you`;
}

const words: Readonly<Record<AttentionKind, State>> = {
  reports: { shape: 'fail', word: 'Reported' },
  secret: { shape: 'fail', word: 'Secret missing' },
  school: { shape: 'fail', word: 'School trouble' },
  feed: { shape: 'fail', word: 'Feed failing' },
  hold: { shape: 'held', word: 'Hold' },
  labels: { shape: 'held', word: 'Labels' },
  blocked: { shape: 'fail', word: 'Cannot go' },
  look: { shape: 'held', word: 'Look at the school' },
  refused: { shape: 'fail', word: 'Refused' },
  still_up: { shape: 'fail', word: 'Still up' },
  feed_short: { shape: 'held', word: 'Fewer jobs than usual' },
  review: { shape: 'wait', word: 'Review' },
  agreement: { shape: 'held', word: 'Agreement' },
  task: { shape: 'fail', word: 'Task given up' },
};

function shown({ kind, title, detail, link, since }: Attention, frame: Frame): TodoItem {
  return { state: words[kind], href: link, what: title, detail, since: since && when(since, frame) };
}

function targetsTable(frame: Frame, rows: readonly TargetHealth[]): Html {
  const number = (label: string, state: string, of: (places: readonly PlaceCount[]) => number) => ({
    label,
    num: true,
    cell: ({ name, places }: TargetHealth) =>
      countTo(jobsPath({ target: name, state }), of(places), `${label.toLowerCase()} at ${name}`),
  });
  return table({
    caption: 'Schools and their health',
    narrow: 'pairs',
    rows,
    columns: [
      {
        label: 'School',
        cell: ({ name }) => html`<a href="${targetPath(name)}">${name}</a>`,
      },
      { label: 'State', cell: ({ state }) => status(state) },
      number('Live', 'live', liveOf),
      number('To send', toSend.join(','), (places) => numberOf(places, ...toSend)),
      number('Held', 'held', (places) => numberOf(places, 'held')),
      number('Cannot go', 'blocked', (places) => numberOf(places, 'blocked')),
      {
        label: 'Today',
        num: true,
        cell: ({ name, today }) => doneToday(name, today),
      },
      { label: 'Last answer', num: true, cell: ({ lastAnswerAt }) => when(lastAnswerAt, frame) },
    ],
  });
}

function doneToday(target: string, { day, published, delisted }: TargetHealth['today']): Html {
  const to = (done: 'published' | 'delisted') => publicationsPath({ target, done, day });
  const up = countTo(to('published'), published, `published today at ${target}`);
  const down = countTo(to('delisted'), delisted, `taken down today at ${target}`);
  return html`<span class="nowrap">+${up} −${down}</span>`;
}

function latestTable(frame: Frame, rows: readonly ActivityEntry[]): Html {
  return table({
    caption: 'Latest acts of people and of Quadwire',
    narrow: 'keep',
    rows,
    columns: [
      {
        label: 'What',
        cell: ({ action, what, sources, targets, subject, day }) =>
          html`${status({ shape: actText(action).shape, word: what })} <a href="/activity?day=${day}">${[...sources, ...targets][0] ?? subjectName(subject)}</a>`,
      },
      { label: 'At', num: true, cell: ({ at }) => when(new Date(at), frame) },
    ],
  });
}

/** What an act is about, without its kind, which the act itself says; a number says nothing alone. */
const subjectName = (subject: string | null) =>
  subject?.replace(/^[\w-]+:(?=\D)/, '').replace(':', ' ') ?? 'See it';

function runsTable(frame: Frame, rows: readonly LastRun[]): Html {
  return table({
    caption: 'Last runs',
    narrow: 'pairs',
    rows,
    columns: [
      { label: 'Feed', cell: ({ id, feed }) => html`<a href="${runPath(id)}">${feed}</a>` },
      { label: 'Ended', cell: ({ state }) => status(state) },
      { label: 'At', num: true, cell: ({ at }) => when(at, frame) },
      {
        label: 'New',
        num: true,
        cell: ({ id, feed, added }) => countTo(jobsPath({ run: String(id) }), added, `new jobs of ${feed}`),
      },
    ],
  });
}
