import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { listings, sources } from '../../../src/db/schema.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aListing } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('both numbers of an employer open exactly its jobs', async () => {
  const road = aRoad(db);
  road.serve(
    'acme',
    indeedFeed([
      ...jobs(2).map((job) => ({ ...job, company: 'Harbor & Finch' })),
      { id: 'N-1', company: 'Nova' },
    ]),
  );
  const target = await road.addTarget();
  await road.read(await road.addFeed('acme'));
  await road.publish(target);
  const viewer = await aWeb(db).signedIn('viewer');
  const page = await viewer.text('/employers');
  const [jobsHref, liveHref] = ['/jobs?employer=Harbor+%26+Finch', '/publications?employer=Harbor+%26+Finch'];
  expect(page).toContain(`href="${jobsHref}">2<span`);
  expect(page).toContain(`href="${liveHref}">2<span`);
  for (const href of [jobsHref, liveHref]) {
    const list = await viewer.text(href);
    expect(list).toContain('Job A-1');
    expect(list).toContain('Job A-2');
    expect(list).not.toContain('N-1');
    expect(list).toContain('offered by Harbor &amp; Finch');
  }
});

test('an employer that only uses the form is listed, and one with a feed too is one employer', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([{ id: 'N-1', company: 'Nova' }]));
  await road.read(await road.addFeed('acme'));
  const form = { name: 'form', kind: 'form', externalSourceId: 'form', createdAt: road.clock.now() } as const;
  const [source] = await db.insert(sources).values(form).returning();
  const own = (id: string, company: string) => ({ ...aListing(source?.id ?? 0, id, `Form ${id}`), company });
  await db
    .insert(listings)
    .values([own('F-1', 'Larch Bakery Inc.'), own('F-2', 'Larch Bakery'), own('F-3', 'Nova, Inc.')]);
  const viewer = await aWeb(db).signedIn('viewer');
  const page = await viewer.text('/employers?q=larch');
  expect(page).toContain('href="/jobs?employer=Larch+Bakery+Inc.">2<span');
  expect(page).not.toContain('Nova');
  expect(await viewer.text('/employers')).toContain('href="/jobs?employer=Nova%2C+Inc.">2<span');
  const list = await viewer.text('/jobs?employer=Nova%2C+Inc.');
  expect(list).toContain('Form F-3');
  expect(list).toContain('N-1');
  expect(list).not.toContain('F-2');
  const reviewer = await aWeb(db).signedIn('reviewer');
  const near = await reviewer.text('/employers/block?company=Larch+Bakery+Group');
  expect(near).toContain('<li>2 jobs of <a href="/employers/block?company=Larch+Bakery+Inc.">');
});

test('a blocked employer is listed by its name as it is written', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([{ id: 'N-1', company: 'Nova & Söhne, Inc.' }]));
  await road.read(await road.addFeed('acme'));
  const reviewer = await aWeb(db).signedIn('reviewer');
  await reviewer.post(
    '/blocks',
    { company: 'The Nova & Söhne', reason: 'complaints' },
    { from: '/employers' },
  );
  expect(await reviewer.text('/employers?state=blocked')).toContain('The Nova &amp; Söhne <span');
  expect(await reviewer.text('/employers')).toContain('Blocked</span>');
});

test('a domain of a mail provider, or none, is refused before the preview, with what to enter', async () => {
  const reviewer = await aWeb(db).signedIn('reviewer');
  const refused = await reviewer.get('/employers/block?domain=gmail.com');
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain('<title>Error: Employers');
  expect(page).toContain(
    'Domain must be the employer’s own: anyone can have an address at gmail.com. Enter the whole e-mail address or the name',
  );
  expect(page).toContain('value="gmail.com"');
  expect(await reviewer.text('/employers/block?domain=larch')).toContain(
    'must be a domain, like example.com',
  );
  expect((await reviewer.get('/employers/block?domain=larch.example.com')).status).toBe(200);
  expect((await reviewer.get('/employers/block?mail=ann%40gmail.com')).status).toBe(200);
});

test('jobs that a reader cannot tell apart share a row, where each is a link by its id', async () => {
  const road = aRoad(db);
  const titles = ['Line Cook', 'Line Cook', 'Baker', 'Line Cook'];
  road.serve('acme', indeedFeed(titles.map((title, at) => ({ id: `L-${at}`, title }))));
  await road.read(await road.addFeed('acme'));
  const viewer = await aWeb(db).signedIn('viewer');
  const page = await viewer.text('/jobs');
  expect(page.match(/role="rowheader"/g)).toHaveLength(2);
  expect(page).toContain('4 jobs shown');
  expect(page).toContain(
    '<summary>and 2 more with this title</summary><ul><li><a href="/jobs/acme/L-1">L-1</a></li><li><a href="/jobs/acme/L-0">L-0</a></li></ul>',
  );
});

test('the list of jobs is in the order of each column, page after page', async () => {
  const road = aRoad(db);
  const names = Array.from({ length: 55 }, (_, at) => `T${String((at * 7) % 55).padStart(2, '0')}`);
  road.serve(
    'acme',
    indeedFeed(names.map((title, at) => ({ id: `S-${at}`, title, company: `Of ${title}` }))),
  );
  await road.read(await road.addFeed('acme'));
  const viewer = await aWeb(db).signedIn('viewer');
  const first = load(await viewer.text('/jobs'));
  const columns = first('thead a').map((_, link) => first(link).attr('href'));
  expect(columns.get()).toHaveLength(5);
  for (const href of columns.get()) {
    const seen: string[] = [];
    for (let path: string | undefined = href; path !== undefined;) {
      const page = load(await viewer.text(path));
      seen.push(...page('tbody tr > :first-child a').map((_, link) => page(link).text()));
      path = page('a:contains("Next jobs")').attr('href');
    }
    expect(seen.toSorted()).toEqual(names.toSorted());
    if (/sort=(?:job|employer)/.test(href)) expect(seen).toEqual(names.toSorted());
  }
});
