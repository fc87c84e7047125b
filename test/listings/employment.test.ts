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
    ['38,5 Stunden/Woche', 39],
    ['35h00', 35],
    ['Full-time, 40 hours per week', 40],
    ['between 10 and 20', 20],
    ['20 hours per week, Dec 1 - Jan 31', 20],
    ['20 hours, Mon-Fri, 2 shifts', undefined],
    ['8am-5pm M-F', undefined],
    ['Mon-Fri, 7am-4pm', undefined],
    ['9-5', undefined],
    ['8-17', undefined],
    ['24/7', undefined],
    ['8 hours per day', undefined],
    ['5 days per week', undefined],
    ['12 hour shifts', undefined],
    ['0.5 FTE', undefined],
    ['0.5', undefined],
    ['1,500 hours', undefined],
    ['80 hours per pay period', undefined],
    ['$15 a week', undefined],
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
    expect(found('Master’s degree required for this not-for-profit.').degreeLevel).toEqual([
      "Master's degree",
    ]);
    expect(
      found("High school diploma required; some courses towards a bachelor's degree helpful.").degreeLevel,
    ).toEqual(['High school diploma']);
  });

  test.each([
    "Master's degree preferred.",
    'A PhD is a plus.',
    'You will work with PhD students.',
    'Ideally a bachelor degree.',
    "A bachelor's degree is not required.",
    "You do not need a bachelor's degree.",
    'No high school diploma or GED required.',
    'Our tutors hold a PhD.',
    'You will need to mentor PhD students.',
    "You need to help bachelor's and master's degree candidates.",
    'Help students obtain their GED.',
    'Must have strong skills in MS in general and BS in none.',
    'Must work in MA in person.',
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

  test.each([
    [
      'Open to all college students, freshmen through seniors.',
      ['Freshman', 'Sophomore', 'Junior', 'Senior'],
    ],
    ['At least sophomore standing.', ['Sophomore', 'Junior', 'Senior']],
    ['Junior standing or higher.', ['Junior', 'Senior']],
    ['We welcome juniors and seniors; freshmen may not apply.', ['Junior', 'Senior']],
    ['Open to juniors and seniors, no freshmen.', ['Junior', 'Senior']],
    ['Undergraduates in their junior or senior year.', ['Junior', 'Senior']],
    ['College freshmen are not eligible.', []],
    ['Not open to freshmen or sophomores.', []],
    ['Graduating seniors are not eligible.', []],
    ['Graduate students are not eligible.', []],
    ['Students of all years except freshmen.', []],
    ['You must have completed freshman year.', []],
    ['You run orientation for freshmen.', []],
    ['Advise freshmen and sophomores.', []],
  ])('"%s"', (text, levels) => {
    expect(found(text).classLevel).toEqual(levels);
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
    ['Ridgeline is not able to sponsor applicants for work visas.', ['Visa sponsorship is not available']],
    ['We will not be able to provide visa sponsorship.', ['Visa sponsorship is not available']],
    ['No visa sponsorship available.', ['Visa sponsorship is not available']],
    ['Sponsorship won’t be provided.', ['Visa sponsorship is not available']],
    ['We will sponsor H-1B visas.', ['Visa sponsorship is available']],
    [
      'Must be a U.S. citizen, lawful permanent resident, refugee or asylee (ITAR).',
      ['U.S. citizen or permanent resident'],
    ],
    ['US citizen/permanent resident', ['U.S. citizen or permanent resident']],
    [
      'U.S. citizenship is required and we do not sponsor visas.',
      ['U.S. citizenship required', 'Visa sponsorship is not available'],
    ],
  ])('"%s"', (text, labels) => {
    expect(found(text).workAuthorization).toEqual(labels);
  });

  test.each([
    'This role does not require US citizenship.',
    'No U.S. citizenship required.',
    'Some projects require U.S. citizenship.',
    'You need not be a U.S. citizen or permanent resident.',
    'You are not required to be authorized to work in the United States.',
    'We can sponsor a local sports team.',
    'We can sponsor a child.',
    'We will sponsor you for a nursing licence.',
    'We cannot sponsor candidates for a nursing licence.',
    'We cannot thank our sponsor Acme enough.',
    'No employer-sponsored health plan.',
    'We cannot guarantee visa sponsorship.',
    'We may be able to sponsor visas.',
    'We do not sponsor H-1B visas but can sponsor TN visas.',
    'CPT/OPT candidates are not eligible.',
    'F-1 students are not eligible.',
    'Employees can opt in to dental; all are eligible.',
    'Knowledge of CPT codes accepted by payers.',
  ])('"%s" asks for nothing and grants nothing', (text) => {
    expect(found(text).workAuthorization).toEqual([]);
  });

  test('authorization is not read from a statement on equal opportunity', () => {
    expect(found('We do not discriminate on citizenship status.').workAuthorization).toEqual([]);
  });
});
