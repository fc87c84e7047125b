import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { auditEntries } from '../../../src/platform/audit/audit.queries.ts';
import {
  blockedEmployers,
  listings,
  outbox,
  publications,
  schoolReviews,
  screenings,
} from '../../../src/db/schema.ts';
import { formPoster } from '../../../src/platform/mail/recipient.ts';
import { putMail } from '../../../src/platform/mail/mail.repository.ts';
import { sendReviewDigests } from '../../../src/tasks/review-digest.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus, aPublication } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();
const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

test('a school’s reviewer sees and decides its own jobs, and none of another school', async () => {
  const { second } = await aWaitingCampus();
  const reviewer = await aWeb(db).signedIn('reviewer', { targets: ['calloway'] });
  expect((await reviewer.get('/review')).headers.get('location')).toBe('/targets/calloway/reviews');
  expect(await reviewer.text('/targets/calloway/reviews')).toContain('1 job waits for review for calloway');
  expect((await reviewer.get('/targets/northfield/reviews')).status).toBe(404);
  const path = `/targets/calloway/reviews/${second}`;
  expect(await reviewer.text(path)).toContain('The school sees every job of the form.');
  const from = { from: path };
  const approve = { decision: 'approve' };
  expect((await reviewer.post(`/targets/northfield/reviews/${second}`, approve, from)).status).toBe(404);
  expect((await reviewer.post(path, approve)).status).toBe(303);
  expect((await reviewer.post(path, approve, { from: '/jobs' })).status).toBe(409);
  expect(await reviewer.text('/targets/calloway/reviews')).toContain('Nothing to review for calloway');
});

test('a school’s reviewers read each morning how many jobs wait for it, once, and only while some do', async () => {
  await aWaitingCampus();
  const web = aWeb(db);
  await web.signedIn('reviewer', { targets: ['calloway'] }, 'cal@quadwire.example');
  await web.signedIn('viewer', { targets: ['calloway'] }, 'viewer@quadwire.example');
  await web.signedIn('operator');
  const context = { db, clock: web.clock, alerting: { timeZone: 'America/Chicago' } };
  web.clock.set(new Date('2026-11-20T13:59:00Z'));
  expect(await sendReviewDigests(context)).toBe(0);
  web.clock.set(new Date('2026-11-20T14:00:00Z'));
  // Two workers at once: one of them writes.
  const sent = await Promise.all([sendReviewDigests(context), sendReviewDigests(context)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  expect(await sendReviewDigests(context)).toBe(0);
  expect(await db.select().from(outbox)).toMatchObject([
    {
      kind: 'review digest',
      recipient: 'cal@quadwire.example',
      subject: 'Quadwire: 1 job waits for review',
      body: expect.stringContaining('calloway: 1 job waits for its decision. /targets/calloway/reviews'),
    },
  ]);
  await db.update(schoolReviews).set({ state: 'approved' });
  web.clock.set(new Date('2026-11-21T14:00:00Z'));
  expect(await sendReviewDigests(context)).toBe(0);
});

test('a school that does not take a job says why, and the reason is kept', async () => {
  const { second, calloway } = await aWaitingCampus();
  const reviewer = await aWeb(db).signedIn('reviewer', { targets: ['calloway'] });
  const path = `/targets/calloway/reviews/${second}`;
  const silent = await reviewer.post(path, { decision: 'reject' });
  expect([silent.status, await silent.text()]).toEqual([
    422,
    expect.stringContaining('Enter why the school does not take the job'),
  ]);
  expect((await reviewer.post(path, { decision: 'reject', reason: 'No door-to-door sales.' })).status).toBe(
    303,
  );
  expect(await reviewer.text(path)).toContain('No door-to-door sales.');
  const [row] = await db.select().from(schoolReviews).where(eq(schoolReviews.targetId, calloway));
  expect(row).toMatchObject({ state: 'rejected', note: 'No door-to-door sales.' });
});

test('one queue holds what waits for all schools and for each, and every count is its number of rows', async () => {
  await aWaitingCampus();
  await db.update(screenings).set({ state: 'open' });
  const web = aWeb(db);
  const operator = await web.signedIn('operator');
  const menu = async () =>
    /<a href="\/review"[^>]*>(.*?)<\/a>/s
      .exec(await operator.text('/jobs'))?.[1]
      ?.replaceAll(/<[^>]*>/g, ' ');
  const rows = async (path: string) =>
    [...(await operator.text(path)).matchAll(/href="(?:\/review|\/targets\/\w+\/reviews)\/\d+"/g)].length;
  // The job that waits for all schools waits for calloway afterwards, not yet.
  expect(await rows('/review')).toBe(2);
  expect(await menu()).toMatch(/Review\W+2/);
  expect(await operator.text('/')).toContain('2 jobs wait for review');
  expect(await operator.text('/')).toContain('1 for all schools, 1 for northfield');
  const status = await (await web.withToken(['read']))('/status');
  expect(await status.json()).toMatchObject({ reviews: { general: 1, at_targets: { northfield: 1 } } });
  await db.update(screenings).set({ state: 'approved' });
  expect(await rows('/review')).toBe(2);
  expect(await menu()).toMatch(/Review\W+2/);
  expect(await rows('/review?school=calloway')).toBe(1);
  expect(await operator.text('/')).toContain('1 for northfield, 1 for calloway');
  expect(await rows('/review?state=approved')).toBe(1);
  expect(await operator.text('/review?state=rejected')).toContain('0 jobs: rejected');
});

test('a reviewer of several schools sees one queue, and the navigation counts the reviews of all', async () => {
  const { second } = await aWaitingCampus();
  const reviewer = await aWeb(db).signedIn('reviewer', { targets: ['calloway', 'northfield'] });
  const page = await reviewer.text('/review');
  expect(page).toContain('2 jobs wait for review');
  expect(page).toMatch(/href="\/targets\/calloway\/reviews\/\d+"/);
  expect(page).toMatch(/href="\/targets\/northfield\/reviews\/\d+"/);
  const menu = async (path: string) =>
    /<a href="\/review"[^>]*>(.*?)<\/a>/s.exec(await reviewer.text(path))?.[1]?.replaceAll(/<[^>]*>/g, ' ');
  expect(await menu('/jobs')).toMatch(/Review\W+2/);
  await reviewer.post(`/targets/calloway/reviews/${second}`, { decision: 'approve' });
  expect(await menu('/jobs')).toMatch(/Review\W+1/);
  expect(await reviewer.text('/review')).toContain('1 job waits for review');
});

test('who is limited to some feeds has no way to the reviews of schools', async () => {
  await aWaitingCampus();
  const viewer = await aWeb(db).signedIn('viewer', { sources: ['acme'] });
  expect(await viewer.text('/jobs')).not.toContain('href="/review"');
  expect((await viewer.get('/review')).status).toBe(403);
});

test('who is limited to some feeds sees and decides no review of a school', async () => {
  const { second } = await aWaitingCampus();
  const web = aWeb(db);
  const reviewer = await web.signedIn('reviewer', { sources: ['other'] });
  const path = `/targets/calloway/reviews/${second}`;
  expect((await reviewer.get(path)).status).toBe(403);
  expect((await reviewer.post(path, { decision: 'approve' }, { from: '/jobs' })).status).toBe(403);
  const ask = await web.withToken(['read'], { sources: ['other'] });
  expect((await ask('/targets/calloway/reviews')).status).toBe(403);
});

test('a job that a school shows already waits for nobody there', async () => {
  const { first, northfield, acme } = await aWaitingCampus();
  const shown = { targetId: northfield, listingId: first, sourceId: acme, jobId: 'A-1' };
  await db.insert(publications).values(aPublication(shown));
  const operator = await aWeb(db).signedIn('operator');
  expect(await operator.text('/review?school=northfield')).toContain('Nothing to review for northfield');
});

test('a job of 80 points or more goes only when two people override the stop, each with a reason', async () => {
  const { second } = await aCampus(db);
  await db.update(screenings).set({ score: 100, band: 'stopped', proof: 4 });
  const web = aWeb(db);
  const [reviewer, ann, bob] = [
    await web.signedIn('reviewer'),
    await web.signedIn('operator', {}, 'ann@quadwire.example'),
    await web.signedIn('admin', {}, 'bob@quadwire.example'),
  ];
  const page = `/review/${second}`;
  const from = { from: page };
  expect(await reviewer.text(page)).not.toContain('value="approve"');
  expect(await reviewer.text(page)).toContain('only after two people override the stop');
  for (const browser of [reviewer, ann]) {
    const plain = await browser.post(`/reviews/${second}/decision`, { decision: 'approve' }, from);
    expect([plain.status, await plain.text()]).toEqual([
      422,
      expect.stringContaining('It needs an override by two people'),
    ]);
  }
  const path = `/reviews/${second}/override`;
  expect((await reviewer.post(path, { reason: 'fine' }, from)).status).toBe(403);
  const silent = await ann.post(path, { reason: ' ' }, from);
  expect([silent.status, await silent.text()]).toEqual([
    422,
    expect.stringContaining('<a href="#override-reason">Enter why this job may go</a>'),
  ]);
  expect((await ann.post(path, { reason: 'The number is the town’s.' }, from)).status).toBe(303);
  const again = await ann.post(path, { reason: 'Really.' }, from);
  expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('needs another person')]);
  expect(await bob.text(page)).toMatch(
    /ann@quadwire.example overrode the stop first.*The number is the town’s/s,
  );
  const [told] = (await db.select().from(outbox)).filter(({ kind }) => kind === 'review override');
  expect(told).toMatchObject({ recipient: 'bob@quadwire.example' });
  expect(told?.body).toContain('The number is the town’s.');
  const late = await bob.post(path, { reason: 'I called too.', state: 'rejected' }, from);
  expect([late.status, await late.text()]).toEqual([
    422,
    expect.stringContaining('has changed since you looked'),
  ]);
  expect((await bob.post(path, { reason: 'I called too.' }, from)).status).toBe(303);
  expect(await db.select().from(screenings)).toMatchObject([
    { state: 'approved', decidedBy: 'bob@quadwire.example' },
  ]);
  const [entry] = await auditEntries(db, { limit: 1 });
  expect(entry).toMatchObject({
    who: 'bob@quadwire.example',
    action: 'review.override',
    detail: {
      outcome: 'approved',
      reason: 'I called too.',
      first: 'ann@quadwire.example',
      first_reason: 'The number is the town’s.',
      score: 100,
    },
  });
});

test('an override is for stopped jobs alone', async () => {
  const { second } = await aCampus(db);
  const send = await aWeb(db).withToken(['admin']);
  const answer = await send(`/reviews/${second}/override`, json({ reason: 'x' }));
  expect([answer.status, await answer.json()]).toEqual([
    409,
    expect.objectContaining({ detail: 'This job has less than 80 points. An approval is enough.' }),
  ]);
});

test('a block shows how many jobs come down, and where, before it does anything', async () => {
  const { second } = await aCampus(db);
  const web = aWeb(db);
  const reviewer = await web.signedIn('reviewer');
  const from = { from: `/review/${second}` };
  const path = `/reviews/${second}/decision`;
  const asked = await reviewer.post(path, { decision: 'block', reason: 'a scam' }, from);
  const page = await asked.text();
  const reach = 'Blocking Anvil Works takes down 2 jobs at 2 schools: ';
  expect(page).toContain(reach);
  expect(page).toContain('Block and take down 2 jobs');
  expect(await db.select().from(blockedEmployers)).toEqual([]);
  const sent = { decision: 'block', reason: 'a scam', confirm: 'Anvil Works 2' };
  expect((await reviewer.post(path, sent, from)).status).toBe(303);
  expect(await db.select().from(blockedEmployers)).toMatchObject([{ kind: 'company', reason: 'a scam' }]);
  expect(await db.select().from(screenings)).toMatchObject([{ state: 'rejected', note: null }]);
});

test('the list of blocks asks for the same confirmation, and so does the API', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const reviewer = await web.signedIn('reviewer');
  const typed = { company: 'Anvil Works', reason: 'a scam' };
  const effect = await reviewer.text('/employers/block?company=Anvil+Works');
  expect(effect).toContain('Blocking Anvil Works takes down 2 jobs at 2 schools');
  expect(effect).toContain('name="confirm" value="Anvil Works 2"');
  expect(await (await reviewer.post('/blocks', typed)).text()).toContain('Confirm the number of jobs');
  expect(await (await reviewer.post('/blocks', { reason: 'x' })).text()).toContain('Enter a name, a domain');
  expect(await reviewer.text('/employers?state=blocked')).toContain('No employer is blocked');
  const send = await web.withToken(['approve']);
  expect((await send('/blocks', json(typed))).status).toBe(409);
  expect(await db.select().from(blockedEmployers)).toEqual([]);
  expect((await send('/blocks', json({ ...typed, confirm: 'Anvil Works', count: 2 }))).status).toBe(200);
});

test('a rejection names the schools that lose the job', async () => {
  const { first } = await aCampus(db);
  await db.insert(screenings).values({
    listingId: first,
    fingerprint: 'A-1',
    score: 30,
    band: 'review',
    forced: false,
    signals: [],
    state: 'open',
    screenedAt: new Date('2026-11-20T12:00:00Z'),
  });
  const reviewer = await aWeb(db).signedIn('reviewer');
  expect(await reviewer.text(`/review/${first}`)).toContain('It comes down at 1 school: northfield.');
});

test('the API decides the same, within a token’s limits', async () => {
  const { first } = await aWaitingCampus();
  const web = aWeb(db);
  const send = await web.withToken(['approve'], { targets: ['northfield'] });
  expect(await (await send('/targets/northfield/reviews')).json()).toMatchObject({
    items: [{ id: first, job_id: 'A-1', reason: 'unpaid' }],
  });
  expect(await (await send('/reviews')).json()).toMatchObject({
    items: [{ id: first, target: 'northfield', why: 'unpaid' }],
  });
  expect((await send('/targets/calloway/reviews')).status).toBe(404);
  const path = `/targets/northfield/reviews/${first}`;
  expect((await send(path, json({ decision: 'reject' }))).status).toBe(422);
  expect((await send(path, json({ decision: 'reject', reason: 'No.' }))).status).toBe(200);
  expect((await send(path, json({ decision: 'approve' }))).status).toBe(409);
});

/** The job says something else now, and was screened as it is. */
async function edit(id: number, fingerprint: string) {
  await db.update(listings).set({ fingerprint }).where(eq(listings.id, id));
  await db.update(screenings).set({ fingerprint }).where(eq(screenings.listingId, id));
}

test('a decision is about the content that was seen: one that changed meanwhile is looked at again', async () => {
  const { second } = await aWaitingCampus();
  const web = aWeb(db);
  const staff = await web.signedIn('reviewer');
  const send = await web.withToken(['approve']);
  for (const [list, shownAt, path] of [
    [
      '/targets/calloway/reviews',
      `/targets/calloway/reviews/${second}`,
      `/targets/calloway/reviews/${second}`,
    ],
    ['/reviews', `/review/${second}`, `/reviews/${second}/decision`],
  ] as const) {
    const listed = await (await send(list)).text();
    const [, shown = ''] = /name="content" value="([^"]+)"/.exec(await staff.text(shownAt)) ?? [];
    expect(listed).toContain(`"content":"${shown}"`);
    await edit(second, `${shown} edited`);
    const decide = (content: string) => send(path, json({ decision: 'approve', content }));
    const refused = await decide(shown);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('has changed since'),
    ]);
    const page = await staff.post(path, { decision: 'approve', content: shown }, { from: shownAt });
    expect(await page.text()).toContain('has changed since you looked');
    expect((await decide(`${shown} edited`)).status).toBe(200);
    await db.update(screenings).set({ state: 'open' }).where(eq(screenings.listingId, second));
  }
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

/** Two jobs that were approved for all schools: northfield decides about one, calloway about the other. */
async function aWaitingCampus() {
  const campus = await aCampus(db);
  const { first, second, northfield, calloway } = campus;
  const createdAt = new Date('2026-11-20T12:12:00Z');
  await db.update(screenings).set({ state: 'approved' });
  await db.delete(publications);
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
