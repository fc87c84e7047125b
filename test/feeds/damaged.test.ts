import { describe, expect, test } from 'vitest';
import { adapterNamed } from '../../src/feeds/registry.ts';
import { readingOf } from './reading-of.ts';

const row = '{"shortcode":"A1","title":"Cook","description":"text"}';

async function reading(document: string | Uint8Array, adapter = 'auto') {
  const { end, listings } = await readingOf(document, { adapter: adapterNamed(adapter) ?? 'auto' });
  return { ...end, titles: listings.map(({ title }) => title), found: listings };
}

describe('JSON as programs write it', () => {
  test.each([
    [
      'raw control characters in strings',
      '{"jobs":[{"shortcode":"A1","title":"Co\tok","description":"a\nb\u0001c"}]}',
      'Co\tok',
    ],
    ['commas before closing brackets', '{"jobs":[{"shortcode":"A1","title":"Cook",},],}', 'Cook'],
    [
      'words that are no values',
      '{"jobs":[{"shortcode":"A1","title":"Cook","n":NaN,"u":undefined}]}',
      'Cook',
    ],
    ['a guard before it', `)]}',\n{"jobs":[${row}]}`, 'Cook'],
    ['a call around it', `/**/callback({"jobs":[${row}]});`, 'Cook'],
    ['one row where a list was expected', `{"jobs":${row}}`, 'Cook'],
  ])('%s', async (_what, document, title) => {
    expect(await reading(document)).toMatchObject({
      adapter: 'workable-json',
      completeness: 'complete',
      titles: [title],
    });
  });

  test('a list in the list is read row by row', async () => {
    const { titles, completeness } = await reading(`{"jobs":[[${row},${row.replaceAll('A1', 'A2')}]]}`);
    expect([titles, completeness]).toEqual([['Cook', 'Cook'], 'complete']);
  });

  test.each(['9007199254740993123', '12345678901234567890', '-9007199254740993', '4012345678901234567.0'])(
    'the id %s keeps its digits',
    async (id) => {
      const { found } = await reading(`{"jobs":[{"shortcode":${id},"title":"Cook"}]}`);
      expect(found[0]?.identifier).toBe(id);
    },
  );

  test('one object a line is a list, and a line cut off an incomplete one', async () => {
    const lines = ['Cook', 'Chef', 'Host']
      .map((title, id) => JSON.stringify({ id, title, company: 'Acme', url: `https://a.example/${id}` }))
      .join('\n');
    expect(await reading(`${lines}\n`)).toMatchObject({
      adapter: 'json-generic',
      completeness: 'complete',
      titles: ['Cook', 'Chef', 'Host'],
    });
    expect(await reading(lines.slice(0, -9))).toMatchObject({
      completeness: 'truncated',
      titles: ['Cook', 'Chef'],
    });
  });

  test('another document behind the first one is not left out in silence', async () => {
    expect(await reading(`{"jobs":[${row}]}{"jobs":[${row}]}`)).toMatchObject({
      completeness: 'truncated',
      reason: 'there is more behind the end of the document',
    });
  });

  test('a hundred thousand brackets end with a reading', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await reading(deep)).completeness).toBe('failed');
    expect(await reading(`{"jobs":[{"shortcode":"A1","title":"Cook","x":${deep}}]}`)).toMatchObject({
      titles: ['Cook'],
    });
    expect((await reading(`{"x":${deep},"jobs":[${row}]}`)).completeness).not.toBe('complete');
  });
});

describe('an answer that is no feed fails, whatever the feed expects', () => {
  test.each([
    ['a sentence for a table', 'csv', 'Service unavailable\n'],
    [
      'a sign-in for a page',
      'html-jsonld',
      '<!doctype html><html><head><title>Sign in - ATS</title></head><body></body></html>',
    ],
    [
      'an error page for a page',
      'html-jsonld',
      '<html><head><title>503 Service Unavailable</title></head></html>',
    ],
    ['a sign-in for XML', 'indeed-xml', '<!doctype html><html><head><title>Login</title></head></html>'],
    ['a page for a Teamtailor API', 'teamtailor-json', '<html><head><title>Login</title></head></html>'],
    [
      'an error for a Teamtailor API',
      'teamtailor-json',
      '{"errors":[{"status":"401","title":"Unauthorized"}]}',
    ],
    ['nothing for a Teamtailor API', 'teamtailor-json', '{}'],
  ])('%s', async (_what, adapter, document) => {
    const { completeness, reason, titles } = await reading(document, adapter);
    expect([completeness, titles]).toEqual(['failed', []]);
    expect(reason).toMatch(/\w/);
  });

  test('no jobs at Teamtailor are none', async () => {
    expect(await reading('{"data":[],"meta":{"record-count":0}}', 'teamtailor-json')).toMatchObject({
      completeness: 'complete',
      items: 0,
    });
  });
});

describe('texts in another character set than their document says', () => {
  test.each([
    ['UTF-8 declared as Latin', Buffer.from(document('ISO-8859-1'))],
    ['Windows declared as UTF-8', windows(document('UTF-8'))],
    ['UTF-8 with a mark, declared as Latin', Buffer.from(`\uFEFF${document('iso-8859-1')}`)],
    ['UTF-16 without a mark', Buffer.from(document('UTF-16'), 'utf16le')],
    ['big-endian UTF-16 without a mark, declared as UTF-8', utf16be(document('UTF-8'))],
    ['UTF-16 with a mark, declared as UTF-8', Buffer.from(`\uFEFF${document('utf-8')}`, 'utf16le')],
  ])('%s', async (_what, bytes) => {
    expect(await reading(bytes)).toMatchObject({
      adapter: 'indeed-xml',
      completeness: 'complete',
      titles: ['Köchin – “Süd”'],
    });
  });
});

function document(charset: string): string {
  return `<?xml version="1.0" encoding="${charset}"?><source><job><referencenumber>1</referencenumber><title>Köchin – “Süd”</title></job></source>`;
}

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

function windows(text: string): Uint8Array {
  return Buffer.from(text.replace('–', '\u0096').replace('“', '\u0093').replace('”', '\u0094'), 'latin1');
}
