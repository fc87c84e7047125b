import { expect, test } from 'vitest';
import { seenTexts } from '../../src/feeds/read/seen-texts.ts';

const row = (description: string) => ({ title: 'Nurse', description });

test('each of a hundred thousand identities is recognised with its own text', () => {
  const met = seenTexts();
  const ids = Array.from({ length: 100_000 }, (_, index) => `job-${index.toString(36)}`);
  expect(ids.every((id) => met.meet(id, row(id)) === 'new')).toBe(true);
  expect(ids.every((id) => met.meet(id, row(id)) === 'same')).toBe(true);
  expect(ids.every((id) => met.meet(id, row(`${id}!`)) === 'other')).toBe(true);
});

test('identities differ by every character, their case and their length', () => {
  const met = seenTexts();
  const ids = [
    '',
    '\0',
    'a',
    'a\0',
    'A',
    'ab',
    'ba',
    'ä',
    'a\u0308',
    '\ud800',
    '\udc00',
    '\ufffd',
    '€1',
    '1€',
  ];
  expect(ids.map((id) => met.meet(id, row('text')))).toEqual(ids.map(() => 'new'));
  expect(ids.map((id) => met.meet(id, row('text')))).toEqual(ids.map(() => 'same'));
});

test('an identity may be longer than all the others together', () => {
  const met = seenTexts();
  const long = 'x'.repeat(300_000);
  const ids = ['a', `${long}1`, 'b', `${long}2`, 'c'];
  expect(ids.map((id) => met.meet(id, row('text')))).toEqual(ids.map(() => 'new'));
  expect(ids.map((id) => met.meet(id, row('text')))).toEqual(ids.map(() => 'same'));
});
