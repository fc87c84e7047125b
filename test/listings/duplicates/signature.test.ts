import { expect, test } from 'vitest';
import { containment, overlap, shinglesOf } from '../../../src/listings/duplicates/shingles.ts';
import { bandsOf, likeness, signatureOf } from '../../../src/listings/duplicates/signature.ts';
import { aText } from './advert-maker.ts';

const prints = (text: string) => signatureOf(shinglesOf(text));

test('shingles are distinct runs of three words, whatever their case and marks', () => {
  expect(shinglesOf('One two three. ONE two thrée, one two three four')).toEqual(
    shinglesOf('one two three one two three four'),
  );
  expect(shinglesOf('one two')).toHaveLength(0);
  expect(shinglesOf('数据 分析 师 招聘')).toHaveLength(2);
});

test('an extract is contained in its text', () => {
  const [whole, part] = [shinglesOf(aText('a', 20)), shinglesOf(aText('a', 5))];
  expect(containment(whole, part)).toBe(1);
  expect(overlap(whole, shinglesOf(aText('b', 20)))).toBe(0);
  expect(containment(whole, shinglesOf(''))).toBe(0);
});

test('a signature estimates the likeness of two texts', () => {
  const a = aText('a', 40);
  expect(likeness(prints(a), prints(a))).toBe(1);
  expect(likeness(prints(a), prints(aText('b', 40)))).toBeLessThan(0.1);
  const mixed = `${aText('a', 30)} ${aText('c', 10)}`;
  expect(likeness(prints(a), prints(mixed))).toBeGreaterThan(0.4);
  expect(likeness(prints(a), prints(mixed))).toBeLessThan(0.8);
});

test('like texts share a band, unlike ones do not, and no text has none', () => {
  const shared = (a: string, b: string) =>
    bandsOf(prints(a)).filter((band) => bandsOf(prints(b)).includes(band)).length;
  const a = aText('a', 40);
  expect(shared(a, `${a} ${aText('c', 5)}`)).toBeGreaterThan(0);
  expect(shared(a, aText('b', 40))).toBe(0);
  expect(bandsOf(prints('short'))).toEqual([]);
});
