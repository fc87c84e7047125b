import type { Frame } from '../../../../src/faces/web/html/html-layout.ts';
import type { Html } from '../../../../src/faces/web/html/format-text.ts';
import { problemPage } from '../../../../src/faces/web/errors.ts';
import { activityPage } from '../../../../src/faces/console/activity.page.ts';
import { deliveriesPage } from '../../../../src/faces/console/staff/deliveries.page.ts';
import { firstPlanPage } from '../../../../src/faces/console/schools/first-plan.page.ts';
import { callPage } from '../../../../src/faces/console/jobs/job.page.ts';
import { holdPage } from '../../../../src/faces/console/hold.ts';
import { holdsPage } from '../../../../src/faces/console/holds.page.ts';
import { picklistPage } from '../../../../src/faces/console/schools/picklist.page.ts';
import { planOfTarget, planPage } from '../../../../src/faces/console/schools/plan.page.ts';
import { outboxPage } from '../../../../src/faces/console/staff/outbox.ts';
import { policyPage } from '../../../../src/faces/console/staff/policy.page.ts';
import {
  OVERRIDE_REASON,
  type ReviewJob,
  reviewJobPage,
} from '../../../../src/faces/console/jobs/review-job.ts';
import { reviewPage } from '../../../../src/faces/console/jobs/review.page.ts';
import { targetAddPage } from '../../../../src/faces/console/schools/target-add.page.ts';
import { targetPage } from '../../../../src/faces/console/schools/target.page.ts';
import { targetsPage } from '../../../../src/faces/console/schools/targets.page.ts';
import { usersPage } from '../../../../src/faces/console/staff/users.ts';
import { aFirstPlan, aHold, calmPlan, examples, somePlaces, waitingRow } from './examples.ts';
import { addingPages } from './views-of-adding.ts';

/** Pages on which somebody does or decides something. */
export function decidingPages(frame: Frame, say: (plain: string) => string): Record<string, Html> {
  const { school, feed, title, reason, label, tests, error, settings, hold, ok, fail, at } = examples(say);
  const reviewed: ReviewJob = {
    id: 3,
    content: 'c0',
    state: 'open',
    title,
    needs: { shape: 'fail', word: 'Stopped' },
    lead: '115 points.',
    signals: [
      {
        points: 40,
        title: 'Check or deposit',
        seen: say('check to deposit'),
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
  };
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
          picklists: 24,
          lastAnswerAt: at('15:41'),
        },
      ],
    }),
    target: targetPage(frame, {
      name: school,
      weeks: [3_980, 4_101, 4_212].map((jobs, week) => ({ name: `${7 + week} Nov`, jobs })),
      state: ok,
      paused: false,
      waits: [
        { what: 'Jobs of feeds', why: 'quiet hours, 08:00-18:00', until: new Date('2026-11-20T18:00:00Z') },
      ],
      notice: { shape: 'held', title: reason, text: reason },
      lastAnswerAt: at('15:41'),
      comparedAt: at('15:40'),
      places: somePlaces,
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
      secrets: [],
    }),
    picklist: picklistPage(frame, {
      target: school,
      field: 'job_type',
      entries: [{ ikey: say('1'), ivalue: label }],
      versions: [{ version: 2, readAt: at('08:00'), entries: 7, added: [label], dropped: [] }],
      decided: [
        {
          label,
          keys: ['7'],
          names: [say('Trainee Program')],
          targetId: 1,
          decidedBy: say('dana@northfield.example'),
          decidedAt: at('09:00'),
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
        target: school,
        isPaused: false,
        lost: [['meridian', say('there is no school northfeild')]],
        stopped: [{ id: 7, title: say('41 jobs would be added or changed at once') }],
        counts: { delist: 17, update: 121, publish: 38 },
        unjudged: 2,
        places: somePlaces,
        waits: [
          { state: 'held', hold: 7, title: hold.title, jobs: 48, rows: [] },
          { state: 'blocked', reason: 'no_entry', detail: reason, jobs: 1, rows: [waitingRow] },
        ],
        leftOut: [{ detail: reason, jobs: 3 }],
        id: 'northfield@0123456789abcdef',
        rows: [
          { kind: 'delist', href: '/jobs/a/1', title, jobId: say('LR-2201'), why: reason },
          {
            kind: 'update',
            href: '/jobs/a/2',
            title,
            jobId: 'MT-884127',
            why: reason,
            call: '/plain/call',
            differences: [{ field: 'salary', before: say('52,000'), after: say('55,000') }],
          },
          { kind: 'publish', href: '/jobs/a/3', title, jobId: 'LR-2260', why: reason },
        ],
      }),
    ),
    'plan-empty': planPage(
      frame,
      { target: school, targets: [school] },
      planOfTarget(frame, { ...calmPlan, target: school }),
    ),
    'first-plan': firstPlanPage(frame, aFirstPlan(say)),
    'first-plan-error': firstPlanPage(frame, {
      ...aFirstPlan(say),
      errors: [{ id: 'picked', message: 'Pick at least one job' }],
    }),
    call: callPage(frame, {
      source: feed,
      jobId: say('MT-884127'),
      title,
      target: school,
      request: new TextEncoder().encode(say('POST /soap HTTP/1.1\r\n\r\n<job_title>Analyst</job_title>')),
    }),
    holds: holdsPage(frame, {
      justDecided: [5, 6],
      open: [7, 8].map((id) => ({
        ...aHold(say),
        id,
      })),
      decided: [
        {
          ...aHold(say),
          id: 6,
          state: 'approved',
          feed: null,
          target: school,
          count: 20,
          createdAt: at('11:12'),
          decidedBy: say('dana@northfield.example'),
          decidedAt: at('11:30'),
        },
      ],
    }),
    'holds-undo': holdsPage(
      {
        ...frame,
        undo: {
          sends: true,
          id: 12,
          what: say('Hold approved'),
          until: new Date('2026-11-20T15:42:30Z'),
          back: '/holds',
        },
      },
      { open: [], decided: [] },
    ),
    'holds-empty': holdsPage(frame, { open: [], decided: [] }),
    hold: holdPage(frame, hold),
    'hold-error': holdPage(frame, hold, {
      decision: 'once',
      phrase: say('Meridian 11711'),
      errors: error('phrase'),
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
    'review-job': reviewJobPage(frame, reviewed),
    'review-override-error': reviewJobPage(frame, reviewed, {
      decision: '',
      reason: '',
      errors: [{ id: OVERRIDE_REASON, message: say('Enter why this job may go') }],
    }),
    'review-block': reviewJobPage(frame, reviewed, {
      decision: 'block',
      reason,
      errors: [],
      reach: { name: say('Nova Jobs'), count: 12, sentence: reason },
    }),
    policy: policyPage(frame, school, {
      rules: { unpaid: 'refuse', fees: 'review' },
      approvesForms: true,
    }),
    outbox: outboxPage(frame, {
      hasMailSystem: false,
      mails: [
        {
          recipient: say('maria@x.example'),
          subject: title,
          body: say('Confirm your job'),
          createdAt: at('13:55'),
        },
      ],
    }),
    audit: activityPage(frame, {
      from: '2026-11-20',
      to: '2026-11-20',
      before: '2026-11-19',
      asked: { day: undefined, to: undefined, by: undefined, about: undefined, kind: undefined },
      published: 57,
      updated: 31,
      delisted: 29,
      kinds: { jobs: 1, decisions: 1, automatic: 0, settings: 0 },
      by: [{ who: say('dana@northfield.example'), events: 1, jobs: 0 }],
      next: null,
      items: [
        {
          at: at('12:12').toISOString(),
          kind: 'decisions',
          action: 'hold approved',
          what: 'Hold approved',
          details: reason,
          who: say('dana@northfield.example'),
          jobs: 60,
          cause: null,
          day: '2026-11-20',
          subject: 'hold:7',
          sources: [],
          targets: [],
          decision: 12,
        },
      ],
    }),
    deliveries: deliveriesPage(frame, {
      mails: [
        {
          id: 3,
          kind: 'incident',
          at: at('12:12'),
          subject: reason,
          to: say('d…@northfield.example'),
          state: 'sent',
          attempts: 1,
          answer: say('250 OK'),
        },
      ],
      webhooks: [
        {
          id: 4,
          createdAt: at('12:12'),
          event: say('incident.opened'),
          eventId: say('evt_12'),
          url: `https://hooks.example/${say('secret')}`,
          state: 'given up',
          tries: [
            { at: at('12:12').toISOString(), answer: reason },
            { at: at('12:14').toISOString(), answer: say('HTTP 503') },
          ],
          dueAt: at('12:20'),
          endedAt: null,
          attempts: 2,
          answer: reason,
          payload: '{}',
          incidentId: 12,
        },
      ],
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
          createdAt: at('12:00'),
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
