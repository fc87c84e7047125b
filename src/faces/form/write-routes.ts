import type { Hono } from 'hono';
import { html } from 'hono/html';
import { type Answers, answer, withWholeAddresses } from '../../submissions/submission-answers.ts';
import { statusOf } from '../../submissions/kept-data.ts';
import { freshLink } from '../../submissions/links.ts';
import { queueMail } from '../../submissions/mail-outbox.ts';
import { prefilled } from '../../submissions/prefill.ts';
import { requestedLabel } from '../../submissions/requested-changes.ts';
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
import { problemsOf } from '../../submissions/rules/question.ts';
import { payWarnings } from '../../submissions/rules/place-pay.rules.ts';
import { keepDraft, type Submission } from '../../submissions/drafts.ts';
import { employerOffers, titleOffers } from '../../submissions/title-offers.ts';
import { functionsFor } from './suggestions.ts';
import type { FormTerms } from '../../submissions/terms.ts';
import { formMails } from '../../submissions/mails/form-mails.ts';
import { entryText, type FormTexts } from '../../submissions/words/form-texts.ts';
import { fieldsOfAdvert } from '../../submissions/advert/advert-answers.ts';
import { acceptSubmission } from '../../tasks/form/accept-submission.ts';
import { fitnessOf, previewSubmission } from '../../tasks/form/preview-submission.ts';
import { addressOf, type WebContext, type WebEnv } from '../web/env.ts';
import { notice } from '../web/html/pieces.ts';
import type { Html } from '../web/html/format-text.ts';
import { compareSchools, manageAddress } from './after.ts';
import { answersIn, sentText } from './form-body.ts';
import { chosenDay, finding, foundBy, placesOf, withSuggestion } from './typed-answers.ts';
import { formPage, JOB, jobAddress, postForm } from './frame.ts';
import { checkPage } from './pages/check.step.ts';
import type { FieldSpec } from './pages/questions.ts';
import { stepQuestions } from './pages/step.page.ts';
import { elsewherePage, savedPage, spentPage } from './pages/plain.ts';
import { previewPage } from './pages/preview.step.ts';
import { withOwnSite } from './own-site.ts';
import { networkProblems } from './network.ts';
import { type Finished, withFinished } from './with-link.ts';
import { isWorked, readStarted, startedAt, workOf } from './proof-of-work.ts';
import {
  acceptingOf,
  allows,
  beginDraft,
  draftOf,
  type FormDeps,
  frameOf,
  isLifted,
  languageOf,
  limitReached,
  mayBegin,
  senderOf,
  termsNow,
} from './visit.ts';

/** Writing a job: seven pages of questions, the check, sending. */
export function addWriteRoutes(app: Hono<WebEnv>, deps: FormDeps): void {
  app.get(`${JOB}/preview`, withFinished(deps, showPreview));
  app.get(`${JOB}/check`, withFinished(deps, showCheck));
  for (const step of steps) app.get(`${JOB}/${step.name}`, (c) => showStep(c, deps, step));
  for (const path of ['/post', JOB]) {
    app.get(`${path}/suggest`, (c) => suggest(c, deps));
    app.get(`${path}/save`, (c) => c.redirect('/post', 303));
    app.post(`${path}/save`, (c) => save(c, deps));
    // Gone with the change that was sent: the second press of its button.
    app.post(`${path}/check`, withFinished(deps, send, spentPage));
    for (const step of steps) app.post(`${path}/${step.name}`, (c) => takeStep(c, deps, step));
  }
}

/** What a page offers beside its questions: entries that fit the title, titles and names to anyone who has proven an address, what schools would say. */
async function offersOf(
  { web }: FormDeps,
  step: StepName,
  { answers, terms, draft }: FieldSpec & { readonly draft: Submission | undefined },
): Promise<Pick<FieldSpec, 'offers' | 'fits'>> {
  switch (step) {
    case 'employer':
      return { offers: { empname: await employerOffers(web.db, draft, answer(answers, 'empname')) } };
    case 'job': {
      const title = answer(answers, 'job_title');
      const job_title = await titleOffers(web.db, draft, title, { own: true });
      return { offers: { job_title, job_function: functionsFor(title, terms.lists.job_function) } };
    }
    case 'schools':
      return { fits: await fitsOf(web, answers, terms) };
    default:
      return {};
  }
}

/** How the schools would take the job; nothing is said while its other pages are unfinished. */
async function fitsOf(web: FormDeps['web'], answers: Answers, terms: FormTerms) {
  const finished = steps.every(
    ({ name, questions }) => name === 'schools' || problemsOf(questions, answers, terms).length === 0,
  );
  return finished ? fitnessOf(web, answers) : new Map<string, never>();
}

async function showStep(c: WebContext, deps: FormDeps, step: Step) {
  const draft = await draftOf(c, deps);
  if (draft === undefined && !(step.name === 'email' && mayBegin(c, deps)))
    return c.html(elsewherePage(frameOf(c, deps)), 410);
  const answers = draft?.draft ?? prefilled(c.req.queries());
  const terms = await termsNow(c, deps);
  const errors = c.req.query('check') === undefined ? [] : stepProblems(step, answers, terms);
  return c.html(await stepPage(c, deps, step, { answers, errors, terms }));
}

async function takeStep(c: WebContext, deps: FormDeps, step: Step) {
  const { web, site } = deps;
  const sent = await answersIn(c, [...step.fields, 'fax2', 'started', 'touched', 'do', ...finding]);
  const fields = Object.fromEntries(step.fields.map((name) => [name, sent[name] ?? []]));
  const written = chosenDay(withWholeAddresses(fields));
  const known = await draftOf(c, deps);
  const terms = await termsNow(c, deps);
  const before = known?.draft ?? prefilled(c.req.queries());
  const typed = {
    ...before,
    ...(step.name === 'place' ? placesOf(written, sent) : withSuggestion(written, sent)),
  };
  const answers = step.name === 'email' ? withOwnSite(typed) : typed;
  const asksMore = answer(sent, 'do') !== '';
  const own = asksMore ? [] : stepProblems(step, answers, terms);
  const errors = own.length > 0 || asksMore ? own : await networkProblems(deps, step.name, answers, terms);
  if (known === undefined && step.name === 'email' && errors.length > 0)
    return c.html(await stepPage(c, deps, step, { answers, errors, terms }), 422);
  const now = web.clock.now();
  if (known === undefined && !(await allows(c, deps, 'limits.draftsPerNetwork', addressOf(c, web))))
    return limitReached(c, deps, 'limits.draftsPerNetwork');
  const begun = readStarted(site.secret, answer(sent, 'started'));
  const draft = known ?? (await beginDraft(c, deps, answers, { now: begun }));
  await keepDraft(web.db, draft, {
    draft: answers,
    touchedAt: now,
    behavior: behaviorAfter(draft, sent),
    language: languageOf(c),
  });
  if (asksMore || errors.length > 0)
    return c.html(
      await stepPage(c, deps, step, { answers, errors, terms, find: foundBy(sent) }),
      errors.length > 0 ? 422 : 200,
    );
  return c.redirect(jobAddress(draft.jobId, nextPage(step, answers, terms)), 303);
}

/** The first page that is unfinished; one before this says what is missing there. */
function nextPage(step: Step, answers: Answers, terms: FormTerms): string {
  const next = firstUnfinished(answers, terms);
  if (next === undefined) return 'check';
  return `${next.name}${isBefore(next, step) ? '?check=1' : ''}`;
}

function behaviorAfter({ behavior }: Submission, sent: Answers): Submission['behavior'] {
  const touched = Number(answer(sent, 'touched'));
  return {
    ...behavior,
    ...(answer(sent, 'fax2') === '' ? {} : { honeypotFilled: true }),
    ...(touched > 0 ? { focusEvents: (behavior.focusEvents ?? 0) + Math.min(touched, 1_000) } : {}),
  };
}

async function stepPage(c: WebContext, deps: FormDeps, step: Step, given: FieldSpec): Promise<Html> {
  const frame = frameOf(c, deps);
  const { pages } = frame.words;
  const at = steps.findIndex(({ name }) => name === step.name);
  const started = startedAt(deps.site.secret, frame.now);
  const title = pages.steps[step.name];
  const draft = await draftOf(c, deps);
  const fromAdvert = fieldsOfAdvert(given.answers, draft?.behavior.advert);
  const asked = { ...given, fromAdvert, ...(await offersOf(deps, step.name, { ...given, draft })) };
  const of = (page: string) => (draft === undefined ? '' : jobAddress(draft.jobId, page));
  return formPage(frame, {
    title,
    errors: asked.errors,
    back: at === 0 ? '/post' : of(steps[at - 1]?.name ?? ''),
    content: html`<p class="step">${pages.step({ at: at + 1, of: 8 })}</p>
      <h1>${title}</h1>
      ${await changeAskedOn(deps, step, draft, frame.words)}
      ${postForm(frame, {
        action: draft === undefined ? `${c.req.path}${new URL(c.req.url).search}` : of(step.name),
        button: pages.continue,
        content: html`<button class="vh" tabindex="-1" aria-hidden="true">${pages.continue}</button>${doubts(step, asked, of('place'))}${stepQuestions(asked, step.questions)}<input type="hidden" name="started" value="${started}" /><input
            type="hidden"
            name="touched"
            value="0"
          />`,
        beside: at === 0 ? '' : html`<button class="link" formaction="${of('save')}">${pages.save}</button>`,
      })}`,
  });
}

/** What is odd about the pay stands on the page after it. */
function doubts({ name }: Step, { answers, terms }: FieldSpec, place: string): Html | string {
  const { check } = terms.words.pages;
  return name === 'who'
    ? html`${payWarnings(answers, terms).map((warning) => html`<p class="inset">${warning} <a href="${place}">${check.changePay}</a></p>`)}`
    : '';
}

/** What staff ask its employer to change on this page, in their words. */
async function changeAskedOn({ web }: FormDeps, step: Step, draft: Submission | undefined, words: FormTexts) {
  const { change } = (draft && (await statusOf(web.db, draft))) ?? {};
  if (change?.asked?.step !== step.name) return '';
  const label = words.pages.manage.changeAt({ what: requestedLabel(change.asked, words) });
  const text = words.pages.quote({ text: change.note });
  return notice('held', label, html`<p class="written" dir="auto">${text}</p>`);
}

/** Entries of the list that fit a title, and titles or names that go on from what is typed, for script. */
async function suggest(c: WebContext, deps: FormDeps) {
  const draft = await draftOf(c, deps);
  if (draft === undefined) return c.json({ functions: [] });
  const employer = c.req.query('employer');
  if (employer !== undefined)
    return c.json({ employers: (await employerOffers(deps.web.db, draft, employer.slice(0, 150))) ?? [] });
  const { lists, words } = await termsNow(c, deps);
  const title = (c.req.query('title') ?? '').slice(0, 150);
  return c.json({
    functions: functionsFor(title, lists.job_function).map((value) => ({
      value,
      label: entryText(words, 'job_function', value),
    })),
    titles: await titleOffers(deps.web.db, draft, title),
  });
}

/** What each chosen school would store; only of finished answers. */
async function showPreview(c: WebContext, deps: FormDeps, { draft }: Finished) {
  const part = /^[1-9]\d{0,5}$/.test(c.req.query('part') ?? '') ? Number(c.req.query('part')) : 1;
  const preview = await previewSubmission(deps.web, draft.jobId, draft.draft, part);
  return c.html(previewPage(frameOf(c, deps), draft.jobId, preview));
}

/** Keeps what is on the page, finished or not, and sends the link that leads back. */
async function save(c: WebContext, deps: FormDeps) {
  const { web, site } = deps;
  const form = await c.req.formData();
  const step = steps.find(({ fields }) => fields.some((name) => form.has(name)));
  const now = web.clock.now();
  const known = await draftOf(c, deps);
  if (known === undefined && !(await allows(c, deps, 'limits.draftsPerNetwork', addressOf(c, web))))
    return limitReached(c, deps, 'limits.draftsPerNetwork');
  // A link of 14 days may have ended meanwhile: what is typed still begins a job.
  const draft = known ?? (await beginDraft(c, deps, {}));
  const answers = {
    ...draft.draft,
    ...(step === undefined ? {} : chosenDay(await answersIn(c, step.fields))),
  };
  const email = draft.email ?? answer(draft.draft, 'email');
  await keepDraft(web.db, draft, { draft: answers, touchedAt: now });
  if (email === '') return c.redirect(jobAddress(draft.jobId, 'email?check=1'), 303);
  if (!(await allows(c, deps, 'limits.confirmationsPerJob', String(draft.id))))
    return limitReached(c, deps, 'limits.confirmationsPerJob', true);
  if (!(await allows(c, deps, 'limits.draftMailsPerMail', email)))
    return limitReached(c, deps, 'limits.draftMailsPerMail', true);
  const href = await freshLink(web.db, site, { purpose: 'continue', submissionId: draft.id, email, now });
  const letter = formMails.continue(frameOf(c, deps).words, { title: answer(answers, 'job_title'), href });
  await queueMail(web.db, site, { kind: 'continue', to: email, letter, submissionId: draft.id, now });
  deps.mailSoon();
  return c.html(savedPage(frameOf(c, deps), { jobId: draft.jobId, email }));
}

async function showCheck(c: WebContext, deps: FormDeps, { draft, terms }: Finished) {
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

async function send(c: WebContext, deps: FormDeps, { draft }: Finished) {
  const { web, site } = deps;
  const now = web.clock.now();
  const worked = isWorked(workOf(site.secret, draft.id), await sentText(c, 'work'));
  const secondsToSend = (now.getTime() - draft.createdAt.getTime()) / 1_000;
  const behavior = { ...draft.behavior, worked, secondsToSend, ...(await senderOf(c, deps)) };
  const language = languageOf(c);
  await keepDraft(web.db, draft, { behavior, language });
  if (draft.email !== null && draft.email === answer(draft.draft, 'email').toLowerCase())
    return acceptChange(c, deps, draft);
  if (!(await allows(c, deps, 'limits.jobsPerNetwork', addressOf(c, web))))
    return limitReached(c, deps, 'limits.jobsPerNetwork', true);
  const outcome = await askToConfirm(
    { db: web.db, clock: web.clock, site },
    { ...draft, language },
    { again: false, lifted: isLifted(c, deps) },
  );
  if (outcome.kind === 'enough') return limitReached(c, deps, outcome.limit, true);
  deps.mailSoon();
  return c.redirect(jobAddress(draft.jobId, outcome.kind === 'soon' ? 'sent?soon=1' : 'sent'), 303);
}

/** A change to a job whose address is confirmed, and stays: it counts at once. */
async function acceptChange(c: WebContext, deps: FormDeps, draft: Submission) {
  const accepted = await acceptSubmission(acceptingOf(deps), draft);
  if (accepted === undefined) return c.html(spentPage(frameOf(c, deps)), 410);
  await compareSchools(deps);
  deps.mailSoon();
  return c.redirect(await manageAddress(deps, draft.id, 'changed'), 303);
}
