import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import type { newestListings } from '../../../feeds/feeds.queries.ts';
import { lineOfCounts, type CountPoint } from '../../web/html/charts/line-of-counts.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { type Fact, facts, morePages, notice, proof, section, type Test } from '../../web/html/pieces.ts';
import { type Shape, status, type State } from '../../web/html/html-status.ts';
import { table } from '../../web/html/html-table.ts';
import { pluralHtml, duration, type Html, when, shortId } from '../../web/html/format-text.ts';
import { feedPath, jobPath, jobsPath } from '../staff/addresses.page.ts';
import { type Funnel, funnelParts } from '../funnel.ts';
import type { FeedQuality } from '../../../listings/quality.ts';
import { qualityHintsSection } from './quality-hints.ts';
import { removeForm } from '../removal.ts';
import type { RunLine } from './run-texts.ts';
import { runsTable } from './runs.ts';

/** One feed: can its last run be trusted, and when is the next? */
export type FeedView = {
  readonly name: string;
  readonly state: State;
  readonly paused: boolean;
  readonly nextAt?: Date;
  readonly every: string;
  readonly notice?: {
    readonly shape: Shape;
    readonly title: string;
    readonly text: string;
    readonly link?: { readonly href: string; readonly label: string };
  };
  /** While it is read: how far that is. */
  readonly reading?: string;
  /** Oldest first. */
  readonly points: readonly CountPoint[];
  readonly guard?: number;
  readonly finding: string;
  /** Of the last run that has one. */
  readonly proof: readonly Test[];
  readonly conclusion: string;
  readonly runs: readonly RunLine[];
  readonly nextRuns?: string;
  readonly settings: readonly Fact[];
  readonly listings: readonly FeedListing[];
  readonly listingsTotal: number;
  readonly funnel: Funnel;
  readonly quality: FeedQuality;
  /** A link that opens a report for its owner, for who may give it out. */
  readonly report?: string;
};

type Newest = Awaited<ReturnType<typeof newestListings>>['rows'][number];
export type FeedListing = Pick<Newest, 'jobId' | 'title'> & Partial<Newest>;

export function feedPage(frame: Frame, feed: FeedView): Html {
  const { name, state, nextAt, points, runs, listings } = feed;
  const mayOperate = mayDo(frame.actor, 'operate');
  const next =
    nextAt && !feed.paused
      ? html` ${nextAt <= frame.now ? 'Next run now.' : html`Next run at ${when(nextAt, frame)}, in ${duration(nextAt.getTime() - frame.now.getTime())}.`}`
      : '';
  return operationsPage(frame, {
    title: name,
    section: 'Feeds',
    crumb: { href: '/feeds', label: 'Feeds' },
    lead: html`${status(state)}.${next}`,
    actions: mayOperate ? acts(frame, feed) : undefined,
    content: html`${feed.notice ? notice(feed.notice.shape, feed.notice.title, html`<p>${feed.notice.text}${feed.notice.link ? html` <a href="${feed.notice.link.href}">${feed.notice.link.label}</a>` : ''}</p>`) : ''}
${feed.reading === undefined ? '' : html`<p class="band" role="status" data-poll="${feedPath(name)}/progress">${feed.reading}</p>`}
<div class="cols half band">
${section('jobs-per-run', 'Jobs per run', points.length === 0 ? html`<p>${runs.length === 0 ? 'The first run has not ended yet.' : 'No run has found any yet.'}</p>` : lineOfCounts({ id: 'jpr', title: 'Jobs per run', finding: feed.finding, of: 'Run', points, guard: feed.guard }), points.length === 0 ? '' : `last ${pluralHtml(points.length, 'run')}`)}
${section('proof', 'Is the last run complete?', [feed.proof.length === 0 ? '' : proof(feed.proof), html`<p class="after">${feed.conclusion}</p>`])}
</div>
${section('runs', 'Runs', runs.length === 0 ? html`<p>None yet.</p>` : [runsTable(frame, `Runs of ${name}`, runs), morePages(feed.nextRuns, 'Earlier runs'), html`<p class="soft after">An incomplete or failed run changes nothing. Jobs that an unproven run lacks do not count as missing.</p>`], `read ${feed.every}`)}
${qualityHintsSection(feed.quality)}
${feed.funnel.lines.length === 0 ? '' : section('funnel', 'Its jobs at each school', funnelParts(name, feed.funnel))}
<div class="cols half band">
${section('settings', 'Settings', facts(feed.report === undefined ? feed.settings : [...feed.settings, { term: 'For its owner', value: html`<a href="${feed.report}">Report without an account</a>, for 90 days` }]), html`${mayOperate ? html`<a href="${feedPath(name)}/change">Change</a> · ` : ''}<a href="/settings?scope=${encodeURIComponent(`feed:${name}`)}">Limits</a>`)}
${section('listings', 'Jobs', listings.length === 0 ? html`<p>None yet.</p>` : listingsTable(name, listings), html`<a href="${jobsPath({ source: name, stage: 'understood' })}">${pluralHtml(feed.listingsTotal, 'job')}</a>`)}
</div>
${mayOperate ? removeForm(frame, 'feed', feedPath(name)) : ''}`,
  });
}

function acts(frame: Frame, { name, paused }: FeedView): Html {
  const path = feedPath(name);
  return html`<form class="row" method="post" action="${path}/read">${csrfField(frame.csrf)}<button class="primary">Read now</button><button formaction="${path}/${paused ? 'resume' : 'pause'}">${paused ? 'Resume' : 'Pause'}</button></form>`;
}

function listingsTable(source: string, listings: readonly FeedListing[]): Html {
  return table({
    caption: 'Newest listings',
    rows: listings,
    columns: [
      {
        label: 'Job',
        cell: ({ jobId, title }) =>
          html`<a href="${jobPath(source, jobId)}">${title}</a><span class="soft mono">${shortId(jobId)}</span>`,
      },
      { label: 'Place', cell: ({ place }) => place ?? '' },
      { label: 'Warnings', cell: ({ warnings }) => warnings?.join('; ') || 'none' },
    ],
  });
}
