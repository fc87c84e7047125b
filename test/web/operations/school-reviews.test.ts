import { expect, test } from 'vitest';
import { schoolReviews } from '../../../src/db/schema.ts';
import { formPoster } from '../../../src/mail/recipient.ts';
import { putMail } from '../../../src/mail/store.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../support/data.ts';
import { aWeb } from '../support/web.ts';

const db = await testDatabase();
const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

test('a school’s reviewer sees and decides its own jobs, and none of another school', async () => {
  const { second } = await aWaitingCampus();
  const web = aWeb(db);
  const reviewer = await web.signedIn('reviewer', { targets: ['calloway'] });
  expect((await reviewer.get('/review')).headers.get('location')).toBe('/targets/calloway/reviews');
  const page = await reviewer.text('/targets/calloway/reviews');
  expect(page).toContain('1 job waits for calloway');
  expect(page).toContain('The school sees every job of the form.');
  expect((await reviewer.get('/targets/northfield/reviews')).status).toBe(404);
  const act = { job: String(second), decision: 'approve' };
  const from = { from: '/targets/calloway/reviews' };
  expect((await reviewer.post('/targets/northfield/reviews', act, from)).status).toBe(404);
  expect((await reviewer.post('/targets/calloway/reviews', act)).status).toBe(303);
  expect((await reviewer.post('/targets/calloway/reviews', act)).status).toBe(409);
  expect(await reviewer.text('/targets/calloway/reviews')).toContain('Nothing waits for calloway');
  const states = (await db.select().from(schoolReviews)).map(({ targetId, state }) => [targetId, state]);
  expect(states).toHaveLength(2);
  expect(states).toContainEqual([expect.any(Number), 'open']);
});

test('a reviewer chooses among several schools, and the navigation counts the reviews of all', async () => {
  await aWaitingCampus();
  const reviewer = await aWeb(db).signedIn('reviewer', { targets: ['calloway', 'northfield'] });
  const page = await reviewer.text('/review');
  expect(page).toContain('2 jobs wait for your schools');
  expect(page).toContain('href="/targets/calloway/reviews"');
  expect(page).toContain('href="/targets/northfield/reviews"');
  const menu = async (path: string) =>
    /<a href="\/review"[^>]*>(.*?)<\/a>/s.exec(await reviewer.text(path))?.[1]?.replaceAll(/<[^>]*>/g, ' ');
  expect(await menu('/jobs')).toMatch(/Review\W+2/);
  const from = { from: '/targets/calloway/reviews' };
  const [, second = ''] = /name="job" value="(\d+)"/.exec(await reviewer.text(from.from)) ?? [];
  await reviewer.post('/targets/calloway/reviews', { job: second, decision: 'approve' }, from);
  expect(await menu('/jobs')).toMatch(/Review\W+1/);
  expect(await reviewer.text('/review')).toContain('1 job waits for your schools');
});

test('the API decides the same, within a token’s limits', async () => {
  const { first } = await aWaitingCampus();
  const web = aWeb(db);
  const send = await web.withToken(['approve'], { targets: ['northfield'] });
  expect(await (await send('/targets/northfield/reviews')).json()).toMatchObject({
    items: [{ id: first, job_id: 'A-1', reason: 'unpaid' }],
  });
  expect((await send('/targets/calloway/reviews')).status).toBe(404);
  const path = `/targets/northfield/reviews/${first}`;
  expect((await send(path, json({ decision: 'reject' }))).status).toBe(200);
  expect((await send(path, json({ decision: 'approve' }))).status).toBe(409);
});

test('deliveries show mails without their words, and not to whom in full', async () => {
  const mail = {
    to: formPoster('dana@employer.example'),
    subject: 'Confirm your job',
    text: 'a secret link',
  };
  const now = new Date('2026-11-20T12:12:00Z');
  for (const about of ['submission:1', 'submission:2'])
    await putMail(db, mail, { kind: 'form confirm', about, now });
  const web = aWeb(db);
  const page = await (await web.signedIn('viewer')).text('/deliveries');
  expect(page).toContain('Confirm your job');
  expect(page).toContain('d…@employer.example');
  expect(page).not.toMatch(/dana@|secret link/);
  const listed = await (await web.withToken(['read']))('/deliveries?limit=1');
  expect(await listed.json()).toMatchObject({
    items: [{ to: 'd…@employer.example', state: 'waiting' }],
    next: expect.any(String),
  });
  const limited = await web.signedIn('viewer', { targets: ['calloway'] }, 'c@quadwire.example');
  expect((await limited.get('/deliveries')).status).toBe(403);
});

async function aWaitingCampus() {
  const campus = await aCampus(db);
  const { first, second, northfield, calloway } = campus;
  const createdAt = new Date('2026-11-20T12:12:00Z');
  await db.insert(schoolReviews).values([
    { targetId: northfield, listingId: first, state: 'open', reason: 'unpaid', createdAt },
    {
      targetId: calloway,
      listingId: second,
      state: 'open',
      reason: 'The school sees every job of the form.',
      createdAt,
    },
  ]);
  return campus;
}
