import { html } from 'hono/html';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, countTo, duration, type Html, whenExactly } from '../../web/html/format-text.ts';
import { feedPath, jobsPath, runPath } from '../staff/addresses.page.ts';
import type { RunLine } from './run-texts.ts';

/** The runs of all feeds, newest first. */
export function runsPage(frame: Frame, { runs, next }: { runs: readonly RunLine[]; next?: string }): Html {
  return operationsPage(frame, {
    title: 'Runs',
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    lead: 'Each reading of each feed, newest first, and whether it proved itself complete.',
    content:
      runs.length === 0
        ? empty('No feed was read yet', 'The first run of a feed appears here as soon as it begins.', {
            href: '/feeds',
            label: 'Show the feeds',
          })
        : [runsTable(frame, 'Runs', runs, true), morePages(next, 'Earlier runs')],
  });
}

function countOf(run: RunLine, what: 'changed' | 'missing'): Html | string {
  const number = run[what];
  return run.listed
    ? countTo(jobsPath({ run: String(run.id), what }), number, `${what} in run ${run.id}`)
    : count(number);
}

export function runsTable(frame: Frame, caption: string, runs: readonly RunLine[], withFeed = false): Html {
  return table({
    caption,
    narrow: 'pairs',
    rows: runs,
    columns: [
      { label: 'Run', cell: ({ id }) => html`<a href="${runPath(id)}">${count(id)}</a>` },
      { label: 'Ended', cell: ({ state }) => status(state) },
      withFeed && { label: 'Feed', cell: ({ feed }) => html`<a href="${feedPath(feed)}">${feed}</a>` },
      { label: 'At', cell: ({ at }) => whenExactly(at, frame) },
      { label: 'Proof', wide: true, cell: (run) => run.proof },
      { label: 'Items', num: true, cell: ({ items }) => count(items) },
      {
        label: 'New',
        num: true,
        cell: ({ id, added }) => countTo(jobsPath({ run: String(id) }), added, `new in run ${id}`),
      },
      { label: 'Changed', num: true, cell: (run) => countOf(run, 'changed') },
      { label: 'Missing', num: true, cell: (run) => countOf(run, 'missing') },
      { label: 'Took', num: true, cell: ({ ms }) => (ms === undefined ? '–' : duration(ms)) },
    ],
  });
}
