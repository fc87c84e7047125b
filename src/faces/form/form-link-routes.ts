import type { Hono } from 'hono';
import { allAnswers, answer } from '../../submissions/submission-answers.ts';
import { requestedAt } from '../../submissions/requested-changes.ts';
import { statusOf } from '../../submissions/kept-data.ts';
import { freshLink, openCode, type Opened } from '../../submissions/links.ts';
import { queueMail } from '../../submissions/mail-outbox.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { textsIn } from '../../submissions/words/form-texts.ts';
import { extendedDay } from '../../submissions/terms.ts';
import { copyOf } from '../../submissions/prefill.ts';
import { schoolTitles } from '../../submissions/schools.ts';
import { emailProblem } from '../../submissions/rules/checks.ts';
import { askToConfirm } from '../../submissions/submission-send.ts';
import { jobsOf, keepDraft, storedJob, type Submission } from '../../submissions/drafts.ts';
import { plainCode } from '../../submissions/submission-tokens.ts';
import { confirmSubmission } from '../../tasks/form/accept-submission.ts';
import { closeJob, extendJob, reopenableUntil, reopenJob } from '../../tasks/form/change-job.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { colleaguesAt } from './own-site.ts';
import { compareSchools, manageAddress } from './after.ts';
import { sentText } from './form-body.ts';
import { dayText, JOB, jobAddress } from './frame.ts';
import { type Linked, unfinishedPath, withLink } from './with-link.ts';
import { closePage, extendPage, managePage, type Managed } from './pages/manage.ts';
import { confirmPage, continuePage, lostPage, lostSentPage, sentPage, spentPage } from './pages/plain.ts';
import {
  acceptingOf,
  allows,
  beginDraft,
  draftOf,
  type FormDeps,
  frameOf,
  languageOf,
  letWrite,
  limitReached,
  termsNow,
  todayOf,
} from './visit.ts';

/** What mails lead to. A GET only shows a page with a button; the POST of that button does something: mail scanners follow links. */
export function addLinkRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get(`${JOB}/sent`, (c) => showSent(c, deps));
  for (const path of ['/post', JOB]) {
    app.get(`${path}/resend`, (c) => c.redirect('sent', 303));
    app.post(`${path}/sent`, (c) => takeCode(c, deps));
    app.post(`${path}/resend`, (c) => resend(c, deps));
  }
  app.get('/confirm', (c) => c.redirect('/post/sent', 303));
  app.get('/confirm/:token', withLink(deps, 'confirm', showConfirm));
  app.post('/confirm/:token', withLink(deps, 'confirm', confirm));
  app.get('/post/continue/:token', withLink(deps, 'continue', showContinue));
  app.post('/post/continue/:token', withLink(deps, 'continue', goOn));
  app.get('/manage', (c) => c.html(lostPage(frameOf(c, deps), {})));
  app.post('/manage', (c) => findJobs(c, deps));
  app.get('/manage/:token', withLink(deps, 'manage', showJob, { prolongs: true }));
  app.post('/manage/:token', withLink(deps, 'manage', actOnJob));
  app.get('/manage/:token/extend', withLink(deps, 'manage', showExtend));
  app.get('/manage/:token/close', withLink(deps, 'manage', showClose));
}

async function showSent(c: WebContext, deps: FormDeps, note?: string) {
  const draft = await draftOf(c, deps);
  if (draft === undefined || draft.sentAt === null) return c.redirect('/post', 303);
  const email = answer(draft.draft, 'email');
  const frame = frameOf(c, deps);
  const soon = c.req.query('soon') === undefined ? undefined : frame.words.pages.sent.soon;
  return c.html(sentPage(frame, { jobId: draft.jobId, email, note: note ?? soon }));
}

async function takeCode(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const now = web.clock.now();
  const draft = await draftOf(c, deps);
  // Gone with the confirmation: the second press of its button.
  if (draft === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const unfinished = unfinishedPath(draft, await termsNow(c, deps));
  if (unfinished !== undefined) return c.redirect(unfinished, 303);
  const code = plainCode(await sentText(c, 'code'));
  const email = answer(draft.draft, 'email');
  const frame = frameOf(c, deps);
  const say = frame.words.rules.code;
  const wrong = (message: string, status: 422 | 429 = 422) =>
    c.html(sentPage(frame, { jobId: draft.jobId, email, errors: [{ id: 'code', message }] }), status);
  if (code.length !== 6) return wrong(say.digits);
  if (!(await allows(c, deps, 'limits.codesPerNetwork', addressOf(c, web)))) return wrong(say.often, 429);
  const outcome = await openCode(web.db, site, { id: draft.id, code, now });
  if (outcome.kind === 'spent') return wrong(say.spent);
  if (outcome.kind === 'wrong') return wrong(say.wrong);
  return accept(c, deps, draft, outcome.token);
}

async function resend(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const draft = await draftOf(c, deps);
  if (draft === undefined || draft.sentAt === null) return c.redirect('/post', 303);
  const outcome = await askToConfirm({ db: web.db, clock: web.clock, site }, draft, { again: true });
  if (outcome.kind === 'enough') return limitReached(c, deps, outcome.limit, true);
  deps.mailSoon();
  const { pages } = frameOf(c, deps).words;
  return showSent(c, deps, outcome.kind === 'soon' ? pages.sent.soon : pages.sent.sentAgain);
}

function showConfirm(c: WebContext, deps: FormDeps, found: Linked) {
  const { submission, token } = found;
  return c.html(
    confirmPage(frameOf(c, deps), {
      action: found.action,
      title: answer(submission.draft, 'job_title'),
      schools: allAnswers(submission.draft, 'schools').length,
      email: token.email ?? '',
    }),
  );
}

async function confirm(c: WebContext, deps: FormDeps, found: Linked) {
  // What was finished when it was sent may have been changed since, or its last day has passed: that is put right before it is taken.
  const unfinished = unfinishedPath(found.submission, await termsNow(c, deps));
  if (unfinished !== undefined) {
    await letWrite(c, deps, found.submission.id);
    return c.redirect(unfinished, 303);
  }
  return accept(c, deps, found.submission, found.token);
}

/** The address is proven, if it is still the one that was written: somebody may have corrected it since. */
async function accept(c: WebContext, deps: FormDeps, submission: Submission, token: Opened['token']) {
  const isProven = answer(submission.draft, 'email') === token.email;
  if (!isProven || (await confirmSubmission(acceptingOf(deps), submission, token)) === undefined)
    return c.html(spentPage(frameOf(c, deps)), 410);
  await compareSchools(deps);
  deps.mailSoon();
  return c.redirect(await manageAddress(deps, submission.id, 'confirmed'), 303);
}

function showContinue(c: WebContext, deps: FormDeps, found: Linked) {
  return c.html(continuePage(frameOf(c, deps), found));
}

async function goOn(c: WebContext, deps: FormDeps, found: Linked) {
  await letWrite(c, deps, found.submission.id);
  return c.redirect(jobAddress(found.submission.jobId, 'check'), 303);
}

/** The same page whatever the answer: nobody learns whose address has jobs here. */
async function findJobs(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const now = web.clock.now();
  const email = (await sentText(c, 'email')).toLowerCase();
  const { rules } = frameOf(c, deps).words;
  const problem = email === '' ? rules.empty.email : emailProblem(rules, email);
  if (problem !== undefined)
    return c.html(lostPage(frameOf(c, deps), { email, errors: [{ id: 'email', message: problem }] }), 422);
  if (!(await allows(c, deps, 'limits.linksPerNetwork', addressOf(c, web))))
    return limitReached(c, deps, 'limits.linksPerNetwork');
  if (await allows(c, deps, 'limits.linksPerMail', email)) {
    const found = await jobsOf(web.db, email, now);
    const [first] = found;
    const jobs = [];
    for (const { id, answers, draft } of found.slice(0, 20)) {
      const href = await freshLink(web.db, site, { purpose: 'manage', submissionId: id, email, now });
      jobs.push({ title: answer(answers ?? draft, 'job_title'), href });
    }
    if (first !== undefined) {
      const href = await freshLink(web.db, site, { purpose: 'jobs', submissionId: first.id, email, now });
      const letter = formMails.lost(textsIn(languageOf(c)), { jobs, href });
      await queueMail(web.db, site, { kind: 'lost', to: email, letter, submissionId: first.id, now });
    }
    deps.mailSoon();
  }
  return c.html(lostSentPage(frameOf(c, deps)));
}

function showJob(c: WebContext, deps: FormDeps, found: Linked) {
  const { extended: _, ...said } = frameOf(c, deps).words.pages.manage.done;
  const done = Object.entries(said).find(([name]) => name === c.req.query('done'))?.[1];
  return jobPage(c, deps, found, done);
}

async function jobPage(
  c: WebContext,
  deps: FormDeps,
  { submission, action }: Pick<Linked, 'submission' | 'action'>,
  done: Managed['done'],
) {
  const { answers, draft, state, confirmedAt, createdAt } = submission;
  const standing = await statusOf(deps.web.db, submission);
  const reopenable = reopenableUntil(acceptingOf(deps), submission);
  return c.html(
    managePage(frameOf(c, deps), {
      action,
      answers: answers ?? draft,
      sentAt: confirmedAt ?? createdAt,
      standing: standing ?? { live: false, schools: [] },
      closed: state === 'closed',
      reopenUntil: reopenable && frameOf(c, deps).words.time(reopenable, deps.site.timeZone),
      titles: await schoolTitles(deps.web.db),
      colleagues: colleaguesAt(submission.email) !== undefined,
      today: todayOf(deps),
      mayAppeal: standing?.refused?.mayAppeal === true && state !== 'closed',
      done,
    }),
  );
}

function showClose(c: WebContext, deps: FormDeps, { submission, action }: Linked) {
  const { state, answers, draft } = submission;
  if (state === 'closed') return c.redirect(action, 303);
  return c.html(closePage(frameOf(c, deps), { action, title: answer(answers ?? draft, 'job_title') }));
}

/** What the letter about a job's end leads to: one button, and nothing else to decide. */
function showExtend(c: WebContext, deps: FormDeps, { submission, action }: Linked) {
  const answers = submission.answers ?? submission.draft;
  const from = answer(answers, 'until');
  const until = extendedDay(from, todayOf(deps));
  if (submission.state === 'closed' || until <= from) return c.redirect(action, 303);
  return c.html(extendPage(frameOf(c, deps), { action, title: answer(answers, 'job_title'), from, until }));
}

async function actOnJob(c: WebContext, deps: FormDeps, { submission, action }: Linked) {
  const { web } = deps;
  const answers = submission.answers ?? submission.draft;
  const accepting = acceptingOf(deps);
  switch (await sentText(c, 'do')) {
    case 'close':
      await closeJob(accepting, submission);
      await compareSchools(deps);
      return c.redirect(`${c.req.path}?done=closed`, 303);
    case 'reopen': {
      const isOpen = await reopenJob(accepting, submission);
      await compareSchools(deps);
      return c.redirect(`${c.req.path}${isOpen ? '?done=reopened' : ''}`, 303);
    }
    case 'extend': {
      if (submission.state === 'closed') return c.redirect(c.req.path, 303);
      const until = await extendJob(accepting, submission, await sentText(c, 'from'));
      await compareSchools(deps);
      const again = await storedJob(web.db, submission);
      const { words } = frameOf(c, deps);
      const { title, text } = words.pages.manage.done.extended;
      return jobPage(
        c,
        deps,
        { submission: again, action },
        { title: title({ day: dayText(words, until) }), text },
      );
    }
    case 'change':
      await keepDraft(web.db, submission, { draft: answers });
      await letWrite(c, deps, submission.id);
      return c.redirect(jobAddress(submission.jobId, await steppedTo(c)), 303);
    case 'copy': {
      const behavior = { copied: true };
      const copy = await beginDraft(c, deps, copyOf(answers, todayOf(deps)), { behavior });
      return c.redirect(jobAddress(copy.jobId, 'job'), 303);
    }
    default:
      return c.redirect(c.req.path, 303);
  }
}

/** The question that staff asked a change of, else the check of all answers. */
async function steppedTo(c: WebContext): Promise<string> {
  const asked = requestedAt(await sentText(c, 'step'));
  if (asked === undefined) return 'check';
  return `${asked.step}${asked.field === undefined ? '' : `#${asked.field}`}`;
}
