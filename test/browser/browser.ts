import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { WebEnv } from '../../src/faces/web/env.ts';

/** Debian's two builds; the first has no windows of its own to draw, and takes half of the CPU time. */
const builds = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const chromiumPath = process.env['CHROMIUM'] ?? builds.find((path) => existsSync(path)) ?? '';

/** Whether these tests can run here. */
export const hasChromium = existsSync(chromiumPath);

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}

/** Serves an app on a free port of this machine. */
export async function served(app: Hono<WebEnv>): Promise<{ url: string; close: () => Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => new Promise((done) => void server.close(() => done())),
      }),
    );
  });
}

export type Look = { readonly name: string; readonly options: BrowserContextOptions };

/** The looks that each page is tested in. */
export const looks: readonly Look[] = [
  { name: 'wide and light', options: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } },
  { name: 'wide and dark', options: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } },
  { name: 'narrow and light', options: { viewport: { width: 390, height: 844 }, colorScheme: 'light' } },
  { name: 'narrow and dark', options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds against a page with everything opened. Scripts of the page are text: the project has no types of a browser. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState();
  await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}

/** How far a page can be scrolled sideways, in pixels. */
export async function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Stops without a ring, and stops under 24 px that do not stand in a sentence or a cell. */
export const faultsOfStops = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')].flatMap((stop) => {
  if (stop.offsetParent === null || stop.closest('details:not([open])')) return [];
  stop.focus();
  const { outlineStyle } = getComputedStyle(stop);
  const { height } = stop.getBoundingClientRect();
  const inText = stop.matches('a, button.link') && stop.closest('p, td, th, dd, dt, h2, small, li, .who, .foot') !== null;
  return [
    ...(outlineStyle === 'none' && stop.matches(':focus-visible') ? ['no ring: ' + stop.outerHTML.slice(0, 80)] : []),
    ...(height < 24 && !inText && !stop.matches('.skip') ? [height + ' px: ' + stop.outerHTML.slice(0, 80)] : []),
  ];
})`;
