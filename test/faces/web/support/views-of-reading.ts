import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';
import { feedPage } from '../../../../src/faces/console/feeds/feed.page.ts';
import { feedsPage } from '../../../../src/faces/console/feeds/feeds.page.ts';
import { firstRunPage } from '../../../../src/faces/console/first-run.ts';
import { jobPage } from '../../../../src/faces/console/jobs/job.page.ts';
import { publicationsPage } from '../../../../src/faces/console/jobs/publications.page.ts';
import { jobsPage } from '../../../../src/faces/console/jobs/jobs.page.ts';
import { overviewPage } from '../../../../src/faces/console/overview.page.ts';
import { runPage } from '../../../../src/faces/console/feeds/runs.ts';
import { runsPage } from '../../../../src/faces/console/feeds/runs.ts';
import { examples, somePlaces } from './examples.ts';

/** What of a publication its list does not show, or shows where there is some. */
const aPublicationRow = {
  listingId: null,
  targetId: 1,
  live: false,
  sentAt: null,
  answer: null,
  reason: null,
  parked: null,
  dueAt: new Date('2026-11-20T18:00:00Z'),
  kind: 'update',
} as const;

/** Pages that show where things stand. */
export function readingPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const { school, feed, title, reason, label, tests, settings, feedLine, ok, held, at } = examples(say);
  return {
    overview: overviewPage(frame, {
      todo: [
        {
          kind: 'hold',
          count: 1,
          command: '',
          targets: [],
          sources: [],
          link: '/holds/7',
          title: say('11,711 removals stopped at 5 targets'),
          detail: reason,
          since: at('12:12'),
        },
        {
          kind: 'feed',
          count: 1,
          command: '',
          targets: [],
          sources: [],
          link: '/feeds/glt',
          title: say('Great Lakes Transit has not been read for 2 days'),
          detail: reason,
        },
      ],
      totals: { targets: 5, feeds: 6, form: true },
      places: somePlaces,
      targets: [
        {
          name: school,
          state: ok,
          places: somePlaces,
          today: { day: '2026-11-20', published: 38, delisted: 17 },
          lastAnswerAt: at('15:41'),
        },
      ],
      feeds: [feedLine],
      runs: [
        { id: 2_214, feed, state: held, at: at('12:12') },
        { id: 2_213, feed, state: ok, at: at('11:12'), added: 7 },
      ],
      days: Array.from({ length: 14 }, (_, day) => ({
        label: String(day + 7),
        date: `${day + 7} Nov`,
        day: `2026-11-${String(day + 7).padStart(2, '0')}`,
        published: 200 - day * 9,
        updated: 96,
        delisted: day * 4,
      })),
      finding: 'Between 83 and 200 jobs published a day.',
      times: {
        days: Array.from({ length: 14 }, (_, day) => ({
          label: String(day + 7),
          date: `${day + 7} Nov`,
          ...(day !== 8 && { medianMs: (14 - day / 2) * 60_000, mostMs: (31 - day) * 60_000 }),
        })),
        finding: 'On 20 Nov half of the jobs took at most 8 min, 19 of 20 at most 18 min.',
      },
      latest: [
        {
          at: at('12:12').toISOString(),
          kind: 'decisions',
          action: 'feed.pause',
          what: 'Feed paused',
          details: '',
          who: 'dana@example.edu',
          jobs: null,
          cause: null,
          day: '2026-11-20',
          subject: 'feed:glt',
          sources: [feed],
          targets: [],
          decision: null,
        },
      ],
    }),
    'first-run': firstRunPage(frame, { hasPractice: true, targets: 1 }),
    jobs: jobsPage(frame, {
      address: () => '/jobs?sort=job',
      words: say('analyst chicago'),
      targets: [school],
      sources: [feed],
      chips: [{ value: 'live', label: 'Live', n: 23 }],
      jobs: [
        {
          source: feed,
          jobId: say('MT-884127'),
          title,
          company: say('Anvil Works'),
          place: say('Toledo, OH'),
          state: held,
          closesOn: '2026-11-20',
        },
      ],
      next: '/jobs?cursor=1',
    }),
    publications: publicationsPage(frame, {
      counted: { words: say('taken down by batch 4'), query: { batch: '4' } },
      targets: [school],
      sources: [feed],
      rows: [
        {
          ...aPublicationRow,
          id: 1,
          target: school,
          source: feed,
          listedAs: say('MT-884120'),
          externalSourceId: feed,
          jobId: say('MT-884120'),
          title,
          state: 'published',
          sentAt: at('09:41'),
          answer: reason,
        },
        {
          target: school,
          source: feed,
          ...aPublicationRow,
          id: 2,
          listedAs: null,
          externalSourceId: feed,
          jobId: say('MT-884121'),
          title,
          state: 'refused',
          parked: 'refused',
        },
      ],
      next: '/publications?cursor=7',
    }),
    'publications-empty': publicationsPage(frame, { targets: [], sources: [], rows: [] }),
    'jobs-empty': jobsPage(frame, {
      address: () => '/jobs?sort=job',
      words: say('nurse night'),
      chips: [],
      targets: [],
      sources: [],
      jobs: [],
    }),
    job: jobPage(frame, {
      source: feed,
      jobId: say('MT-884131'),
      title,
      employer: say('Anvil Works'),
      place: say('Toledo, OH'),
      target: school,
      targets: [
        { name: school, state: held },
        { name: say('West Harbor'), state: ok },
      ],
      verdict: {
        shape: 'held',
        title: say('Not at Calloway College: its type has no key there'),
        text: reason,
        action: { href: '/labels', label: say('Map “Graduate Trainee”') },
      },
      steps: [
        {
          shape: 'ok',
          title: say('Found in Meridian Talent'),
          at: at('06:12'),
          text: say('Item 9,114 of 11,820.'),
        },
        {
          shape: 'held',
          title: 'Mapped: 1 of 2 labels',
          text: 'A guess counts from 0.80 on.',
          labels: [
            {
              field: 'job_type',
              label,
              foundBy: 'Words',
              score: 0.61,
              runnerUp: say('Trainee Program, 0.58'),
            },
            { field: 'degree_level', label: 'BS', key: '04 Bachelor’s', foundBy: 'Shipped alias', score: 1 },
          ],
        },
        {
          shape: 'ok',
          title: 'Sent',
          at: at('06:14'),
          text: 'processJob, 3rd time.',
          xml: say('<job_id>MT-884131</job_id>'),
        },
        {
          shape: 'wait',
          title: 'Answered',
          text: 'We keep this answer as it came.',
          answer: say('Job 771203 updated'),
        },
      ],
      next: reason,
      history: [{ what: say('Sent to Calloway College'), at: at('06:14') }],
    }),
    feeds: feedsPage(frame, {
      words: '',
      total: 6,
      inTrouble: 1,
      feeds: [{ ...feedLine, adapter: 'indeed-xml', every: 'every 6 h' }],
    }),
    'feeds-empty': feedsPage(frame, { words: say('nothing'), total: 0, inTrouble: 0, feeds: [] }),
    feed: feedPage(frame, {
      name: feed,
      state: held,
      paused: false,
      nextAt: at('18:00'),
      every: 'every 6 hours',
      notice: {
        shape: 'held',
        title: '11,711 removals are stopped and wait for you',
        text: reason,
        link: { href: '/holds/7', label: 'Look at the hold' },
      },
      points: [11_800, 11_815, 11_820, 104].map((jobs, run) => ({ name: String(run), when: '20 Nov', jobs })),
      guard: 8_271,
      finding: 'Between 11,800 and 11,820 jobs for 3 runs, then 104.',
      proof: tests,
      conclusion: 'This document proves itself complete, so its misses count.',
      runs: [
        {
          id: 2_214,
          feed,
          state: held,
          at: at('12:12'),
          proof: say('6 of 6, guard stopped'),
          items: 104,
          added: 0,
          changed: 0,
          missing: 11_711,
          listed: true,
          ms: 41_000,
        },
      ],
      settings,
      listings: [{ jobId: say('MT-884120'), title, place: say('Duluth, MN'), warnings: [reason] }],
      listingsTotal: 104,
      quality: {
        listings: 200,
        quality: 85,
        lacking: [
          {
            what: 'no place and no word on remote work',
            fix: 'map the place, or give the feed a country',
            points: 15,
            listings: 120,
            gain: 9,
          },
          { what: 'no pay', fix: 'ask the source for the pay range', points: 5, listings: 200, gain: 5 },
        ],
      },
      funnel: {
        found: { id: 2_214, items: 110, listings: 110 },
        understood: 104,
        lines: [
          {
            target: school,
            routed: 100,
            'no-key': 4,
            duplicate: 3,
            'in-review': 2,
            held: 1,
            'held-back': 1,
            refused: 0,
            live: 90,
            'still-up': 0,
          },
        ],
      },
    }),
    runs: runsPage(frame, {
      runs: [
        {
          id: 2_214,
          feed,
          state: ok,
          at: at('12:12'),
          proof: reason,
          items: 104,
          added: 4,
          listed: true,
          ms: 41_000,
        },
        {
          id: 2_213,
          feed,
          state: held,
          at: at('06:12'),
          proof: reason,
          items: undefined,
          listed: false,
          ms: undefined,
        },
      ],
      next: '/runs?before=2213',
    }),
    run: runPage(frame, {
      id: 2_214,
      feed,
      state: held,
      reason,
      startedAt: at('12:12'),
      finishedAt: at('12:13'),
      bytes: 48_000_000,
      items: 104,
      listings: 102,
      merged: 0,
      added: 0,
      changed: 0,
      missing: 11_711,
      listed: true,
      proof: tests,
      rejected: [{ item: say('item 31'), reason }],
      rejectedTotal: 2,
      repairs: [say('an ampersand was written bare')],
    }),
  };
}
