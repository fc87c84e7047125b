import type { Hono } from 'hono';
import { type Answers, answer } from '../../submissions/answers.ts';
import { freshLink, putLetter } from '../../submissions/letter-box.ts';
import { takeTurn } from '../../submissions/limits/store.ts';
import { continueLetter } from '../../submissions/mails/letters.ts';
import { askToConfirm } from '../../submissions/send.ts';
import { firstUnfinished, type Step, type StepName, steps } from '../../submissions/steps.ts';
import { changeSubmission, type Submission } from '../../submissions/store.ts';
import { acceptSubmission } from '../../tasks/form/accept-submission.ts';
import { html } from 'hono/html';
import { addressOf, type WebContext, type WebEnv } from '../env.ts';
import type { Html } from '../html/words.ts';
import { answersIn, textIn } from './body.ts';
import { type FormFrame, formPage, postForm } from './frame.ts';
import { checkPage } from './pages/check.ts';
import { jobQuestions } from './pages/job.ts';
import type { Asked } from './pages/parts.ts';
import { employerQuestions, personQuestions } from './pages/person-employer.ts';
import { placePayQuestions } from './pages/place-pay.ts';
import { enoughPage, savedPage, startPage } from './pages/plain.ts';
import { applyQuestions, schoolsQuestions, whoQuestions } from './pages/who-apply-schools.ts';
import { isWorked, readStarted, startedAt, workOf } from './proof-of-work.ts';
import { beginDraft, draftOf, type FormDeps, frameOf, termsNow } from './visit.ts';
import { compareSchools, manageAddress } from './after.ts';

/** Writing a job: the start, seven pages of questions, the check, sending. */
export function addWriteRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get('/post', async (c) =>
    c.html(startPage(frameOf(c, deps), { writing: (await draftOf(c, deps)) !== undefined })),
  );
  app.post('/post/new', async (c) => {
    const draft = await draftOf(c, deps);
    if (draft !== undefined) await beginAnother(c, deps, draft);
    return c.redirect('/post/email', 303);
  });
  app.post('/post/save', (c) => save(c, deps));
  app.get('/post/check', (c) => showCheck(c, deps));
  app.post('/post/check', (c) => send(c, deps));
  for (const step of steps) {
    app.get(`/post/${step.name}`, (c) => showStep(c, deps, step));
    app.post(`/post/${step.name}`, (c) => takeStep(c, deps, step));
  }
}

const questions: Readonly<Record<StepName, (asked: Asked) => Html>> = {
  email: personQuestions,
  employer: employerQuestions,
  job: jobQuestions,
  place: placePayQuestions,
  who: whoQuestions,
  apply: applyQuestions,
  schools: schoolsQuestions,
};

async function showStep(c: WebContext, deps: FormDeps, step: Step) {
  const draft = await draftOf(c, deps);
  if (draft === undefined && step.name !== 'email') return c.redirect('/post/email', 303);
  const answers = draft?.draft ?? {};
  return c.html(stepPage(frameOf(c, deps), step, { answers, errors: [], terms: await termsNow(deps) }, deps));
}

async function takeStep(c: WebContext, deps: FormDeps, step: Step) {
  const { web, site } = deps;
  const sent = await answersIn(c, [...step.fields, 'fax2', 'started', 'touched', 'do']);
  const written = Object.fromEntries(step.fields.map((name) => [name, sent[name] ?? []]));
  const known = await draftOf(c, deps);
  if (known === undefined && step.name !== 'email') return c.redirect('/post/email', 303);
  const terms = await termsNow(deps);
  const answers = { ...known?.draft, ...(step.name === 'place' ? placesOf(written, sent) : written) };
  const asksPlace = answer(sent, 'do') === 'place';
  const errors = asksPlace ? [] : step.problems(answers, terms);
  if (known === undefined && errors.length > 0)
    return c.html(stepPage(frameOf(c, deps), step, { answers, errors, terms }, deps), 422);
  const now = web.clock.now();
  if (known === undefined && !(await takeTurn(web.db, 'drafts of an address', addressOf(c, web), now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  const draft =
    known ?? (await beginDraft(c, deps, answers, readStarted(site.secret, answer(sent, 'started')) ?? now));
  await changeSubmission(web.db, draft.id, {
    draft: answers,
    touchedAt: now,
    behavior: behaviorAfter(draft, sent),
  });
  if (asksPlace || errors.length > 0)
    return c.html(
      stepPage(frameOf(c, deps), step, { answers, errors, terms }, deps),
      errors.length > 0 ? 422 : 200,
    );
  return c.redirect(`/post/${firstUnfinished(answers, terms)?.name ?? 'check'}`, 303);
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

function stepPage(frame: FormFrame, step: Step, asked: Asked, { site }: FormDeps): Html {
  const at = steps.findIndex(({ name }) => name === step.name);
  const before = at === 0 ? '/post' : `/post/${steps[at - 1]?.name ?? ''}`;
  const started = startedAt(site.secret, frame.now);
  return formPage(frame, {
    title: step.title,
    errors: asked.errors,
    back: before,
    content: html`<p class="step">Step ${at + 1} of 8</p>
      <h1>${step.title}</h1>
      ${postForm(frame, {
        action: `/post/${step.name}`,
        button: 'Continue',
        content: html`${questions[step.name](asked)}<input type="hidden" name="started" value="${started}" /><input
            type="hidden"
            name="touched"
            value="0"
          />`,
        beside:
          at === 0
            ? ''
            : html`<button class="link" formaction="/post/save">Save and come back later</button>`,
      })}`,
  });
}

/** Keeps what is on the page, finished or not, and sends the link that leads back. */
async function save(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.redirect('/post', 303);
  const form = await c.req.formData();
  const step = steps.find(({ fields }) => fields.some((name) => form.has(name)));
  const now = web.clock.now();
  const answers = { ...draft.draft, ...(step === undefined ? {} : await answersIn(c, step.fields)) };
  const email = draft.email ?? answer(draft.draft, 'email');
  await changeSubmission(web.db, draft.id, { draft: answers, touchedAt: now });
  if (!(await takeTurn(web.db, 'confirmations of a job', String(draft.id), now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  const href = await freshLink(web.db, site, { purpose: 'continue', submissionId: draft.id, email, now });
  const letter = continueLetter({ title: answer(answers, 'job_title'), href });
  await putLetter(web.db, site, { kind: 'continue', to: email, letter, submissionId: draft.id, now });
  deps.mailSoon();
  return c.html(savedPage(frameOf(c, deps), { email }));
}

async function showCheck(c: WebContext, deps: FormDeps) {
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.redirect('/post', 303);
  const unfinished = firstUnfinished(draft.draft, await termsNow(deps));
  if (unfinished !== undefined) return c.redirect(`/post/${unfinished.name}`, 303);
  const work = workOf(deps.site.secret, draft.id);
  const changing = draft.confirmedAt !== null;
  return c.html(checkPage(frameOf(c, deps), { answers: draft.draft, work, changing }));
}

async function send(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.redirect('/post', 303);
  const unfinished = firstUnfinished(draft.draft, await termsNow(deps));
  if (unfinished !== undefined) return c.redirect(`/post/${unfinished.name}`, 303);
  const now = web.clock.now();
  const worked = isWorked(workOf(site.secret, draft.id), await textIn(c, 'work'));
  const secondsToSend = (now.getTime() - draft.createdAt.getTime()) / 1_000;
  const behavior = { ...draft.behavior, worked, secondsToSend };
  await changeSubmission(web.db, draft.id, { behavior });
  if (draft.email !== null && draft.email === answer(draft.draft, 'email').toLowerCase())
    return acceptChange(c, deps, draft);
  if (!(await takeTurn(web.db, 'jobs of an address', addressOf(c, web), now)))
    return c.html(enoughPage(frameOf(c, deps)), 429);
  const outcome = await askToConfirm({ db: web.db, clock: web.clock, site }, draft, { again: false });
  if (outcome.kind === 'enough') return c.html(enoughPage(frameOf(c, deps)), 429);
  deps.mailSoon();
  return c.redirect('/post/sent', 303);
}

/** A change to a job whose address is confirmed, and stays: it counts at once. */
async function acceptChange(c: WebContext, deps: FormDeps, draft: Submission) {
  await acceptSubmission({ db: deps.web.db, clock: deps.web.clock, site: deps.site }, draft.id);
  await compareSchools(deps);
  deps.mailSoon();
  return c.redirect(await manageAddress(deps, draft.id, 'changed'), 303);
}

/** A new job with what does not change from job to job: who writes, and for which employer. */
async function beginAnother(c: WebContext, deps: FormDeps, { draft }: Submission): Promise<void> {
  const kept = steps.slice(0, 2).flatMap(({ fields }): readonly string[] => fields);
  const answers = Object.fromEntries(Object.entries(draft).filter(([name]) => kept.includes(name)));
  await beginDraft(c, deps, answers, deps.web.clock.now());
}
