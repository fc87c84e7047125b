import { describe, expect, test } from 'vitest';
import type { DateOrder } from '../../src/listings/values/date-parts.ts';
import { readDate } from '../../src/listings/values/dates.ts';

const dateOf = (source: string | number, order?: DateOrder) => {
  const reading = readDate(source, order);
  return reading.kind === 'date' ? reading.value : undefined;
};

describe('a date', () => {
  test.each([
    ['2026-02-27', '2026-02-27'],
    ['2025-06-17T00:00:00.000Z', '2025-06-17T00:00:00Z'],
    ['2025-06-17T10:30:00+0100', '2025-06-17T10:30:00+01:00'],
    ['2025-10-15T22:16:22.055161', '2025-10-15T22:16:22.055161'],
    ['2021-12-21 09:18:24', '2021-12-21T09:18:24'],
    ['2025-03-06 07:32:43 UTC', '2025-03-06T07:32:43Z'],
    ['20250101', '2025-01-01'],
    ['22-05-2025 00:11:19', '2025-05-22T00:11:19'],
    ['20-5-2023', '2023-05-20'],
    ['05.07.2023', '2023-07-05'],
    ['Mon, 22 Jun 2026 12:12:33 GMT', '2026-06-22T12:12:33Z'],
    ['Mon,22 Jun 2026 12:12 EDT', '2026-06-22T12:12:00-04:00'],
    ['Fri, 12 Apr 2013', '2013-04-12'],
    ['Sun, 20 Sep 2026 04:59:00:0', '2026-09-20T04:59:00'],
    ['Wed Sep 02 02:00:00 UTC 2026', '2026-09-02T02:00:00Z'],
    ['31 Oct 2017 23:55 BST', '2017-10-31T23:55:00+01:00'],
    ['31-OCT-17', '2017-10-31'],
    ['1. März 2025', '2025-03-01'],
    ['17 czerwca 2025', '2025-06-17'],
    ['1778947203', '2026-05-16T16:00:03Z'],
    ['1769801334009', '2026-01-30T19:28:54.009Z'],
    ['/Date(1769801334009)/', '2026-01-30T19:28:54.009Z'],
    ['2018-12-02+01:00', '2018-12-02'],
    ['令和8年12月11日', '2026-12-11'],
    ['令和元年5月7日', '2019-05-07'],
    ['２０２６年１２月１１日', '2026-12-11'],
    ['ngày 5 tháng 1 năm 2027', '2027-01-05'],
    ['١٥ ديسمبر ٢٠٢٦', '2026-12-15'],
    ['掲載日:2026年11月3日', '2026-11-03'],
  ])('%s is %s', (source, expected) => {
    expect(dateOf(source)).toBe(expected);
  });

  test('a date of digits follows the order of the feed, and is unknown without one', () => {
    expect(dateOf('04/08/2012', 'dmy')).toBe('2012-08-04');
    expect(dateOf('04/08/2012', 'mdy')).toBe('2012-04-08');
    expect(readDate('04/08/2012')).toEqual({
      kind: 'unreadable',
      why: 'day and month of "04/08/2012" cannot be told apart without the feed\'s date order',
    });
    expect(dateOf('4/15/2012', 'dmy')).toBe('2012-04-15');
  });

  test.each([
    'Rolling',
    'Continuous',
    'Open until filled',
    'N/A',
    '0',
    'Posted 5 Days Ago',
    'Posted Today',
    'il y a 3 jours',
    '',
    'TBD',
  ])('"%s" is none', (source) => {
    expect(readDate(source).kind).toBe('none');
  });

  test.each([
    'Invalid Date',
    '1970-01-01',
    '0001-01-01T00:00:00',
    '9999-12-31',
    '2026-02-30',
    'Spring 2026',
    'May 2025',
    '18 months',
    'September 4- October 15 (deadline)',
  ])('"%s" cannot be read', (source) => {
    expect(readDate(source).kind).toBe('unreadable');
  });
});

describe('the closing date in a sentence', () => {
  test.each([
    ['Apply by May 15, 2024.', '2024-05-15'],
    ['The deadline to apply is Friday, February 28, 2025, at 11:59 p.m. ET', '2025-02-28T23:59:00'],
    ['Review begins March 1, 2025; apply by April 1, 2025', '2025-04-01'],
    ['Apply by April 1, 2025; interviews start April 15, 2025', '2025-04-01'],
    ['Open from 1 May 2025 to 31 May 2025', '2025-05-31'],
    ['Reviewed on a rolling basis through March 30, 2025', '2025-03-30'],
    ['To receive full consideration, apply no later than 4 January 2027.', '2027-01-04'],
    ['募集期間 2026年11月16日(月)〜12月7日(月)', '2026-12-07'],
    ['受付期間:2026年12月20日～1月8日', '2027-01-08'],
    ['접수기간 2026.11.16 ~ 2026.12.07', '2026-12-07'],
    ['2027年4月1日入社の方の応募締切は2026年12月11日です', '2026-12-11'],
    ['Hạn nộp hồ sơ đến hết ngày 05/01/2027', '2027-01-05'],
    ['A pályázat benyújtásának határideje: 2027. január 15.', '2027-01-15'],
    ['המועד האחרון להגשה: 15 בדצמבר 2026', '2026-12-15'],
    ["Apply by Feb 2, '27", '2027-02-02'],
    ['Bewerbungsschluss 31.12.2026, Dienstantritt 01.03.2027', '2026-12-31'],
    ['Solliciteren kan tot en met 05-01-2027', '2027-01-05'],
    ['You must be 18; apply by May 1, 2027', '2027-05-01'],
    ['Apply by May 1, 2027; you must turn 16 by June 1, 2027', '2027-05-01'],
  ])('"%s": %s', (source, expected) => {
    expect(dateOf(source)).toBe(expected);
  });

  test.each([
    'Review of applications will begin on March 1 2025, until the position is filled.',
    'Rolling Expected Start Date: July 1, 2025',
    'Priority deadline March 1, 2025; open until filled',
    'Interviews will be held between March 3, 2025 and March 7, 2025',
    'Apply by October 15 to receive consideration.',
    'Full consideration is given to applications received by January 4, 2027; open until filled',
    '2027年4月1日入社',
    '面接日:2026年12月20日',
    '합격자 발표: 2026.12.20',
    'Ngày bắt đầu: 15 tháng 1 năm 2027',
    'تاريخ بدء العمل: 1 فبراير 2027',
    'Munkakezdés: 2027. február 1.',
    'Release 2026.12.3.1',
    'Must be at least 18 by June 1, 2027',
    'Arbeitsbeginn: 01.03.2027',
    'Requisition 12-04-2026-17',
    'Call 1-12-2026',
    "Since Aug 12 '95",
  ])('"%s" states none', (source) => {
    expect(dateOf(source)).toBeUndefined();
  });
});
