import { describe, expect, test } from 'vitest';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { previewChoice } from '../../src/picklists/picklist-decide.ts';
import { describeResolution } from '../../src/picklists/describe.ts';
import { differenceOf } from '../../src/picklists/difference.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import { resolve } from '../../src/picklists/resolve.ts';

const functions = listOf('job_function', [
  'Accounting & Finance',
  'Engineering - Civil',
  'Engineering - Electrical',
  'Engineering - Other',
  'Sales',
  'Retail and Sales',
  'Information Technology (Systems, Networks, Support)',
  'Software',
  'Health Care - Clinical',
  'Health Care - Administration',
  'Human Resources',
  'Childcare',
  'Childcare',
  'Other',
]);
const industries = listOf('industry', [
  'Banking & Financial Services',
  'Technology',
  'Hotels and Restaurants',
  'Government - Federal',
  'Government - State or Local',
  'Consulting Firms',
  'Other Industries',
]);

describe('job functions', () => {
  test.each([
    ['Comptabilité', 'Accounting & Finance'],
    ['Accounts Payable Specialist ($26/hr)', 'Accounting & Finance'],
    ['Bauingenieurwesen', 'Engineering - Civil'],
    ['Ventas', 'Sales'],
    ['mobile_development', 'Software'],
    ['Help desk', 'Information Technology (Systems, Networks, Support)'],
    ['Registered Nurse – Boston', 'Health Care - Clinical'],
    ['Recruiting', 'Human Resources'],
  ])('%s is %s', (label, entry) => expect(entriesOf(functions, label)).toEqual([entry]));

  test('a label broader than all entries is left open', () => {
    expect(entriesOf(functions, 'Engineering')).toEqual([]);
    expect(entriesOf(functions, 'Healthcare')).toEqual([]);
  });

  test('a list with doubles gives the first of them', () => {
    expect(
      resolve({ field: 'job_function', labels: ['Kinderbetreuung'] }, functions, noAliases).keys,
    ).toEqual(['11']);
  });

  test('the head of a name says what the work is, what stands before it only whose', () => {
    expect(entriesOf(functions, 'Project Accountant')).toEqual(['Accounting & Finance']);
    expect(entriesOf(functions, 'Software Sales')).toEqual(['Sales']);
    expect(entriesOf(functions, 'Sales Advisor with Polish for Software')).toEqual(['Sales']);
  });

  test('two families joined are both meant', () => {
    expect(entriesOf(functions, 'Sales and Accounting')).toEqual(['Sales', 'Accounting & Finance']);
  });

  test('a heading and its part mean the part', () => {
    expect(entriesOf(functions, 'IT: Software')).toEqual(['Software']);
  });

  test.each(['Google Coordinator', 'Permanent Employee', 'Early Career', 'Department of the Navy'])(
    '%s is no family of work',
    (label) => expect(entriesOf(functions, label)).toEqual([]),
  );

  test('the title answers where there are no labels, and says so', () => {
    const { labels } = resolve(
      { field: 'job_function', labels: [], context: { title: 'Junior Java Developer (m/w/d)' } },
      functions,
      noAliases,
    );
    expect(labels).toMatchObject([{ step: 'title', keys: ['7'] }]);
  });
});

describe('codes of public classifications', () => {
  test.each([
    ['15-1252.00 Software Developers', 'Software'],
    ['13-2011', 'Accounting & Finance'],
    ['2512', 'Software'],
    ['0610-Nurse', 'Health Care - Clinical'],
    ['M1805', 'Software'],
  ])('%s is %s', (label, entry) => {
    expect(entriesOf(functions, label)).toEqual([entry]);
    expect(resolve({ field: 'job_function', labels: [label] }, functions, noAliases).labels[0]?.step).toBe(
      'crosswalk',
    );
  });

  test.each([
    ['7022Z', 'Consulting Firms'],
    ['522110', 'Banking & Financial Services'],
    ['62.01Z', 'Technology'],
  ])('%s is %s', (label, entry) => expect(entriesOf(industries, label)).toEqual([entry]));

  test('a code that two classifications read differently says nothing', () => {
    expect(entriesOf(functions, '2120')).toEqual([]);
  });
});

describe('industries', () => {
  test('a family of jobs in an industry field is no industry', () => {
    expect(entriesOf(industries, 'Marketing & Sales')).toEqual([]);
    expect(entriesOf(industries, 'Customer Service')).toEqual([]);
  });

  test.each([
    ['Öffentliche Verwaltung', []],
    ['Bundesverwaltung', ['Government - Federal']],
    ['saas', ['Technology']],
    ['Gastgewerbe', ['Hotels and Restaurants']],
    ['Unternehmensberatung', ['Consulting Firms']],
  ])('%s is %j', (label, entries) => expect(entriesOf(industries, label)).toEqual(entries));
});

describe('lists written in other ways', () => {
  test('entries of one heading are told apart by what follows it, and General is the heading itself', () => {
    const list = listOf('job_function', [
      'Accounting - General',
      'Accounting - Tax',
      'Health Care - Hospital',
      'Health Care - Other',
    ]);
    expect(entriesOf(list, 'Buchhaltung')).toEqual(['Accounting - General']);
    expect(entriesOf(list, 'Steuerberatung')).toEqual(['Accounting - Tax']);
    expect(entriesOf(list, 'Medical')).toEqual([]);
  });

  test('where most entries stand in groups, what follows the heading is read by itself', () => {
    const work = listOf('job_function', [
      'Business - Finance',
      'Business - Human Resources',
      'STEM - Data',
      'STEM - Engineering',
      'Health - Administration',
      'Health - Nursing',
      'Other',
    ]);
    expect(entriesOf(work, 'Financial Analyst')).toEqual(['Business - Finance']);
    expect(entriesOf(work, 'Data Scientist')).toEqual(['STEM - Data']);
    expect(entriesOf(work, 'Office Administration')).toEqual([]);
    const kinds = listOf('job_type', [
      'Internship: Summer',
      'Internship: Fall',
      'Job: Full-time',
      'Job: Part-time',
      'On-Campus: Work Study',
      'On-Campus: Student Employment',
    ]);
    expect(entriesOf(kinds, 'Summer Internship')).toEqual(['Internship: Summer']);
    expect(entriesOf(kinds, 'PART_TIME')).toEqual(['Job: Part-time']);
    const levels = listOf('degree_level', [
      'Undergraduate - Associate',
      "Undergraduate - Bachelor's",
      'Graduate - Masters',
      'Graduate - Doctorate',
      'Professional - JD',
      'Professional - MD',
    ]);
    expect(entriesOf(levels, "Bachelor's Degree")).toEqual(["Undergraduate - Bachelor's"]);
  });

  test('parts of what follows a heading are each read with it, and statuses by themselves', () => {
    const work = listOf('job_function', [
      'Engineering: Aerospace',
      'Engineering: Chemical/Materials',
      'Engineering: Civil/Environmental',
      'Teaching',
    ]);
    expect(entriesOf(work, 'Environmental Engineer')).toEqual(['Engineering: Civil/Environmental']);
    expect(entriesOf(work, 'Materials Engineering')).toEqual(['Engineering: Chemical/Materials']);
    const statuses = listOf('work_authorization', ['U.S. Citizen', 'EAD - DACA', 'EAD - Asylee/Refugee']);
    expect(entriesOf(statuses, 'DACA recipient')).toEqual(['EAD - DACA']);
    expect(entriesOf(statuses, 'Refugee')).toEqual(['EAD - Asylee/Refugee']);
  });

  test('an entry that begins with a code of a public list is that entry, if its name begins alike', () => {
    const sectors = [
      '11 - Agriculture, Forestry, Fishing',
      '23 - Construction',
      '31-33 - Manufacturing',
      '52 - Finance & Insurance',
      '54 - Professional, Scientific & Technical',
      '61 - Educational',
      '62 - Health Care & Social Assistance',
      '71 - Arts & Entertainment',
      '72 - Accommodation & Food',
    ];
    const list = listOf('industry', sectors);
    expect(entriesOf(list, 'Child Day-Care Services')).toEqual(['62 - Health Care & Social Assistance']);
    expect(entriesOf(list, 'Computer Systems Design and Related Services')).toEqual([
      '54 - Professional, Scientific & Technical',
    ]);
    const others = listOf('industry', [...sectors.slice(0, 8), '72 - Something else of ours']);
    expect(entriesOf(others, 'Hotels')).toEqual([]);
  });

  test('two degrees of one level are two entries', () => {
    const list = listOf('degree_level', ['B.A.', 'B.S.', 'M.B.A.', 'Ph.D.']);
    expect(entriesOf(list, 'Bachelor of Science in Physics')).toEqual(['B.S.']);
    expect(entriesOf(list, "Bachelor's degree")).toEqual([]);
    expect(entriesOf(list, 'Doctorate')).toEqual(['Ph.D.']);
  });

  test.each([
    ['US - California', 'Calif.'],
    ['CA - Ontario', 'ON'],
    ['Massachusetts (MA)', 'Massachussetts'],
  ])('%s is found by %s', (entry, label) => {
    const list = listOf('state', ['US - California', 'CA - Ontario', 'Massachusetts (MA)']);
    expect(entriesOf(list, label)).toEqual([entry]);
  });

  test('a country without an entry is not taken for a misspelt one', () => {
    const list = listOf('country', ['Ireland', 'Australia']);
    expect(entriesOf(list, 'Iceland')).toEqual([]);
    expect(entriesOf(list, 'Asutralia')).toEqual(['Australia']);
    expect(entriesOf(list, 'Atlanta, GA')).toEqual([]);
  });
});

test('a choice shows its effect before it is made', () => {
  const choice = { label: 'Biz', choice: ['4', 'nowhere'], everywhere: false };
  expect(previewChoice(choice, functions, noAliases)).toEqual({
    before: [],
    after: ['4'],
    changes: true,
    unknown: ['nowhere'],
  });
  const forAll = { label: 'Biz', choice: ['Sales'], everywhere: true };
  expect(previewChoice(forAll, functions, noAliases)).toMatchObject({ after: ['4'], unknown: [] });
});

test('a resolution is told in one line', () => {
  const [found] = resolve({ field: 'job_function', labels: ['Vertrieb'] }, functions, noAliases).labels;
  const [missed] = resolve({ field: 'job_function', labels: ['Pipeline'] }, functions, noAliases).labels;
  expect(found && describeResolution(found, functions)).toBe(
    '“Vertrieb” → Sales (4): what the label means (sales). Score 0.98; next: Retail and Sales (5) 0.64.',
  );
  expect(missed && describeResolution(missed, functions)).toBe(
    '“Pipeline” → no answer: the label is not known. Choose its entry once.',
  );
});

test('the order of entries is no difference, and a key is the same entry whatever its label', () => {
  const before = [row('1', 'A'), row('2', 'B')];
  expect(differenceOf(before, [row('2', 'B'), row('1', 'A')])).toBeUndefined();
  expect(differenceOf(before, [row('1', 'a'), row('3', 'C')])).toEqual({
    added: [row('3', 'C')],
    vanished: [row('2', 'B')],
    relabelled: [{ ikey: '1', from: 'A', to: 'a' }],
  });
});

function listOf(field: string, labels: readonly string[]) {
  return preparePicklist(
    field,
    labels.map((ivalue, index) => row(String(index), ivalue)),
  );
}

function entriesOf(list: ReturnType<typeof listOf>, label: string) {
  const { keys } = resolve({ field: list.field, labels: [label] }, list, noAliases);
  return keys.map((key) => list.entries.find((entry) => entry.key === key)?.label);
}

function row(ikey: string, ivalue: string) {
  return { ikey, ivalue };
}
