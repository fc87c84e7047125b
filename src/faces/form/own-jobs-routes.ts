import type { Hono } from 'hono';
import { employerProfileOf, saveEmployerProfile } from '../../submissions/employer-profile.repository.ts';
import { recordFormAct } from '../../platform/audit/form-audit.ts';
import { freshLink, queueMail } from '../../submissions/mail-outbox.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { copyOf, employerOf, keptForAnother } from '../../submissions/prefill.ts';
import { emailProblem } from '../../submissions/rules/checks.ts';
import { employerQuestions } from '../../submissions/rules/employer.rules.ts';
import { problemsOf } from '../../submissions/rules/question.ts';
import { type Answers, answer, withWholeAddresses } from '../../submissions/submission-answers.ts';
import { prolongToken } from '../../submissions/form-tokens.repository.ts';
import {
  changeSubmission,
  type Submission,
  submissionsOf,
} from '../../submissions/submissions.repository.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { manageAddress } from './after.ts';
import { answersIn } from './form-body.ts';
import { behind } from './form-link-routes.ts';
import { jobAddress } from './frame.ts';
import { ownJobsPage } from './pages/manage.ts';
import { colleaguesAt } from './own-site.ts';
import { profilePage } from './pages/profile.page.ts';
import { invitePage, spentPage } from './pages/plain.ts';
import { allows, beginDraft, type FormDeps, frameOf, limitReached, termsNow, todayOf } from './visit.ts';

/** What an employer does with several jobs, behind a link that proves the address. */
export function addOwnJobsRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/manage/all/:token', (c) => withEmail(c, deps, showAll));
  app.post('/manage/all/:token', (c) => withEmail(c, deps, actOnAll));
  app.get('/manage/all/:token/employer', (c) => withEmail(c, deps, showProfile));
  app.post('/manage/all/:token/employer', (c) => withEmail(c, deps, saveProfile));
  app.get('/manage/:token/invite', (c) => withJob(c, deps, showInvite));
  app.post('/manage/:token/invite', (c) => withJob(c, deps, invite));
}

export type Answered = Response | Promise<Response>;

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
async function employerFor({ web }: FormDeps, email: string, [newest]: readonly Submission[]) {
  const saved = await employerProfileOf(web.db, email);
  const employer = saved?.answers ?? employerOf(newest?.answers ?? newest?.draft ?? {});
  return { employer, savedAt: saved?.savedAt };
}

async function showProfile(c: WebContext, deps: FormDeps, email: string, jobs: readonly Submission[]) {
  const { employer } = await employerFor(deps, email, jobs);
  const asked = { answers: employer, errors: [], terms: await termsNow(c, deps) };
  return c.html(profilePage(frameOf(c, deps), asked, allJobsOf(c)));
}

async function saveProfile(c: WebContext, deps: FormDeps, email: string) {
  const { db, clock } = deps.web;
  const answers = withWholeAddresses(await answersIn(c, Object.keys(employerQuestions)));
  const terms = await termsNow(c, deps);
  const errors = problemsOf(employerQuestions, answers, terms);
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
  const employer = await employerFor(deps, email, jobs);
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
      : { ...keptForAnother(answers), ...(await employerFor(deps, email, jobs)).employer };
  const copy = await beginDraft(c, deps, { ...begun, email: [email] }, now);
  await changeSubmission(deps.web.db, copy.id, { behavior: { copied: true } });
  return c.redirect(jobAddress(copy.jobId, what === 'copy' ? 'job' : 'email'), 303);
}

/** The confirmed job behind a link, with the address of its page. */
export type ManagedJob = {
  readonly submission: Submission;
  readonly action: string;
  readonly answers: Answers;
};

/** Answers with what a page of a confirmed job does. */
export async function withJob(
  c: WebContext,
  deps: FormDeps,
  handle: (c: WebContext, deps: FormDeps, job: ManagedJob) => Answered,
) {
  const submission = (await behind(c, deps, 'manage'))?.submission;
  if (submission === undefined || submission.email === null || submission.answers === null)
    return c.html(spentPage(frameOf(c, deps)), 410);
  const action = `/manage/${c.req.param('token') ?? ''}`;
  return handle(c, deps, { submission, action, answers: submission.answers });
}

function showInvite(c: WebContext, deps: FormDeps, { submission: { email }, action }: ManagedJob) {
  const domain = colleaguesAt(email);
  return domain === undefined
    ? c.redirect(action, 303)
    : c.html(invitePage(frameOf(c, deps), { action, domain }));
}

async function invite(c: WebContext, deps: FormDeps, { submission, action, answers }: ManagedJob) {
  const { db, clock } = deps.web;
  const { id, jobId, email } = submission;
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
  if (!(await allows(c, deps, 'limits.linksPerMail', to)))
    return limitReached(c, deps, 'limits.linksPerMail');
  if (!(await allows(c, deps, 'limits.linksPerNetwork', addressOf(c, deps.web))))
    return limitReached(c, deps, 'limits.linksPerNetwork');
  const now = clock.now();
  const given = { title: answer(answers, 'job_title'), name: answer(answers, 'fullname'), email };
  await db.transaction(async (tx) => {
    const href = await freshLink(tx, deps.site, { purpose: 'manage', submissionId: id, email: to, now });
    const letter = formMails.invited(frame.words, { ...given, href });
    await queueMail(tx, deps.site, { kind: 'invited', to, letter, submissionId: id, now });
    await recordFormAct(tx, submission, {
      at: now,
      action: 'form colleague invited',
      detail: { job: jobId },
    });
  });
  deps.mailSoon();
  return c.redirect(`${action}?done=invited`, 303);
}
