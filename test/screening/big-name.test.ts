import { describe, expect, test } from 'vitest';
import { screen } from '../../src/screening/screen.ts';
import type { Context, Subject } from '../../src/screening/subject.ts';
import { aSubject, confirmed } from './subject-maker.ts';

const found = (over: Partial<Subject>, context: Context = confirmed) =>
  screen(aSubject(over), context).signals.find(({ id }) => id === 'big-name-applies-elsewhere');

const bank = {
  employer: 'Northgate Bank',
  email: 'hr@northgate-people.example',
  website: 'https://northgatebank.example',
};
const size = 'We are a Fortune 500 company with tellers in every town. Visit a branch and ask for Ms Odell.';
const multi: Context = { ...confirmed, proof: 0, multiEmployer: true, feedDomain: 'allthejobs.example' };

describe('a great name and applications elsewhere', () => {
  test.each<[string, Partial<Subject>, Context?]>([
    ['a known employer by name', { ...bank, applyUrl: 'https://talent-desk.example/apply' }],
    ['by a look-alike of its name', { ...bank, applyUrl: 'https://northgatebank-jobs.example/apply' }],
    ['a size that it claims', { text: size, applyUrl: 'https://talent-desk.example/apply' }],
    ['a size that it claims, by free mail', { text: size, email: 'cornerbooks.hr@gmail.com' }],
    [
      'a known employer in a feed of many',
      { origin: 'feed', employer: 'Northgate Bank', applyUrl: 'https://talent-desk.example/7' },
      multi,
    ],
  ])('%s', (_, over, context) => {
    expect(found(over, context)).toMatchObject({ points: 25, rule: 28 });
  });

  test('the evidence is the claim and where applications go', () => {
    expect(found({ ...bank, applyUrl: 'https://apply.talent-desk.example/7' })?.evidence).toBe(
      'Northgate Bank, talent-desk.example',
    );
  });
});

describe('no alarm', () => {
  test.each<[string, Partial<Subject>, Context?]>([
    ['at its own site', { ...bank, applyUrl: 'https://careers.northgatebank.example/7' }],
    ['through an applicant system', { ...bank, applyUrl: 'https://northgate.wd5.myworkdayjobs.com/x/7' }],
    [
      'a person of the employer itself who uses another service',
      { ...bank, email: 'a.odell@northgatebank.example', applyUrl: 'https://events.example/day' },
    ],
    ['under a name of its own, of a size nobody claims', { applyUrl: 'https://talent-desk.example/apply' }],
    [
      'a size of its clients',
      {
        text: 'We design the menus of cafés, and our clients include a Fortune 500 company.',
        applyUrl: 'https://talent-desk.example/apply',
      },
    ],
    [
      'a size that it claims, applied for at its own site',
      { text: size, applyUrl: 'https://jobs.cornerbooks.example/7' },
    ],
    [
      'a partner of an employer that the school knows',
      { ...bank, applyUrl: 'https://talent-desk.example/apply' },
      { ...confirmed, proof: 3 },
    ],
    [
      'where the feed itself takes applications',
      { origin: 'feed', employer: 'Northgate Bank', applyUrl: 'https://www.allthejobs.example/7' },
      multi,
    ],
    [
      'a feed of one employer, which somebody vouched for',
      { origin: 'feed', employer: 'Northgate Bank', applyUrl: 'https://talent-desk.example/7' },
      { ...confirmed, proof: 3 },
    ],
    [
      'a second domain that the directory has',
      { ...bank, applyUrl: 'https://ngb.example/7' },
      {
        proof: 1,
        knownEmployers: [
          { name: 'Northgate Bank', domain: 'northgatebank.example' },
          { name: 'Northgate Bank', domain: 'ngb.example' },
        ],
      },
    ],
  ])('%s', (_, over, context) => {
    expect(found(over, context)).toBeUndefined();
  });
});
