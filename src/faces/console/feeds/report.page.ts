import { html } from 'hono/html';
import type { FeedQuality } from '../../../listings/quality.ts';
import { barePage } from '../../web/html/html-layout.ts';
import { head, section } from '../../web/html/pieces.ts';
import { status } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { count, type Html, pluralHtml, type TimeFrame, whenExactly } from '../../web/html/format-text.ts';
import { qualityHintsSection } from './quality-hints.ts';
import type { RunView } from './run-texts.ts';
import { rejectedTable } from './runs.ts';

/** The report for a feed's owner: what was read, what could not be used, and what to fix first. */
export type OwnerReport = {
  readonly feed: string;
  readonly runs: readonly Pick<RunView, 'state' | 'startedAt' | 'items' | 'rejectedTotal' | 'reason'>[];
  /** The last complete one. */
  readonly last: Pick<RunView, 'rejected' | 'rejectedTotal'> | undefined;
  readonly quality: FeedQuality;
};

export function reportPage(frame: TimeFrame, report: OwnerReport): Html {
  const { feed, runs, last, quality } = report;
  const { rejected, rejectedTotal } = last ?? { rejected: [], rejectedTotal: 0 };
  return barePage({
    title: `Report about ${feed}`,
    content: html`${head({ title: titleOf(report), lead: html`A report for the owner of the feed ${feed}. It shows what was read, and changes nothing.` })}
${qualityHintsSection(quality)}
${section('rejected', 'Items that could not be used', rejected.length === 0 ? html`<p>None in the last complete run.</p>` : rejectedTable(rejected), rejected.length === 0 ? '' : `${pluralHtml(rejected.length, 'item')} of ${count(rejectedTotal)} shown`)}
${section('runs', 'The last runs', runs.length === 0 ? html`<p>It has not been read yet.</p>` : runsTable(frame, runs))}
<p class="soft band">All times in ${frame.timeZone}.</p>`,
  });
}

function titleOf({ runs: [newest], last, quality }: OwnerReport): string {
  if (newest === undefined) return 'It has not been read yet';
  if (newest.state.shape === 'fail') return 'The last run failed';
  if (last && last.rejectedTotal > 0) return `${pluralHtml(last.rejectedTotal, 'item')} could not be used`;
  const [first] = quality.lacking;
  return first === undefined
    ? 'Everything could be used'
    : `${pluralHtml(first.listings, 'job')} ${first.listings === 1 ? 'has' : 'have'} ${first.what}`;
}

function runsTable(frame: TimeFrame, runs: OwnerReport['runs']): Html {
  return table({
    caption: 'The last runs',
    rows: runs,
    columns: [
      { label: 'At', cell: ({ startedAt }) => whenExactly(startedAt, frame) },
      { label: 'Ended', cell: ({ state }) => status(state) },
      { label: 'Items', num: true, cell: ({ items }) => count(items) },
      { label: 'Not usable', num: true, cell: (run) => count(run.rejectedTotal) },
      { label: 'Why', cell: ({ reason }) => reason },
    ],
  });
}
