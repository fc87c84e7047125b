import { beforeEach, describe, expect, test } from 'vitest';
import { submissions } from '../../../src/db/schema.ts';
import { testDatabase } from '../../setup/database.ts';
import { aForm, aSchoolTarget, inJob, newestMail } from './form.ts';

const db = await testDatabase();
const advert = `Paralegal Assistant
Company: Harbor & Finch LLP
Location: Boston, MA
Pay: $24 - $29.50 per hour
You help three attorneys with filing, research and letters to clients, keep the calendar of the court and learn how a case grows.`;

const page = `<!doctype html><main><h1>Night Baker</h1><p>${advert}</p></main>`;
const answering = (status: number) => async (url: string) =>
  url.endsWith('/jobs/7')
    ? new Response(page, { status, headers: { 'content-type': 'text/html' } })
    : new Response('', { status: 404 });

let form = aForm(db);
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
});

describe('beginning from an advert', () => {
  test('its text fills the form in, and its writer sees what was read before anything is asked', async () => {
    const browser = form.browser();
    const taken = await browser.post('/post/advert', { advert_text: advert });
    expect(taken.headers.get('location')).toMatch(inJob('read'));
    const read = await browser.text(taken.headers.get('location') ?? '');
    for (const words of [
      'Paralegal Assistant',
      'Harbor &amp; Finch LLP',
      'Boston, Massachusetts',
      'USD\u00a024 to USD\u00a029.50',
    ])
      expect(read).toContain(words);
    expect(await browser.text('/post/job')).toContain('value="Paralegal Assistant"');
    expect(await browser.text('/post/place')).toContain('value="29.50"');
    const isMarked = async (label: string) =>
      (await browser.text('/post/job')).includes(`${label} <span class="from">from your advert</span>`);
    expect([await isMarked('Job title'), await isMarked('Hours each week')]).toEqual([true, false]);
    const employer = await browser.text('/post/employer');
    expect(employer).toContain('Employer name <span class="from">');
    expect(employer).not.toContain('Town or city <span class="from">');
    await browser.post('/post/job', { job_title: 'Paralegal', job_desc: advert });
    expect(await isMarked('Job title')).toBe(false);
  });

  test('an advert begins a job of its own, and who writes is not asked again', async () => {
    const browser = form.browser();
    await browser.post('/post/email', {
      email: 'maria@harborfinch.example',
      fullname: 'Maria Delgado',
      phone: '+1 617 555 0188',
    });
    await browser.post('/post/advert', { advert_text: advert });
    expect(await browser.text('/post/email')).toContain('maria@harborfinch.example');
    expect(await browser.text('/post/job')).toContain('value="Paralegal Assistant"');
    expect(await db.$count(submissions)).toBe(2);
  });

  test('its address is read, where addresses are fetched', async () => {
    const fetching = { clock: form.clock, userAgent: 'Quadwire/1', allowPrivate: [] };
    form = aForm(db, {}, { fetching: { ...fetching, fetch: answering(200) } });
    const browser = form.browser();
    const taken = await browser.post('/post/advert', { advert_url: 'https://crust.example/jobs/7' });
    expect(taken.headers.get('location')).toMatch(inJob('read'));
    expect(await browser.text('/post/job')).toContain('value="Night Baker"');
  });

  test('an address that does not open is said, with the way around it, and nothing is begun', async () => {
    const fetching = { clock: form.clock, userAgent: 'Quadwire/1', allowPrivate: [] };
    form = aForm(db, {}, { fetching: { ...fetching, fetch: answering(503) } });
    const answer = await form.browser().post('/post/advert', { advert_url: 'https://crust.example/jobs/7' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('it answered 503. Or paste the text of the advert');
    expect(await db.$count(submissions)).toBe(0);
  });

  test.each([
    'http://127.0.0.1/x',
    'http://localhost/x',
    'file:///etc/passwd',
    'https://user:pw@crust.example/',
  ])('an address that is not public is not fetched: %s', async (advert_url) => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      return new Response('');
    };
    const fetching = { clock: form.clock, userAgent: 'Quadwire/1', allowPrivate: [], fetch };
    form = aForm(db, {}, { fetching });
    expect((await form.browser().post('/post/advert', { advert_url })).status).toBe(422);
    expect(asked).toEqual([]);
  });

  test('hostile words of an advert stay harmless', async () => {
    const browser = form.browser();
    const bad = '"><script>alert(1)</script>';
    const taken = await browser.post('/post/advert', {
      advert_text: `Clerk ${bad}\nCompany: A ${bad}\n${advert}`,
    });
    for (const path of [taken.headers.get('location') ?? '', '/post/employer', '/post/job', '/post/place'])
      expect(await browser.text(path)).not.toContain('<script>alert');
  });

  test('nobody keeps a job by mail before its writer has an address', async () => {
    const browser = form.browser();
    await browser.post('/post/advert', { advert_text: advert });
    const saved = await browser.post('/post/save', { empname: 'Harbor' }, { from: '/post/employer' });
    expect(saved.headers.get('location')).toMatch(inJob('email?check=1'));
    expect((await newestMail(db)).to).toBe('');
  });
});
