import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MINUTE } from '../../../src/core/clock.ts';
import { adverts, screenings, submissions } from '../../../src/db/schema.ts';
import { riskHosts } from '../../../src/screening/network/risk-list.ts';
import { decideReview } from '../../../src/screening/screening.repository.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { submissionOfJob } from '../../../src/submissions/submissions.repository.ts';
import { postJob } from '../../../src/tasks/form/accept-submission.ts';
import { eraseJob } from '../../../src/tasks/form/change-job.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { testDatabase } from '../../setup/database.ts';
import { aForm, aSchoolTarget, fillIn, newestMail } from './form.ts';

const db = await testDatabase();

test('who sends a refused job is known again; the proxy’s word of its network, hidden markup and a listed site are heard', async () => {
  const form = aForm(
    db,
    { site: { secret: 'a secret of the test, long enough to be one', trustProxy: true, timeZone: 'UTC' } },
    { riskList: () => Promise.resolve(riskHosts('listed.example')) },
  );
  await aSchoolTarget(db, 'northfield', form.clock.now());
  await writeSetting(db, {
    scope: 'global',
    key: 'screening.hostingHeader',
    value: 'cf-ipcountry=T1',
    by: 'dana',
    at: form.clock.now(),
  });
  const tor = { headers: { 'cf-ipcountry': 'T1', 'x-forwarded-for': '203.0.114.9' } };
  const sent = async (over: Parameters<typeof someAnswers>[0], browser = form.browser()) => {
    await browser.post('/post/new', {}, { from: '/post' });
    await fillIn(browser, someAnswers({ schools: ['northfield'], ...over }));
    form.clock.advance(10 * MINUTE);
    await browser.post('/post/check', {}, tor);
    await browser.post((await newestMail(db)).link, {});
    const [found] = await db.select().from(screenings).orderBy(desc(screenings.listingId)).limit(1);
    return found;
  };
  const browser = form.browser();
  const first = await sent(
    {
      job_desc: [
        `<p>${'Shelve books and help readers at the desk. '.repeat(6)}</p><p style="display:none">x</p>`,
      ],
    },
    browser,
  );
  expect(first?.signals.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['hidden-markup', 'from-a-server']),
  );
  const [kept] = await db.select().from(submissions);
  expect(JSON.stringify(kept?.behavior)).not.toContain('203.0');
  expect(kept?.behavior.sender).toEqual({
    network: expect.stringMatching(/^[0-9a-f]{64}$/),
    device: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await decideReview(db, first?.listingId ?? 0, { kind: 'reject', by: 'dana', at: form.clock.now() });

  const other = {
    email: ['b@other.example'],
    phone: ['212-555-0100'],
    empname: ['Other'],
    website: ['https://listed.example'],
    job_title: ['Night guard'],
    job_desc: ['Watch the museum doors at night, walk the halls each hour and write the log. '.repeat(4)],
  };
  const again = await sent(other, browser);
  expect(again?.signals).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'contact-of-a-rejected-post', evidence: 'network, device' }),
      expect.objectContaining({ id: 'risk-list', evidence: 'listed.example' }),
    ]),
  );
});

test('the text of a refused job is known again from another employer, after its data is deleted too', async () => {
  const { accepting, clock } = aForm(db);
  const post = async (jobId: string, over: Parameters<typeof someAnswers>[0] = {}) => {
    await postJob(accepting, jobId, { draft: someAnswers(over), language: 'en', now: clock.now() });
    const job = await submissionOfJob(db, jobId);
    return job ?? expect.fail('it is not there');
  };
  const first = await post('F000000000001');
  await decideReview(db, first.listingId ?? 0, { kind: 'reject', by: 'dana', at: clock.now() });
  await eraseJob(accepting, first);
  const [left] = await db.select({ company: adverts.company, title: adverts.title }).from(adverts);
  expect(left).toEqual({ company: '', title: '' });
  const second = await post('F000000000002', {
    email: 'b@other.example',
    fullname: 'Bea Other',
    phone: '212-555-0100',
    empname: 'Other Ltd',
    website: 'https://other.example',
    apply_url: 'https://other.example/jobs',
  });
  const [said] = await db
    .select()
    .from(screenings)
    .where(eq(screenings.listingId, second.listingId ?? 0));
  expect(said?.signals.map(({ id }) => id)).toContain('like-a-rejected-post');
});
