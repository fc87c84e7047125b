import { html } from 'hono/html';
import * as z from 'zod';
import { isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import { DAY } from '../../../core/clock.ts';
import { placeText } from '../../../listings/places/places.ts';
import { cursorAt, decideJob, overrideJob, placeIn } from '../../../operations/reviews.operations.ts';
import { queueFor, reportTerms } from '../../../operations/reports/reviews-waiting.ts';
import { decideAtSchool } from '../../../operations/school-reviews.operations.ts';
import { jobStatusesOf } from '../../../publishing/queries/publications.queries.ts';
import { dueOf, type ReportTerms } from '../../../screening/reports/due.ts';
import {
  type JobReport,
  openReports,
  approvedReviews,
  type Reviewed,
  reviewedJob,
  schoolReviewOf,
} from '../../../screening/screening.queries.ts';
import {
  countReviews,
  type QueueItem,
  reviewQueue,
  reviewStates,
  schoolsShowing,
  waitsForSchool,
} from '../../../screening/review-queue.queries.ts';
import { refuse } from '../../web/errors.ts';
import type { Fact } from '../../web/html/pieces.ts';
import type { State } from '../../web/html/html-status.ts';
import { seenBy } from '../../../operations/registry/access.ts';
import type { FieldError } from '../../../operations/registry/operation.ts';
import { jobPath, reviewPath, targetPath } from '../staff/addresses.page.ts';
import { formRoute } from '../operation-form.ts';
import { get, onePage, PAGE, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { cursorOf, withQuery } from '../../web/redirects.ts';
import {
  OVERRIDE_REASON,
  type ReaderReport,
  type ReviewJob,
  reviewJobPage,
  type Signal,
} from '../jobs/review-job.ts';
import { schoolReviewPage } from '../jobs/review-school.ts';
import { type ReviewLine, reviewPage } from '../jobs/review.page.ts';
import { noTarget, seenTarget } from './seen-target.ts';

export const reviewRoutes: readonly PageRoute[] = [
  get('/review', 'read', queue),
  get('/review/:id', 'read', job),
  formRoute(decideJob, {
    then: ({ c }) => c.redirect('/review', 303),
    again: (request, errors, form) => job(request, triedIn(form, errors)),
    confirm: (request, reach, form) => job(request, { ...triedIn(form, []), reach }),
    conflict: (request, detail) =>
      job(request, { decision: 'approve', reason: '', errors: [{ id: 'decision', message: detail }] }),
  }),
  formRoute(overrideJob, {
    then: ({ c }) => c.redirect('/review', 303),
    again: (request, errors, form) => job(request, triedIn(form, errors, OVERRIDE_REASON)),
    conflict: (request, detail) =>
      job(request, { decision: '', reason: '', errors: [{ id: OVERRIDE_REASON, message: detail }] }),
  }),
  get('/targets/:name/reviews', 'read', queue),
  get('/targets/:name/reviews/:id', 'read', atSchool),
  formRoute(decideAtSchool, {
    then: ({ c }) => c.redirect(`${targetPath(c.req.param('name') ?? '')}/reviews`, 303),
    again: (request, errors, form) => atSchool(request, triedIn(form, errors)),
  }),
];

type Tried = NonNullable<Parameters<typeof reviewJobPage>[2]>;

const limited = 'Your account is limited to some feeds. Reviews are about schools.';
const limitedToSchools =
  'Your account is limited to some schools or feeds. Whether a job is real is decided for all schools.';
const unknown = 'This job is not under review. It may have ended.';

/** The queue: all of it, or of one school (`/targets/:name/reviews`, `?school=`), in one state. */
async function queue({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const { db, clock } = deps;
  const own = c.req.param('name');
  const target = own ?? (c.req.query('school') || undefined);
  const state = reviewStates.find((one) => one === c.req.query('state')) ?? 'waiting';
  const question = await queueFor(db, actor, { target, state });
  if (question === 'limited') return refuse(c, 403, limited);
  if (question === undefined) return refuse(c, 404, noTarget);
  const { targets } = await seenBy(db, actor);
  const [only, ...others] = targets;
  if (own === undefined && !question.general && only && others.length === 0)
    return c.redirect(`${targetPath(only.name)}/reviews`, 303);
  const found = await reviewQueue(db, question, { limit: PAGE + 1, after: placeIn(c.req.query('after')) });
  const { shown, next } = onePage(found, PAGE, (last) =>
    withQuery(c.req.path, { ...c.req.query(), after: cursorAt(last) }),
  );
  const ids = shown.map(({ listingId }) => listingId);
  const { sight } = await seenBy(db, actor);
  const standings = await jobStatusesOf(db, ids, sight);
  const reports = await openReports(db, ids);
  const terms = await reportTerms(deps);
  const counts = await countReviews(db, question);
  return c.html(
    reviewPage(await frame(), {
      total: [...counts.values()].reduce((sum, jobs) => sum + jobs, 0),
      state,
      school: target,
      schools: targets.map(({ name }) => name),
      jobs: shown.map((item) =>
        lineOf(
          item,
          standings.filter(({ listingId }) => listingId === item.listingId).length,
          reports.find(({ listingId }) => listingId === item.listingId),
          terms,
        ),
      ),
      approvedToday: await approvedReviews(db, new Date(clock.now().getTime() - DAY)),
      next,
    }),
  );
}

async function job(request: PageRequest, tried?: Tried): Promise<Response> {
  const { c, deps, actor, frame } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limitedToSchools);
  const found = await reviewed(request);
  if (!found) return refuse(c, 404, unknown);
  const reports = await openReports(deps.db, [found.stored.id]);
  const [first] = reports;
  const view = {
    ...viewOf(found),
    may: {
      review: mayDo(actor, 'review'),
      override: mayDo(actor, 'override') && found.screening.secondedBy !== actor.name,
    },
    liveAt: await schoolsShowing(deps.db, found.stored.id),
    reports: reports.map(reportLine),
    due: first && dueOf(first.reportedAt, await reportTerms(deps)),
  };
  return c.html(reviewJobPage(await frame(), view, tried), tried ? 422 : 200);
}

async function atSchool(request: PageRequest, tried?: Tried): Promise<Response> {
  const { c, deps, actor, frame } = request;
  const target = await seenTarget(request);
  if (!target) return refuse(c, 404, noTarget);
  if (actor.limits.sources) return refuse(c, 403, limited);
  const found = await reviewed(request);
  const review = found && (await schoolReviewOf(deps.db, target.id, found.stored.id));
  if (!found || !review) return refuse(c, 404, `This job was not put before ${target.name}.`);
  const { stored, source } = found;
  const waits = await waitsForSchool(deps.db, target.id, stored.id);
  const view = {
    id: stored.id,
    content: stored.fingerprint,
    target: target.name,
    source,
    jobId: stored.jobId,
    title: stored.title,
    waits,
    review,
    facts: factsOf(found),
    description: stored.listing.descriptionText,
  };
  return c.html(schoolReviewPage(await frame(), view, tried), tried ? 422 : 200);
}

/** What was typed, and what is wrong with it; `reasonId` is the field of the reason in the form that was sent. */
function triedIn(form: FormData, errors: readonly FieldError[], reasonId = 'reason'): Tried {
  const decision = textOf(form, 'decision');
  return {
    decision,
    reason: textOf(form, 'reason'),
    typed: textOf(form, 'confirm'),
    errors: errors.map(({ field, message }) => ({
      id: field === 'reason' ? reasonId : field,
      message: messageFor(field, decision, message),
    })),
  };
}

function messageFor(field: string, decision: string, message: string): string {
  if (field === 'decision') return 'Select what should happen';
  if (field !== 'reason') return message;
  if (decision === 'changes') return 'Enter what the sender should change';
  if (decision === 'block') return 'Enter why this employer is blocked';
  return decision === 'reject' ? 'Enter why the school does not take the job' : 'Enter why this job may go';
}

async function reviewed({ c, deps }: PageRequest): Promise<Reviewed | undefined> {
  const id = cursorOf(c.req.param('id'));
  return id === undefined ? undefined : reviewedJob(deps.db, id);
}

const signalsSchema = z.array(
  z.object({ points: z.number(), sentence: z.string(), evidence: z.string().catch('') }),
);

function signalsOf(kept: unknown): Signal[] {
  const read = signalsSchema.safeParse(kept);
  return (read.data ?? []).map(({ points, sentence, evidence }) => ({
    points,
    title: sentence,
    seen: evidence || undefined,
  }));
}

function lineOf(
  item: QueueItem,
  schools: number,
  report: JobReport | undefined,
  terms: ReportTerms,
): ReviewLine {
  const { listingId, target, title, company, score, band, proof, signals, appealedAt, since } = item;
  const shared = {
    title,
    employer: company ?? 'no employer named',
    points: score,
    proof: proofs[proof] ?? 'None',
  };
  if (target !== null)
    return {
      ...shared,
      href: `${targetPath(target)}/reviews/${listingId}`,
      decides: target,
      needs: { shape: 'wait', word: 'The school' },
      strongest: item.reason ?? '',
      schools: 1,
      since,
    };
  return {
    ...shared,
    href: reviewPath(listingId),
    decides: 'All schools',
    needs: needs(band, proof),
    strongest: reasonOf(item, report) ?? signalsOf(signals)[0]?.title ?? unsuspected(proof),
    schools: Math.max(schools, item.chosen),
    since: report?.reportedAt ?? appealedAt ?? since,
    due: report && dueOf(report.reportedAt, terms),
  };
}

/** Why a job waits against which no signal speaks. */
function unsuspected(proof: number): string {
  return proof < 2 ? 'No signal; its employer is not proven yet' : 'A rule asks for a person';
}

/** Reports and appeals of people come before signals. */
function reasonOf({ appealedAt }: QueueItem, report: JobReport | undefined): string | undefined {
  if (report !== undefined) return `A reader reported it: ${reportWords[report.why]}`;
  return appealedAt === null ? undefined : 'Its employer asks for another look';
}

const reportWords: Readonly<Record<JobReport['why'], string>> = {
  money: 'it asks for money, or sends a check',
  data: 'it asks for a bank account, an ID or a number',
  false: 'the job or the employer is not real',
  gone: 'the job is filled or closed',
  other: 'something else',
};

function reportLine({ why, text, email, reportedAt }: JobReport): ReaderReport {
  const said = reportWords[why];
  return {
    why: `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`,
    text,
    at: reportedAt,
    from: email ?? undefined,
  };
}

function viewOf(found: Reviewed): Omit<ReviewJob, 'reports' | 'may' | 'liveAt'> {
  const { screening, stored, fromForm } = found;
  const { band, proof, score, state, secondedBy, note, decidedBy } = screening;
  const two = needs(band, proof).word !== 'One person';
  const decided = state === 'open' ? '' : ` Now: ${state}${decidedBy === null ? '' : `, by ${decidedBy}`}.`;
  const stopped = band === 'stopped';
  return {
    id: stored.id,
    content: stored.fingerprint,
    state,
    title: stored.title,
    needs: needs(band, proof),
    lead: stopped
      ? `${score} points. A job of 80 points or more goes to a school only after two people override the stop, each with a reason.${decided}`
      : `${score} points of 100.${decided}`,
    stopped,
    signals: signalsOf(screening.signals),
    rule: screening.forced ? 'A person always looks at one of these signals, whatever the sum.' : undefined,
    facts: [
      ...factsOf(found),
      { term: 'Employer proof', value: proofs[proof] ?? 'None' },
      ...(note === null ? [] : [{ term: 'Note', value: note }]),
    ],
    description: stored.listing.descriptionText,
    approvals: {
      by: [secondedBy, state === 'approved' ? decidedBy : null].filter((name) => name !== null),
      missing: state === 'approved' ? 0 : two && secondedBy === null ? 2 : 1,
      reason: secondedBy === null ? undefined : (note ?? undefined),
    },
    hasSender: fromForm,
    appeal: screening.appeal ?? undefined,
  };
}

/** What a reviewer reads of a job, for all schools or for one: who sent it, by which one finds out whether they are real, and each field. */
function factsOf({ stored, source, typedSite }: Reviewed): readonly Fact[] {
  const { employer, job, salary, applyUrl, chosenTargets = [] } = stored.listing;
  const { fullname, position_title: position, empstreet, empcity, empstate, empzip, empcountry } = employer;
  const stated: readonly (readonly [string, Fact['value'] | null | undefined])[] = [
    ['Employer', employer.empname ?? 'none named'],
    ['Sent by', [fullname, position].filter(Boolean).join(', ')],
    ['E-mail', job.contact_email ?? employer.email],
    ['Website', employer.website ?? typedSite],
    ['Telephone', employer.phone],
    ['Address', [empstreet, empcity, empstate, empzip, empcountry].filter(Boolean).join(', ')],
    ['Place', (job.job_locations ?? []).map(placeText).join('; ')],
    ['Source', html`<a href="${jobPath(source, stored.jobId)}">${source} / ${stored.jobId}</a>`],
    ['Pay', salary?.text ?? job.salary ?? 'not given'],
    ['Apply', applyUrl ?? job.contact_email ?? 'not given'],
    ['Schools', chosenTargets.join(', ')],
    ...Object.entries(job).map(
      ([field, value]) => [field, shown.has(field) ? '' : valueText(value)] as const,
    ),
  ];
  return stated.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}

/** Fields of the service that stand under a word of their own, or are the text of the job. */
const shown = new Set(['job_id', 'job_title', 'job_desc', 'contact_email', 'salary', 'job_locations']);

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  // Labels of picklists: a list of objects with one text each.
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(valueText).filter(Boolean).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const proofs = ['None', 'E-mail confirmed', 'E-mail = website', 'Known at the school', 'Document or call'];

function needs(band: string, proof: number): State {
  if (band === 'stopped') return { shape: 'fail', word: 'Stopped' };
  return band === 'senior' && proof < 2
    ? { shape: 'held', word: 'Two people' }
    : { shape: 'wait', word: 'One person' };
}
