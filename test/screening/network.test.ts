import { expect, test } from 'vitest';
import { lookUpDomain, networkFactsOf, open } from '../../src/screening/network/look-ups.ts';
import { aWebOf } from './web-maker.ts';
import { bounded } from '../fuzz/bounds.ts';

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

test.each(['<', '<a ', '<!--', '<script>'])(
  'a site made of “%s” to keep its reader busy is read at once',
  async (unit) => {
    const site = aWebOf({ 'https://harborfinch.com/': { text: unit.repeat(64 * 1024) } });
    expect(await bounded(() => networkFactsOf(site, employer), 50)).toMatchObject({ siteAnswers: true });
  },
);

test('a domain is looked up whoever names it, also where its site stands at www alone', async () => {
  const rdap = 'https://rdap.org/domain/harborfinch.com';
  const registered = '{"events":[{"eventAction":"registration","eventDate":"2026-11-10T00:00:00Z"}]}';
  const www = aWebOf({ [rdap]: { text: registered }, 'https://www.harborfinch.com/': { status: 403 } });
  expect(await lookUpDomain(www, 'harborfinch.com')).toEqual({
    registeredAt: new Date('2026-11-10T00:00:00Z'),
    siteAnswers: true,
  });
  const unknown = aWebOf({ [rdap]: { status: 404 } }, async () => false);
  expect(await lookUpDomain(unknown, 'harborfinch.com')).toEqual({ hasMx: false, siteAnswers: false });
});

test.each([{}, { status: 429 }, { status: 503 }])(
  'a domain is nothing to speak of while the registries cannot be asked: %j',
  async (page) => {
    const pages: Parameters<typeof aWebOf>[0] =
      Object.keys(page).length === 0 ? {} : { 'https://rdap.org/domain/harborfinch.com': page };
    expect(
      await lookUpDomain(
        aWebOf(pages, async () => false),
        'harborfinch.com',
      ),
    ).toBeUndefined();
  },
);

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
