import type { Hono } from 'hono';
import { createHmac } from 'node:crypto';
import { decodeDocument } from '../../feeds/detect/encoding.ts';
import { severalJobs } from '../../submissions/several-jobs.ts';
import { type Answers, answer } from '../../submissions/submission-answers.ts';
import {
  daysAfter,
  DECLARATIONS_VERSION,
  declarations,
  type FormTerms,
  usualDays,
} from '../../submissions/terms.ts';
import { postJob } from '../../tasks/form/accept-submission.ts';
import type { WebContext, WebEnv } from '../web/env.ts';
import { compareSchools } from './after.ts';
import { answersIn } from './form-body.ts';
import { copyOf } from '../../submissions/prefill.ts';
import { type ManagedJob, withJob } from './own-jobs-routes.ts';
import { severalCheckPage } from './pages/manage.ts';
import { severalPage, severalSentPage } from './pages/plain.ts';
import { acceptingOf, allows, type FormDeps, frameOf, limitReached, senderOf, termsNow } from './visit.ts';

/** Posting several openings of one table, like a job that is confirmed. */
export function addSeveralRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/manage/:token/several', withJob(deps, showSeveral));
  app.post('/manage/:token/several', withJob(deps, takeSeveral));
}

function showSeveral(c: WebContext, deps: FormDeps, { action, answers }: ManagedJob) {
  return c.html(severalPage(frameOf(c, deps), { action, title: answer(answers, 'job_title') }));
}

async function takeSeveral(c: WebContext, deps: FormDeps, job: ManagedJob) {
  const frame = frameOf(c, deps);
  const { action, answers } = job;
  const sent = await answersIn(c, ['csv', 'do', 'declare']);
  const file = (await c.req.formData()).get('csv_file');
  const csv =
    file instanceof File && file.size > 0 ? decodeDocument(await file.bytes()) : (sent['csv']?.[0] ?? '');
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
  { submission, action }: ManagedJob,
  jobs: readonly Answers[],
) {
  const behavior = { ...submission.behavior, copied: true, ...(await senderOf(c, deps)) };
  let [taken, n] = [0, 0];
  for (const draft of jobs) {
    if (!(await allows(c, deps, 'limits.jobsPerMail', submission.email ?? ''))) break;
    const print = createHmac('sha256', deps.site.secret).update(`${submission.id} ${JSON.stringify(draft)}`);
    const jobId = `F${print.digest('hex').slice(0, 12).toUpperCase()}`;
    const { language } = submission;
    const begun = { draft, language, behavior, declared: DECLARATIONS_VERSION, now: deps.web.clock.now() };
    taken += 1;
    if (await postJob(acceptingOf(deps), jobId, begun)) n += 1;
  }
  if (taken === 0) return limitReached(c, deps, 'limits.jobsPerMail');
  await compareSchools(deps);
  deps.mailSoon();
  return c.html(severalSentPage(frameOf(c, deps), { action, n, left: jobs.length - taken }));
}
