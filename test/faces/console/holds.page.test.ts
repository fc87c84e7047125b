import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { holds, listings } from '../../../src/db/schema.ts';
import { showHold } from '../../../src/operations/holds.operations.ts';
import { heldText } from '../../../src/operations/reports/held-jobs.ts';
import { recordHolds } from '../../../src/publishing/holds/holds.repository.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a hold says what was found, what is usual, and what each target would lose', async () => {
  const { hold } = await aHeldCampus();
  const web = aWeb(db);
  const page = await (await web.signedIn('viewer')).text(`/holds/${hold}`);
  expect(page).toContain('104 jobs found, 11,815 is usual. The guard is at 8,271.');
  expect(page).toMatch(/northfield<\/th>.*?>1<.*?>1<.*?>0</s);
  expect(page).toContain('At most 60 jobs an hour, or 10 % of the feed if that is more');
  expect(page).not.toContain('not passed');
  expect(page).toMatch(/Junior Data Analyst.*?Anvil Works.*?>1</s);
  const api = await (await web.withToken(['read']))('/holds?state=open');
  const opened = {
    compared: { found: 104, usual: 11_815, guard: 8_271 },
    per_target: [{ target: 'northfield', live: 1, removed: 1 }],
  };
  expect(await api.json()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining(opened)]),
  });
});

test('a hold says how many of its jobs are live, and why its lists have fewer', async () => {
  const { first, hold } = await aHeldCampus();
  // The second one is at no school.
  await db
    .update(holds)
    .set({ subjects: [first, 999_999], count: 2 })
    .where(eq(holds.id, hold));
  const operator = await aWeb(db).signedIn('operator');
  expect(await operator.text(`/holds/${hold}`)).toContain(
    '1 job is live at a school and would be taken down. 1 job is at no school',
  );
  const api = await aWeb(db).withToken(['read']);
  const shown = showHold.output.parse(await (await api(`/holds/${hold}`)).json());
  expect(shown).toMatchObject({ count: 2, live: 1 });
  expect(heldText('two jobs', shown)).toContain('1 job is at no school: it stays as it is.');
  const rows = (await operator.text(`/holds/${hold}/jobs.csv`)).trim().split('\n').slice(1);
  expect(rows).toHaveLength(1);
  await db
    .update(holds)
    .set({ subjects: [first], count: 1 })
    .where(eq(holds.id, hold));
  expect(await operator.text(`/holds/${hold}`)).not.toContain('at no school');
});

test('the whole list of a hold comes as CSV and page by page, each job once for each target', async () => {
  const { hold, first } = await aHeldCampus();
  await db.update(listings).set({ title: '=cmd()' }).where(eq(listings.id, first));
  const web = aWeb(db);
  const csv = await (await web.signedIn('viewer')).text(`/holds/${hold}/jobs.csv`);
  // A spreadsheet takes no cell for a formula.
  expect(csv).toBe(
    'source,job_id,title,employer,target\r\n"acme","A-1","\'=cmd()","Anvil Works","northfield"\r\n',
  );
  const listed = await (await web.withToken(['read']))(`/holds/${hold}/jobs?limit=1`);
  expect(await listed.json()).toMatchObject({
    items: [{ job_id: 'A-1', target: 'northfield' }],
    next: null,
  });
});

test('what only lets changes through names no losses', async () => {
  const { acme, first } = await aCampus(db);
  const steps = [{ kind: 'open' as const, reason: { kind: 'surge' as const, count: 900, reasons: ['900'] } }];
  const [id = 0] = await recordHolds(db, { sourceId: acme }, steps, contentOf([first]));
  const [row] = await db.select().from(holds).where(eq(holds.id, id));
  expect(row?.facts).toEqual({ perTarget: [] });
});

test('a target’s hold counts its own publications', async () => {
  const { northfield } = await aCampus(db);
  const steps = [{ kind: 'open' as const, reason: { kind: 'share' as const, count: 1, reasons: ['1'] } }];
  const [id = 0] = await recordHolds(db, { targetId: northfield }, steps, contentOf([1]));
  const [row] = await db.select().from(holds).where(eq(holds.id, id));
  expect(row?.facts?.perTarget).toEqual([{ targetId: northfield, live: 1, removed: 1 }]);
});

test('a hold about all targets is decided by its word and number, and seen by nobody who is limited', async () => {
  const { northfield } = await aCampus(db);
  const [row] = await db
    .insert(holds)
    .values({
      kind: 'share',
      state: 'open',
      count: 1_203,
      reasons: ['Too many.'],
      sample: [],
      facts: { perTarget: [{ targetId: northfield, live: 1, removed: 1 }] },
      fingerprint: '',
      createdAt: new Date('2026-11-20T12:12:00Z'),
    })
    .returning({ id: holds.id });
  const path = `/holds/${row?.id}`;
  const web = aWeb(db);
  const page = await (await web.signedIn('operator')).text(path);
  expect(page).toContain('1,203 jobs at all schools would be taken down');
  expect(page).toContain('enter: all 1203');
  const limited = await web.withToken(['read'], { targets: ['northfield'] });
  expect((await limited(`${path}/jobs`)).status).toBe(404);
  const api = await web.withToken(['read', 'approve']);
  const decide = async (phrase: string) => {
    const body = JSON.stringify({ decision: 'once', phrase });
    const headers = { 'content-type': 'application/json' };
    return (await api(`${path}/decision`, { method: 'POST', headers, body })).status;
  };
  expect([await decide('northfield 1203'), await decide('all 1203'), await decide('all 1203')]).toEqual([
    422, 200, 409,
  ]);
});

test('nobody decides about jobs that the page did not show', async () => {
  const { hold } = await aHeldCampus();
  const operator = await aWeb(db).signedIn('operator');
  const path = `/holds/${hold}`;
  expect(await operator.text(path)).toContain('name="jobs" value="11711"');
  await db.update(holds).set({ count: 11_712 }).where(eq(holds.id, hold));
  const late = await operator.post(path, { decision: 'reject', jobs: '11711' });
  expect(late.status).toBe(422);
  expect(await late.text()).toContain('about 11,711 jobs when you opened this page and is about 11,712 now');
  expect((await operator.post(path, { decision: 'reject', jobs: '11712' })).status).toBe(303);
});

const one = (about: object, count: number) => ({
  kind: 'share' as const,
  state: 'open' as const,
  reasons: ['Too many.'],
  sample: [],
  fingerprint: '',
  createdAt: new Date('2026-11-20T12:12:00Z'),
  count,
  ...about,
});

test('several holds are decided together, each as it was shown', async () => {
  const { northfield } = await aCampus(db);
  const rows = await db
    .insert(holds)
    .values([
      one({ targetId: northfield }, 12),
      one({ targetId: northfield, kind: 'changed' }, 30),
      one({}, 500),
    ])
    .returning({ id: holds.id });
  const [removes = 0, changes = 0, large = 0] = rows.map(({ id }) => id);
  const web = aWeb(db);
  const operator = await web.signedIn('operator');
  expect(await operator.text('/holds')).toContain(`name="hold" value="${removes}"`);
  const path = `/holds/together?hold=${removes}&hold=${changes}&hold=${large}&hold=999999`;
  const page = await operator.text(path);
  expect(page).toContain('An approval takes down 12 jobs and sends 30 jobs.');
  expect(page).toContain('Approve 2 holds: 42 jobs');
  const seen = Object.fromEntries(
    [...page.matchAll(/name="(seen-\d+)" value="(\d+)"/g)].map((m) => [m[1], m[2]]),
  );
  // The large one is typed, on its own page.
  expect(Object.keys(seen)).toEqual([`seen-${removes}`, `seen-${changes}`]);
  // One of them takes in a job meanwhile: it is shown again, and the other one is decided.
  await db.update(holds).set({ rev: 7, count: 31 }).where(eq(holds.id, changes));
  const form = { hold: [String(removes), String(changes)], do: 'approve', ...seen };
  const late = await operator.post('/holds/together', form, { from: '/holds' });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain(
    `Hold ${changes}: Hold ${changes} has changed: it is about 31 jobs now.`,
  );
  const states = async () =>
    (await db.select().from(holds).orderBy(holds.id))
      .filter(({ id }) => [removes, changes, large].includes(id))
      .map(({ state, thisRunOnly }) => [state, thisRunOnly]);
  expect(await states()).toEqual([
    ['approved', true],
    ['open', false],
    ['open', false],
  ]);
  const again = { hold: String(changes), do: 'reject', [`seen-${changes}`]: '7' };
  const done = await operator.post('/holds/together', again, { from: '/holds' });
  expect(done.headers.get('location')).toBe(`/holds?decided=${changes}`);
  expect(await operator.text(`/holds?decided=${changes}`)).toContain('1 hold is decided');
  // What is typed never passes here, whatever the form says.
  const typed = { hold: String(large), do: 'approve', [`seen-${large}`]: '1' };
  expect((await operator.post('/holds/together', typed, { from: '/holds' })).status).toBe(409);
  expect(await states()).toEqual([
    ['approved', true],
    ['rejected', false],
    ['open', false],
  ]);
  const viewer = await web.signedIn('viewer');
  expect((await viewer.get('/holds/together')).status).toBe(403);
  expect(await viewer.text('/holds')).not.toContain('Decide the picked ones');
});

test('an API decision that says how many jobs it read is refused when they are others by now', async () => {
  const { hold } = await aHeldCampus();
  const approver = await aWeb(db).withToken(['approve']);
  const decide = (body: object) =>
    approver(`/holds/${hold}/decision`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
  const late = await decide({ decision: 'reject', count: 11_710 });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ detail: expect.stringContaining('11,711 jobs, not 11,710') });
  expect((await decide({ decision: 'reject', count: 11_711 })).status).toBe(200);
});

async function aHeldCampus() {
  const campus = await aCampus(db);
  const compared = { found: 104, usual: 11_815, guard: 8_271 };
  const reason = { kind: 'drop' as const, count: 11_711, reasons: ['104 of 11,815'], compared };
  // A feed has one open hold of a kind.
  await db.delete(holds).where(eq(holds.sourceId, campus.acme));
  const [hold = 0] = await recordHolds(
    db,
    { sourceId: campus.acme },
    [{ kind: 'open', reason }],
    contentOf([campus.first]),
  );
  return { ...campus, hold };
}

function contentOf(subjects: readonly number[]) {
  const sample = [{ source: 'acme', jobId: 'A-1', title: 'Junior Data Analyst' }];
  return { fingerprint: 'f', sample, subjects, now: new Date('2026-11-20T12:12:00Z') };
}
