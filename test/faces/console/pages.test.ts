import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { html } from 'hono/html';
import { aFrame, aPerson, faultsOf, hostile, written } from '../web/support/frame.ts';
import { everyPage } from '../web/support/views.ts';

const plain = Object.entries(everyPage(aFrame()));
const attacked = everyPage(aFrame({ actor: aPerson(hostile) }), (text) => `${text}${hostile}`);

describe.each(plain)('the page %s', (name, page) => {
  test('the style sheet is valid, with at most 6 kB for the first view', async () => {
    expect(faultsOf(await written(page), 6_000)).toEqual([]);
  });

  test('names cannot break out of a path', async () => {
    const attackedPage = await written(attacked[name] ?? page);
    expect(faultsOf(attackedPage)).toEqual([]);
    if (name !== 'problem') expect(attackedPage).toContain('&lt;script&gt;alert(1)');
  });

  test('every link leads to a page of this site', async () => {
    const links = [...(await written(page)).matchAll(/(?:href|action|src)="([^"]*)"/g)].map(
      ([, link]) => link ?? '',
    );
    expect(links.filter((link) => !/^[/#]/.test(link) && link !== 'http://localhost:8081')).toEqual([]);
  });
});

/** What a pattern finds in a text. */
const names = (pattern: RegExp, text: string) => new Set([...text.matchAll(pattern)].map(([, name]) => name));

test('each class of a page has a rule, and each variable of the style sheet a value', async () => {
  const css = readFileSync(new URL('../../../src/faces/web/static/quadwire.css', import.meta.url), 'utf8');
  expect([...names(/var\((--[\w-]+)/g, css).difference(names(/(--[\w-]+)\s*:/g, css))]).toEqual([]);
  const pages = await Promise.all(plain.map(async ([, page]) => written(page)));
  const classes = [...names(/\sclass="([^"]*)"/g, pages.join(''))].flatMap(
    (some) => some?.split(/\s+/) ?? [],
  );
  const ruled = names(/\.([a-z][\w-]*)/gi, css);
  // What is paused has the colour of every state.
  expect(classes.filter((one) => one !== '' && one !== 'pause' && !ruled.has(one))).toEqual([]);
});

test('each link of an error summary leads to something on its page', async () => {
  const dead: string[] = [];
  for (const [name, page] of plain) {
    const text = await written(page);
    const [, summary = ''] = /<div class="summary".*?<ul>(.*?)<\/ul>/s.exec(text) ?? [];
    for (const [, id = ''] of summary.matchAll(/href="#([^"]*)"/g))
      if (!text.includes(` id="${id}"`)) dead.push(`${name} ${id}`);
  }
  expect(dead).toEqual([]);
});

test('a page with an error says so in its title, at its top and at the field', async () => {
  const page = await written(Object.fromEntries(plain)['hold-error'] ?? html``);
  expect(page).toContain('<title>Error: Hold: 11,711 jobs would be taken down from 5 targets');
  expect(page).toContain('<a href="#phrase">Enter “Meridian Talent 11711” to approve</a>');
  expect(page).toContain('aria-describedby="phrase-hint phrase-error" aria-invalid="true"');
});
