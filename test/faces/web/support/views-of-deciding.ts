import type { Frame } from '../../../../src/faces/console/html/html-layout.ts';
import type { Html } from '../../../../src/faces/console/html/format-text.ts';
import { problemPage } from '../../../../src/faces/web/errors.ts';
import { auditPage } from '../../../../src/faces/console/audit.page.ts';
import { deliveriesPage } from '../../../../src/faces/console/deliveries.page.ts';
import { holdPage } from '../../../../src/faces/console/hold.ts';
import { holdsPage } from '../../../../src/faces/console/holds.page.ts';
import { labelsPage } from '../../../../src/faces/console/labels.page.ts';
import { picklistPage } from '../../../../src/faces/console/picklist.page.ts';
import { planOfTarget, planPage } from '../../../../src/faces/console/plan.page.ts';
import { blocksPage } from '../../../../src/faces/console/blocks.page.ts';
import { outboxPage } from '../../../../src/faces/console/outbox.ts';
import { policyPage } from '../../../../src/faces/console/policy.page.ts';
import { reviewJobPage } from '../../../../src/faces/console/review-job.ts';
import { reviewPage } from '../../../../src/faces/console/review.page.ts';
import { settingsPage } from '../../../../src/faces/console/settings.page.ts';
import { targetAddPage } from '../../../../src/faces/console/target-add.page.ts';
import { targetPage } from '../../../../src/faces/console/target.page.ts';
import { targetsPage } from '../../../../src/faces/console/targets.page.ts';
import { usersPage } from '../../../../src/faces/console/users.ts';
import { examples } from './examples.ts';
import { addingPages } from './views-of-adding.ts';

/** Pages on which somebody does or decides something. */
export function decidingPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const { school, feed, title, reason, label, tests, error, settings, hold, ok, held, fail, at } =
    examples(say);
  return {
    ...addingPages(frame, say),
    targets: targetsPage(frame, {
      total: 5,
      targets: [
        {
          name: school,
          state: fail,
          paused: false,
          live: 4_212,
          picklists: { read: 24, asked: 25 },
          lastAnswerAt: at('15:41'),
        },
      ],
      mayOperate: true,
    }),
    target: targetPage(frame, {
      name: school,
      state: ok,
      paused: false,
      waits: [
        { what: 'Jobs of feeds', why: 'quiet hours, 08:00-18:00', until: new Date('2026-11-20T18:00:00Z') },
      ],
      notice: { shape: 'held', title: reason, text: reason },
      lastAnswerAt: at('15:41'),
      reconciledAt: at('15:40'),
      counts: [
        { state: 'published', label: 'Live jobs', jobs: 4_212 },
        { state: 'waiting', label: 'Held back', jobs: 41 },
      ],
      check: {
        at: at('15:41'),
        ms: 2_100,
        tests,
        verdict: { shape: 'held', word: 'Usable, with one gap' },
        text: reason,
      },
      picklists: [
        {
          field: 'job_type',
          entries: 7,
          version: 2,
          readAt: at('08:00'),
          added: [label],
          dropped: [say('Co-op')],
        },
      ],
      settings,
      mayOperate: true,
    }),
    picklist: picklistPage(frame, {
      target: school,
      field: 'job_type',
      entries: [{ key: say('1'), label }],
      versions: [{ version: 2, readAt: at('08:00'), entries: 7, added: [label], dropped: [] }],
      decided: [
        {
          label,
          entries: [say('Trainee Program')],
          everywhere: false,
          by: say('dana@northfield.example'),
          at: at('09:00'),
        },
      ],
    }),
    'target-add': targetAddPage(frame, {
      typed: {
        name: school,
        soap: say('https://elmhurst-csm.example/ws/jobs.php'),
        namespace: '',
        rest: '',
        tokenEnv: '',
        auth: 'basic',
        user: say('quadwire'),
        secretEnv: 'ELMHURST_SECRET',
        sourceId: '',
      },
      check: {
        at: at('15:41'),
        ms: 2_100,
        tests,
        verdict: { shape: 'held', word: 'Usable, with one gap' },
        text: reason,
      },
      errors: error('soap'),
    }),
    plan: planPage(
      frame,
      { target: school, targets: [school] },
      planOfTarget(frame, {
        holds: 1,
        target: school,
        counts: { delist: 17, update: 121, publish: 38, unchanged: 1_203, held: 2_871 },
        waiting: [],
        rows: [
          { kind: 'delist', href: '/jobs/a/1', title, jobId: say('LR-2201'), why: reason },
          {
            kind: 'update',
            href: '/jobs/a/2',
            title,
            jobId: 'MT-884127',
            why: reason,
            differences: [{ field: 'salary', before: say('52,000'), after: say('55,000') }],
          },
          { kind: 'publish', href: '/jobs/a/3', title, jobId: 'LR-2260', why: reason },
        ],
        takesMs: 180_000,
        mayOperate: true,
      }),
    ),
    'plan-empty': planPage(
      frame,
      { target: school, targets: [school] },
      planOfTarget(frame, {
        holds: 0,
        target: school,
        counts: { delist: 0, update: 0, publish: 0, unchanged: 12, held: 0 },
        waiting: [
          { step: 'picklist', jobs: 41 },
          { step: 'screening', jobs: 1 },
        ],
        rows: [],
        mayOperate: true,
      }),
    ),
    holds: holdsPage(frame, {
      open: [{ id: 7, title: hold.title, state: held, about: feed, jobs: 11_711, since: at('12:12') }],
      decided: [
        {
          id: 6,
          title: hold.title,
          state: ok,
          about: school,
          jobs: 20,
          since: at('11:12'),
          decidedBy: say('dana@northfield.example'),
          decidedAt: at('11:30'),
        },
      ],
    }),
    'holds-empty': holdsPage(frame, { open: [], decided: [] }),
    hold: holdPage(frame, hold),
    'hold-error': holdPage(frame, hold, {
      decision: 'once',
      phrase: say('Meridian 11711'),
      errors: error('phrase'),
    }),
    labels: labelsPage(frame, {
      targets: [school],
      total: 14,
      blockedJobs: 63,
      first: [1, 2].map((index) => ({
        target: school,
        field: 'job_type',
        label,
        jobs: 41,
        blocked: index === 1 ? 41 : 0,
        example: title,
        nearest: [say('Trainee Program 0.61')],
        entries: [{ key: '1', label: say('Full-time') }],
      })),
      more: [{ target: school, field: 'job_type', label, jobs: 4, nearest: say('Co-op 0.44') }],
      mayLabel: true,
      errors: error('key-1'),
    }),
    review: reviewPage(frame, {
      total: 5,
      state: 'waiting',
      schools: [school, say('Harbor')],
      approvedToday: 12,
      jobs: [
        {
          href: '/review/3',
          decides: 'All schools',
          title,
          employer: say('“Prof. H. Lindqvist”'),
          points: 115,
          needs: { shape: 'fail', word: 'Stopped' },
          strongest: reason,
          proof: 'None',
          schools: 3,
          since: at('13:55'),
          due: at('12:00'),
        },
        {
          href: '/review/4',
          decides: school,
          title,
          employer: say('Harbor & Finch LLP'),
          points: 0,
          needs: { shape: 'wait', word: 'One person' },
          strongest: 'A reader reported it: the job or the employer is not real',
          proof: 'E-mail = website',
          schools: 1,
          since: at('13:55'),
          due: at('23:00'),
        },
      ],
    }),
    'review-job': reviewJobPage(frame, {
      id: 3,
      title,
      needs: { shape: 'fail', word: 'Stopped' },
      lead: '115 points.',
      signals: [
        {
          points: 40,
          title: 'Check or deposit',
          before: say('You will receive a '),
          seen: say('check to deposit'),
          after: '.',
        },
      ],
      rule: 'A check or deposit is always reviewed by a person.',
      facts: settings,
      description: say('A long description.'),
      approvals: { by: [say('ines@northfield.example')], missing: 2, reason: say('I called them.') },
      stopped: true,
      may: { review: true, override: true },
      liveAt: [school],
      hasSender: true,
      appeal: say('We are in the state register.'),
      due: at('23:00'),
      reports: [
        {
          why: 'it asks for money',
          text: say('They sent me a check.'),
          at: at('13:55'),
          from: say('r@x.example'),
        },
      ],
    }),
    blocks: blocksPage(frame, {
      mayReview: true,
      blocks: [
        {
          id: 4,
          kind: 'company',
          value: say('nova jobs'),
          reason,
          by: say('dana@northfield.example'),
          at: at('12:12'),
        },
      ],
    }),
    'blocks-error': blocksPage(frame, {
      mayReview: true,
      blocks: [],
      tried: {
        company: '',
        domain: say('gmail.com'),
        mail: '',
        reason,
        errors: [{ id: 'domain', message: say('Domain must be an employer’s own') }],
      },
    }),
    policy: policyPage(frame, {
      target: school,
      mayOperate: true,
      terms: { rules: { unpaid: 'refuse', fees: 'review' }, approvesForms: true },
    }),
    outbox: outboxPage(frame, {
      hasMailSystem: false,
      mails: [{ to: say('maria@x.example'), subject: title, text: say('Confirm your job'), at: at('13:55') }],
    }),
    audit: auditPage(frame, {
      subject: '',
      entries: [
        {
          at: at('12:12'),
          who: say('dana@northfield.example'),
          action: 'hold approved',
          subject: say('hold:7'),
          detail: reason,
        },
      ],
    }),
    deliveries: deliveriesPage(frame, {
      mails: [
        {
          at: at('12:12'),
          what: reason,
          to: say('d…@northfield.example'),
          state: ok,
          attempts: 1,
          answer: say('250 OK'),
        },
      ],
      webhooks: [
        {
          id: 4,
          at: at('12:12'),
          event: say('incident.opened'),
          eventId: say('evt_12'),
          to: say('hooks.example'),
          state: fail,
          tries: [
            { at: at('12:12'), answer: reason },
            { at: at('12:14'), answer: say('HTTP 503') },
          ],
          nextAt: at('12:20'),
        },
      ],
      mayOperate: true,
    }),
    settings: settingsPage(frame, {
      scope: `feed:${feed}`,
      scopes: ['global', `feed:${feed}`],
      settings: [
        {
          key: 'delist.dropShare',
          meaning: 'Share of the usual number below which removals stop',
          unit: '',
          fallback: '0.7',
          value: say('0.5'),
          from: `feed:${feed}`,
        },
        {
          key: 'fetch.timeoutSeconds',
          meaning: 'How long a feed may take',
          unit: 's',
          fallback: '60',
          value: '60',
          from: 'default',
        },
      ],
      mayChange: true,
      errors: error('delist.dropShare'),
    }),
    users: usersPage(frame, {
      users: [
        {
          email: say('dana@northfield.example'),
          name: say('Dana Whitfield'),
          role: 'admin',
          limits: { targets: [school] },
          closed: false,
        },
      ],
      tokens: [
        {
          name: say('reporter'),
          scopes: ['read'],
          limits: {},
          createdBy: say('dana'),
          usedAt: at('12:12'),
          revoked: false,
        },
      ],
      made: { kind: 'token', secret: say('qw_abcdef'), whose: say('reporter') },
      errors: error('email'),
    }),
    problem: problemPage({
      title: 'This page could not be made',
      detail: say('The database did not answer within 5 seconds.'),
    }),
  };
}
