import { describe, expect, test } from 'vitest';
import { noAliases, prepareAliases } from '../../src/picklists/picklist-aliases.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { resolve } from '../../src/picklists/resolve.ts';

const jobTypes = listOf('job_type', {
  ft: 'Full-Time',
  pt: 'Part-Time',
  'int-paid': 'Internship - Paid',
  'int-unpaid': 'Internship - Unpaid',
  other: 'Other',
});
const degrees = listOf('degree_level', {
  hs: 'High School / GED',
  b: "Bachelor's (BA/BS)",
  m: 'Master Degree',
  none: 'Any / Not Applicable',
});
const authorizations = listOf('work_authorization', {
  citizen: 'U.S. Citizen',
  auth: 'Authorized to work in the U.S.',
  alone: 'Authorized without sponsorship',
  either: 'US Citizen or Permanent Resident',
});

describe('the steps of M2', () => {
  test('a key of the list stands for itself, whatever its case', () => {
    expect(labelled(jobTypes, 'INT-PAID')).toMatchObject({ keys: ['int-paid'], step: 'key', score: 1 });
  });

  test('a label of the list is found without regard to case, marks and signs', () => {
    expect(labelled(jobTypes, 'full time')).toMatchObject({ keys: ['ft'], step: 'label', score: 1 });
  });

  test('what an operator decided for this target goes before labels and before what was decided for all', () => {
    const aliases = prepareAliases(
      [{ label: 'Full-Time', keys: ['pt'] }],
      [{ label: 'Full-Time', labels: ['Other'] }],
    );
    const { labels } = resolve({ field: 'job_type', labels: ['full time'] }, jobTypes, aliases);
    expect(labels[0]).toMatchObject({ keys: ['pt'], step: 'alias' });
  });

  test('an alias for all names an entry by its label, and does nothing where the list has no such entry', () => {
    const aliases = prepareAliases([], [{ label: 'Gig', labels: ['Part-Time'] }]);
    expect(resolve({ field: 'job_type', labels: ['gig'] }, jobTypes, aliases).keys).toEqual(['pt']);
    expect(resolve({ field: 'degree_level', labels: ['gig'] }, degrees, aliases).keys).toEqual([]);
  });

  test('an alias decides the same words in another order or number, unless another alias says otherwise', () => {
    const decided = [{ label: 'Seasonal/Temp', keys: ['pt'] }];
    const keysOf = (label: string, aliases = prepareAliases(decided, [])) =>
      resolve({ field: 'job_type', labels: [label] }, jobTypes, aliases).keys;
    expect(['Temp Seasonal', 'Temps & Seasonal', 'seasonal temp'].map((label) => keysOf(label))).toEqual([
      ['pt'],
      ['pt'],
      ['pt'],
    ]);
    expect(keysOf('Seasonal Temp Crew')).toEqual([]);
    const torn = prepareAliases([...decided, { label: 'Temp - Seasonal', keys: ['ft'] }], []);
    expect([keysOf('Temps, seasonal', torn), keysOf('Seasonal/Temp', torn)]).toEqual([[], ['pt']]);
    expect(keysOf('gigs', prepareAliases([], [{ label: 'Gig', labels: ['Part-Time'] }]))).toEqual(['pt']);
  });

  test('an alias to nothing keeps a label from being guessed', () => {
    const aliases = prepareAliases([{ label: 'Vollzeit', keys: [] }], []);
    expect(resolve({ field: 'job_type', labels: ['Vollzeit'] }, jobTypes, aliases).labels[0]).toMatchObject({
      keys: [],
      step: 'alias',
    });
  });

  test('shipped synonyms know other languages', () => {
    expect(labelled(jobTypes, 'Vollzeit')).toMatchObject({ keys: ['ft'], step: 'synonym' });
  });

  test('a list of a field unknown to us resolves by words and spelling', () => {
    const modes = listOf('resume_mode', { mail: 'E-mail the resumes', site: 'Apply at employer site' });
    expect(labelled(modes, 'apply at employer sitte')).toMatchObject({ keys: ['site'], step: 'spelling' });
  });

  test("the feed's default answers when no label does", () => {
    const { labels } = resolve(
      { field: 'job_type', labels: ['Pipeline'], context: { fallback: 'Part-time' } },
      jobTypes,
      noAliases,
    );
    expect(labels.map(({ step }) => step)).toEqual(['unresolved', 'default']);
  });
});

describe('abstaining (M3)', () => {
  test('Other is never a guess, and an exact key is no guess', () => {
    expect(labelled(jobTypes, 'Permanent').keys).toEqual([]);
    expect(labelled(jobTypes, 'Other').keys).toEqual(['other']);
  });

  test('two entries that fit alike leave the label unresolved and say so', () => {
    expect(labelled(jobTypes, 'Internship')).toMatchObject({
      keys: [],
      reason: 'weak',
    });
  });

  test('what a source writes for no value is no value', () => {
    expect(labelled(degrees, 'N/A').keys).toEqual([]);
    expect(labelled(degrees, 'none').keys).toEqual(['none']);
  });

  test('where one entry is wanted, two are none', () => {
    const question = { field: 'degree_level', labels: ["Bachelor's or Master's degree"] };
    expect(resolve(question, degrees, noAliases).keys).toEqual(['b', 'm']);
    expect(resolve({ ...question, perLabel: 'one' }, degrees, noAliases).keys).toEqual([]);
  });
});

describe('job types (M6)', () => {
  test('pay known from elsewhere tells paid internships from unpaid ones', () => {
    expect(resolved(jobTypes, 'Intern', { paid: true })).toEqual(['int-paid']);
  });

  test('an internship never becomes full-time', () => {
    expect(resolved(jobTypes, 'Full-time', { title: 'Marketing Intern', paid: false })).toEqual([
      'int-unpaid',
    ]);
  });

  const engagements = listOf('job_type', {
    ft: 'Full-Time',
    pt: 'Part-Time',
    int: 'Internship',
    coop: 'Co-op',
    fel: 'Fellowship',
    app: 'Apprenticeship',
    vol: 'Volunteer',
    free: 'Freelance',
    ws: 'Work-Study',
    campus: 'On-Campus',
  });

  test.each([
    'Director of Internships',
    'Internship Coordinator',
    'Intern Supervisor',
    'Internship Program Assistant',
    'Manager, University Internships',
    'Internship and Career Advisor',
    'Volunteer & Internship Manager',
    'Co-op Manager',
    'Grocery Co-op Produce Clerk',
    'Electric Co-op Lineworker',
    'Housing Co-op Bookkeeper',
    'Food Co-op Cashier',
    'Cashier - Food Co-op',
    'Cooperative Extension Agent',
    'Fellowship Program Officer',
    'Volunteer Coordinator',
    'Director of Volunteer Services',
    'Apprenticeship Instructor',
    'Job Coach',
    'Job 1',
    'Contract Manager',
    'Work Study Supervisor',
    'Resident Assistant',
    'Customer Service Representative',
    'Stage Manager',
    'Early Stage Investor',
    'Voluntary Benefits Analyst',
    'Campus Recruiter',
    'PT Aide',
  ])('"%s" does not say the type of the job', (title) => {
    expect(resolved(engagements, 'Full-time', { title })).toEqual(['ft']);
    expect(
      resolve({ field: 'job_type', labels: [], context: { title } }, engagements, noAliases).keys,
    ).toEqual([]);
  });

  test.each([
    ['Marketing Manager Intern', 'int'],
    ['Intern - Program Coordinator', 'int'],
    ['Social Media Coordinator (Internship)', 'int'],
    ['Internship Product Manager', 'int'],
    ['Praktikum Marketing Manager', 'int'],
    ['Stage - Marketing', 'int'],
    ['Software Engineering Co-op (Spring 2026)', 'coop'],
    ['Co-op Mechanical Engineer', 'coop'],
    ['Mechanical Engineering Co-op Student', 'coop'],
    ['Research Fellow', 'fel'],
    ['Apprentice Accounts Clerk', 'app'],
    ['Volunteer Tutor', 'vol'],
  ])('"%s" says it', (title, key) => {
    expect(resolved(engagements, 'Full-time', { title })).toEqual([key]);
  });

  test('hours a week tell the schedule when no word does', () => {
    expect(resolved(jobTypes, 'Permanent', { hoursPerWeek: 40 })).toEqual(['ft']);
    expect(resolved(jobTypes, 'Permanent', { hoursPerWeek: 12 })).toEqual(['pt']);
  });
});

describe('degree level and work authorization (M5)', () => {
  test.each(['B.S.', 'BSc', "Bachelor's degree in Computer Science", 'Licence', 'bachelor_degree'])(
    '%s is a bachelor degree',
    (label) => expect(resolved(degrees, label)).toEqual(['b']),
  );

  test('what is only preferred is not asked for', () => {
    expect(resolved(degrees, "Master's degree preferred")).toEqual([]);
  });

  test('authorized to work is not citizen', () => {
    expect(resolved(authorizations, 'Must be authorised to work in the US')).toEqual(['auth']);
    expect(resolved(authorizations, 'US citizenship required')).toEqual(['citizen']);
  });

  test('a refusal to sponsor asks for authorization without sponsorship', () => {
    expect(resolved(authorizations, 'We are unable to sponsor visas')).toEqual(['alone']);
  });

  test('one of two statuses does not fit an entry that names both', () => {
    expect(resolved(authorizations, 'Permanent Resident')).toEqual([]);
    expect(resolved(authorizations, 'US citizen or green card holder')).toEqual(['either']);
  });

  test("other countries' permissions are none of these", () => {
    expect(resolved(authorizations, 'EU work authorization is required')).toEqual([]);
  });
});

describe('states and countries (M4)', () => {
  const states = listOf('state', { s1: 'WA - Washington', s2: 'DC - District of Columbia', s3: 'Ontario' });
  const countries = listOf('country', { c1: 'United Kingdom', c2: 'Korea, Republic of', c3: 'Switzerland' });

  test.each([
    ['Wash.', 's1'],
    ['US-WA', 's1'],
    ['Washington, D.C.', 's2'],
    ['ON', 's3'],
  ])('%s is found', (label, key) => expect(resolved(states, label)).toEqual([key]));

  test('a region of another country is no state', () => {
    expect(resolved(states, 'WA', { country: 'AU' })).toEqual([]);
    expect(resolved(states, 'Bayern')).toEqual([]);
  });

  test.each([
    ['GBR', 'c1'],
    ['Scotland', 'c1'],
    ['South Korea', 'c2'],
    ['Schweiz', 'c3'],
    ['Suisse', 'c3'],
  ])('%s is found', (label, key) => expect(resolved(countries, label)).toEqual([key]));
});

function listOf(field: string, entries: Record<string, string>) {
  return preparePicklist(
    field,
    Object.entries(entries).map(([ikey, ivalue]) => ({ ikey, ivalue })),
  );
}

function resolved(list: ReturnType<typeof listOf>, label: string, context = {}) {
  return resolve({ field: list.field, labels: [label], context }, list, noAliases).keys;
}

function labelled(list: ReturnType<typeof listOf>, label: string) {
  const [first] = resolve({ field: list.field, labels: [label] }, list, noAliases).labels;
  if (!first) throw new Error('expected one resolution for one label, got none');
  return first;
}
