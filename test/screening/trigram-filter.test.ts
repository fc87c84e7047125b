import { describe, expect, test, vi } from 'vitest';
import { bitOf, trigramsOf, WINDOW, windowsFor } from '../../src/screening/trigram-filter.ts';
import type { FraudSet } from './fresh.ts';

const sets: readonly FraudSet[] = ['', '-2', '-3'];

describe('what a pattern needs', () => {
  test.each([
    [/\bcheck\b/, 'deposit the check.', 'we checked it'],
    [/\bcheck\w*/, 'checked', 'he recheck'],
    [/\b(?:bank|e)[- ]checks?\b/, 'an e-check', 'a bank and checks'],
    [/colou?r/, 'a color', 'a colon'],
    [/(?:western union|zelle)\b/, 'by zelle', 'a union in western spain'],
    [/che(?:que|ck)s?/, 'two cheques', 'a chess board'],
    [/\bgift[^.!?]{0,9}card/, 'gift or card', 'a gift'],
    [/\b(?:for [123] days?|a vip4)\b/, 'for 2 days', 'for two days'],
    [/\breport(?!ed)\b/, 'report', 'a reporter'],
    [/the (?:\w+ )?rest\b/, 'the whole rest', 'the resting'],
    [/\b(?:rn|pharmac\w+|nurses?)\b/, 'an rn', 'turn to an intern'],
    [/\b(?:wrap\w*|ads?)\b/, 'wrapped', 'they had a scrap'],
    [/\b(?:cash|the|a) checks?\b|\bche(?:ck)+er\b/, 'a check', 'cash the chest'],
    [/\b(?:keep|hold)\b.{0,9}\bshares?\b/, 'keep a share', 'keep and ashare'],
    [/[$€] ?\d[\d.,]*/, 'for $5', 'for $ and more'],
    [/\bfee\b[^.!?]{0,9}(?:\d+|\bten\b)/, 'a fee of 7', 'a fee of seven'],
    [/[$€] ?\d/, 'for € 5', 'for 5'],
    [/\d ?% of\b/, '5% of it', 'all of 5'],
    [/\btext\b.{0,9}\d{3}/, 'text 617', 'text 61 7'],
    [/\d{2,4} \+\d/, '12 +1', '1 +1'],
  ])('%s', (pattern, holds, lacks) => {
    expect(holds).toMatch(pattern);
    expect(windowsFor(trigramsOf([holds]), pattern)).toBe(bitOf(0, 1));
    expect(windowsFor(trigramsOf([lacks]), pattern)).toBe(0);
  });

  test.each([
    [/\w+ing/i, ''],
    [/[^a]b?/, 'x'],
    [/a{0,3}/, ''],
    [/(?:abc)?/, 'x'],
    [/(?:abc|\w)/, 'x'],
    [/(?=abc)?x/, 'x'],
    [/\d+[.,]\d/, '1.5'],
    [/\babc{2}/, 'abcc'],
    [/^\W?abc\W?$/, 'abc'],
    [/a\b b/, 'a b'],
    [/a\.b|[-/a-c]{2}\b\b/, 'b-'],
    [/\W\d{2,4}\b/, '%12'],
    [/\b[£$]5\b|\bfee[+%]/, 'a£5'],
  ])('%s is tried on a text that it may match', (pattern, text) => {
    expect(windowsFor(trigramsOf([text]), pattern)).not.toBe(0);
  });
});

test('a pattern may hold in the windows that have its letters, also over the end of a sentence', () => {
  const sentences = [...Array.from({ length: 40 }, () => 'nothing here.'), 'send it', 'by zelle', 'today.'];
  const found = windowsFor(trigramsOf(sentences), /\bit by zelle\b/);
  const windows = sentences.flatMap((_, at) => ((found & bitOf(at, sentences.length)) === 0 ? [] : [at]));
  expect(windows).toEqual(expect.arrayContaining([39, 40]));
  expect(windows.every((at) => at >= 36)).toBe(true);
});

test('every fresh text is found to hold the same, word for word, when all patterns are tried', async () => {
  const { freshFrauds, freshHonest } = await import('./fresh.ts');
  const all = (frauds: typeof freshFrauds, honest: typeof freshHonest) =>
    sets.flatMap((set) => [...frauds(set), ...honest('feed', set), ...honest('form', set)]);
  const told = all(freshFrauds, freshHonest);
  let spared = 0;
  vi.resetModules();
  vi.doMock('../../src/screening/trigram-filter.ts', () => ({
    bitOf,
    trigramsOf,
    WINDOW,
    windowsFor: (...asked: Parameters<typeof windowsFor>) => {
      if (windowsFor(...asked) === 0) spared += 1;
      return -1;
    },
  }));
  const tried = await import('./fresh.ts');
  expect(all(tried.freshFrauds, tried.freshHonest)).toEqual(told);
  vi.doUnmock('../../src/screening/trigram-filter.ts');
  expect(told.length).toBeGreaterThan(250);
  expect(spared / told.length).toBeGreaterThan(80);
});
