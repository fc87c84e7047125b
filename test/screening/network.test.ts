import { expect, test } from 'vitest';
import { manualClock } from '../../src/core/clock.ts';
import type { Fetch } from '../../src/core/http.ts';
import { type LookUps, networkFactsOf, open } from '../../src/screening/network/look-ups.ts';

type Page = { readonly status?: number; readonly text?: string; readonly location?: string };

/** A web of these pages; every other address is nobody's. */
function aWebOf(pages: Readonly<Record<string, Page>>, takesMail?: LookUps['takesMail']): LookUps {
  const fetch: Fetch = async (url) => {
    const page = pages[url];
    if (page === undefined) throw Object.assign(new Error('nobody'), { code: 'ENOTFOUND' });
    const { status = 200, text = '', location = null } = page;
    const headers = new Map([['location', location]]);
    return {
      status,
      headers: { get: (name) => headers.get(name) ?? null },
      body: new Blob([text]).stream(),
    };
  };
  return {
    fetch,
    allowPrivate: [],
    clock: manualClock('2026-11-20T12:00:00Z'),
    ...(takesMail === undefined ? {} : { takesMail }),
  };
}

const employer = { email: 'maria@harborfinch.com', website: 'https://harborfinch.com/' };

test('mail, site and age of a domain are looked up together', async () => {
  const web = aWebOf(
    {
      'https://harborfinch.com/': { text: '<h1>Harbor & Finch</h1>' },
      'https://rdap.org/domain/harborfinch.com': { status: 302, location: 'https://rdap.example.org/h' },
      'https://rdap.example.org/h': {
        text: '{"events":[{"eventAction":"registration","eventDate":"2026-11-10T00:00:00Z"}]}',
      },
    },
    async (domain) => domain === 'harborfinch.com',
  );
  expect(await networkFactsOf(web, employer)).toEqual({ hasMx: true, siteAnswers: true, domainAgeDays: 10 });
});

test('a site that is for sale, and one that nobody serves, do not answer', async () => {
  const parked = aWebOf({ 'https://harborfinch.com/': { text: '<p>This domain is for sale.</p>' } });
  expect(await networkFactsOf(parked, employer)).toEqual({ siteAnswers: false });
  expect(await networkFactsOf(aWebOf({}), employer)).toEqual({ siteAnswers: false });
});

test('an address to apply at opens unless it answers that there is nothing', async () => {
  const web = aWebOf({
    'https://a.example.com/job': { status: 403 },
    'https://a.example.com/gone': { status: 404 },
    'https://a.example.com/moved': { status: 301, location: 'https://a.example.com/gone' },
  });
  expect(await open(web, 'https://a.example.com/job')).toEqual({ kind: 'opens' });
  expect(await open(web, 'https://a.example.com/gone')).toEqual({
    kind: 'closed',
    answered: 'it answered 404',
  });
  expect((await open(web, 'https://a.example.com/moved')).kind).toBe('closed');
});

test('a redirect into the own network is not followed', async () => {
  const web = aWebOf({
    'https://a.example.com/job': { status: 302, location: 'http://169.254.169.254/latest' },
    'http://169.254.169.254/latest': { text: 'secret' },
  });
  expect(await open(web, 'https://a.example.com/job')).toEqual({
    kind: 'closed',
    answered: 'nobody answered there',
  });
});
