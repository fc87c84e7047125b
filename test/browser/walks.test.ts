import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../setup/database.ts';
import { indeedFeed, jobs } from '../setup/road.ts';
import { aBusyRoad } from '../faces/web/support/busy-road.ts';
import { aWeb } from '../faces/web/support/web.ts';
import { hasChromium, launch, served, sidewaysOf } from './browser.ts';
import { byKeys, byPointer, type Hands, withoutScript } from './walk-drivers.ts';
import { firstWorld } from './walk-world.ts';
import { firstWalks, type Walk, walks } from './walk-tasks.ts';

const ways: readonly {
  readonly name: string;
  readonly hands: Hands;
  readonly script: boolean;
  readonly width: number;
}[] = [
  { name: 'by pointer', hands: byPointer, script: true, width: 1440 },
  { name: 'by keys alone', hands: byKeys, script: true, width: 1440 },
  { name: 'without script, on a telephone', hands: withoutScript, script: false, width: 390 },
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
  return { acts: steps.filter((step) => !('await' in step)).length, pages: seen.length - 1, wrong };
}

describe.skipIf(!hasChromium)('each task of the console', () => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test.each(ways)('is done $name, in as many steps as the table says', async ({ hands, script, width }) => {
    const { site, context, work } = await opened(script, width);
    expect(await costsOf(walks, { url: site.url, context, hands, work })).toEqual(statedOf(walks));
    await site.close();
  });

  test.each(ways)('of the first day is done $name, in as many steps', async ({ hands, script, width }) => {
    const { app, link, work, seen, calls } = await firstWorld(db);
    const site = await served(app);
    const context = await browser.newContext({
      javaScriptEnabled: script,
      viewport: { width, height: 900 },
    });
    context.on('response', (response) => seen(new URL(response.url()).pathname, response.request().method()));
    const tasks = firstWalks(link);
    expect(await costsOf(tasks, { url: site.url, context, hands, work })).toEqual(statedOf(tasks));
    // The school got the job twice, the copy when it was parted, and one of the two that are the same is taken down.
    const ofThree = calls.filter(({ id }) => /[ABC]-1$/.test(id));
    expect(ofThree.map(({ operation, id }) => `${operation} ${id}`)).toEqual([
      'processJob acme/A-1',
      'processJob cove/C-1',
      'processJob acme/A-1',
      'processJob board/B-1',
      'deleteJob acme/A-1',
    ]);
    await site.close();
  });
});

/** What the lines of the table say. */
const statedOf = (tasks: readonly Walk[]) =>
  tasks.map(({ task, acts, pages }) => ({ task, acts, pages, wrong: [] }));

/** Walks one task after the other in one browser. Gives what each cost. */
async function costsOf(
  tasks: readonly Walk[],
  at: {
    readonly url: string;
    readonly context: BrowserContext;
    readonly hands: Hands;
    readonly work: () => Promise<void>;
  },
) {
  at.context.setDefaultTimeout(15_000);
  const costs = [];
  for (const walk of tasks) {
    const cost = await walked(at.context, at.url, walk, at.hands).catch((error: unknown) => ({
      wrong: [String(error)],
    }));
    costs.push({ task: walk.task, ...cost });
    await at.work();
  }
  await at.context.close();
  return costs;
}
