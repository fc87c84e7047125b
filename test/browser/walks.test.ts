import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../setup/database.ts';
import { indeedFeed, jobs } from '../setup/road.ts';
import { aBusyRoad } from '../faces/web/support/busy-road.ts';
import { aWeb } from '../faces/web/support/web.ts';
import { hasChromium, launch, served, sidewaysOf } from './browser.ts';
import { byKeys, byPointer, type Hands, type Step } from './walk-drivers.ts';

type Walk = {
  readonly task: string;
  readonly from: string;
  /** Acts of the person, and pages that are seen after the first. */
  readonly acts: number;
  readonly pages: number;
  readonly steps: readonly Step[];
  readonly ends: string;
};

/** Each task of the console, in the order in which they are done, and what it costs. */
const walks: readonly Walk[] = [
  {
    task: 'send a plan as it is shown',
    from: '/',
    acts: 2,
    pages: 2,
    steps: [{ press: 'See the plan' }, { press: 'Send' }],
    ends: '3 changes are on the way',
  },
  {
    task: 'decide a label that blocks jobs, and take it back',
    from: '/',
    acts: 4,
    pages: 3,
    steps: [
      { press: '1 unmapped label blocks' },
      { choose: 'Entry for hourly by moonlight at northfield', entry: 'Part-time' },
      { press: 'Save the decisions as shown' },
      { press: 'Undo' },
    ],
    ends: 'Decided before',
  },
  {
    task: 'see that the label blocks its jobs again',
    from: '/',
    acts: 1,
    pages: 1,
    steps: [{ press: '1 unmapped label blocks 2 jobs' }],
    ends: '1 unmapped label blocks 2 jobs',
  },
  {
    task: 'approve one job of a first plan',
    from: '/holds',
    acts: 4,
    pages: 3,
    steps: [
      { press: 'First plan of harbor' },
      { press: 'Pick none' },
      { tick: 'Job A-902 A-902' },
      { press: 'Send the picked jobs' },
    ],
    ends: 'Hold approved. Nothing of it is sent before',
  },
  {
    task: 'go from a job to the hold that stops it, and approve the rest',
    from: '/jobs?q=A-903',
    acts: 3,
    pages: 3,
    steps: [{ press: 'Job A-903' }, { press: 'Open the hold' }, { press: 'Send all 4' }],
    ends: 'Approved',
  },
  {
    task: 'pause a school',
    from: '/targets',
    acts: 2,
    pages: 2,
    steps: [{ press: 'calloway' }, { press: 'Pause' }],
    ends: 'Paused',
  },
  {
    task: 'block an employer, at the paused school too',
    from: '/employers',
    acts: 4,
    pages: 2,
    steps: [
      { press: 'Block Acme Tools' },
      { write: 'Why', text: 'Fraud' },
      { write: 'Type Acme Tools', text: 'Acme Tools 123' },
      { press: 'Block and take down' },
    ],
    ends: 'Acme Tools',
  },
  {
    task: 'resume a school',
    from: '/targets/calloway',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Resume' }],
    ends: 'resumed. Nothing of it is sent before',
  },
  {
    task: 'restore a batch of removals',
    from: '/batches',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Restore' }],
    ends: 'is restored',
  },
  {
    task: 'see what changed yesterday',
    from: '/',
    acts: 2,
    pages: 2,
    steps: [{ press: 'All activity' }, { press: '‹' }],
    ends: 'Everything that people and Quadwire did',
  },
  {
    task: 'see the days before, and what Quadwire did by itself',
    from: '/activity',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Quadwire by itself' }],
    ends: 'Quadwire',
  },
  {
    task: 'find a job by its id',
    from: '/',
    acts: 2,
    pages: 1,
    steps: [{ write: 'Search', text: 'A-5' }, { send: 'Search' }],
    ends: 'A-5',
  },
  {
    task: 'decide two holds of removals together',
    from: '/holds',
    acts: 4,
    pages: 2,
    steps: [
      { tick: 'jobs of acme would be taken down' },
      { tick: 'jobs of gulf would be taken down' },
      { press: 'Decide the picked ones together' },
      { press: 'Refuse 2 holds' },
    ],
    ends: '2 holds are decided',
  },
  {
    task: 'change a limit',
    from: '/settings',
    acts: 2,
    pages: 1,
    steps: [{ write: 'A run that lists less than this share', text: '60' }, { press: 'Save safety limits' }],
    ends: 'Changed from 70 %',
  },
  {
    task: 'return a limit to its default',
    from: '/settings?show=changed',
    acts: 1,
    pages: 1,
    steps: [{ press: 'Back to 70 %' }],
    ends: 'Saved: delist.dropShare',
  },
  {
    task: 'pause a feed',
    from: '/feeds',
    acts: 2,
    pages: 2,
    steps: [{ press: 'acme' }, { press: 'Pause' }],
    ends: 'Paused',
  },
  {
    task: 'add a list of feeds',
    from: '/feeds',
    acts: 3,
    pages: 2,
    steps: [
      { press: 'Add a list' },
      {
        write: 'Addresses',
        text: 'https://careers.teal.example/jobs.xml\nhttps://careers.gull.example/jobs.xml',
      },
      { press: 'Add the feeds' },
    ],
    ends: 'gull Not read yet',
  },
  {
    task: 'add a school after a check of it',
    from: '/targets',
    acts: 5,
    pages: 3,
    steps: [
      { press: 'Add a' },
      { write: 'Name', text: 'elmhurst' },
      { write: 'SOAP address', text: 'https://elmhurst.example/ws/jobs.php' },
      { press: 'Check the connection' },
      { press: 'Add' },
    ],
    ends: 'elmhurst Paused',
  },
];

const ways: readonly {
  readonly name: string;
  readonly hands: Hands;
  readonly script: boolean;
  readonly width: number;
}[] = [
  { name: 'by pointer', hands: byPointer, script: true, width: 1440 },
  { name: 'by keys alone', hands: byKeys, script: true, width: 1440 },
  { name: 'without script, on a telephone', hands: byPointer, script: false, width: 390 },
];

const db = await testDatabase();
let browser: Browser;

/** Staff signed in, before a world in which everything waits once. */
async function opened(javaScriptEnabled: boolean, width: number) {
  const road = await aBusyRoad(db);
  road.serve('harbor', indeedFeed(jobs(5, 901).map((job) => ({ ...job, company: 'Harbor Careers' }))));
  await road.read(await road.addFeed('harbor', {}, { reviewFirst: true }));
  const serve = (feed: string, listed: number, from: number) =>
    road.serve(
      feed,
      indeedFeed(
        jobs(listed, from).map((job) => ({ ...job, company: `${feed} works` })),
        `${listed}`,
      ),
    );
  const gulf = await road.addFeed('gulf');
  for (const listed of [20, 2]) {
    serve('gulf', listed, 801);
    await road.read(gulf);
    for (const target of [road.northfield, road.calloway]) await road.publish(target);
    road.clock.advance(7 * HOUR);
  }
  serve('tern', 3, 701);
  await road.read(await road.addFeed('tern'));
  const acts = createCapabilities(road.context);
  const web = aWeb(db, { deps: { clock: road.clock, acts } });
  const site = await served(web.app);
  const { jar } = await web.signedIn('admin');
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 900 } });
  await context.addCookies([...jar].map(([name, value]) => ({ name, value, url: site.url })));
  const work = async () => {
    road.clock.advance(MINUTE);
    for (const target of [road.northfield, road.calloway]) await road.publish(target);
  };
  return { site, context, work };
}

/** What a walk cost, and what was wrong on its way. */
async function walked(context: BrowserContext, url: string, { from, steps, ends }: Walk, hands: Hands) {
  const page = await context.newPage();
  const wrong: string[] = [];
  const seen: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'document') return;
    if (response.status() >= 400) wrong.push(`${response.status()} at ${response.url()}`);
    if (response.status() < 300) seen.push(response.url());
  });
  await page.goto(`${url}${from}`);
  for (const step of steps) {
    await hands(page, step).catch(async (error: unknown) => {
      throw new Error(`${page.url()}: ${(await page.locator('main').innerText()).slice(0, 1200)}`, {
        cause: error,
      });
    });
    if ((await sidewaysOf(page).catch(() => 0)) > 0) wrong.push(`${page.url()} is scrolled sideways`);
  }
  const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  if (!text.includes(ends)) wrong.push(`${page.url()} does not say “${ends}”: ${text.slice(0, 600)}`);
  await page.close();
  return { acts: steps.length, pages: seen.length - 1, wrong };
}

describe.skipIf(!hasChromium)('each task of the console', () => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test.each(ways)('is done $name, in as many steps as the table says', async ({ hands, script, width }) => {
    const { site, context, work } = await opened(script, width);
    context.setDefaultTimeout(15_000);
    const costs = [];
    for (const walk of walks) {
      const cost = await walked(context, site.url, walk, hands).catch((error: unknown) => ({
        wrong: [String(error)],
      }));
      costs.push({ task: walk.task, ...cost });
      await work();
    }
    await context.close();
    await site.close();
    expect(costs).toEqual(walks.map(({ task, acts, pages }) => ({ task, acts, pages, wrong: [] })));
  });
});
