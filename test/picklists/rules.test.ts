import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { preparePicklist } from '../../src/picklists/picklist.ts';
import type { Picklist } from '../../src/picklists/picklist-types.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import { commonLists } from '../../src/submissions/lists.ts';

const soc = [
  'Management Occupations',
  'Business and Financial Operations Occupations',
  'Computer and Mathematical Occupations',
  'Architecture and Engineering Occupations',
  'Life, Physical, and Social Science Occupations',
  'Community and Social Service Occupations',
  'Legal Occupations',
  'Educational Instruction and Library Occupations',
  'Office and Administrative Support Occupations',
  'Sales and Related Occupations',
  'Construction and Extraction Occupations',
];
const contracts = ['Fixed-term contract', 'Internship', 'Apprenticeship / Work-study contract', 'Freelance'];
const years = ['Freshman', 'Sophomore', 'Junior', 'Senior'];
const statuses = [
  'US Citizen',
  'US Permanent Resident',
  'Authorized to work in the United States',
  'Sponsorship',
];
const departments = ['Human Resources', 'Purchasing', 'Public Relations', 'Marketing', 'Sales'];

/** Each rule with an example and a counter-example; no entry is written `-`. */
describe.each([
  ['U1: a word inside a longer entry is no answer', 'job_type', contracts, 'Contract', '-'],
  ['U1: an alternative of an entry is one', 'job_type', contracts, 'Apprenticeship', contracts[2]],
  [
    'U1: a part of a fixed phrase is no alternative',
    'job_function',
    ['Quality, Health & Safety', 'Sales'],
    'Healthcare',
    '-',
  ],
  [
    'U2: three joined names are split only if all agree',
    'job_function',
    departments,
    'investor_and_public_and_media_relations',
    'Public Relations',
  ],
  [
    'U2: three joined names that differ are none',
    'job_function',
    departments,
    'sales and marketing and hr',
    '-',
  ],
  [
    'U2: a written list is each of its names',
    'job_function',
    departments,
    'Sales / Marketing',
    'Sales+Marketing',
  ],
  ['U2: a list that is a public one files a composite once', 'job_function', soc, 'Legal / Sales', '-'],
  [
    'U2: a half that names nothing by itself adds nothing',
    'job_function',
    ['Project Management', 'Logistics', 'Trucking & Delivery'],
    'Project Management & Delivery',
    'Project Management',
  ],
  [
    'U2: a name whose last half has no entry is none',
    'job_function',
    ['Real Estate', 'Sales', 'Marketing'],
    'Housing & Community Development',
    '-',
  ],
  [
    'U2: a written list with one entry is that',
    'job_function',
    ['Legal', 'Sales', 'Marketing'],
    'Legal / Nursing',
    'Legal',
  ],
  ['U3: a range of years is no year', 'class_level', years, 'Sophomore or above', '-'],
  ['U3: a year is one', 'class_level', years, 'second-year student', 'Sophomore'],
  ['U3: from one year to another is no year', 'class_level', years, 'Sophomore - Senior', '-'],
  ['U3: what is denied is no answer', 'class_level', years, 'not a freshman', '-'],
  ['U3: a denied type is none', 'job_type', contracts, 'No internship', '-'],
  ['U3: a denied function is none', 'job_function', departments, 'Non-sales', '-'],
  ['U3: a denied degree is none', 'degree_level', ['Bachelor', 'PhD', 'None'], 'not a PhD', '-'],
  ['U3: one not required', 'degree_level', ['Bachelor', 'None'], 'Bachelor not required', 'None'],
  ['U3: a modifier', 'industry', ['Real Estate'], 'Non-residential real estate', 'Real Estate'],
  ['U3: no citizen', 'work_authorization', statuses, 'Must not be a US citizen', '-'],
  ['U3: those left out', 'work_authorization', statuses, 'Non-US citizens', '-'],
  ['U3: a citizen', 'work_authorization', statuses, 'Must be a US citizen', 'US Citizen'],
  [
    'U3: the right to work somewhere else is none here',
    'work_authorization',
    statuses,
    'Remote (must be authorized to work in your region)',
    '-',
  ],
  [
    'U3: the right to work in the US is',
    'work_authorization',
    statuses,
    'Authorization to work in the US',
    statuses[2],
  ],
  [
    'U4: the entry below the other wins for what is below it',
    'job_function',
    ['Sales', 'Retail Sales'],
    'store associate',
    'Retail Sales',
  ],
  ['U4: one family ties', 'job_function', ['Judges', 'Lawyers'], 'Attorney', '-'],
  ['U4: the label may tell them apart', 'job_function', ['Judges', 'Lawyers'], 'Lawyer', 'Lawyers'],
  ['U4: the plain name', 'job_function', ['Education', 'Lecturing'], 'Dozent', 'Education'],
  ['U4: no kind', 'degree_level', ['Masters by Research', 'Masters by Coursework'], 'Master', '-'],
  ['U1: work-study of the US is no apprenticeship', 'job_type', contracts, 'Federal Work-Study', '-'],
  ['U5: a standard says where bookkeeping belongs', 'job_function', soc, 'bookkeeper', soc[8]],
  ['U5: a standard says where human resources belong', 'job_function', soc, 'Human Resources', soc[1]],
  ['U5: a standard says where economists belong', 'job_function', soc, 'Economist', soc[4]],
  [
    'U6: an organisation is its trade',
    'industry',
    ['Law Practice', 'Government Administration'],
    'Department of Justice',
    'Government Administration',
  ],
  [
    'U6: a law firm is law',
    'industry',
    ['Law Practice', 'Government Administration'],
    'Law firm',
    'Law Practice',
  ],
  ['U7: a word of fashion is no answer', 'job_function', ['Data Science', 'Software'], 'AI', '-'],
  [
    'U7: an entry that is the word is one',
    'job_function',
    ['Data, Robotics, AI', 'Sales'],
    'AI',
    'Data, Robotics, AI',
  ],
  ['U7: it makes no training of itself', 'job_function', ['Training', 'Software'], 'AI Training', '-'],
  [
    'Heads: a vague head after an unknown word says nothing',
    'job_function',
    ['Administrative', 'Legal', 'Purchasing'],
    'Zorbing Administration',
    '-',
  ],
  [
    'Heads: a vague head by itself is one',
    'job_function',
    ['Administrative', 'Legal'],
    'Administration',
    'Administrative',
  ],
  [
    'Entries: two words that narrow each other are neither',
    'job_function',
    ['Computer Carpentry', 'Sales'],
    'Carpenter',
    '-',
  ],
  [
    'Entries: a shared last word belongs to both halves',
    'job_function',
    ['Electrical & Mechanical Engineering', 'Sales'],
    'Mechanical Engineer',
    'Electrical & Mechanical Engineering',
  ],
  [
    'Standards: what an entry of the school’s own covers is not absent',
    'job_function',
    commonLists?.['job_function'] ?? [],
    'Nurse',
    'Health Care',
  ],
  [
    'Standards: support is no nursing',
    'job_function',
    ['Health Care', 'Healthcare Support', 'Legal'],
    'Nurse',
    'Health Care',
  ],
  [
    'U11: part of an entry is not misspelt',
    'job_function',
    ['Youth Programs and Zorbing', 'Sales'],
    'Zorbing',
    '-',
  ],
  [
    'U8: another set of statuses is none',
    'work_authorization',
    statuses,
    'US citizen or permanent resident required',
    statuses.slice(0, 2).join('+'),
  ],
  [
    'U8: a kind of degree is not the degree',
    'degree_level',
    ['Master in Management', 'Master'],
    "A master's degree",
    'Master',
  ],
  ['U9: seniority is no class', 'class_level', years, 'Senior Level', '-'],
  ['U9: permanence is no full-time', 'job_type', ['Full-time', 'Part-time'], 'Permanent', '-'],
  [
    'U10: an axis that the list splits stays open',
    'job_type',
    ['Permanent contract, full-time', 'Fixed-term contract'],
    'Full time',
    '-',
  ],
  [
    'U10: said on both axes it fits',
    'job_type',
    ['Permanent contract, full-time', 'Fixed-term contract'],
    'Permanent, full time',
    'Permanent contract, full-time',
  ],
  [
    'U10: an internship is never full-time',
    'job_type',
    ['Full-time', 'Internship'],
    'Full-time internship',
    'Internship',
  ],
  ['U11: a known word is not misspelt', 'country', ['Ireland', 'France'], 'Iceland', '-'],
  ['U11: an unknown one may be', 'country', ['Ireland', 'France'], 'Irelnad', 'Ireland'],
  ['U12: never a catch-all by guess', 'job_function', ['Sales', 'Other'], 'Beekeeping', '-'],
])('%s', (_rule, field, entries, label, expected) => {
  test(`${label} is ${expected}`, () =>
    expect(entriesFor(field, entries, label).join('+') || '-').toBe(expected));
});

const care = [
  'Health Care - Clinical',
  'Health Care - Administration',
  'Accounting',
  'Sales',
  'Human Resources',
];

/** What the title adds to a label, and what it never does. */
describe('the title of the job', () => {
  test.each([
    ['chooses below a broad label', care, ['Healthcare'], 'Registered Nurse (RN) - Boston, MA', care[0]],
    [
      'is read without place, team and pay',
      care,
      ['Healthcare'],
      'Now hiring: Medical Assistant $26/hr',
      care[0],
    ],
    ['does not leave the label’s branch', care, ['Healthcare'], 'Payroll Specialist', '-'],
    ['never overturns a label', care, ['Accounting'], 'Inside Sales Representative', 'Accounting'],
    ['does not answer for a label that nobody knows', care, ['Zorbing'], 'Registered Nurse', '-'],
    ['stands in for a label that says nothing', care, ['Other'], 'Sales Representative', 'Sales'],
    ['stands in for no label', care, [], 'Recruiter', 'Human Resources'],
    ['names one entry or none', care, [], 'Nurse / Accountant', '-'],
  ])('%s', (_what, entries, labels, title, expected) => {
    const list = listOf('job_function', entries);
    const { keys } = resolve({ field: 'job_function', labels, context: { title } }, list, noAliases);
    expect(namesOf(list, keys).join('+') || '-').toBe(expected);
  });

  test('chooses between two entries that fit alike', () => {
    const entries = [
      'Building and Grounds Cleaning and Maintenance Occupations',
      'Installation, Maintenance, and Repair Occupations',
    ];
    const list = listOf('job_function', [...soc, ...entries]);
    const question = { field: 'job_function', labels: ['Facility Services'] };
    const tied = resolve(question, list, noAliases);
    const named = resolve({ ...question, context: { title: 'HVAC Technician' } }, list, noAliases);
    expect(tied.labels[0]?.reason).toBe('tie');
    expect(namesOf(list, named.keys)).toEqual([entries[1]]);
  });
});

describe('a label without an answer has its reason', () => {
  test.each([
    ['job_function', departments, 'n/a', 'says_nothing'],
    ['job_function', departments, 'Zorbing', 'unknown_label'],
    ['job_function', departments, 'Nursing', 'list_has_none'],
    ['job_function', departments, 'human trampolines', 'only_shared_word'],
    ['job_function', departments, 'sales and marketing and hr', 'composite'],
    ['class_level', years, 'Sophomore or above', 'scope'],
  ])('%s: %s %s', (field, entries, label, reason) => {
    const [found] = resolve({ field, labels: [label] }, listOf(field, entries), noAliases).labels;
    expect(found).toMatchObject({ keys: [], reason });
  });
});

describe('an answer does not depend on', () => {
  const labels = [
    'bookkeeper',
    'Human Resources',
    'Software Engineer',
    'Lehrer',
    'Sales / Legal',
    'Economics',
  ];

  test('the order of the list', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(soc, { minLength: soc.length }),
        fc.constantFrom(...labels),
        (entries, label) => {
          expect(entriesFor('job_function', entries, label)).toEqual(entriesFor('job_function', soc, label));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('case, accents and the keys of the list', () => {
    for (const label of labels)
      expect(entriesFor('job_function', soc, label.toUpperCase(), 'other-')).toEqual(
        entriesFor('job_function', soc, label),
      );
  });

  test('an entry that has nothing to do with it', () => {
    for (const label of labels) {
      const before = entriesFor('job_function', soc, label);
      const after = entriesFor('job_function', [...soc, 'Beekeeping on Mars'], label);
      expect([before, []]).toContainEqual(after);
    }
  });
});

describe('bad input', () => {
  test.each([
    ['an empty list', []],
    ['a list of one entry', ['Sales']],
    ['doubles', ['Sales', 'Sales']],
    ['control characters and right-to-left text', ['\u0000\u0007', 'مبيعات', '\u202Esales']],
    ['5,000 entries', Array.from({ length: 5000 }, (_, at) => `Entry ${at}`)],
  ])('%s throws nothing', (_what, entries) => {
    const list = listOf('job_function', entries);
    for (const label of ['Sales', '', 'x'.repeat(10_000), '\u0000', 'مبيعات', '💼'])
      expect(() => resolve({ field: 'job_function', labels: [label] }, list, noAliases)).not.toThrow();
  });

  test('an unknown field resolves by key and label only', () => {
    expect(entriesFor('mood', ['Cheerful', 'Calm'], 'calm')).toEqual(['Calm']);
    expect(entriesFor('mood', ['Cheerful', 'Calm'], 'full time')).toEqual([]);
  });
});

function listOf(field: string, entries: readonly string[], prefix = 'k') {
  return preparePicklist(
    field,
    entries.map((ivalue, at) => ({ ikey: `${prefix}${at}`, ivalue })),
  );
}

function entriesFor(
  field: string,
  entries: readonly string[],
  label: string,
  prefix = 'k',
): readonly string[] {
  const list = listOf(field, entries, prefix);
  return namesOf(list, resolve({ field, labels: [label] }, list, noAliases).keys);
}

const namesOf = (list: Picklist, keys: readonly string[]): readonly string[] =>
  keys.map((key) => list.byKey.get(key)?.label ?? key);
