import type { Hono } from 'hono';
import { dueOf } from '../../screening/reports/due.ts';
import { type Answers, answer } from '../../submissions/submission-answers.ts';
import { emailProblem, list, longer, type RuleTexts } from '../../submissions/rules/checks.ts';
import { reportedJob, reportJob } from '../../tasks/form/report-job.ts';
import { reportTerms } from '../../operations/reports/reviews-waiting.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { answersIn } from './form-body.ts';
import { nothingToReportPage, reportedPage, reportPage } from './pages/report.step.ts';
import { allows, type FormDeps, frameOf, limitReached } from './visit.ts';

const PATH = '/report-job/:id/:signature';

/** "Report this job": a signed link that schools may show beside a job; what is said goes to the people who review. */
export function addReportRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get(PATH, async (c) => {
    const job = await jobOf(c, deps);
    return job === undefined
      ? c.html(nothingToReportPage(frameOf(c, deps)), 404)
      : c.html(reportPage(frameOf(c, deps), job));
  });
  app.post(PATH, (c) => take(c, deps));
}

async function take(c: WebContext, deps: FormDeps) {
  const frame = frameOf(c, deps);
  const job = await jobOf(c, deps);
  if (job === undefined) return c.html(nothingToReportPage(frame), 404);
  const answers = await answersIn(c, ['why', 'text', 'from']);
  const errors = problems(answers, frame.words.rules);
  if (errors.length > 0) return c.html(reportPage(frame, job, { answers, errors }), 422);
  if (!(await allows(c, deps, 'limits.reportsPerNetwork', addressOf(c, deps.web))))
    return limitReached(c, deps, 'limits.reportsPerNetwork');
  const why = reasons.find((one) => one === answer(answers, 'why')) ?? 'other';
  await reportJob(deps.web, job.id, {
    why,
    text: answer(answers, 'text'),
    email: answer(answers, 'from') || null,
  });
  return c.html(reportedPage(frame, dueOf(deps.web.clock.now(), await reportTerms(deps.web))));
}

const reasons = ['money', 'data', 'false', 'gone', 'other'] as const;

function problems(answers: Answers, rules: RuleTexts) {
  const [text, from] = [answer(answers, 'text'), answer(answers, 'from')];
  return list([
    ['why', reasons.some((one) => one === answer(answers, 'why')) ? undefined : rules.empty.why],
    ['text', text === '' ? rules.empty.text : longer(rules, text, 2_000, 'text')],
    ['from', from === '' ? undefined : emailProblem(rules, from)],
  ]);
}

async function jobOf(c: WebContext, { web, site }: FormDeps) {
  const { id = '', signature = '' } = c.req.param();
  const listing = await reportedJob(web.db, site.secret, id, signature);
  return (
    listing && { id: listing.id, action: c.req.path, title: listing.title, employer: listing.company ?? '' }
  );
}
