import { expect, test } from 'vitest';
import { freshFrauds, freshHonest, isReviewed } from './fresh.ts';

const titles = (cases: ReturnType<typeof freshFrauds>) =>
  cases.map(
    ({ subject, screening }) =>
      `${screening.score} ${subject.title} ${screening.signals.map(({ id }) => id).join(' ')}`,
  );

test('fresh scams come before a person', () => {
  const cases = freshFrauds();
  expect(cases).toHaveLength(40);
  expect(titles(cases.filter((one) => !isReviewed(one)))).toEqual([]);
});

test('fresh honest jobs of feeds go by themselves', () => {
  const cases = freshHonest('feed');
  expect(cases).toHaveLength(40);
  expect(titles(cases.filter(isReviewed))).toEqual([]);
});

test('fresh honest posts of the form, many of small employers, hardly gather points for review', () => {
  const cases = freshHonest('form');
  expect(cases).toHaveLength(40);
  expect(titles(cases.filter(isReviewed))).toEqual(['20 Snow Crew no-interview']);
});
