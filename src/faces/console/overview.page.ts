import { html } from 'hono/html';
import { barsPerDay, type Day } from './html/charts/bars-per-day.ts';
import { type Frame, operationsPage } from './html/html-layout.ts';
import { head, morePages, section, todo, type TodoItem } from './html/pieces.ts';
import { status, type State } from './html/html-status.ts';
import { table } from './html/html-table.ts';
import { clockTime, count, pluralHtml, countTo, type Html, when } from './html/format-text.ts';
import { jobsPath, publicationsPath, runPath, targetPath } from './addresses.page.ts';
import { feedColumns, type FeedHealth } from './feed-health.ts';

/** What the overview shows: what needs a person, and whether everything else is well. */
export type Overview = {
  readonly todo: readonly OverviewTodo[];
  readonly totals: { readonly publications: number; readonly targets: number; readonly feeds: number };
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
};

/** Something that needs a person, since when. */
export type OverviewTodo = Omit<TodoItem, 'since'> & { readonly since?: Date };

export type TargetHealth = {
  readonly name: string;
  readonly state: State;
  readonly live: number;
  readonly waiting: number;
  readonly today: { readonly day: string; readonly published: number; readonly delisted: number };
  readonly lastAnswerAt?: Date;
};

export type LastRun = {
  readonly id: number;
  readonly feed: string;
  readonly state: State;
  readonly at: Date;
  readonly added?: number;
};

export function overviewPage(frame: Frame, view: Overview): Html {
  const { totals, days, finding } = view;
  const lead =
    view.todo.length > 0
      ? html`<a href="${publicationsPath({ state: 'live' })}">${pluralHtml(totals.publications, 'live publication')}</a> at <a href="/targets">${pluralHtml(totals.targets, 'target')}</a>, from <a href="/feeds">${pluralHtml(totals.feeds, 'feed')}</a> and the form`
      : html`${status({ shape: 'ok', word: `All ${pluralHtml(totals.feeds, 'feed')} and ${pluralHtml(totals.targets, 'target')} are healthy` })}, checked at ${clockTime(frame.now, frame.timeZone)}. <a href="${publicationsPath({ state: 'live' })}">${pluralHtml(totals.publications, 'live publication')}</a>.`;
  return operationsPage(frame, {
    title: 'Overview',
    section: 'Overview',
    content: html`${head({ title: titleOf(view), lead, actions: html`<a class="button" href="/plan">See the plan</a>` })}
<div class="cols two"><div>
${view.todo.length > 0 ? html`<section aria-labelledby="todo"><h2 id="todo" class="vh">Needs a person today</h2>${todo(view.todo.map((item) => shown(item, frame)))}</section>` : ''}
${section('t', 'Targets', [targetsTable(frame, view.targets), morePages(view.nextTargets, 'Next targets')], html`<a href="/targets">All ${count(totals.targets)}</a>`)}
${section('f', 'Feeds', [feedsTable(frame, view.feeds), morePages(view.nextFeeds, 'Next feeds')], html`<a href="/feeds/add">Add a feed</a>`)}
</div><div>
${section('p', 'Publications per day', barsPerDay({ id: 'ppd', title: `Publications per day, ${days[0]?.date ?? ''} to ${days.at(-1)?.date ?? ''}`, finding, days, rowsOf: (done, day) => publicationsPath({ done, day }) }), `last ${pluralHtml(days.length, 'day')}`)}
${view.runs.length === 0 ? '' : section('r', 'Last runs', runsTable(frame, view.runs), html`<a href="/runs">All runs</a>`)}
</div></div>`,
  });
}

function titleOf({ todo }: Overview): string {
  if (todo.length === 0) return 'Nothing needs a person';
  return todo.length === 1 ? '1 thing needs a person' : `${count(todo.length)} things need a person`;
}

function shown({ since, ...item }: OverviewTodo, frame: Frame): TodoItem {
  return { ...item, ...(since && { since: when(since, frame) }) };
}

function targetsTable(frame: Frame, rows: readonly TargetHealth[]): Html {
  return table({
    caption: 'Targets and their health',
    narrow: 'pairs',
    rows,
    columns: [
      {
        label: 'Target',
        cell: ({ name }) => html`<a href="${targetPath(name)}">${name}</a>`,
      },
      { label: 'State', cell: ({ state }) => status(state) },
      {
        label: 'Live',
        num: true,
        cell: ({ name, live }) => countTo(jobsPath({ target: name, state: 'live' }), live, `live at ${name}`),
      },
      {
        label: 'Waiting',
        num: true,
        cell: ({ name, waiting }) =>
          countTo(jobsPath({ target: name, state: 'due' }), waiting, `waiting for ${name}`),
      },
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
  const down = countTo(to('delisted'), delisted, `delisted today at ${target}`);
  return html`<span class="nowrap">+${up} −${down}</span>`;
}

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

function feedsTable(frame: Frame, rows: readonly FeedHealth[]): Html {
  return table({ caption: 'Feeds and their health', narrow: 'pairs', rows, columns: feedColumns(frame) });
}
