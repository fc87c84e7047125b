import type { Hono } from 'hono';
import { html } from 'hono/html';
import { type Answers, answer, withWholeAddresses } from '../../submissions/submission-answers.ts';
import { freshLink, queueMail } from '../../submissions/mail-outbox.ts';
import { takeRateLimit } from '../../submissions/limits/form-limits.repository.ts';
import { keptForAnother, prefilled } from '../../submissions/prefill.ts';
import { requestedLabel } from '../../submissions/requested-changes.ts';
import { submissionStatusOf } from '../../submissions/school-status-store.ts';
import { schoolTitles } from '../../submissions/schools.ts';
import { askToConfirm } from '../../submissions/submission-send.ts';
import {
  firstUnfinished,
  isBefore,
  type Step,
  type StepName,
  stepProblems,
  steps,
} from '../../submissions/steps.ts';
import { payWarnings } from '../../submissions/rules/place-pay.rules.ts';
import { changeSubmission, type Submission, titlesOf } from '../../submissions/submissions.repository.ts';
import { employersLike, titlesLike } from '../../submissions/titles-store.ts';
import { functionsFor } from './suggestions.ts';
import type { FormTerms } from '../../submissions/terms.ts';
import { textsFor } from '../../submissions/words/form-texts.ts';
import { acceptSubmission } from '../../tasks/form/accept-submission.ts';
import { fitnessOf, previewSubmission } from '../../tasks/form/preview-submission.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { notice } from '../console/html/pieces.ts';
import type { Html } from '../console/html/format-text.ts';
import { compareSchools, manageAddress } from './after.ts';
import { answersIn, textIn } from './form-body.ts';
import { formPage, jobField, postForm } from './frame.ts';
import { checkPage } from './pages/check.step.ts';
import { jobQuestions, type Suggestions } from './pages/job.step.ts';
import type { FieldSpec } from './pages/parts.step.ts';
import { employerQuestions, personQuestions } from './pages/person-employer.ts';
import { placePayQuestions } from './pages/place-pay.step.ts';
import { enoughPage, savedPage, spentPage, startPage } from './pages/plain.ts';
import { previewPage } from './pages/preview.step.ts';
import { applyQuestions, schoolsQuestions, whoQuestions } from './pages/who-apply-schools.ts';
import { withOwnSite } from './own-site.ts';
import { networkProblems } from './network.ts';
import { isWorked, readStarted, startedAt, workOf } from './proof-of-work.ts';
import { acceptingOf, beginDraft, draftOf, type FormDeps, frameOf, senderOf, termsNow } from './visit.ts';

/** Writing a job: the start, seven pages of questions, the check, sending. */
export function addWriteRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/post', (c) => showStart(c, deps));
  app.post('/post/new', async (c) => {
    const draft = await draftOf(c, deps);
    if (draft !== undefined) await beginAnother(c, deps, draft);
    return c.redirect('/post/email', 303);
  });
  app.post('/post/save', (c) => save(c, deps));
  app.get('/post/preview', (c) => showPreview(c, deps));
  app.get('/post/suggest', (c) => suggest(c, deps));
  app.get('/post/check', (c) => showCheck(c, deps));
  app.post('/post/check', (c) => send(c, deps));
  for (const step of steps) {
    app.get(`/post/${step.name}`, (c) => showStep(c, deps, step));
    app.post(`/post/${step.name}`, (c) => takeStep(c, deps, step));
  }
}

/** A page's questions, with what only some pages are told. */
async function questionsOf(c: WebContext, deps: FormDeps, step: StepName, asked: FieldSpec): Promise<Html> {
  switch (step) {
    case 'email':
      return personQuestions(asked);
    case 'employer':
      return employerQuestions(asked, await employerNames(c, deps, asked));
    case 'job':
      return jobQuestions(asked, await suggestions(c, deps, asked));
    case 'place':
      return placePayQuestions(asked);
    case 'who':
      return whoQuestions(asked);
    case 'apply':
      return applyQuestions(asked);
    case 'schools':
      return schoolsQuestions(asked, await fitsOf(deps, asked));
  }
}

/** Titles are suggested only to whoever has proven an address: of their own confirmed jobs, and like what stands there. */
async function suggestions(
  c: WebContext,
  deps: FormDeps,
  { answers, terms }: FieldSpec,
): Promise<Suggestions> {
  const title = answer(answers, 'job_title');
  const functions = functionsFor(title, terms.lists.job_function);
  const draft = await draftOf(c, deps);
  if (!hasProven(draft)) return { functions };
  const email = draft?.email ?? answer(draft?.draft ?? {}, 'email').toLowerCase();
  const own = draft?.email === email ? await titlesOf(deps.web.db, email) : [];
  return { functions, titles: [...new Set([...own, ...(await titlesLike(deps.web.db, title))])] };
}

/** The same of the employer's name. */
async function employerNames(c: WebContext, deps: FormDeps, { answers }: FieldSpec) {
  if (!hasProven(await draftOf(c, deps))) return undefined;
  return employersLike(deps.web.db, answer(answers, 'empname'));
}

/** It changes a confirmed job, or was begun on the page of one. */
function hasProven(draft: Submission | undefined): boolean {
  return draft !== undefined && (draft.email !== null || draft.behavior.copied === true);
}

/** How the schools would take the job; nothing is said while its other pages are unfinished. */
async function fitsOf({ web }: FormDeps, { answers, terms }: FieldSpec) {
  const finished = steps.every(
    (step) => step.name === 'schools' || step.problems(answers, terms).length === 0,
  );
  return finished ? fitnessOf(web, answers) : new Map<string, never>();
}

async function showStart(c: WebContext, deps: FormDeps) {
  const frame = frameOf(c, deps);
  const fields: Readonly<Record<string, { readonly label: string }>> = frame.words.fields;
  return c.html(
    startPage(frame, {
      writing: (await draftOf(c, deps)) !== undefined,
      query: queryOf(c),
      prefilled: Object.keys(prefilled(c.req.queries())).flatMap((name) => fields[name]?.label ?? []),
    }),
  );
}

/** The address's own question, as far as it fills something in. */
function queryOf(c: WebContext): string {
  const given = prefilled(c.req.queries());
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(given)) for (const value of values) query.append(name, value);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

async function showStep(c: WebContext, deps: FormDeps, step: Step) {
  const draft = await draftOf(c, deps);
  if (draft === undefined && step.name !== 'email') return c.redirect('/post/email', 303);
  const answers = draft?.draft ?? prefilled(c.req.queries());
  const terms = await termsNow(c, deps);
  const errors = c.req.query('check') === undefined ? [] : stepProblems(step, answers, terms);
  return c.html(await stepPage(c, deps, step, { answers, errors, terms }));
}

async function takeStep(c: WebContext, deps: FormDeps, step: Step) {
  const { web, site } = deps;
  const sent = await answersIn(c, [...step.fields, 'fax2', 'started', 'touched', 'do']);
  const fields = Object.fromEntries(step.fields.map((name) => [name, sent[name] ?? []]));
  const written = chosenDay(withWholeAddresses(fields));
  const known = await draftOf(c, deps);
  const terms = await termsNow(c, deps);
  const before = known?.draft ?? prefilled(c.req.queries());
  const typed = { ...before, ...(step.name === 'place' ? placesOf(written, sent) : written) };
  const answers = step.name === 'email' ? withOwnSite(typed) : typed;
  const asksPlace = answer(sent, 'do') === 'place';
  const own = asksPlace ? [] : stepProblems(step, answers, terms);
  const errors = own.length > 0 || asksPlace ? own : await networkProblems(deps, step.name, answers, terms);
  if (known === undefined && step.name === 'email' && errors.length > 0)
    return c.html(await stepPage(c, deps, step, { answers, errors, terms }), 422);
  const now = web.clock.now();
  if (known === undefined && !(await takeRateLimit(web.db, 'drafts of an address', addressOf(c, web), now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  const draft =
    known ?? (await beginDraft(c, deps, answers, readStarted(site.secret, answer(sent, 'started')) ?? now));
  await changeSubmission(web.db, draft.id, {
    draft: answers,
    touchedAt: now,
    behavior: behaviorAfter(draft, sent),
  });
  if (asksPlace || errors.length > 0)
    return c.html(await stepPage(c, deps, step, { answers, errors, terms }), errors.length > 0 ? 422 : 200);
  return c.redirect(nextPath(step, answers, terms), 303);
}

/** The first page that is unfinished; one before this says what is missing there. */
function nextPath(step: Step, answers: Answers, terms: FormTerms): string {
  const next = firstUnfinished(answers, terms);
  if (next === undefined) return '/post/check';
  return `/post/${next.name}${isBefore(next, step) ? '?check=1' : ''}`;
}

/** A last day that is none of those on offer stands in a field of its own. */
function chosenDay(written: Answers): Answers {
  if (written['until'] === undefined) return written;
  const { until_other: other = [], ...rest } = written;
  return answer(written, 'until') === 'other' ? { ...rest, until: other } : rest;
}

/** One more empty row of places where that was asked for. */
function placesOf(written: Answers, sent: Answers): Answers {
  const rows = Math.min(20, (written['city']?.length ?? 1) + (answer(sent, 'do') === 'place' ? 1 : 0));
  const padded = (name: string, usual: string) =>
    Array.from({ length: rows }, (_, row) => written[name]?.[row] ?? usual);
  return {
    ...written,
    city: padded('city', ''),
    state: padded('state', ''),
    country: padded('country', 'US'),
  };
}

function behaviorAfter({ behavior }: Submission, sent: Answers): Submission['behavior'] {
  const touched = Number(answer(sent, 'touched'));
  return {
    ...behavior,
    ...(answer(sent, 'fax2') === '' ? {} : { honeypotFilled: true }),
    ...(touched > 0 ? { focusEvents: (behavior.focusEvents ?? 0) + Math.min(touched, 1_000) } : {}),
  };
}

async function stepPage(c: WebContext, deps: FormDeps, step: Step, asked: FieldSpec): Promise<Html> {
  const frame = frameOf(c, deps);
  const { pages } = frame.words;
  const at = steps.findIndex(({ name }) => name === step.name);
  const before = at === 0 ? '/post' : `/post/${steps[at - 1]?.name ?? ''}`;
  const started = startedAt(deps.site.secret, frame.now);
  const title = pages.steps[step.name];
  const draft = await draftOf(c, deps);
  return formPage(frame, {
    title,
    errors: asked.errors,
    back: before,
    content: html`<p class="step">${pages.step(at + 1, 8)}</p>
      <h1>${title}</h1>
      ${await changeAskedOn(c, deps, step, draft?.listingId ?? null)}
      ${postForm(frame, {
        action: `/post/${step.name}${at === 0 ? queryOf(c) : ''}`,
        button: pages.continue,
        content: html`${jobField(draft?.jobId)}${await questionsOf(c, deps, step.name, asked)}<input type="hidden" name="started" value="${started}" /><input
            type="hidden"
            name="touched"
            value="0"
          />`,
        beside: at === 0 ? '' : html`<button class="link" formaction="/post/save">${pages.save}</button>`,
      })}`,
  });
}

/** What staff ask its employer to change on this page, in their words. */
async function changeAskedOn(
  c: WebContext,
  deps: FormDeps,
  step: Step,
  listingId: number | null,
): Promise<Html | string> {
  if (listingId === null) return '';
  const { change } = (await submissionStatusOf(deps.web.db, listingId, [])) ?? {};
  if (change?.asked?.step !== step.name) return '';
  const { words } = frameOf(c, deps);
  const label = words.pages.manage.changeAt(requestedLabel(change.asked, words));
  return notice('held', label, html`<p class="written" dir="auto">“${change.note}”</p>`);
}

/** Entries of the list that fit a title, and titles or names that go on from what is typed, for script. */
async function suggest(c: WebContext, deps: FormDeps) {
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.json({ functions: [] });
  const employer = c.req.query('employer');
  if (employer !== undefined)
    return c.json({
      employers: hasProven(draft) ? await employersLike(deps.web.db, employer.slice(0, 150)) : [],
    });
  const { lists } = await termsNow(c, deps);
  const title = (c.req.query('title') ?? '').slice(0, 150);
  return c.json({
    functions: functionsFor(title, lists.job_function),
    ...(hasProven(draft) ? { titles: await titlesLike(deps.web.db, title) } : {}),
  });
}

/** What each chosen school would store; only of finished answers. */
async function showPreview(c: WebContext, deps: FormDeps) {
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.redirect('/post', 303);
  const unfinished = firstUnfinished(draft.draft, await termsNow(c, deps));
  if (unfinished !== undefined) return c.redirect(`/post/${unfinished.name}?check=1`, 303);
  const part = /^[1-9]\d{0,5}$/.test(c.req.query('part') ?? '') ? Number(c.req.query('part')) : 1;
  const preview = await previewSubmission(deps.web, draft.jobId, draft.draft, part);
  return c.html(previewPage(frameOf(c, deps), preview));
}

/** Keeps what is on the page, finished or not, and sends the link that leads back. */
async function save(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const form = await c.req.formData();
  const step = steps.find(({ fields }) => fields.some((name) => form.has(name)));
  const now = web.clock.now();
  const known = await draftOf(c, deps);
  if (known === undefined && !(await takeRateLimit(web.db, 'drafts of an address', addressOf(c, web), now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  // A link of 14 days may have ended meanwhile: what is typed still begins a job.
  const draft = known ?? (await beginDraft(c, deps, {}, now));
  const answers = {
    ...draft.draft,
    ...(step === undefined ? {} : chosenDay(await answersIn(c, step.fields))),
  };
  const email = draft.email ?? answer(draft.draft, 'email');
  await changeSubmission(web.db, draft.id, { draft: answers, touchedAt: now });
  if (email === '') return c.redirect('/post/email?check=1', 303);
  const ofJob = await takeRateLimit(web.db, 'confirmations of a job', String(draft.id), now);
  if (!ofJob || !(await takeRateLimit(web.db, 'kept drafts of a mail', email, now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  const href = await freshLink(web.db, site, { purpose: 'continue', submissionId: draft.id, email, now });
  const letter = textsFor().mails.continue({ title: answer(answers, 'job_title'), href });
  await queueMail(web.db, site, { kind: 'continue', to: email, letter, submissionId: draft.id, now });
  deps.mailSoon();
  return c.html(savedPage(frameOf(c, deps), { email }));
}

async function showCheck(c: WebContext, deps: FormDeps) {
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.redirect('/post', 303);
  const terms = await termsNow(c, deps);
  const unfinished = firstUnfinished(draft.draft, terms);
  if (unfinished !== undefined) return c.redirect(`/post/${unfinished.name}?check=1`, 303);
  const work = workOf(deps.site.secret, draft.id);
  const changing = draft.confirmedAt !== null;
  const titles = await schoolTitles(deps.web.db);
  const warnings = payWarnings(draft.draft, terms);
  return c.html(
    checkPage(frameOf(c, deps), {
      jobId: draft.jobId,
      answers: draft.draft,
      work,
      changing,
      titles,
      warnings,
    }),
  );
}

async function send(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const draft = await draftOf(c, deps);
  // Gone with the change that was sent: the second press of its button.
  if (draft === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  const unfinished = firstUnfinished(draft.draft, await termsNow(c, deps));
  if (unfinished !== undefined) return c.redirect(`/post/${unfinished.name}?check=1`, 303);
  const now = web.clock.now();
  const worked = isWorked(workOf(site.secret, draft.id), await textIn(c, 'work'));
  const secondsToSend = (now.getTime() - draft.createdAt.getTime()) / 1_000;
  const behavior = { ...draft.behavior, worked, secondsToSend, ...(await senderOf(c, deps)) };
  await changeSubmission(web.db, draft.id, { behavior });
  if (draft.email !== null && draft.email === answer(draft.draft, 'email').toLowerCase())
    return acceptChange(c, deps, draft);
  if (!(await takeRateLimit(web.db, 'jobs of an address', addressOf(c, web), now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  const outcome = await askToConfirm({ db: web.db, clock: web.clock, site }, draft, { again: false });
  if (outcome.kind === 'enough') return c.html(enoughPage(frameOf(c, deps)), 429);
  deps.mailSoon();
  return c.redirect('/post/sent', 303);
}

/** A change to a job whose address is confirmed, and stays: it counts at once. */
async function acceptChange(c: WebContext, deps: FormDeps, draft: Submission) {
  const accepted = await acceptSubmission(acceptingOf(deps), draft);
  if (accepted === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  await compareSchools(deps);
  deps.mailSoon();
  return c.redirect(await manageAddress(deps, draft.id, 'changed'), 303);
}

/** A new job with what does not change from job to job, to be looked at again before it is sent. */
async function beginAnother(c: WebContext, deps: FormDeps, { draft }: Submission): Promise<void> {
  await beginDraft(c, deps, keptForAnother(draft), deps.web.clock.now());
}
