import { html } from 'hono/html';
import { trend } from '../../web/html/charts/trend.ts';
import { type State, status } from '../../web/html/html-status.ts';
import type { Column } from '../../web/html/html-table.ts';
import { countTo, type TimeFrame, when } from '../../web/html/format-text.ts';
import { feedPath, jobsPath } from '../staff/addresses.page.ts';

export type FeedHealth = {
  readonly name: string;
  readonly state: State;
  readonly jobs?: number;
  /** Listings of the last 14 runs, oldest first. */
  readonly trend: readonly number[];
  readonly lastCompleteAt?: Date;
  readonly nextAt?: Date;
};

/** What a table says of each feed; `more` follows its state. */
export function feedColumns<Feed extends FeedHealth>(
  frame: TimeFrame,
  more: readonly Column<Feed>[] = [],
): readonly Column<Feed>[] {
  return [
    { label: 'Feed', cell: ({ name }) => html`<a href="${feedPath(name)}">${name}</a>` },
    { label: 'State', cell: ({ state }) => status(state) },
    ...more,
    {
      label: 'Jobs',
      num: true,
      cell: ({ name, jobs }) =>
        countTo(jobsPath({ source: name, stage: 'understood' }), jobs, `jobs of ${name}`),
    },
    {
      label: 'Last 14 runs',
      num: true,
      cell: (feed) => trend(feed.trend, feed.state.shape === 'held' || feed.state.shape === 'fail'),
    },
    { label: 'Last complete', num: true, cell: ({ lastCompleteAt }) => when(lastCompleteAt, frame) },
    { label: 'Next', num: true, cell: ({ nextAt }) => when(nextAt, frame) },
  ];
}
