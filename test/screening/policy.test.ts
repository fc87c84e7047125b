import { expect, test } from 'vitest';
import {
  policyHits,
  policyRules,
  type PolicyFacts,
  type PolicyRule,
  type SchoolPolicy,
} from '../../src/screening/policy.ts';
import { screen } from '../../src/screening/screen.ts';
import { aSubject } from './subject-maker.ts';

const everything: SchoolPolicy = Object.fromEntries(policyRules.map((rule) => [rule, 'review']));

test.each<[PolicyRule, string, PolicyFacts]>([
  ['unpaid', 'This is an unpaid internship.', {}],
  ['commission-only', 'Commission-only sales.', {}],
  ['contractor-1099', 'You work as an independent contractor.', {}],
  ['fees', 'You pay the certification at your own expense.', {}],
  ['private-household', 'A nanny for our two kids; our family lives near campus.', {}],
  ['staffing-agency', 'We are a regional staffing agency and place people at many firms.', {}],
  ['third-party-without-client', 'Our client seeks an analyst.', { thirdParty: true }],
  ['foreign-by-third-party', 'Analyst.', { thirdParty: true, countries: ['PT'], schoolCountry: 'US' }],
  ['longer-than-year', 'Analyst.', { durationDays: 400 }],
  ['open-longer-than-90-days', 'Analyst.', { daysOpen: 120 }],
])('%s: %s', (rule, text, facts) => {
  const hits = policyHits(aSubject({ text, origin: 'feed' }), facts, everything);
  expect(hits.map((hit) => hit.rule)).toEqual([rule]);
  expect(hits[0]?.reason).not.toBe('');
});

test.each([
  ['Bright Staffing', true],
  ['Randstad Deutschland', true],
  ['Personaldienstleistungen Nord GmbH', true],
  ['Temple University', false],
  ['Acme Tools', false],
])('%s is a staffing agency by its name: %s', (employer, isAgency) => {
  const hits = policyHits(
    aSubject({ employer, text: 'You plan the weeks of a workshop.' }),
    {},
    { 'staffing-agency': 'refuse' },
  );
  expect(hits.length > 0).toBe(isAgency);
});

test('a feed of many employers is no agency for that', () => {
  const [feed, form] = (['feed', 'form'] as const).map((origin) =>
    policyHits(
      aSubject({ origin, text: 'You plan.' }),
      { thirdParty: true },
      { 'staffing-agency': 'review' },
    ),
  );
  expect([feed?.length, form?.length]).toEqual([0, 1]);
});

test('unpaid leave is no unpaid work', () => {
  expect(policyHits(aSubject({ text: 'Two weeks of unpaid leave are possible.' }), {}, everything)).toEqual(
    [],
  );
});

test("a school's list is its own, and is no fraud", () => {
  const subject = aSubject({
    text: 'This is an unpaid internship in our museum, with school credit and an interview.',
  });
  expect(policyHits(subject, {}, { unpaid: 'refuse' })).toMatchObject([{ action: 'refuse' }]);
  expect(policyHits(subject, {}, {})).toEqual([]);
  expect(screen(subject, { proof: 2 }).score).toBe(0);
});
