import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../src/core/clock.ts';
import {
  blockedEmployers,
  jobReports,
  listings,
  outbox,
  screenings,
  submissions,
  targets,
} from '../../../src/db/schema.ts';
import type { Listing } from '../../../src/listings/listing.ts';
import { alertConditionsOf } from '../../../src/alerts/alert-conditions.ts';
import { keepProof, provenLevel } from '../../../src/screening/employers/employers.repository.ts';
import { reportPath } from '../../../src/screening/reports/link.ts';
import { cleanForm, tellEmployers } from '../../../src/tasks/form/tell-employers.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import type { Browser } from '../web/support/web.ts';
import { aForm, aSchoolTarget, fillIn, inJob, newestMail, sendIn } from './form.ts';

const db = await testDatabase();
let form: ReturnType<typeof aForm>;

beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
});

async function confirmed(answers = someAnswers()) {
  const browser = form.browser();
  await fillIn(browser, answers);
  // Nobody writes a job in no time; who does is looked at by two people.
  form.clock.advance(5 * MINUTE);
  await browser.post('/post/check', {});
  const { link } = await newestMail(db);
  const path = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
  const [row] = await db.select().from(submissions);
  return { browser, path, listingId: row?.listingId ?? 0 };
}

/** Staff decide on the job's review page. */
const decide = (staff: Browser, id: number, fields: Record<string, string>) =>
  staff.post(`/reviews/${id}/decision`, fields, { from: `/review/${id}` });

/** A job that staff refused. */
async function refused() {
  const job = await confirmed();
  const reviewer = await form.signedIn('reviewer');
  await decide(reviewer, job.listingId, { decision: 'reject', reason: 'We know of no such firm' });
  return { ...job, reviewer };
}

describe('before it is sent', () => {
  test('each school’s own entries are shown, and what it does not store', async () => {
    const browser = form.browser();
    await fillIn(browser);
    const page = await browser.text('/post/preview');
    expect(page).toContain('What each school will store');
    expect(page).toContain('Northfield');
    expect(page).toContain('Paralegal Assistant');
  });

  test('a link fills in what it names, and the writer can change it', async () => {
    const browser = form.browser();
    const query = '?empname=Harbor+%26+Finch+LLP&schools=northfield&declare=real';
    expect(await browser.text(`/post${query}`)).toContain('Employer name, Schools');
    await browser.post(`/post/email${query}`, { ...someAnswers() });
    expect(await browser.text('/post/employer')).toContain('value="Harbor &amp; Finch LLP"');
    const [row] = await db.select().from(submissions);
    expect(row?.draft['declare']).toBeUndefined();
  });

  test('a title suggests job functions to the script, and nothing to strangers', async () => {
    const browser = form.browser();
    expect(await browser.text('/post/suggest?title=Software+Engineer')).toBe('{"functions":[]}');
    await browser.post('/post/email', { ...someAnswers() });
    expect(await browser.text('/post/suggest?title=Software+Engineer')).toContain('Software Development');
  });
});

describe('titles', () => {
  test('titles of public jobs are suggested to people with a proven address, with and without script', async () => {
    const { browser, path } = await confirmed();
    const stranger = form.browser();
    await stranger.post('/post/email', someAnswers({ email: 'other@elsewhere.example' }));
    expect(await stranger.text('/post/suggest?title=parale')).not.toContain('Paralegal Assistant');
    expect(await stranger.text('/post/job')).not.toContain('<datalist');
    await browser.post(path, { do: 'copy' });
    expect(await browser.text('/post/suggest?title=parale')).not.toContain('titles":["Paralegal');
    await db.update(screenings).set({ state: 'approved' });
    expect(JSON.parse(await browser.text('/post/suggest?title=assist+parale'))).toMatchObject({
      titles: ['Paralegal Assistant'],
    });
    expect(JSON.parse(await browser.text('/post/suggest?title=a'))).toMatchObject({ titles: [] });
    expect(await browser.text('/post/job')).toContain('<option value="Paralegal Assistant">');
  });
});

describe('the employer’s name', () => {
  test('an employer is suggested like titles, and never where it is hidden', async () => {
    const { browser, path } = await confirmed();
    const stranger = form.browser();
    await stranger.post('/post/email', someAnswers({ email: 'other@elsewhere.example' }));
    expect(await stranger.text('/post/suggest?employer=harbor')).toBe('{"employers":[]}');
    await browser.post(path, { do: 'copy' });
    expect(await browser.text('/post/suggest?employer=harbor')).toBe('{"employers":[]}');
    await db.update(screenings).set({ state: 'approved' });
    expect(await browser.text('/post/suggest?employer=finch+har')).toBe(
      '{"employers":["Harbor & Finch LLP"]}',
    );
    expect(await browser.text('/post/employer')).toContain('<option value="Harbor &amp; Finch LLP">');
    const [row] = await db.select().from(listings);
    const hidden = { ...row?.listing, job: { blind_flag: true } };
    await db.update(listings).set({ listing: hidden });
    expect(await browser.text('/post/suggest?employer=harbor')).toBe('{"employers":[]}');
  });

  test('an employer may be hidden only if it is known, and only at schools that can hide it', async () => {
    const [target] = await db.select().from(targets);
    const at = form.clock.now();
    await aSchoolTarget(db, 'calloway', at);
    const definition = { ...target?.definition, form: { title: 'Northfield State', hidesNames: true } };
    await db
      .update(targets)
      .set({ definition: definition as never })
      .where(eq(targets.name, 'northfield'));
    const { browser, path, listingId } = await confirmed(someAnswers({ hide_name: 'yes' }));
    const flag = async () => {
      const [row] = await db.select().from(listings).where(eq(listings.id, listingId));
      return (row?.listing as Listing | undefined)?.job.blind_flag;
    };
    expect(await flag()).toBeUndefined();
    const edit = async (over: Parameters<typeof someAnswers>[0]) => {
      await browser.post(path, { do: 'change' });
      const asked = await browser.text('/post/schools');
      const response = await browser.post('/post/schools', someAnswers(over));
      return { asked, response };
    };
    expect((await edit({})).asked).not.toContain('Hide the employer’s name?');
    await keepProof(db, { email: 'x@harborfinch.example', level: 3, by: 'dana', at });
    const wrong = await edit({ hide_name: 'yes', schools: ['northfield', 'calloway'] });
    expect(wrong.asked).toContain('Hide the employer’s name?');
    expect(await wrong.response.text()).toContain('leave out Calloway: it shows every employer’s name');
    await edit({ hide_name: 'yes', schools: ['northfield'] });
    expect(await browser.text('/post/check')).toContain('Hide the employer’s name?');
    await browser.post('/post/check', {});
    expect(await flag()).toBe(true);
  });
});

test('what people typed reads in its own direction, where it is typed and where it is shown', async () => {
  const browser = form.browser();
  const title = 'עוזר מחקר (2)';
  await fillIn(browser, someAnswers({ job_title: title }));
  expect(await browser.text('/post/check')).toContain(`<dd dir="auto">${title}</dd>`);
  expect(await browser.text('/post/job')).toMatch(/name="job_title"[^>]* dir="auto"/);
  expect(await browser.text('/post/email')).not.toMatch(/type="(?:email|tel)"[^>]* dir=/);
});

describe('what is odd about the pay', () => {
  test('a doubt is shown before the job is sent, and stops nothing', async () => {
    const browser = form.browser();
    expect(await fillIn(browser, someAnswers({ min: '7', max: '20' }))).toMatch(inJob('check'));
    const check = await browser.text('/post/check');
    expect(check).toContain('more than twice the lowest');
    expect(check).toContain('below the federal minimum wage');
  });
});

describe('what is kept about an employer', () => {
  test('stored data is shown and downloaded behind the link of the job', async () => {
    const { browser, path } = await confirmed();
    expect(await browser.text(`${path}/data`)).toContain('maria.delgado@harborfinch.example');
    const response = await browser.get(`${path}/data.json`);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="F[0-9A-F]+\.json"$/);
    expect(await response.json()).toMatchObject({
      entered: { fullname: ['Maria Delgado'] },
      messages: [{ subject: 'Confirm your job: Paralegal Assistant' }, {}],
      decisions: [{ action: 'form job confirmed' }],
    });
    expect((await browser.get('/manage/nobody/data.json')).status).toBe(410);
  });

  test('data is deleted on request everywhere, except the identity of the job', async () => {
    const { browser, path } = await confirmed();
    expect(await (await browser.post(`${path}/data`, {})).text()).toContain('Your data is deleted');
    expect((await browser.get(path)).status).toBe(410);
    expect(await db.$count(submissions)).toBe(0);
    const everything = JSON.stringify([await db.select().from(listings), await db.select().from(screenings)]);
    expect(everything).not.toMatch(/maria|delgado|harbor|617 ?555|paralegal/i);
    expect(await db.select().from(listings)).toMatchObject([{ state: 'ended', cause: 'withdrawn' }]);
    expect(await db.select().from(outbox)).toMatchObject([{ kind: 'form erased' }]);
  });

  test('an unconfirmed job is deleted with its links after 14 days', async () => {
    const browser = form.browser();
    const { link } = await sendIn(db, browser);
    form.clock.advance(15 * DAY);
    await cleanForm(form.accepting);
    expect(await db.$count(submissions)).toBe(0);
    expect((await browser.get(link)).status).toBe(410);
    form.clock.advance(16 * DAY);
    await cleanForm(form.accepting);
    expect(await db.$count(outbox)).toBe(0);
  });
});

describe('a reader of a job', () => {
  const complaint = { why: 'money', text: 'They asked me to pay for a kit.', from: '' };

  test('reports it by a signed link, and it waits for a person', async () => {
    const { listingId } = await confirmed();
    await db.update(screenings).set({ state: 'approved' });
    const path = reportPath(form.deps.site.secret, listingId);
    const reader = form.browser();
    expect(await reader.text(path)).toContain('Paralegal Assistant');
    expect((await reader.post(path, { ...complaint, text: '' })).status).toBe(422);
    expect(await (await reader.post(path, complaint)).text()).toContain('by 23 November 2026');
    expect(await db.select().from(screenings)).toMatchObject([{ state: 'open' }]);
    expect(await db.select().from(jobReports)).toMatchObject([{ why: 'money', settledAt: null }]);
    const reviewer = await form.signedIn('reviewer');
    expect(await reviewer.text(`/review/${listingId}`)).toContain('They asked me to pay for a kit.');
    await decide(reviewer, listingId, { decision: 'approve', reason: '' });
    expect(await db.select().from(jobReports)).toMatchObject([{ settledBy: 'reviewer@quadwire.example' }]);
  });

  test('a review starts a clock, which staff see run and run out', async () => {
    const { listingId } = await confirmed();
    await db.update(screenings).set({ state: 'approved' });
    await form.browser().post(reportPath(form.deps.site.secret, listingId), complaint);
    const admin = await form.signedIn('admin');
    expect(await admin.text('/review')).toMatch(/due <time datetime="2026-11-23T/);
    const api = await form.withToken(['read']);
    const items = async () => (await (await api('/reviews')).json()) as { items: { due_at: string }[] };
    expect((await items()).items[0]?.due_at).toMatch(/^2026-11-23T/);
    form.clock.advance(4 * DAY);
    expect(await admin.text('/review')).toContain('Overdue');
    expect(await admin.text(`/review/${listingId}`)).toContain('Overdue');
    expect(
      alertConditionsOf(
        {
          feeds: [],
          targets: [],
          holds: [],
          vanished: [],
          reported: { jobs: 1, due: new Date('2026-11-23T15:00:00Z') },
        },
        form.clock.now(),
        { feedIntervals: () => 2 },
      ),
    ).toMatchObject([{ key: 'reports overdue', severity: 'severe' }]);
  });

  test('cannot report by a link that we did not give out, nor without end', async () => {
    const { listingId } = await confirmed();
    expect((await form.browser().get(`/report-job/${listingId}/AAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404);
    const path = reportPath(form.deps.site.secret, listingId);
    const reader = form.browser();
    for (let time = 0; time < 10; time += 1) expect((await reader.post(path, complaint)).status).toBe(200);
    expect((await reader.post(path, complaint)).status).toBe(429);
  });
});

describe('an employer that staff came to know', () => {
  test('an employer is recognised by its own domain, or by its one address at a free provider', async () => {
    const { browser, path, listingId } = await confirmed();
    const reviewer = await form.signedIn('reviewer');
    const page = await reviewer.text(`/review/${listingId}`);
    expect(page).toContain('How the employer is known');
    for (const fact of [
      'maria.delgado@harborfinch.example',
      '+1 617 555',
      'Boston, Massachusetts',
      'northfield',
    ])
      expect(page).toContain(fact);
    await decide(reviewer, listingId, { decision: 'approve', reason: '', proof: '4' });
    await browser.post(path, { do: 'copy' });
    await browser.post('/post/job', { ...someAnswers({ job_title: 'Second Clerk' }) });
    await browser.post('/post/schools', { ...someAnswers() });
    await browser.post('/post/check', {});
    await browser.post((await newestMail(db)).link, {});
    const proofs = (await db.select().from(screenings)).map(({ proof }) => proof);
    expect(new Set(proofs)).toEqual(new Set([1, 4]));
    expect(await provenLevel(db, 'jo@harborfinch.example')).toBe(4);
    const at = form.clock.now();
    await keepProof(db, { email: 'Anna@gmail.com', level: 3, by: 'dana', at });
    expect(await provenLevel(db, 'anna@gmail.com')).toBe(3);
    expect(await provenLevel(db, 'other@gmail.com')).toBeUndefined();
  });
});

describe('a job of which staff ask for a change', () => {
  test('its letter and its page name the question and lead there, where the words of staff stand', async () => {
    const { browser, path, listingId } = await confirmed();
    const reviewer = await form.signedIn('reviewer');
    expect(await reviewer.text(`/review/${listingId}`)).toContain('Place and pay: Lowest pay');
    const asked = { decision: 'changes', page: 'place.min', reason: 'Is it 24 or 34?\nThe title says 34.' };
    await decide(reviewer, listingId, asked);
    expect(await tellEmployers(form.accepting)).toBe(1);
    const mail = await newestMail(db);
    expect(mail.body).toContain(
      'About “Lowest pay” of “Paralegal Assistant”, they write:\n\n“Is it 24 or 34?\n\nThe title says 34.”',
    );
    expect(mail.body).toContain('Change “Lowest pay”:');
    expect(await browser.text(mail.link)).toContain('value="place.min"');
    const led = await browser.post(path, { do: 'change', step: 'place.min' });
    expect(led.headers.get('location')).toMatch(inJob('place#min'));
    expect(await browser.text('/post/place')).toContain('Staff ask for a change of “Lowest pay”');
    expect(await browser.text('/post/job')).not.toContain('Staff ask');
  });

  test('the employer is informed at once, where there is a queue', async () => {
    const sent: string[] = [];
    form = aForm(db, {
      acts: { queue: () => ({ send: async (...tasks) => void sent.push(...tasks.map(({ name }) => name)) }) },
    });
    const { listingId } = await confirmed();
    const reviewer = await form.signedIn('reviewer');
    sent.length = 0;
    await decide(reviewer, listingId, { decision: 'changes', reason: 'Say who the client is' });
    expect(sent).toContain('tell-employers');
  });
});

describe('an employer whose job was refused', () => {
  test('the employer reads no blame where staff gave no reason or removed it everywhere', async () => {
    const { listingId } = await confirmed();
    const reviewer = await form.signedIn('admin');
    await decide(reviewer, listingId, { decision: 'block', reason: 'A thief of bank data' });
    await tellEmployers(form.accepting);
    const { kind, body } = await newestMail(db);
    expect(kind).toBe('form refused');
    expect(body).toContain('That says nothing about you.');
    expect(body).not.toContain('thief');
  });

  test('the employer is informed at once, with the reason', async () => {
    await refused();
    expect(await tellEmployers(form.accepting)).toBe(1);
    const mail = await newestMail(db);
    expect(mail.kind).toBe('form refused');
    expect(mail.body).toContain('We know of no such firm');
    expect(await tellEmployers(form.accepting)).toBe(0);
  });

  test('an appeal is possible once, and somebody else decides', async () => {
    const { browser, path, listingId, reviewer } = await refused();
    expect((await browser.post(`${path}/appeal`, { reasons: '' })).status).toBe(422);
    await browser.post(`${path}/appeal`, { reasons: 'We are in the state register since 1998.' });
    for (const response of [
      await browser.post(`${path}/appeal`, { reasons: 'We are in the state register.' }, { from: path }),
      await browser.get(`${path}/appeal`),
    ])
      expect(response.headers.get('location')).toMatch(/^\/manage\//);
    expect(await reviewer.text(`/review/${listingId}`)).toContain('state register since 1998');
    const again = await decide(reviewer, listingId, { decision: 'reject', reason: 'No' });
    expect(again.status).toBe(422);
    const other = await form.signedIn('admin');
    await decide(other, listingId, { decision: 'approve', reason: '' });
    expect(await db.select().from(screenings)).toMatchObject([{ state: 'approved' }]);
  });

  test('and is blocked can post nothing more, until the block is lifted', async () => {
    const { listingId } = await confirmed();
    const reviewer = await form.signedIn('admin');
    await decide(reviewer, listingId, { decision: 'block', reason: 'A fake check' });
    expect((await db.select().from(blockedEmployers)).map(({ kind }) => kind).toSorted()).toEqual([
      'company',
      'domain',
      'mail',
    ]);
    const page = await reviewer.text('/employers?state=blocked');
    expect(page).toContain('harborfinch.example');
    for (const { id } of await db.select().from(blockedEmployers))
      await reviewer.post(`/blocks/${id}/lift`, {}, { from: '/employers' });
    expect(await reviewer.text('/employers?state=blocked')).toContain('No employer is blocked');
  });
});
