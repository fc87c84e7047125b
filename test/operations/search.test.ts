import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { sources, holds } from '../../src/db/schema.ts';
import { explain } from '../../src/operations/reports/explain.ts';
import { searchAll } from '../../src/operations/search.operations.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { faultsOf } from '../faces/web/support/frame.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();

test('words find jobs, employers, feeds, schools, labels, holds and settings', async () => {
  const { hold } = await aCampus(db);
  const browser = await aWeb(db).signedIn('operator');
  const finds = {
    'data analyst': ['<h1>1 result', '/jobs/acme/A-1'],
    anvil: ['<h2 id="found-job">Jobs', '/jobs/zenith/Z%2F9', 'All of these jobs'],
    zeni: ['<h2 id="found-feed">Feeds', '/feeds/zenith'],
    callo: ['<h2 id="found-school">Schools', '/targets/calloway'],
    'graduate trainee job_type': ['<h2 id="found-label">Labels', '/labels?target=calloway'],
    'taken down': ['<h2 id="found-hold">Holds', `/holds/${hold}`],
    missruns: ['<h2 id="found-setting">Settings', '/settings#delist.missRuns'],
    'no such thing': ['Nothing found for “no such thing”'],
    '%_\\ 🎉': ['Nothing found for “%_'],
  };
  for (const [words, texts] of Object.entries(finds)) {
    const page = await browser.text(`/search?q=${encodeURIComponent(words)}`);
    for (const text of texts) expect([words, page]).toEqual([words, expect.stringContaining(text)]);
    expect([words, ...faultsOf(page)]).toEqual([words]);
  }
});

test('the form is no feed: no search leads to a page that it does not have', async () => {
  await aCampus(db);
  await db
    .insert(sources)
    .values({ name: 'form', kind: 'form', externalSourceId: 'form', createdAt: new Date() });
  const found = await (await aWeb(db).signedIn('operator')).get('/search?q=form');
  expect([found.status, await found.text()]).toEqual([200, expect.not.stringContaining('/feeds/form')]);
});

test('an employer is found by a part of its name', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(2)));
  await road.read(await road.addFeed('acme'));
  const page = await (await aWeb(db).signedIn('viewer')).text('/search?q=acme+tools');
  expect(page).toContain('<h2 id="found-employer">Employers');
  expect(page).toContain(
    '<a href="/employers?q=Acme+Tools">Acme Tools</a> <span class="soft">2 jobs, 0 live</span>',
  );
});

test('an id, a hold by its number, a plan and a name lead to their page', async () => {
  const { hold } = await aCampus(db);
  const browser = await aWeb(db).signedIn('viewer');
  const leads = {
    'A-1': '/jobs/acme/A-1',
    'zenith / Z/9': '/jobs/zenith/Z%2F9',
    [`hold ${hold}`]: `/holds/${hold}`,
    'Plan northfield': '/plan?target=northfield',
    calloway: '/targets/calloway',
    'feed acme': '/feeds/acme',
  };
  for (const [words, page] of Object.entries(leads)) {
    const { status, headers } = await browser.get(`/search?q=${encodeURIComponent(words)}`);
    expect([words, status, headers.get('location')]).toEqual([words, 303, page]);
  }
  // A decided hold has its page still.
  await db.update(holds).set({ state: 'rejected', decidedBy: 'x', decidedAt: new Date() });
  expect((await browser.get(`/search?q=hold+${hold}`)).headers.get('location')).toBe(`/holds/${hold}`);
});

test('nobody finds what their limits and role leave out', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const limited = await web.signedIn('reviewer', { targets: ['northfield'] });
  const ask = await web.withToken(['read'], { targets: ['northfield'] });
  for (const words of ['calloway', 'graduate', 'zenith', 'anvil works', 'missRuns', '11711', 'Z/9']) {
    const page = await limited.text(`/search?q=${encodeURIComponent(words)}`);
    expect([words, page.includes('class="hits"'), page.includes('calloway') && words !== 'calloway']).toEqual(
      [words, words === 'anvil works', false],
    );
    const answer = searchAll.output.parse(
      await (await ask(`/search?words=${encodeURIComponent(words)}`)).json(),
    );
    expect([words, answer.items.map(({ page: path }) => path)]).toEqual([
      words,
      words === 'anvil works' ? ['/jobs/acme/A-1'] : [],
    ]);
  }
});

const words = (of: number) => Array.from({ length: 60 }, (_, at) => `w${of}x${at}`).join(' ');
const planners = (prefix: string) =>
  indeedFeed(
    [1, 2, 3].map((n) => ({ id: `${prefix}A-${n}`, title: `Planner of line ${n}`, text: words(n) })),
  );

test('a job whose feed gave it another id is found by the one that its school has it under', async () => {
  const { read, addFeed, addTarget, publish, serve, clock, school } = aRoad(db);
  serve('acme', planners(''));
  const feed = await addFeed('acme');
  const target = await addTarget();
  await read(feed);
  await publish(target);
  serve('acme', planners('Z'));
  clock.advance(HOUR);
  await read(feed);
  await publish(target);
  expect([...school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2', 'acme/A-3']);
  const asked = (id: string) => explain({ db, clock, timeZone: 'UTC' }, 'acme', id);
  expect(await asked('A-2')).toMatchObject({ explanation: { listing: { jobId: 'ZA-2' } } });
  expect(await asked('a-2')).toMatchObject({ explanation: { listing: { jobId: 'ZA-2' } } });
  expect(await asked('A-4')).toEqual({ kind: 'unknown', reason: 'acme has no job with the id A-4.' });
  const browser = await aWeb(db).signedIn('viewer');
  expect(await browser.text('/jobs/acme/A-2')).toContain('ZA-2');
  const found = await browser.get('/search?q=A-2');
  expect([found.status, found.headers.get('location')]).toEqual([303, '/jobs/acme/ZA-2']);
});

test('a list or plan of a school or feed that is not there says so; who sees one school narrows its jobs by feed', async () => {
  await aCampus(db);
  const viewer = await aWeb(db).signedIn('viewer');
  for (const page of ['jobs?source=x', 'jobs?target=x', 'publications?source=x', 'plan?target=x'])
    expect([page, (await viewer.get(`/${page}`)).status]).toEqual([page, 404]);
  const limited = await aWeb(db).signedIn('viewer', { targets: ['northfield'] }, 'one@quadwire.example');
  expect(await limited.text('/publications?source=acme')).not.toContain('zenith');
});
