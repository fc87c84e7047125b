import { expect, test } from 'vitest';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { heldText } from '../../../src/operations/reports/held-jobs.ts';
import { showHold } from '../../../src/operations/holds.operations.ts';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

async function aHeldDocument() {
  const road = await aPublishedRoad(db, 30);
  const changed = jobs(29).map((job) => ({ ...job, title: `Welder ${job.id}`, closes: '2026-12-24' }));
  road.serve('acme', indeedFeed([...changed, ...jobs(1, 30), { id: 'B-1', title: 'Fitter' }]));
  await road.read(road.feed);
  const [hold] = await holdsIn(db, ['open']);
  expect(hold).toMatchObject({ kind: 'surge', count: 30 });
  return { ...road, id: hold?.id ?? 0 };
}

test('whoever decides about a document sees each job that it adds or changes', async () => {
  const { id } = await aHeldDocument();
  const web = aWeb(db);
  const viewer = await web.signedIn('viewer');
  const first = await viewer.text(`/holds/${id}`);
  expect(first).toContain('What it would change');
  expect(first.match(/Welder A-/g)).toHaveLength(25);
  expect(first).toContain('now Job A-1');
  const second = await viewer.text(`/holds/${id}?after=25`);
  expect(second.match(/Welder A-|Fitter/g)).toHaveLength(5);

  const csv = (await viewer.text(`/holds/${id}/jobs.csv`)).trim().split('\r\n');
  expect(csv).toHaveLength(31);
  expect(csv).toContain('"acme","A-1","Welder A-1","Acme Tools","job title, closing date"');
  expect(csv).toContain('"acme","B-1","Fitter","Acme Tools","new"');
  expect(csv.join()).not.toContain('A-30');

  const api = await web.withToken(['read']);
  const shown = showHold.output.parse(await (await api(`/holds/${id}?limit=2`)).json());
  expect(shown.jobs).toMatchObject({
    items: [
      { source: 'acme', job_id: 'A-1', title: 'Welder A-1', change: 'job title, closing date' },
      { job_id: 'A-10' },
    ],
    next: '2',
  });
  expect(heldText('a surge', shown)).toMatch(/Feed +Job +Title +Change\nacme +A-1 +Welder A-1 +job title/);
});

test('the plan of a school names a stopped document, and does not say that nothing waits', async () => {
  const { id, context } = await aHeldDocument();
  const viewer = await aWeb(db, { deps: { acts: createCapabilities(context) } }).signedIn('viewer');
  const page = await viewer.text('/plan');
  expect(page).toContain('30 jobs of acme would be added or changed at once');
  expect(page).toContain(`/holds/${id}`);
  expect(page).toContain('30 jobs live.');
  expect(page).not.toContain('nothing waits');
});

test('a document that was let through, or kept back, changes nothing any more', async () => {
  const { id, serve, read, feed } = await aHeldDocument();
  serve('acme', indeedFeed(jobs(30)));
  await read(feed);
  const viewer = await aWeb(db).signedIn('viewer');
  expect(await viewer.text(`/holds/${id}`)).not.toContain('What it would change');
});
