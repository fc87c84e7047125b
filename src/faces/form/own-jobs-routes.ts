import type { Hono } from 'hono';
import { ownEmployer, saveEmployer } from '../../submissions/kept-data.ts';
import { recordFormAct } from '../../platform/audit/form-audit.ts';
import { freshLink } from '../../submissions/links.ts';
import { queueMail } from '../../submissions/mail-outbox.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { copyOf, keptForAnother } from '../../submissions/prefill.ts';
import { emailProblem } from '../../submissions/rules/checks.ts';
import { employerQuestions } from '../../submissions/rules/employer.rules.ts';
import { problemsOf } from '../../submissions/rules/question.ts';
import { answer, type Answers, withWholeAddresses } from '../../submissions/submission-answers.ts';
import { jobsOf, type Submission } from '../../submissions/drafts.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { manageAddress } from './after.ts';
import { answersIn } from './form-body.ts';
import { type Answering, type Linked, withLink } from './with-link.ts';
import { jobAddress } from './frame.ts';
import { ownJobsPage, profilePage } from './pages/manage.ts';
import { colleaguesAt } from './own-site.ts';
import { invitePage, spentPage } from './pages/plain.ts';
import { allows, beginDraft, type FormDeps, frameOf, limitReached, termsNow, todayOf } from './visit.ts';

/** What an employer does with several jobs, behind a link that proves the address. */
export function addOwnJobsRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/manage/all/:token', withEmail(deps, showAll));
  app.post('/manage/all/:token', withEmail(deps, actOnAll));
  app.get('/manage/all/:token/employer', withEmail(deps, showProfile));
  app.post('/manage/all/:token/employer', withEmail(deps, saveProfile));
  app.get('/manage/:token/invite', withJob(deps, showInvite));
  app.post('/manage/:token/invite', withJob(deps, invite));
}

/** The address that a link proves, its jobs, and the address of their page. */
type OwnJobs = { readonly email: string; readonly jobs: readonly Submission[]; readonly action: string };

function withEmail(deps: FormDeps, handle: Answering<OwnJobs>) {
  const answered = async (c: WebContext, _: FormDeps, { token, action }: Linked) => {
    const { web } = deps;
    const email = token.email ?? '';
    if (email === '') return c.html(spentPage(frameOf(c, deps)), 410);
    return handle(c, deps, { email, action, jobs: await jobsOf(web.db, email, web.clock.now()) });
  };
  return withLink(deps, 'jobs', answered, { prolongs: true });
}

async function showProfile(c: WebContext, deps: FormDeps, own: OwnJobs) {
  const { employer } = await ownEmployer(deps.web.db, own.email, own.jobs);
  const asked = { answers: employer, errors: [], terms: await termsNow(c, deps) };
  return c.html(profilePage(frameOf(c, deps), asked, own.action));
}

async function saveProfile(c: WebContext, deps: FormDeps, { email, action }: OwnJobs) {
  const { db, clock } = deps.web;
  const answers = withWholeAddresses(await answersIn(c, Object.keys(employerQuestions)));
  const terms = await termsNow(c, deps);
  const errors = problemsOf(employerQuestions, answers, terms);
  if (errors.length > 0)
    return c.html(profilePage(frameOf(c, deps), { answers, errors, terms }, action), 422);
  await saveEmployer(db, email, answers, clock.now());
  return c.redirect(action, 303);
}

async function showAll(c: WebContext, deps: FormDeps, own: OwnJobs) {
  const { email, action } = own;
  const shown = own.jobs.map(({ jobId, answers, draft, state }) => ({
    jobId,
    answers: answers ?? draft,
    closed: state === 'closed',
  }));
  const employer = await ownEmployer(deps.web.db, own.email, own.jobs);
  const page = { action, email, jobs: shown, today: todayOf(deps), ...employer };
  return c.html(ownJobsPage(frameOf(c, deps), page));
}

async function actOnAll(c: WebContext, deps: FormDeps, own: OwnJobs) {
  const { email, jobs } = own;
  const sent = await answersIn(c, ['job', 'do']);
  const what = answer(sent, 'do');
  const job = what === 'new' ? jobs[0] : jobs.find((one) => one.jobId === answer(sent, 'job'));
  if (job === undefined) return c.redirect(c.req.path, 303);
  if (what === 'open') return c.redirect(await manageAddress(deps, job.id, undefined), 303);
  const answers = job.answers ?? job.draft;
  const begun =
    what === 'copy'
      ? copyOf(answers, todayOf(deps))
      : { ...keptForAnother(answers), ...(await ownEmployer(deps.web.db, own.email, own.jobs)).employer };
  const behavior = { copied: true };
  const copy = await beginDraft(c, deps, { ...begun, email: [email] }, { behavior });
  return c.redirect(jobAddress(copy.jobId, what === 'copy' ? 'job' : 'email'), 303);
}

/** The confirmed job behind a link, with the address of its page. */
export type ManagedJob = {
  readonly submission: Submission;
  readonly action: string;
  readonly answers: Answers;
};

/** Answers with what a page of a confirmed job does. */
export function withJob(deps: FormDeps, handle: Answering<ManagedJob>) {
  return withLink(deps, 'manage', (c, _, { submission, action }) =>
    submission.email === null || submission.answers === null
      ? c.html(spentPage(frameOf(c, deps)), 410)
      : handle(c, deps, { submission, action, answers: submission.answers }),
  );
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
