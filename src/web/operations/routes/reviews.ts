import * as z from 'zod';
import { isUnlimited, mayDo } from '../../../accounts/permissions.ts';
import { DAY } from '../../../core/clock.ts';
import type { Listing } from '../../../listings/listing.ts';
import { placeWords } from '../../../listings/places.ts';
import { standingsOf } from '../../../publishing/pages-store.ts';
import { approvedReviews, type Reviewed, reviewedJob } from '../../../screening/pages-store.ts';
import { countsAtSchools } from '../../../screening/schools/pages-store.ts';
import { proofLevels } from '../../../screening/employers/proofs-store.ts';
import { dueOf, type ReportTerms } from '../../../screening/reports/due.ts';
import { type JobReport, openReports } from '../../../screening/reports/store.ts';
import { askedPlaces } from '../../../submissions/asked.ts';
import { type QueueItem, reviewQueue } from '../../../screening/store.ts';
import { decideOnJob, reportTerms, reviewDecisions } from '../../doing/reviews.ts';
import { refuse } from '../../errors.ts';
import type { Fact } from '../../html/pieces.ts';
import type { State } from '../../html/status.ts';
import { seenBy } from '../../../operations/access.ts';
import { targetPath } from '../addresses.ts';
import { cursorOf, PAGE, type PageRequest, type PageRoute, textOf } from '../page-route.ts';
import { type ReaderReport, type ReviewJob, reviewJobPage, type Signal } from '../review-job.ts';
import { type ReviewLine, reviewPage } from '../review.ts';
import { chooseSchoolPage } from '../school-reviews.ts';

export const reviewRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/review', permission: 'read', handle: queue },
  { method: 'get', path: '/review/:id', permission: 'read', handle: (request) => job(request) },
  { method: 'post', path: '/review/:id', permission: 'review', handle: act },
];

type Tried = Parameters<typeof reviewJobPage>[2];

async function queue({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  if (actor.limits.targets) return schools({ c, deps, actor, frame });
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const now = deps.clock.now();
  const approved = await approvedReviews(deps.db, new Date(now.getTime() - DAY));
  const found = await reviewQueue(deps.db, PAGE + 1, cursorOf(c.req.query('after')));
  const waiting = found.slice(0, PAGE);
  const last = found.length > PAGE ? waiting.at(-1) : undefined;
  const { sight } = await seenBy(deps.db, actor);
  const standings = await standingsOf(
    deps.db,
    waiting.map(({ listingId }) => listingId),
    sight,
  );
  const reports = await openReports(
    deps.db,
    waiting.map(({ listingId }) => listingId),
  );
  const terms = await reportTerms(deps);
  const lines = waiting.map((item) =>
    lineOf(
      item,
      standings.filter(({ listingId }) => listingId === item.listingId).length,
      reports.find(({ listingId }) => listingId === item.listingId),
      terms,
    ),
  );
  const here = await frame();
  return c.html(
    reviewPage(here, {
      total: here.waiting.reviews,
      jobs: lines,
      approvedToday: approved,
      ...(last && { next: `/review?after=${last.listingId}` }),
    }),
  );
}

/** Whoever is limited to schools decides for them alone: one is shown at once, of several one is chosen. */
async function schools({
  c,
  deps,
  actor,
  frame,
}: Pick<PageRequest, 'c' | 'deps' | 'actor' | 'frame'>): Promise<Response> {
  const { targets } = await seenBy(deps.db, actor);
  const [only, ...others] = targets;
  if (only && others.length === 0) return c.redirect(`${targetPath(only.name)}/reviews`, 303);
  const counts = await countsAtSchools(
    deps.db,
    targets.map(({ id }) => id),
  );
  return c.html(
    chooseSchoolPage(
      await frame(),
      targets.map(({ id, name }) => ({ name, jobs: counts.get(id) ?? 0 })),
    ),
  );
}

async function job(request: PageRequest, tried?: Tried): Promise<Response> {
  const { c, deps, actor, frame } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const found = await reviewed(request);
  if (!found) return refuse(c, 404, unknown);
  const reports = await openReports(deps.db, [found.stored.id]);
  const [first] = reports;
  const view = {
    ...viewOf(found, mayDo(actor, 'review')),
    reports: reports.map(reportLine),
    ...(first && { due: dueOf(first.reportedAt, await reportTerms(deps)) }),
  };
  return c.html(reviewJobPage(await frame(), view, tried), tried ? 422 : 200);
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  if (!isUnlimited(actor.limits)) return refuse(c, 403, limited);
  const found = await reviewed(request);
  if (!found) return refuse(c, 404, unknown);
  const form = await c.req.formData();
  const [chosen, reason, asks] = [textOf(form, 'decision'), textOf(form, 'reason'), textOf(form, 'asks')];
  const kind = reviewDecisions.find((one) => one === chosen);
  const again = (id: string, message: string) =>
    job(request, { decision: chosen, reason, errors: [{ id, message }] });
  if (!kind) return again('decision', 'Select what should happen');
  if (kind === 'changes' && reason === '') return again('reason', 'Enter what the sender shall change');
  if (kind === 'block' && reason === '')
    return again('reason', 'Enter why this employer is taken down everywhere');
  const outcome = await decideOnJob(deps, actor, found, {
    kind,
    reason,
    asks: askedPlaces.find((place) => place === asks),
    proof: proofLevels.find((level) => String(level) === textOf(form, 'proof')),
  });
  switch (outcome.kind) {
    case 'decided':
    case 'second-needed':
      return c.redirect('/review', 303);
    case 'same-person':
      return again('decision', 'You have decided on it already. A second person must');
    case 'unknown':
      return refuse(c, 404, unknown);
  }
}

const unknown = 'This job is not under review. It may have ended.';
const limited =
  'Your account is limited to some targets or sources. Whether a job is real is decided for all schools.';

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
    ...(evidence !== '' && { seen: evidence }),
  }));
}

function lineOf(
  item: QueueItem,
  schools: number,
  report: JobReport | undefined,
  terms: ReportTerms,
): ReviewLine {
  const { listingId, title, company, score, band, proof, signals, screenedAt } = item;
  return {
    id: listingId,
    title,
    employer: company ?? 'no employer named',
    points: score,
    needs: needs(band, proof),
    strongest: reasonOf(item, report) ?? signalsOf(signals)[0]?.title ?? unsuspected(proof),
    proof: proofs[proof] ?? 'None',
    schools: Math.max(schools, item.chosen),
    since: report?.reportedAt ?? item.appealedAt ?? screenedAt,
    ...(report && { due: dueOf(report.reportedAt, terms) }),
  };
}

/** Why a job waits against which no sign speaks. */
function unsuspected(proof: number): string {
  return proof < 2 ? 'No sign; its employer is not proven yet' : 'A rule asks for a person';
}

/** What people say of a job comes before what signs say. */
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
    ...(email !== null && { from: email }),
  };
}

function viewOf(
  { screening, stored, source, fromForm }: Reviewed,
  mayReview: boolean,
): Omit<ReviewJob, 'reports'> {
  const { listing } = stored;
  const { band, proof, score, state, secondedBy, note, decidedBy } = screening;
  const two = needs(band, proof).word === 'Two people';
  const decided = state === 'open' ? '' : ` Now: ${state}${decidedBy === null ? '' : `, by ${decidedBy}`}.`;
  return {
    id: stored.id,
    title: stored.title,
    needs: needs(band, proof),
    lead: `${score} points; 80 or more is never sent.${decided}`,
    signals: signalsOf(screening.signals),
    ...(screening.forced && {
      rule: 'One of these signs is always looked at by a person, whatever the sum.',
    }),
    facts: [
      { term: 'Employer', value: listing.employer.empname ?? 'none named' },
      ...senderFacts(listing),
      { term: 'Source', value: `${source} / ${stored.jobId}` },
      { term: 'Pay', value: listing.salary?.text ?? listing.job.salary ?? 'not given' },
      { term: 'Apply', value: listing.applyUrl ?? listing.job.contact_email ?? 'not given' },
      ...schoolFacts(listing),
      { term: 'Employer proof', value: proofs[proof] ?? 'None' },
      ...(note === null ? [] : [{ term: 'Note', value: note }]),
    ],
    description: listing.descriptionText,
    approvals: {
      by: secondedBy === null ? [] : [secondedBy],
      missing: two ? (secondedBy === null ? 2 : 1) : 1,
    },
    mayReview,
    hasSender: fromForm,
    ...(screening.appeal !== null && { appeal: screening.appeal }),
  };
}

/** By what a reviewer finds out whether the employer is who it says. */
function senderFacts({ employer, job }: Listing): readonly Fact[] {
  const { fullname, position_title: position, empstreet, empcity, empstate, empzip, empcountry } = employer;
  const stated: readonly (readonly [string, string | null | undefined])[] = [
    ['Sent by', [fullname, position].filter(Boolean).join(', ')],
    ['E-mail', job.contact_email ?? employer.email],
    ['Website', employer.website],
    ['Telephone', employer.phone],
    ['Address', [empstreet, empcity, empstate, empzip, empcountry].filter(Boolean).join(', ')],
    ['Place', (job.job_locations ?? []).map(placeWords).join('; ')],
  ];
  return stated.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}

function schoolFacts({ chosenTargets = [] }: Listing): readonly Fact[] {
  return chosenTargets.length === 0 ? [] : [{ term: 'Schools', value: chosenTargets.join(', ') }];
}

const proofs = ['None', 'E-mail confirmed', 'E-mail = website', 'Known at the school', 'Document or call'];

function needs(band: string, proof: number): State {
  if (band === 'stopped') return { shape: 'fail', word: 'Stopped' };
  return band === 'senior' && proof < 2
    ? { shape: 'held', word: 'Two people' }
    : { shape: 'wait', word: 'One person' };
}
