import type { Hono } from 'hono';
import { keptForAnother, prefilled } from '../../submissions/prefill.ts';
import { firstUnfinished, steps } from '../../submissions/steps.ts';
import { answer } from '../../submissions/submission-answers.ts';
import type { Submission } from '../../submissions/drafts.ts';
import type { WebContext, WebEnv } from '../web/env.ts';
import { JOB, jobAddress } from './frame.ts';
import { startPage } from './pages/plain.ts';
import { withDraft } from './with-link.ts';
import {
  beginDraft,
  draftOf,
  draftsOf,
  type FormDeps,
  frameOf,
  newJobAddress,
  rememberFair,
  termsNow,
} from './visit.ts';

/** Where the writing of a job begins and goes on: the start page, and addresses that lead to a page of a job. */
export function addStartRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/post', (c) => showStart(c, deps));
  app.post('/post/new', (c) => beginAnother(c, deps));
  app.get(JOB, withDraft(deps, goOn));
  // Addresses of before they named the job.
  for (const page of [...steps.map(({ name }) => name), 'check', 'preview', 'sent'])
    app.get(`/post/${page}`, (c) => toJob(c, deps, page));
}

async function showStart(c: WebContext, deps: FormDeps) {
  rememberFair(c, deps);
  const frame = frameOf(c, deps);
  const fields: Readonly<Record<string, { readonly label: string }>> = frame.words.fields;
  return c.html(
    startPage(frame, {
      writing: (await draftsOf(c, deps)).map(({ jobId, draft, touchedAt }) => ({
        href: `/post/${jobId}`,
        title: answer(draft, 'job_title'),
        employer: answer(draft, 'empname'),
        at: touchedAt,
      })),
      query: prefilling(c).size === 0 ? '' : `?${prefilling(c).toString()}`,
      prefilled: Object.keys(prefilled(c.req.queries())).flatMap((name) => fields[name]?.label ?? []),
    }),
  );
}

/** The address's own question, as far as it fills something in. */
function prefilling(c: WebContext): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(prefilled(c.req.queries())))
    for (const value of values) query.append(name, value);
  return query;
}

/** A new job with what does not change from job to job, to be looked at again before it is sent. */
async function beginAnother(c: WebContext, deps: FormDeps) {
  const before = await draftOf(c, deps);
  if (before === undefined) return c.redirect('/post/email', 303);
  const { jobId } = await beginDraft(c, deps, keptForAnother(before.draft));
  return c.redirect(jobAddress(jobId, 'email'), 303);
}

/** An address without a job leads to the one that was written on last, or to a new one. */
async function toJob(c: WebContext, deps: FormDeps, page: string) {
  const filled = prefilling(c);
  const draft = filled.size > 0 ? undefined : await draftOf(c, deps);
  if (draft !== undefined)
    return c.redirect(`${jobAddress(draft.jobId, page)}${new URL(c.req.url).search}`, 303);
  return c.redirect(page === 'email' ? newJobAddress(deps, filled) : '/post', 303);
}

/** Where the writing of a job goes on. */
async function goOn(c: WebContext, deps: FormDeps, { jobId, draft, state }: Submission) {
  const unfinished = firstUnfinished(draft, await termsNow(c, deps));
  const page = unfinished?.name ?? (state === 'sent' ? 'sent' : 'check');
  return c.redirect(jobAddress(jobId, page), 303);
}
