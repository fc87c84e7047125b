import { expect, test } from 'vitest';
import { listings, submissions } from '../../../src/db/schema.ts';
import { changeSubmission, type Submission } from '../../../src/submissions/submissions.repository.ts';
import { closeJob, eraseJob } from '../../../src/tasks/form/change-job.ts';
import { waitingMails } from '../../../src/platform/mail/mail.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { tellEmployers } from '../../../src/tasks/form/tell-employers.ts';
import { DAY } from '../../../src/core/clock.ts';
import { aForm, aSchoolTarget, confirmIn, newestMail, sendIn } from './form.ts';

const db = await testDatabase();

/** A form where something happens once while the network is asked about a job, the first time or later: after it was judged, before it is taken. */
async function formWhere(meanwhile: (own: Submission) => Promise<unknown>, time = 1) {
  let asked = 0;
  const riskList = async () => {
    const [own] = await db.select().from(submissions);
    if (own !== undefined && ++asked === time) await meanwhile(own);
    return new Set<string>();
  };
  const form = aForm(db, {}, { riskList });
  await aSchoolTarget(db, 'northfield', form.clock.now());
  await aSchoolTarget(db, 'calloway', form.clock.now());
  return form;
}

test('an address that is typed while another one is being confirmed is not taken for proven', async () => {
  const form = await formWhere((own) =>
    changeSubmission(db, own.id, { draft: { ...own.draft, email: ['hr@bigcorp.example'] } }),
  );
  const browser = form.browser();
  const { code } = await sendIn(db, browser);
  await browser.post('/post/sent', { code });
  const [own] = await db.select().from(submissions);
  expect(own).toMatchObject({ state: 'confirmed', email: 'maria.delgado@harborfinch.example' });
  expect(own?.answers?.['email']).toEqual(['maria.delgado@harborfinch.example']);
  expect((await newestMail(db)).to).toBe('maria.delgado@harborfinch.example');
});

test('a job that is erased while it is being confirmed stays erased', async () => {
  const form = await formWhere((own) => eraseJob(form.accepting, own));
  const browser = form.browser();
  const { link } = await sendIn(db, browser);
  expect((await browser.post(link, {})).status).toBe(410);
  expect(await db.select().from(listings)).toEqual([]);
});

test('a job that is closed while a change of it is looked at stays closed', async () => {
  const form = await formWhere((own) => closeJob(form.accepting, own), 2);
  const { browser, path } = await confirmIn(db, form.browser());
  await browser.post(path, { do: 'extend', from: '2026-12-20' });
  expect(await db.select().from(listings)).toMatchObject([{ state: 'ended', cause: 'withdrawn' }]);
  expect(await db.select().from(submissions)).toMatchObject([{ state: 'closed' }]);
});

test.each(['link', 'code'] as const)('the %s is used up only by a job that is accepted', async (by) => {
  const form = await formWhere(() => Promise.reject(new Error('the disk is full')));
  const browser = form.browser();
  const { link, code } = await sendIn(db, browser);
  const press = () =>
    by === 'link'
      ? browser.post(link, {}, { from: '/manage' })
      : browser.post('/post/sent', { code }, { from: '/manage' });
  const failed = await press();
  const page = await failed.text();
  expect([failed.status, page]).toEqual([500, expect.stringContaining('Try again in a minute.')]);
  expect(page).not.toMatch(/doctor|targets/);
  expect((await press()).headers.get('location')).toMatch(/^\/manage\//);
  expect((await press()).status).toBe(410);
});

test('the link and the code pressed at once make one job and one letter', async () => {
  const form = await formWhere(async () => {});
  const browser = form.browser();
  const { link, code } = await sendIn(db, browser);
  await Promise.all([browser.post(link, {}), browser.post('/post/sent', { code })]);
  const kinds = (await waitingMails(db)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'form received')).toHaveLength(1);
  expect(await db.select().from(listings)).toHaveLength(1);
});

test('an employer whose job changes while it is about to be told is told at the next look, at the address of then', async () => {
  const form = await formWhere(async () => {});
  const browser = form.browser();
  const { link } = await sendIn(db, browser);
  await browser.post(link, {});
  const [own] = await db.select().from(submissions);
  form.clock.advance(120 * DAY);
  const now = form.clock.now();
  // What begins with the look at the clock comes between reading the job and writing to its employer.
  let change: Promise<void> | undefined;
  const clock = {
    now: () => {
      change ??= changeSubmission(db, own?.id ?? 0, { email: 'new@harborfinch.example', touchedAt: now });
      return now;
    },
  };
  expect(await tellEmployers({ ...form.accepting, clock })).toBe(0);
  await change;
  expect(await tellEmployers(form.accepting)).toBe(1);
  expect(await newestMail(db)).toMatchObject({ kind: 'form closed', to: 'new@harborfinch.example' });
});
