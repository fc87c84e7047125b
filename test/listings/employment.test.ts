import { describe, expect, test } from 'vitest';
import { employmentOf, hoursOf } from '../../src/listings/values/employment.ts';

const found = (text: string) => employmentOf({}, text);

describe('what the source says about the work', () => {
  test('types are labels in the source’s words, split at commas, each once', () => {
    expect(employmentOf({ employmentType: ['fulltime, Internship', 'Fulltime', 'N/A'] }, '').jobType).toEqual(
      ['Fulltime', 'Internship'],
    );
  });

  test('hours are a number where the service wants one', () => {
    expect(employmentOf({ workHours: '15-20 hours', totalJobOpenings: '3' }, '')).toMatchObject({
      hoursPerWeek: 20,
      openings: 3,
    });
    expect(employmentOf({ totalJobOpenings: 'several' }, '').openings).toBeUndefined();
  });

  test.each([
    ['40', 40],
    ['37.5 hours', 38],
    ['up to 20', 20],
    ['9:00 - 17:00', undefined],
    ['160 per month', undefined],
    ['0', undefined],
    ['not specified', undefined],
  ])('"%s" hours a week: %s', (source, hours) => {
    expect(hoursOf(source)).toBe(hours);
  });
});

describe('degrees', () => {
  test('stated shortly are a label as they stand', () => {
    expect(employmentOf({ educationRequirements: '<b>Bac+3</b>' }, 'PhD required').degreeLevel).toEqual([
      'Bac+3',
    ]);
  });

  test('majors are found in a text that requires them', () => {
    expect(found("Bachelor's degree in biology required.").degreeLevel).toEqual(["Bachelor's degree"]);
    expect(found('- High school diploma or GED').degreeLevel).toEqual(['High school diploma']);
    expect(found('Must hold a PhD in economics.').degreeLevel).toEqual(['PhD']);
  });

  test.each([
    "Master's degree preferred.",
    'A PhD is a plus.',
    'You will work with PhD students.',
    'Ideally a bachelor degree.',
  ])('are not required by "%s"', (text) => {
    expect(found(text).degreeLevel).toEqual([]);
  });
});

describe('class levels', () => {
  test('class levels are those of students', () => {
    expect(found('Open to sophomores, juniors and seniors enrolled in college.').classLevel).toEqual([
      'Sophomore',
      'Junior',
      'Senior',
    ]);
    expect(found('Rising seniors welcome.').classLevel).toEqual(['Senior']);
  });

  test('class levels are not the seniority of a post', () => {
    expect(found('You report to a senior engineer and mentor junior developers.').classLevel).toEqual([]);
  });
});

describe('work authorization', () => {
  test.each([
    [
      'Applicants must be authorized to work in the United States.',
      ['Must be authorized to work in the United States'],
    ],
    ['U.S. citizenship is required.', ['U.S. citizenship required']],
    ['Must be a U.S. citizen or permanent resident.', ['U.S. citizen or permanent resident']],
    [
      'We are unable to sponsor visas at this time; visa sponsorship is not available.',
      ['Visa sponsorship is not available'],
    ],
    ['F-1 students on CPT are welcome.', ['F-1 students on CPT or OPT']],
  ])('"%s"', (text, labels) => {
    expect(found(text).workAuthorization).toEqual(labels);
  });

  test('authorization is not read from a statement on equal opportunity', () => {
    expect(found('We do not discriminate on citizenship status.').workAuthorization).toEqual([]);
  });
});
