import type { Hono } from 'hono';
import { appeal } from '../../screening/screening.repository.ts';
import { recordFormAct } from '../../platform/audit/form-audit.ts';
import { keptOf } from '../../submissions/kept-data.ts';
import { allAnswers, answer } from '../../submissions/submission-answers.ts';
import { longer } from '../../submissions/rules/checks.ts';
import { schoolTitles } from '../../submissions/schools.ts';
import { submissionStatusOf } from '../../submissions/school-status-store.ts';
import { eraseJob } from '../../tasks/form/change-job.ts';
import type { WebContext, WebEnv } from '../web/env.ts';
import { compareSchools } from './after.ts';
import { sentText } from './form-body.ts';
import { behind } from './form-link-routes.ts';
import { dataPage, erasedPage } from './pages/data.step.ts';
import { spentPage } from './pages/plain.ts';
import { appealPage } from './pages/report.step.ts';
import { type FormDeps, frameOf } from './visit.ts';

/** What an employer may do behind its job's page: see, take along and delete what is kept; ask for another look. */
export function addJobRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/manage/:token/data', (c) => showData(c, deps));
  app.get('/manage/:token/data.json', (c) => sendData(c, deps));
  app.post('/manage/:token/data', (c) => erase(c, deps));
  app.get('/manage/:token/appeal', (c) => showAppeal(c, deps));
  app.post('/manage/:token/appeal', (c) => takeAppeal(c, deps));
}

async function showData(c: WebContext, deps: FormDeps) {
  const found = await behind(c, deps, 'manage');
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const kept = await keptOf(deps.web.db, found.submission);
  const titles = await schoolTitles(deps.web.db);
  return c.html(dataPage(frameOf(c, deps), { ...kept, titles, action: manageOf(c) }));
}

async function sendData(c: WebContext, deps: FormDeps) {
  const found = await behind(c, deps, 'manage');
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const { submission } = found;
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

async function erase(c: WebContext, deps: FormDeps) {
  const found = await behind(c, deps, 'manage');
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const { web, site } = deps;
  await eraseJob({ db: web.db, clock: web.clock, site }, found.submission);
  await compareSchools(deps);
  deps.mailSoon();
  return c.html(erasedPage(frameOf(c, deps)));
}

async function showAppeal(c: WebContext, deps: FormDeps) {
  const found = await refusedBehind(c, deps);
  if (found === 'asked') return c.redirect(manageOf(c), 303);
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  return c.html(appealPage(frameOf(c, deps), { action: manageOf(c), title: found.title, text: '' }));
}

async function takeAppeal(c: WebContext, deps: FormDeps) {
  const found = await refusedBehind(c, deps);
  // The second press of the button: somebody was asked already.
  if (found === 'asked') return c.redirect(`${manageOf(c)}?done=appealed`, 303);
  if (found === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const frame = frameOf(c, deps);
  const { rules } = frame.words;
  const text = await sentText(c, 'reasons');
  const message = text === '' ? rules.empty.reasons : longer(rules, text, 2_000, 'reasons');
  if (message !== undefined)
    return c.html(
      appealPage(frame, { action: manageOf(c), title: found.title, text }, [{ id: 'reasons', message }]),
      422,
    );
  const { db, clock } = deps.web;
  const at = clock.now();
  if (await appeal(db, found.listingId, text, at))
    await recordFormAct(db, found, { at, action: 'form job appealed' });
  return c.redirect(`${manageOf(c)}?done=appealed`, 303);
}

/** The refused job behind the link; `asked` when another look was asked for already. */
async function refusedBehind(c: WebContext, deps: FormDeps) {
  const submission = (await behind(c, deps, 'manage'))?.submission;
  const { id, listingId = null, answers = null } = submission ?? {};
  if (id === undefined || listingId === null || answers === null) return undefined;
  const standing = await submissionStatusOf(deps.web.db, listingId, allAnswers(answers, 'schools'));
  if (standing?.refused?.mayAppeal === true) return { id, listingId, title: answer(answers, 'job_title') };
  return standing?.appealed === true ? 'asked' : undefined;
}

function manageOf(c: WebContext): string {
  return `/manage/${c.req.param('token') ?? ''}`;
}
