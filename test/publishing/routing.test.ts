import { describe, expect, test } from 'vitest';
import type { RoutingRule } from '../../src/db/schema/targets.ts';
import { describeRule, route } from '../../src/publishing/routing.ts';
import { routingRuleSchema } from '../../src/targets/routing-rule.ts';
import { aListing } from './makers.ts';

const facts = {
  source: 'acme',
  firstSeenAt: new Date('2026-11-12T08:00:00Z'),
  now: new Date('2026-11-20T00:00:00Z'),
};
const rule = (over: Partial<RoutingRule>): RoutingRule => ({
  field: 'words',
  op: 'has',
  values: ['biology'],
  then: 'send',
  ...over,
});
const matches = (over: Partial<RoutingRule>, listing = aListing()) =>
  route(listing, [rule(over)], facts).rule !== undefined;

describe('a rule matches', () => {
  test.each<[Partial<RoutingRule>, boolean]>([
    [{ field: 'country', op: 'is', values: ['us'] }, true],
    [{ field: 'country', op: 'is', values: ['CA', 'US'] }, true],
    [{ field: 'country', op: 'is', values: ['CA'] }, false],
    [{ field: 'country', op: 'is not', values: ['CA'] }, true],
    [{ field: 'country', op: 'is not', values: ['CA', 'US'] }, false],
    [{ field: 'state', op: 'is', values: ['US-MA'] }, true],
    [{ field: 'state', op: 'is', values: ['ma'] }, true],
    [{ field: 'city', op: 'is', values: ['boston'] }, true],
    [{ field: 'city', op: 'is', values: ['bos'] }, false],
    [{ field: 'workplace', op: 'is', values: ['hybrid'] }, true],
    [{ field: 'type', op: 'is', values: ['part-time'] }, true],
    [{ field: 'type', op: 'is', values: ['Full-time'] }, false],
    [{ field: 'function', op: 'is', values: ['Research'] }, true],
    [{ field: 'level', op: 'is', values: ['senior'] }, true],
    [{ field: 'level', op: 'is', values: ['bachelors'] }, true],
    [{ field: 'words', op: 'has', values: ['biology'] }, true],
    [{ field: 'words', op: 'has', values: ['koln'] }, true],
    // Whole words only: “art” does not stand in “assistant”.
    [{ field: 'words', op: 'has', values: ['assist'] }, false],
    [{ field: 'words', op: 'has', values: ['research assistant'] }, true],
    [{ field: 'words', op: 'has not', values: ['chemistry'] }, true],
    [{ field: 'words', op: 'has not', values: ['chemistry', 'laboratory'] }, false],
    [{ field: 'words', op: 'has', values: [''] }, false],
    [{ field: 'employer', op: 'has', values: ['acme'] }, true],
    [{ field: 'employer', op: 'is', values: ['acme'] }, false],
    [{ field: 'source', op: 'is', values: ['acme'] }, true],
    [{ field: 'source', op: 'is not', values: ['acme'] }, false],
    [{ field: 'age', op: 'over', values: ['9'] }, true],
    [{ field: 'age', op: 'over', values: ['10'] }, false],
    [{ field: 'age', op: 'under', values: ['11'] }, true],
    // An operator that a field does not know matches nothing.
    [{ field: 'age', op: 'is', values: ['10'] }, false],
    [{ field: 'city', op: 'over', values: ['1'] }, false],
  ])('%j: %s', (over, expected) => {
    expect(matches(over)).toBe(expected);
  });

  test('not for what a listing does not say, and for its contrary', () => {
    const nowhere = aListing({ places: [] });
    expect(matches({ field: 'country', op: 'is', values: ['US'] }, nowhere)).toBe(false);
    expect(matches({ field: 'country', op: 'is not', values: ['US'] }, nowhere)).toBe(true);
  });

  test('by the day we first saw a job where its source does not date it', () => {
    const { postedAt: _, ...undated } = aListing();
    expect(matches({ field: 'age', op: 'over', values: ['7'] }, undated)).toBe(true);
    expect(matches({ field: 'age', op: 'over', values: ['8'] }, undated)).toBe(false);
  });
});

test('the first rule that matches decides; without one the job is sent', () => {
  const skipBoston = rule({ field: 'city', op: 'is', values: ['Boston'], then: 'skip' });
  const sendBiology = rule({});
  expect(route(aListing(), [skipBoston, sendBiology], facts)).toEqual({ send: false, rule: skipBoston });
  expect(route(aListing(), [sendBiology, skipBoston], facts)).toEqual({ send: true, rule: sendBiology });
  expect(route(aListing({ places: [] }), [skipBoston], facts)).toEqual({ send: true });
  expect(route(aListing(), [], facts)).toEqual({ send: true });
});

test('a rule is told in words', () => {
  expect(describeRule(rule({ field: 'city', op: 'is not', values: ['Boston', 'Salem'], then: 'skip' }))).toBe(
    'skip when city is not Boston or Salem',
  );
});

test('feeds and targets take the same rules, and no others', () => {
  expect(routingRuleSchema.safeParse(rule({})).success).toBe(true);
  for (const wrong of [{ values: [] }, { field: 'salary' }, { op: 'like' }, { then: 'hold' }, { note: 'x' }])
    expect(routingRuleSchema.safeParse({ ...rule({}), ...wrong }).success).toBe(false);
});
