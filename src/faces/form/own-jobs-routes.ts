import type { Hono } from 'hono';
import { createHmac } from 'node:crypto';
import { recordAudit } from '../../platform/audit/audit.repository.ts';
import { stretchOf } from '../../submissions/limits/form-limits.repository.ts';
import { freshLink, queueMail } from '../../submissions/mail-outbox.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { keptForAnother } from '../../submissions/prefill.ts';
import { employerProfileOf, saveEmployerProfile } from '../../submissions/employer-profile.repository.ts';
import { emailProblem } from '../../submissions/rules/checks.ts';
import { employerProblems } from '../../submissions/rules/employer.rules.ts';
import { employerFields } from '../../submissions/steps.ts';
import { severalJobs } from '../../submissions/several-jobs.ts';
import { type Answers, answer, withWholeAddresses } from '../../submissions/submission-answers.ts';
import { prolongToken } from '../../submissions/form-tokens.repository.ts';
import {
  addSubmission,
  changeSubmission,
  type Submission,
  submissionsOf,
} from '../../submissions/submissions.repository.ts';
import {
  daysAfter,
  DECLARATIONS_VERSION,
  declarations,
  type FormTerms,
  usualDays,
} from '../../submissions/terms.ts';
import { acceptSubmission } from '../../tasks/form/accept-submission.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { compareSchools, manageAddress } from './after.ts';
import { answersIn } from './form-body.ts';
import { behind, copyOf } from './form-link-routes.ts';
import { jobAddress } from './frame.ts';
import { ownJobsPage, severalCheckPage } from './pages/manage.ts';
import { colleaguesAt } from './own-site.ts';
import { profilePage } from './pages/person-employer.ts';
import { enoughPage, invitePage, severalPage, severalSentPage, spentPage } from './pages/plain.ts';
import {
  acceptingOf,
  allows,
  reachedOf,
  beginDraft,
  type FormDeps,
  frameOf,
  senderOf,
  termsNow,
  todayOf,
} from './visit.ts';

/** What an employer does with several jobs, behind a link that proves the address. */
export function addOwnJobsRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/manage/all/:token', (c) => withEmail(c, deps, showAll));
  app.post('/manage/all/:token', (c) => withEmail(c, deps, actOnAll));
  app.get('/manage/all/:token/employer', (c) => withEmail(c, deps, showProfile));
  app.post('/manage/all/:token/employer', (c) => withEmail(c, deps, saveProfile));
  app.get('/manage/:token/invite', (c) => withJob(c, deps, showInvite));
  app.post('/manage/:token/invite', (c) => withJob(c, deps, invite));
  app.get('/manage/:token/several', (c) => withJob(c, deps, showSeveral));
  app.post('/manage/:token/several', (c) => withJob(c, deps, takeSeveral));
}

type Answered = Response | Promise<Response>;

async function withEmail(
  c: WebContext,
  deps: FormDeps,
  handle: (c: WebContext, deps: FormDeps, email: string, jobs: readonly Submission[]) => Answered,
) {
  const found = await behind(c, deps, 'jobs');
  const email = found?.token.email ?? '';
  if (found === undefined || email === '') return c.html(spentPage(frameOf(c, deps)), 410);
  await prolongToken(deps.web.db, found.token, deps.web.clock.now());
  return handle(c, deps, email, await submissionsOf(deps.web.db, email, deps.web.clock.now()));
}

/** The employer that a new job begins with: the saved one, else that of the newest job. */
async function employerOf({ web }: FormDeps, email: string, [newest]: readonly Submission[]) {
  const saved = await employerProfileOf(web.db, email);
  const names: readonly string[] = employerFields;
  const ofJob = Object.entries(newest?.answers ?? newest?.draft ?? {});
  const employer = saved?.answers ?? Object.fromEntries(ofJob.filter(([name]) => names.includes(name)));
  return { employer, savedAt: saved?.savedAt };
}

async function showProfile(c: WebContext, deps: FormDeps, email: string, jobs: readonly Submission[]) {
  const { employer } = await employerOf(deps, email, jobs);
  const asked = { answers: employer, errors: [], terms: await termsNow(c, deps) };
  return c.html(profilePage(frameOf(c, deps), asked, allJobsOf(c)));
}

async function saveProfile(c: WebContext, deps: FormDeps, email: string) {
  const { db, clock } = deps.web;
  const answers = withWholeAddresses(await answersIn(c, employerFields));
  const terms = await termsNow(c, deps);
  const errors = employerProblems(answers, terms);
  if (errors.length > 0)
    return c.html(profilePage(frameOf(c, deps), { answers, errors, terms }, allJobsOf(c)), 422);
  await saveEmployerProfile(db, { email, answers, now: clock.now() });
  return c.redirect(allJobsOf(c), 303);
}

function allJobsOf(c: WebContext): string {
  return `/manage/all/${c.req.param('token') ?? ''}`;
}

async function showAll(c: WebContext, deps: FormDeps, email: string, jobs: readonly Submission[]) {
  const shown = jobs.map(({ jobId, answers, draft, state }) => ({
    jobId,
    answers: answers ?? draft,
    closed: state === 'closed',
  }));
  const employer = await employerOf(deps, email, jobs);
  const page = { action: c.req.path, email, jobs: shown, today: todayOf(deps), ...employer };
  return c.html(ownJobsPage(frameOf(c, deps), page));
}

async function actOnAll(c: WebContext, deps: FormDeps, email: string, jobs: readonly Submission[]) {
  const sent = await answersIn(c, ['job', 'do']);
  const [what, now] = [answer(sent, 'do'), deps.web.clock.now()];
  const job = what === 'new' ? jobs[0] : jobs.find((one) => one.jobId === answer(sent, 'job'));
  if (job === undefined) return c.redirect(c.req.path, 303);
  if (what === 'open') return c.redirect(await manageAddress(deps, job.id, undefined), 303);
  const answers = job.answers ?? job.draft;
  const begun =
    what === 'copy'
      ? copyOf(answers, todayOf(deps))
      : { ...keptForAnother(answers), ...(await employerOf(deps, email, jobs)).employer };
  const copy = await beginDraft(c, deps, { ...begun, email: [email] }, now);
  await changeSubmission(deps.web.db, copy.id, { behavior: { copied: true } });
  return c.redirect(jobAddress(copy.jobId, what === 'copy' ? 'job' : 'email'), 303);
}

/** The confirmed job behind a link, with the address of its page. */
type Managed = { readonly submission: Submission; readonly action: string; readonly answers: Answers };

async function withJob(
  c: WebContext,
  deps: FormDeps,
  handle: (c: WebContext, deps: FormDeps, job: Managed) => Answered,
) {
  const submission = (await behind(c, deps, 'manage'))?.submission;
  if (submission === undefined || submission.email === null || submission.answers === null)
    return c.html(spentPage(frameOf(c, deps)), 410);
  const action = `/manage/${c.req.param('token') ?? ''}`;
  return handle(c, deps, { submission, action, answers: submission.answers });
}

function showInvite(c: WebContext, deps: FormDeps, { submission: { email }, action }: Managed) {
  const domain = colleaguesAt(email);
  return domain === undefined
    ? c.redirect(action, 303)
    : c.html(invitePage(frameOf(c, deps), { action, domain }));
}

async function invite(c: WebContext, deps: FormDeps, { submission, action, answers }: Managed) {
  const { db, clock } = deps.web;
  const { id, jobId, listingId, email } = submission;
  const domain = colleaguesAt(email);
  if (domain === undefined || email === null) return c.redirect(action, 303);
  const frame = frameOf(c, deps);
  const { rules } = frame.words;
  const to = answer(await answersIn(c, ['colleague']), 'colleague').toLowerCase();
  const problem =
    emailProblem(rules, to) ?? (to.endsWith(`@${domain}`) ? undefined : rules.colleague({ domain }));
  if (problem !== undefined) {
    const errors = [{ id: 'colleague', message: problem }];
    return c.html(invitePage(frame, { action, domain, value: to, errors }), 422);
  }
  const limited = await reachedOf(c, deps, [
    ['limits.linksPerMail', to],
    ['limits.linksPerNetwork', addressOf(c, deps.web)],
  ]);
  if (limited !== undefined) return c.html(enoughPage(frame, { per: stretchOf(limited) }), 429);
  const now = clock.now();
  const href = await freshLink(db, deps.site, { purpose: 'manage', submissionId: id, email: to, now });
  const given = { title: answer(answers, 'job_title'), name: answer(answers, 'fullname'), email, href };
  const letter = formMails.invited(frame.words, given);
  await db.transaction(async (tx) => {
    await queueMail(tx, deps.site, { kind: 'invited', to, letter, submissionId: id, now });
    await recordAudit(tx, {
      at: now,
      who: 'form',
      action: 'form colleague invited',
      subject: listingId === null ? `submission:${id}` : `listing:${listingId}`,
      detail: { job: jobId },
    });
  });
  deps.mailSoon();
  return c.redirect(`${action}?done=invited`, 303);
}

function showSeveral(c: WebContext, deps: FormDeps, { action, answers }: Managed) {
  return c.html(severalPage(frameOf(c, deps), { action, title: answer(answers, 'job_title') }));
}

async function takeSeveral(c: WebContext, deps: FormDeps, job: Managed) {
  const frame = frameOf(c, deps);
  const { action, answers } = job;
  const sent = await answersIn(c, ['csv', 'do', 'declare']);
  const file = (await c.req.formData()).get('csv_file');
  const csv = file instanceof File && file.size > 0 ? await file.text() : (sent['csv']?.[0] ?? '');
  const terms = await termsNow(c, deps);
  const read = severalJobs(csv, likeThis(answers, terms), terms);
  const page = { action, title: answer(answers, 'job_title'), csv };
  if (read.kind === 'wrong')
    return c.html(severalPage(frame, { ...page, errors: [{ id: 'csv', message: read.message }] }), 422);
  if (answer(sent, 'do') !== 'send') return c.html(severalCheckPage(frame, page, read.jobs, terms));
  if (declarations.some((one) => !(sent['declare'] ?? []).includes(one))) {
    const errors = [{ id: 'declare', message: terms.words.rules.csv.declare }];
    return c.html(severalCheckPage(frame, { ...page, errors }, read.jobs, terms), 422);
  }
  const ready = read.jobs.flatMap((one) => (one.problem === undefined ? [one.answers] : []));
  return postAll(c, deps, job, ready);
}

/** What each line has unless it says otherwise: the job's answers, for a month where its own last day is over. */
function likeThis(answers: Answers, { today }: FormTerms): Answers {
  const { until, ...kept } = copyOf(answers, today);
  const stands = answer(answers, 'until') > today ? answers['until'] : undefined;
  return { ...kept, until: stands ?? until ?? [daysAfter(today, usualDays)], declare: [...declarations] };
}

/** Posts each job: its writer has proven the address. The same line posted twice is one job. */
async function postAll(
  c: WebContext,
  deps: FormDeps,
  { submission, action }: Managed,
  jobs: readonly Answers[],
) {
  const { db, clock } = deps.web;
  const behavior = { ...submission.behavior, copied: true, ...(await senderOf(c, deps)) };
  let n = 0;
  for (const draft of jobs) {
    if (!(await allows(c, deps, 'limits.jobsPerMail', submission.email ?? ''))) break;
    const print = createHmac('sha256', deps.site.secret).update(`${submission.id} ${JSON.stringify(draft)}`);
    const jobId = `F${print.digest('hex').slice(0, 12).toUpperCase()}`;
    const { language } = submission;
    const added = await addSubmission(db, { jobId, draft, language, now: clock.now() });
    n += 1;
    if (added === undefined) continue;
    const declared = DECLARATIONS_VERSION;
    await changeSubmission(db, added.id, { behavior, declared });
    await acceptSubmission(acceptingOf(deps), { ...added, behavior, declared });
  }
  if (n === 0) return c.html(enoughPage(frameOf(c, deps), {}), 429);
  await compareSchools(deps);
  deps.mailSoon();
  return c.html(severalSentPage(frameOf(c, deps), { action, n, left: jobs.length - n }));
}
