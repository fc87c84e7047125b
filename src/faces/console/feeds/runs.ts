import { html } from 'hono/html';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, facts, morePages, proof, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import {
  bytes,
  count,
  countTo,
  duration,
  type Html,
  pluralHtml,
  whenExactly,
} from '../../web/html/format-text.ts';
import { feedPath, jobsPath, runPath } from '../staff/addresses.page.ts';
import type { RunLine, RunView } from './run-texts.ts';

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

function countOf(
  run: RunLine | RunView,
  what: 'changed' | 'missing',
  where = `run ${run.id}`,
): Html | string {
  const number = run[what];
  return run.listed
    ? countTo(jobsPath({ run: String(run.id), what }), number, `${what} in ${where}`)
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

export function runPage(frame: Frame, run: RunView): Html {
  const { id, feed, state, reason, startedAt, finishedAt, rejected } = run;
  return operationsPage(frame, {
    title: `Run ${count(id)} of ${feed}`,
    section: 'Feeds',
    crumb: { href: feedPath(feed), label: feed },
    lead: html`${status(state)}, ${whenExactly(startedAt, frame)}${finishedAt ? `, ${duration(finishedAt.getTime() - startedAt.getTime())}` : ''}${reason === '' ? '' : html`. ${reason}`}`,
    content: html`<div class="cols half">
${section(
  'numbers',
  'What was found',
  facts([
    { term: 'Items', value: count(run.items) },
    { term: 'Listings', value: count(run.listings) },
    { term: 'Not usable', value: countTo('#rejected', run.rejectedTotal, 'items that could not be used') },
    { term: 'Merged', value: count(run.merged) },
    { term: 'New', value: countTo(jobsPath({ run: String(id) }), run.added, 'new jobs') },
    { term: 'Changed', value: countOf(run, 'changed', 'this run') },
    { term: 'Missing', value: countOf(run, 'missing', 'this run') },
    { term: 'Size', value: bytes(run.bytes) },
  ]),
)}
${section('proof', 'Its proof', run.proof.length === 0 ? html`<p>None was taken.</p>` : proof(run.proof))}
</div>
${run.repairs.length === 0 ? '' : section('repairs', 'Repairs', html`<ul>${run.repairs.map((repair) => html`<li>${repair}</li>`)}</ul>`)}
${rejected.length === 0 ? '' : section('rejected', 'Items that could not be used', rejectedTable(rejected), `${pluralHtml(rejected.length, 'item')} of ${count(run.rejectedTotal)} shown`)}`,
  });
}

export function rejectedTable(rows: readonly RunView['rejected'][number][]): Html {
  return table({
    caption: 'Items that could not be used',
    rows,
    columns: [
      { label: 'Item', cell: ({ item }) => item },
      { label: 'Why', cell: ({ reason }) => reason },
    ],
  });
}
