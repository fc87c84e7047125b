import { describe, expect, test } from 'vitest';
import { limitOf, normOf, payNorms } from '../../src/screening/pay-norms.ts';
import { screen } from '../../src/screening/screen.ts';
import type { Subject } from '../../src/screening/subject.ts';
import { aSubject, confirmed } from './subject-maker.ts';

const evidenceOf = (over: Partial<Subject>) =>
  screen(aSubject(over), confirmed).signals.find(({ id }) => id === 'pay-too-high')?.evidence;

describe('pay far above the norm of its title', () => {
  test.each<[string, string, Subject['origin']]>([
    ['Data Entry Clerk', 'Type forms into our table. $45 per hour.', 'form'],
    ['Data Entry Clerk', 'Type forms into our table. $45 per hour.', 'feed'],
    ['Receptionist', 'Answer the door. $9,500 a month.', 'feed'],
    ['Warehouse Packer', 'Pack boxes in the hall. $140,000 per year.', 'feed'],
    ['Receptionist', 'Answer the door on Mondays, 10 hours per week, $2,000 monthly.', 'form'],
    ['Dog Walker', 'Walk two dogs. $80 an hour.', 'form'],
  ])('%s: %s (%s)', (title, text, origin) => {
    expect(evidenceOf({ title, text, origin })).toMatch(/earns \d+ an hour in the middle/);
  });
});

describe('honest pay, high or not', () => {
  test.each<[string, string, Subject['origin']]>([
    ['Software Engineering Intern', 'Write tests in Python. $58 an hour, 40 hours per week.', 'form'],
    ['Quantitative Trading Intern', 'Work beside traders. $130 an hour.', 'form'],
    ['Registered Nurse', 'Per diem in our hospice, $58 an hour.', 'form'],
    ['Emergency Physician', 'Twelve shifts a month, $265 an hour.', 'feed'],
    ['Travel Nurse', 'Contract of 13 weeks, $3,450 weekly for 36 hours.', 'feed'],
    ['Data Entry Clerk', 'In our office, $19 to $26 an hour.', 'feed'],
    ['Tutor (SAT)', 'In homes, $35 to $60 an hour by score.', 'feed'],
    ['Nanny', 'Twins of two, on the books, $32 an hour.', 'form'],
    ['English Teacher', 'A class in Osaka, 270,000 yen a month.', 'feed'],
    ['Delivery Driver', 'Day shifts from our depot, $48,000 to $62,000 a year.', 'feed'],
  ])('%s: %s (%s)', (title, text, origin) => {
    expect(evidenceOf({ title, text, origin })).toBeUndefined();
  });
});

test('a norm is a median below its 90th percentile, and its limit is above both', () => {
  for (const norm of payNorms) {
    expect(norm.p90).toBeGreaterThan(norm.median);
    expect(limitOf(norm)).toBeGreaterThan(norm.p90);
  }
});

test('the first family whose words a title has is meant', () => {
  expect(normOf('cdl-a delivery driver')?.family).toBe('CDL driving');
  expect(normOf('astronomer')).toBeUndefined();
});
