import { describe, expect, test } from 'vitest';
import type { RoutingRule } from '../../src/db/schema/targets.schema.ts';
import { describeRule, route } from '../../src/publishing/routing.ts';
import { picklistLabel } from '../../src/soap/types.ts';
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
    [{ field: 'country', op: 'is', values: ['United States'] }, true],
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

  test('a rule uses the day we first saw a job where its source gives no date', () => {
    const { postedAt: _, ...undated } = aListing();
    expect(matches({ field: 'age', op: 'over', values: ['7'] }, undated)).toBe(true);
    expect(matches({ field: 'age', op: 'over', values: ['8'] }, undated)).toBe(false);
  });
});

describe('every field with every operator that the schema takes', () => {
  const munich = aListing({
    places: [{ city: 'München', subdivision: 'DE-BY', country: 'DE' }],
    workplace: 'onsite',
    job: {
      job_title: 'Chemist',
      job_type: [{ stringvalue: picklistLabel('Full-time') }],
      job_function: [{ stringvalue: picklistLabel('Research') }],
      degree_level: [{ stringvalue: picklistLabel('Masters') }],
    },
    employer: { empname: 'Acme Labs' },
    descriptionText: 'You measure.',
  });
  /** A value that the listing has as a whole, a word that it has, and one that it has not. */
  const told: Readonly<Record<Exclude<RoutingRule['field'], 'age'>, readonly [string, string, string]>> = {
    country: ['Germany', 'DE', 'France'],
    state: ['BY', 'DE-BY', 'HE'],
    city: ['Munich', 'München', 'Berlin'],
    workplace: ['onsite', 'onsite', 'remote'],
    type: ['full-time', 'full', 'Internship'],
    function: ['research', 'Research', 'Sales'],
    level: ['masters', 'Masters', 'Doctorate'],
    words: ['chemist', 'measure', 'nurse'],
    employer: ['ACME Labs', 'acme', 'Zenith'],
    source: ['acme', 'acme', 'zenith'],
  };
  const rules = Object.entries(told).flatMap(([field, [whole, word, other]]) =>
    (
      [
        ['is', whole, true],
        ['is', other, false],
        ['is not', whole, false],
        ['is not', other, true],
        ['has', word, true],
        ['has', other, false],
        ['has not', word, false],
        ['has not', other, true],
      ] as const
    ).map(([op, value, expected]) => [field, op, value, expected] as const),
  );
  const fields = routingRuleSchema.shape.field.options;

  test.each(rules)('%s %s %s: %s', (field, op, value, expected) => {
    const parsed = routingRuleSchema.parse({ field, op, values: [value], then: 'send' });
    expect(matches(parsed, munich)).toBe(expected);
  });

  test('the words are all of them', () => {
    expect([...Object.keys(told), 'age']).toEqual(fields);
  });

  test.each([
    [{ field: 'age', op: 'is', values: ['5'] }, 'over and under'],
    [{ field: 'city', op: 'over', values: ['5'] }, 'is, is not, has'],
    [{ field: 'age', op: 'over', values: ['a week'] }, 'one number of days'],
  ])('%j is refused', (wrong, message) => {
    const { error } = routingRuleSchema.safeParse({ ...wrong, then: 'skip' });
    expect(error?.issues.map((issue) => issue.message).join()).toContain(message);
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
