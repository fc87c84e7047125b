import { mkdirSync } from 'node:fs';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebEnv } from '../../src/faces/web/env.ts';
import { addHeaders, pageHeaders } from '../../src/faces/web/headers.ts';
import { serveStatic } from '../../src/faces/web/static-files.ts';
import { nodeStaticFiles } from '../../src/faces/web/static-node.ts';
import { aFrame, hostile } from '../faces/web/support/frame.ts';
import { everyPage } from '../faces/web/support/views.ts';
import { faultsOfStops, hasChromium, launch, looks, served, sidewaysOf, violationsOf } from './browser.ts';

const names = Object.keys(everyPage(aFrame()));
/** Where pictures of the pages go, for people to look at; none are taken without it. */
const pictures = process.env['PICTURES'];

let browser: Browser;
let site: Awaited<ReturnType<typeof served>>;

describe.skipIf(!hasChromium)('the pages of operations in a browser', () => {
  beforeAll(async () => {
    [browser, site] = await Promise.all([launch(), served(showcase())]);
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  describe.each(looks)('$name', ({ name: look, options }) => {
    let page: Page;
    let said: string[];
    beforeAll(async () => {
      page = await (await browser.newContext(options)).newPage();
      said = listen(page);
    });
    afterAll(() => page.context().close());

    test.each(names)('%s has nothing that axe objects to, and a silent console', async (name) => {
      await page.goto(`${site.url}/plain/${name}`);
      if (pictures !== undefined)
        await page.screenshot({
          path: `${pictures}/${name}-${look.replaceAll(' ', '-')}.png`,
          fullPage: true,
        });
      expect(await sidewaysOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      expect(said).toEqual([]);
    });
  });

  test.each(names)('%s is not scrolled sideways at 320 px, whatever the names', async (name) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    for (const kind of ['plain', 'hostile']) {
      await page.goto(`${site.url}/${kind}/${name}`);
      expect([kind, await sidewaysOf(page)]).toEqual([kind, 0]);
    }
    await page.goto(`${site.url}/plain/${name}`);
    // Text at 200 %, as a reader sets it, in a window of 1280 px.
    await page.setViewportSize({ width: 640, height: 450 });
    expect(await sidewaysOf(page)).toBe(0);
    // WCAG 1.4.12, text spacing.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(spacedOut);
    expect(await sidewaysOf(page)).toBe(0);
    await page.close();
  });

  test.each(names)('%s shows a ring at each stop of the keys, and no stop is too small', async (name) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/plain/${name}`);
    const faults = await page.evaluate<string[]>(faultsOfStops);
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each(names.filter((name) => name.endsWith('-error')))(
    'each error of %s links to its field',
    async (name) => {
      const page = await browser.newPage();
      await page.goto(`${site.url}/plain/${name}`);
      const links = page.locator('.summary a');
      expect(await links.count()).toBeGreaterThan(0);
      for (const link of await links.all()) {
        const field = page.locator('.field.bad', {
          has: page.locator((await link.getAttribute('href')) ?? ''),
        });
        expect(await field.locator('.err').first().textContent()).toBe(`Error: ${await link.textContent()}`);
      }
      await page.close();
    },
  );

  test('an error moves the focus to the summary, and its link to the field', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/plain/hold-error`);
    expect(await page.evaluate('document.activeElement.className')).toBe('summary');
    await page.click('.summary a');
    expect(await page.evaluate('document.activeElement.id')).toBe('phrase');
    await page.close();
  });
});

const spacedOut = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets = [sheet];
}`;

/** The example pages under the product's own headers, with plain and with hostile names. */
function showcase(): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const headersOf = pageHeaders({ secret: '', trustProxy: false, timeZone: 'UTC' });
  app.use(async (c, next) => {
    await next();
    addHeaders(c.res.headers, headersOf(c.req.path));
  });
  const files = nodeStaticFiles();
  app.get('/static/*', (c) => serveStatic(c, files));
  const plain = everyPage(aFrame());
  const attacked = everyPage(aFrame(), (text) => `${text}${hostile}`);
  // Pages of long work ask how far it is after a second, which axe can take on a busy machine.
  app.get('/feeds/*', (c) => c.json({ done: false }));
  app.get('/:kind/:name', (c) => {
    const page = (c.req.param('kind') === 'hostile' ? attacked : plain)[c.req.param('name')];
    return page ? c.html(page) : c.notFound();
  });
  return app;
}

function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) said.push(`a request left for ${request.url()}`);
  });
  return said;
}
