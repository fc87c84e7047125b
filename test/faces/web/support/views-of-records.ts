import { searchPage } from '../../../../src/faces/console/search.page.ts';
import { blockPage } from '../../../../src/faces/console/jobs/block.page.ts';
import { employersPage } from '../../../../src/faces/console/jobs/employers.page.ts';
import { takeDownPage } from '../../../../src/faces/console/jobs/take-down.page.ts';
import { schoolReviewPage } from '../../../../src/faces/console/jobs/review-school.ts';
import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';
import { accountPage } from '../../../../src/faces/console/staff/account.ts';
import { batchesPage } from '../../../../src/faces/console/batches.page.ts';
import { personPage } from '../../../../src/faces/console/staff/person.page.ts';
import { reportPage } from '../../../../src/faces/console/feeds/report.page.ts';
import { directoryPage } from '../../../../src/faces/console/schools/directory.page.ts';
import { usagePage } from '../../../../src/faces/console/staff/usage.page.ts';
import { signInPage } from '../../../../src/faces/web/sign-in.ts';
import { examples } from './examples.ts';

/** Pages about what was done and who did it. */
export function recordPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const { school, feed, title, reason, settings, error, ok, fail, at } = examples(say);
  const employers = {
    words: '',
    onlyBlocked: false,
    blocks: [],
    employers: { next: null, items: [{ name: say('Nova Jobs'), jobs: 30, live: 18, blocked: false }] },
  };
  const sessions = [
    {
      id: 's1',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      createdAt: at('08:12'),
      expiresAt: new Date('2026-11-27T08:12:00Z'),
    },
    { id: 's2', createdAt: at('09:12'), expiresAt: new Date('2026-11-27T09:12:00Z') },
  ];
  const removals = [
    {
      id: 4,
      targetId: 1,
      sourceId: 1,
      target: school,
      cause: reason,
      count: 17,
      listed: true,
      restorable: 12,
      createdAt: at('10:00'),
      restoredAt: null,
    },
    {
      id: 3,
      targetId: 1,
      sourceId: 1,
      target: school,
      cause: reason,
      count: 1,
      listed: false,
      restorable: 1,
      createdAt: at('09:00'),
      restoredAt: at('09:30'),
    },
  ];
  return {
    search: searchPage(
      frame,
      say('kestrel'),
      (['job', 'employer', 'feed', 'school', 'label', 'hold', 'setting'] as const).flatMap((kind) =>
        [1, 2].map((n) => ({
          kind,
          name: say(`Kestrel ${n}`),
          about: say('acme / A-1, Kestrel Foods'),
          page: '/',
        })),
      ),
    ),
    'search-nothing': searchPage(frame, say('kestrel'), []),
    account: accountPage(frame, {
      email: say('dana@northfield.example'),
      role: 'admin',
      limits: { sources: [feed] },
      sessions,
      here: 's1',
    }),
    person: personPage(frame, {
      name: say('Dana Whitfield'),
      email: say('dana@northfield.example'),
      role: 'reviewer',
      limits: { targets: [school] },
      sessions,
      errors: error('person-targets'),
    }),
    'sign-in': signInPage({
      csrf: frame.csrf,
      next: '/feeds',
      email: say('dana@northfield.example'),
      campus: say('Northfield sign-on'),
      problem: reason,
    }),
    batches: batchesPage(frame, removals, removals[1]),
    usage: usagePage(frame, {
      month: '2026-11',
      months: ['2026-11', '2026-10'],
      lines: [{ source: feed, target: school, month: '2026-11', calls: 1_204, jobDays: 31_400.5 }],
      from: 0,
    }),
    report: reportPage(frame, {
      feed,
      runs: [
        { state: ok, startedAt: at('12:12'), items: 110, rejectedTotal: 2, reason: '' },
        { state: fail, startedAt: at('06:12'), items: 0, rejectedTotal: 0, reason },
      ],
      last: { rejected: [{ item: '31', reason }], rejectedTotal: 2 },
      quality: {
        listings: 104,
        quality: 82,
        lacking: [{ what: 'no closing date', points: 5, listings: 90, fix: reason, gain: 4.2 }],
      },
    }),
    directory: directoryPage(frame, {
      target: school,
      mirror: {
        asOf: at('11:00'),
        employers: 18_204,
        nextAt: at('15:00'),
        problem: { kind: 'trouble', why: `The last pull ended early: ${reason}` },
      },
      followsLinks: false,
      searched: {
        query: say('Anvil'),
        live: true,
        employers: [
          {
            id: say('0c8f3d1e9a7b4c5d8e6f1a2b3c4d5e6f'),
            name: say('Anvil Works'),
            website: say('https://anvil.example'),
            tax_id: say('12-3456789'),
          },
        ],
        contacts: [
          { id: 'c1', email: say('ann@anvil.example'), name: say('Ann Lee'), employer_id: say('e1') },
        ],
      },
      doubts: [
        {
          name: say('Harbor Mills'),
          site: say('harbor-mills.example'),
          why: reason,
          candidates: [
            { id: 'e2', name: say('Harbor Mills Inc.') },
            { id: 'e3', name: say('Harbor Mill') },
          ],
        },
      ],
      typed: { name: say('Anvil Works') },
      errors: [{ id: 'email', message: 'Enter an e-mail address, like ann@acme.example' }],
    }),
    'review-school': schoolReviewPage(frame, {
      id: 9,
      content: 'c0',
      target: school,
      source: feed,
      jobId: say('MT-884120'),
      title,
      waits: true,
      review: {
        targetId: 1,
        listingId: 9,
        state: 'open',
        reason,
        createdAt: at('09:00'),
        decidedBy: null,
        decidedAt: null,
        note: null,
      },
      facts: settings,
      description: say('A long description.'),
    }),
    blocks: employersPage(frame, {
      ...employers,
      blocks: [
        {
          id: 4,
          kind: 'company',
          value: say('nova jobs'),
          reason,
          by: say('dana@northfield.example'),
          at: at('12:12'),
          takeDown: { id: 3, remaining: 18 },
        },
      ],
    }),
    'blocks-error': employersPage(frame, {
      ...employers,
      tried: {
        company: '',
        domain: say('gmail.com'),
        mail: '',
        errors: [{ id: 'domain', message: say('Domain must be an employer’s own') }],
      },
    }),
    'blocks-reach': blockPage(frame, {
      name: say('Nova Jobs'),
      live: 120,
      marks: { company: say('Nova Jobs'), domain: '', mail: '' },
      targets: (['active', 'paused'] as const).map((state) => ({
        target: school,
        state,
        trouble: null,
        live: 60,
        waiting: 4,
      })),
      jobs: [{ source: say('acme'), job_id: 'A-1', title, targets: 2, by: ['company', 'domain'] }],
      close: [{ name: say('Nova Jobs Berlin'), jobs: 2 }],
      tried: { reason, errors: [] },
    }),
    'blocks-confirm': blockPage(frame, {
      name: say('Nova Jobs'),
      live: 2,
      marks: { company: say('Nova Jobs'), domain: '', mail: '' },
      targets: [{ target: school, state: 'active', trouble: null, live: 2, waiting: 0 }],
      jobs: [],
      close: [],
      tried: { reason, errors: [{ field: 'confirm', message: 'Confirm the number of jobs.' }] },
    }),
    'take-down': takeDownPage(frame, {
      id: 3,
      kind: 'employer',
      name: say('Nova Jobs'),
      subjects: ['block:4'],
      reason,
      by: say('dana@northfield.example'),
      at: '2026-11-20T12:12:00.000Z',
      at_paused: false,
      open: true,
      jobs: 30,
      down: 12,
      remaining: 18,
      targets: (['active', 'paused'] as const).map((state, index) => ({
        target: school,
        state,
        trouble: null,
        last_answer_at: null,
        jobs: 15,
        down: 12 - 12 * index,
        under_way: 0,
        still_up: 18 * index,
        parked: 0,
        released: 0,
      })),
    }),
  };
}
