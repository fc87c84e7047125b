import { expect, test } from 'vitest';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
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
