import type { Db } from '../../../src/db/db.ts';
import type { Answers } from '../../../src/submissions/submission-answers.ts';
import { steps } from '../../../src/submissions/steps.ts';
import { waitingMails } from '../../../src/platform/mail/mail.queries.ts';
import { addTarget } from '../../../src/targets/targets.repository.ts';
import type { WebDeps } from '../../../src/faces/web/env.ts';
import type { FormDeps } from '../../../src/faces/form/visit.ts';
import { formPages } from '../../../src/faces/form/form-routes.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { aWeb, type Browser, origin } from '../web/support/web.ts';
import { manualClock } from '../../setup/clock.ts';

/** The web with its form over a test's database, and the mails that it wrote. */
export function aForm(
  db: Db,
  deps: Partial<WebDeps> = {},
  more: Pick<FormDeps, 'fetching' | 'riskList'> = {},
) {
  // The form is given the web's own means, so the web is made once to get them and once with the form in it.
  const { deps: means } = aWeb(db, { deps });
  const { secret, timeZone } = means.site;
  const site = { secret, timeZone, origin, helpEmail: 'help@quadwire.example' };
  const clock = manualClock(means.clock.now());
  const pages = formPages({ web: { ...means, clock }, site, mailSoon: () => {}, ...more });
  const web = aWeb(db, { deps: { ...deps, clock }, openPages: [pages] });
  return { ...web, clock, accepting: { db, clock, site } };
}

export async function aSchoolTarget(db: Db, name: string, now: Date) {
  const soap = { url: `https://${name}.example/soap`, namespace: 'urn:JobWebService' };
  const target = await addTarget(db, { name, definition: { soap }, now });
  if (target === undefined) throw new Error(`target ${name} exists`);
  return target;
}

/** The address of a page of some job. */
export function inJob(page: string): RegExp {
  return new RegExp(`^/post/F[0-9A-F]{12}/${page.replace('?', '\\?')}$`);
}

/** Fills in every page like a browser without script, and gives where the last one led. */
export async function fillIn(browser: Browser, answers: Answers = someAnswers()): Promise<string> {
  let led = '';
  for (const { name, fields } of steps) {
    const sent = Object.fromEntries(
      fields.flatMap((field) => (answers[field] === undefined ? [] : [[field, answers[field]]])),
    );
    const response = await browser.post(`/post/${name}`, sent);
    led = response.headers.get('location') ?? String(response.status);
  }
  return led;
}

/** Fills in and sends; gives the link and the code of the mail that was written. */
export async function sendIn(db: Db, browser: Browser, answers?: Answers) {
  await fillIn(browser, answers);
  await browser.post('/post/check', {});
  return newestMail(db);
}

/** Sends a job in and opens the link of its mail; gives the browser and the path of the job's own page. */
export async function confirmIn(db: Db, browser: Browser, answers?: Answers) {
  const { link } = await sendIn(db, browser, answers);
  const path = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
  return { browser, path };
}

/** The newest mail of the outbox, with the path of its first link and its code. */
export async function newestMail(db: Db) {
  const [mail] = await waitingMails(db, 1);
  const link = new RegExp(`${origin}(/\\S+)`).exec(mail?.body ?? '')?.[1] ?? '';
  const code =
    /^ {4}(\d{3}) (\d{3})$/m
      .exec(mail?.body ?? '')
      ?.slice(1)
      .join('') ?? '';
  return {
    to: mail?.recipient ?? '',
    kind: mail?.kind ?? '',
    subject: mail?.subject ?? '',
    body: mail?.body ?? '',
    html: mail?.html ?? '',
    link,
    code,
  };
}
