import { html } from 'hono/html';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { facts, proof, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import {
  bytes,
  count,
  pluralHtml,
  countTo,
  duration,
  type Html,
  whenExactly,
} from '../../web/html/format-text.ts';
import { feedPath, jobsPath } from '../staff/addresses.page.ts';
import type { RunView } from './run-texts.ts';

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
    { term: 'Changed', value: countOf(run, 'changed') },
    { term: 'Missing', value: countOf(run, 'missing') },
    { term: 'Size', value: bytes(run.bytes) },
  ]),
)}
${section('proof', 'Its proof', run.proof.length === 0 ? html`<p>None was taken.</p>` : proof(run.proof))}
</div>
${run.repairs.length === 0 ? '' : section('repairs', 'Repairs', html`<ul>${run.repairs.map((repair) => html`<li>${repair}</li>`)}</ul>`)}
${rejected.length === 0 ? '' : section('rejected', 'Items that could not be used', rejectedTable(rejected), `${pluralHtml(rejected.length, 'item')} of ${count(run.rejectedTotal)} shown`)}`,
  });
}

function countOf({ id, listed, ...run }: RunView, what: 'changed' | 'missing'): Html | string {
  return listed
    ? countTo(jobsPath({ run: String(id), what }), run[what], `${what} in this run`)
    : count(run[what]);
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
