import { expect, test } from 'vitest';
import {
  asSent,
  bytes,
  count,
  countTo,
  pluralHtml,
  duration,
  longDate,
  percent,
  escapedPage,
  shortId,
  when,
  whenExactly,
} from '../../../../src/faces/web/html/format-text.ts';
import { sentence } from '../../../../src/core/text.ts';

const frame = { now: new Date('2026-11-20T15:42:00Z'), timeZone: 'America/Chicago' };
const said = async (at: string, how = when) =>
  String(await how(new Date(at), frame)).replaceAll(/<[^>]*>/g, '');

test('numbers carry their measure', () => {
  expect([count(11_711), count(-17), count(0), count(undefined)]).toEqual(['11,711', '−17', '0', '–']);
  expect([pluralHtml(1, 'job'), pluralHtml(41, 'job'), pluralHtml(2, 'entry', 'entries')]).toEqual([
    '1 job',
    '41 jobs',
    '2 entries',
  ]);
  expect([percent(0.009), percent(0.7), bytes(999), bytes(4_100), bytes(48_000_000)]).toEqual([
    '0.9 %',
    '70 %',
    '999 B',
    '4.1 kB',
    '48 MB',
  ]);
});

test('waits are said in hours and minutes', () => {
  expect([900, 41_000, 180_000, 8_280_000, 7_200_000, 270_000_000].map(duration)).toEqual([
    '0.9 s',
    '41 s',
    '3 min',
    '2 h 18 min',
    '2 h',
    '3 d 3 h',
  ]);
});

test('today has only its time, this year no year, and months are words of three letters', async () => {
  expect(await said('2026-11-20T15:41:00Z')).toBe('09:41');
  expect(await said('2026-11-20T05:41:00Z')).toBe('19 Nov');
  expect(await said('2026-09-02T15:00:00Z')).toBe('2 Sep');
  expect(await said('2025-09-02T15:00:00Z')).toBe('2 Sep 2025');
  expect(await said('2026-11-20T06:12:00Z', whenExactly)).toBe('today 00:12');
  expect(await said('2026-11-20T00:12:00Z', whenExactly)).toBe('19 Nov 18:12');
  expect(longDate(frame.now, frame.timeZone)).toBe('20 November 2026');
});

test('what nobody could see of another program’s words is spelt out', () => {
  expect(asSent('O\u200bK\u202e, \u0000\u{e0041}')).toBe('O[U+200B]K[U+202E], [U+0000][U+E0041]');
  expect(asSent('Übergröße, 面接\n\tsiehe “B”')).toBe('Übergröße, 面接\n\tsiehe “B”');
});

test('what nobody could see in the text of a page is spelt out; what is sent back, and what joins letters, stays', () => {
  const hidden = 'pay\u200B\u202Epal';
  expect(escapedPage(`<a title="${hidden}" href="/x">${hidden}</a>`)).toBe(
    `<a title="${hidden}" href="/x">pay[U+200B][U+202E]pal</a>`,
  );
  expect(escapedPage('<td>\u{E0041}tag</td><td>zero\u200Cjoiner</td>')).toBe(
    '<td>[U+E0041]tag</td><td>zero[U+200C]joiner</td>',
  );
  const kept = `<option>${hidden}</option><textarea name="x">${hidden}</textarea><p>👩🏽\u200D💻 می\u200Cخواهم</p>\n\t`;
  expect(escapedPage(kept)).toBe(kept);
});

test('words of a program become a sentence', () => {
  expect(['the secret X is not set', 'HTTP 503.', 'It says “no.”'].map(sentence)).toEqual([
    'The secret X is not set.',
    'HTTP 503.',
    'It says “no.”',
  ]);
});

test('a number that opens its rows says one of them as one', async () => {
  expect([await words(1, 'new jobs'), await words(2, 'new jobs'), await words(1, 'live at a')]).toEqual([
    '1 new job',
    '2 new jobs',
    '1 live at a',
  ]);
  expect(await words(0, 'jobs')).toBe('0');
});

test('an id that is an address shows the end that tells it from others, and has the whole as its title', async () => {
  const shown = String(await shortId('https://jobs.elmhurst.example/postings/7041'));
  expect([textOf(shown), shown]).toEqual([
    '…/postings/7041',
    expect.stringContaining('title="https://jobs.elmhurst.example/postings/7041"'),
  ]);
  expect([shortId('MT-884137'), shortId('https://a.example')]).toEqual(['MT-884137', 'https://a.example']);
});

const words = async (n: number, what: string) => textOf(await countTo('/jobs', n, what));

const textOf = (html: unknown) => String(html).replaceAll(/<[^>]*>/g, '');
