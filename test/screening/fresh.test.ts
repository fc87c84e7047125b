import { describe, expect, test } from 'vitest';
import { freshFrauds, freshHonest, type FraudSet, isReviewed } from './fresh.ts';

const titles = (cases: ReturnType<typeof freshFrauds>) =>
  cases.map(
    ({ subject, screening }) =>
      `${screening.score} ${subject.title} ${screening.signals.map(({ id }) => id).join(' ')}`,
  );

type Counted = {
  readonly set: FraudSet;
  readonly frauds: number;
  readonly feed: number;
  readonly form: number;
  readonly reviewed: readonly string[];
};

const sets: readonly Counted[] = [
  { set: '', frauds: 40, feed: 40, form: 40, reviewed: ['20 Snow Crew no-interview'] },
  { set: '-2', frauds: 79, feed: 25, form: 46, reviewed: [] },
  { set: '-3', frauds: 30, feed: 10, form: 15, reviewed: [] },
  { set: '-4', frauds: 60, feed: 30, form: 30, reviewed: [] },
  { set: '-5', frauds: 25, feed: 10, form: 15, reviewed: [] },
  { set: '-6', frauds: 60, feed: 35, form: 45, reviewed: [] },
  { set: '-7', frauds: 25, feed: 10, form: 15, reviewed: [] },
  { set: '-8', frauds: 20, feed: 5, form: 15, reviewed: [] },
  { set: '-9', frauds: 25, feed: 5, form: 20, reviewed: [] },
];

describe.each(sets)('the fresh set “$set”', ({ set, frauds, feed, form, reviewed }) => {
  test('scams come before a person', () => {
    const cases = freshFrauds(set);
    expect(cases).toHaveLength(frauds);
    expect(titles(cases.filter((one) => !isReviewed(one)))).toEqual([]);
  });

  test('honest jobs of feeds go by themselves', () => {
    const cases = freshHonest('feed', set);
    expect(cases).toHaveLength(feed);
    expect(titles(cases.filter(isReviewed))).toEqual([]);
  });

  test('honest posts of the form, many of small employers, hardly gather points for review', () => {
    const cases = freshHonest('form', set);
    expect(cases).toHaveLength(form);
    expect(titles(cases.filter(isReviewed))).toEqual(reviewed);
  });
});
