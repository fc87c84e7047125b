import type { Hono } from 'hono';
import { keptOf, statusOf } from '../../submissions/kept-data.ts';
import { answer } from '../../submissions/submission-answers.ts';
import { longer } from '../../submissions/rules/checks.ts';
import type { Submission } from '../../submissions/drafts.ts';
import { schoolTitles } from '../../submissions/schools.ts';
import { appealJob, eraseJob } from '../../tasks/form/change-job.ts';
import type { WebContext, WebEnv } from '../web/env.ts';
import { compareSchools } from './after.ts';
import { sentText } from './form-body.ts';
import { type Linked, withLink } from './with-link.ts';
import { dataPage, erasedPage } from './pages/data.step.ts';
import { spentPage } from './pages/plain.ts';
import { appealPage } from './pages/report.step.ts';
import { type FormDeps, frameOf } from './visit.ts';

/** What an employer may do behind its job's page: see, take along and delete what is kept; ask for another look. */
export function addJobRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/manage/:token/data', withLink(deps, 'manage', showData));
  app.get('/manage/:token/data.json', withLink(deps, 'manage', sendData));
  app.post('/manage/:token/data', withLink(deps, 'manage', erase));
  app.get('/manage/:token/appeal', withLink(deps, 'manage', showAppeal));
  app.post('/manage/:token/appeal', withLink(deps, 'manage', takeAppeal));
}

async function showData(c: WebContext, deps: FormDeps, { submission, action }: Linked) {
  const kept = await keptOf(deps.web.db, submission);
  const titles = await schoolTitles(deps.web.db);
  return c.html(dataPage(frameOf(c, deps), { ...kept, titles, action }));
}

async function sendData(c: WebContext, deps: FormDeps, { submission }: Linked) {
  const kept = await keptOf(deps.web.db, submission);
  const { jobId, state, createdAt, confirmedAt, closedAt, declared, behavior } = submission;
  c.header('content-disposition', `attachment; filename="${jobId}.json"`);
  return c.json({
    job: { id: jobId, state, created: createdAt, confirmed: confirmedAt, closed: closedAt, declared },
    entered: kept.answers,
    being_changed: submission.draft,
    employer_of_new_jobs: kept.profile,
    noticed_while_filling_in: behavior,
    schools: kept.schools,
    messages: kept.mails,
    decisions: kept.decisions.map(({ at, action, detail }) => ({ at, action, detail })),
  });
}

async function erase(c: WebContext, deps: FormDeps, { submission }: Linked) {
  const { web, site } = deps;
  await eraseJob({ db: web.db, clock: web.clock, site }, submission);
  await compareSchools(deps);
  deps.mailSoon();
  return c.html(erasedPage(frameOf(c, deps)));
}

async function showAppeal(c: WebContext, deps: FormDeps, { submission, action }: Linked) {
  const found = await refusedJob(deps, submission);
  if (found === 'asked') return c.redirect(action, 303);
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  return c.html(appealPage(frameOf(c, deps), { action, title: found.title, text: '' }));
}

async function takeAppeal(c: WebContext, deps: FormDeps, { submission, action }: Linked) {
  const found = await refusedJob(deps, submission);
  // The second press of the button: somebody was asked already.
  if (found === 'asked') return c.redirect(`${action}?done=appealed`, 303);
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const frame = frameOf(c, deps);
  const { rules } = frame.words;
  const text = await sentText(c, 'reasons');
  const message = text === '' ? rules.empty.reasons : longer(rules, text, 2_000, 'reasons');
  if (message !== undefined)
    return c.html(appealPage(frame, { action, title: found.title, text }, [{ id: 'reasons', message }]), 422);
  await appealJob(deps.web, found, text);
  return c.redirect(`${action}?done=appealed`, 303);
}

/** The refused job behind the link; `asked` when another look was asked for already. */
async function refusedJob({ web }: FormDeps, submission: Submission) {
  const { id, listingId, answers } = submission;
  if (listingId === null || answers === null) return undefined;
  const standing = await statusOf(web.db, submission);
  if (standing?.refused?.mayAppeal === true) return { id, listingId, title: answer(answers, 'job_title') };
  return standing?.appealed === true ? 'asked' : undefined;
}
