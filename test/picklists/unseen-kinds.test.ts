import { describe, expect, test } from 'vitest';
import { withoutGaps } from '../../src/picklists/picklist-tokens.ts';
import { answer } from './fresh.ts';

describe('a list of occupations', () => {
  const occupations = [
    'Marketing Managers',
    'Construction Managers',
    'Education Administrators, Postsecondary',
    'Human Resources Specialists',
    'Training and Development Specialists',
    'Accountants and Auditors',
    'Loan Officers',
    'Tellers',
    'Bookkeeping, Accounting, and Auditing Clerks',
    'Software Developers',
    'Web Developers',
    'Civil Engineers',
    'Mechanical Engineers',
    'Biological Technicians',
    'Microbiologists',
    'Elementary School Teachers, Except Special Education',
    'Secondary School Teachers',
    'Tutors',
    'Graphic Designers',
    'Interior Designers',
    'Registered Nurses',
    'Nursing Assistants',
    'Construction Laborers',
    'Carpenters',
    'Retail Salespersons',
    'Cashiers',
  ];

  test.each([
    ['Education', '-'],
    ['Engineering', '-'],
    ['Design', '-'],
    ['Banking', '-'],
    ['Construction', '-'],
    ['Biology', '-'],
    ['Retail', '-'],
    ['Nursing', '-'],
    ['Marketing', '-'],
    ['Marketing Manager', 'Marketing Managers'],
    ['Construction Management', 'Construction Managers'],
    ['Accounting', 'Accountants and Auditors'],
    ['Human Resources', 'Human Resources Specialists'],
    ['Software Development', 'Software Developers'],
    ['Civil Engineering', 'Civil Engineers'],
    ['Graphic Design', 'Graphic Designers'],
    ['Tutoring', 'Tutors'],
    ['Registered Nurse', 'Registered Nurses'],
  ])('answers %s with %s', (label, expected) => {
    expect(answer('job_function', occupations, label)).toBe(expected);
  });
});

describe('a list of a few entries', () => {
  const few = ['Business', 'Science & Technology', 'Arts & Humanities', 'Other'];
  const many = [
    ...few,
    'Nursing',
    'Law',
    'Teaching',
    'Social Work',
    'Hospitality',
    'Agriculture',
    'Military',
    'Aviation',
  ];

  test.each([
    ['Accounting', 'Business'],
    ['Software Development', 'Science & Technology'],
    ['History', 'Arts & Humanities'],
    ['Nursing', '-'],
  ])('takes %s in with %s', (label, expected) => {
    expect(answer('job_function', few, label)).toBe(expected);
  });

  test('an area is no answer where the list has more entries, nor where the entry narrows it', () => {
    expect(answer('job_function', many, 'Accounting')).toBe('-');
    expect(answer('job_function', ['Business - Tourism', 'Technical', 'Other'], 'Accounting')).toBe('-');
    expect(answer('job_function', ['Finance', ...few], 'Accounting')).toBe('Finance');
  });

  test('trades have areas too', () => {
    const sectors = ['Public Sector', 'Private Sector', 'Nonprofit', 'Education'];
    expect(answer('industry', sectors, 'Local Government')).toBe('Public Sector');
    expect(answer('industry', sectors, 'Banking')).toBe('-');
  });
});

describe('other countries’ words', () => {
  const australian = [
    'Australian citizen',
    'Permanent resident',
    'Student visa',
    'Temporary Graduate visa (485)',
  ];
  const american = ['US Citizen', 'US Permanent Resident', 'Student visa (F-1)'];
  const dutch = ['Stage', 'Afstudeerstage', 'Bijbaan', 'Fulltime baan', 'Promotieplaats'];
  const german = ['Werkstudentenstelle', 'Studentische Hilfskraft (HiWi)', 'Praktikum', 'Festanstellung'];

  test.each([
    ['work_authorization', australian, 'Australian citizenship required', 'Australian citizen'],
    ['work_authorization', australian, 'PR', 'Permanent resident'],
    ['work_authorization', australian, 'Australian citizen preferred', '-'],
    ['work_authorization', australian, '485 visa', 'Temporary Graduate visa (485)'],
    ['work_authorization', australian, 'US citizen', '-'],
    ['work_authorization', american, 'Australian citizen', '-'],
    ['work_authorization', american, 'PR', '-'],
    ['work_authorization', american, 'F-1 visa', 'Student visa (F-1)'],
    ['job_type', dutch, 'Internship', 'Stage'],
    ['job_type', dutch, 'Graduation internship', 'Afstudeerstage'],
    ['job_type', dutch, 'PhD position', 'Promotieplaats'],
    ['job_type', german, 'Working student', 'Werkstudentenstelle'],
    ['job_type', german, 'Unbefristet', 'Festanstellung'],
    ['job_type', german, 'Vollzeit', '-'],
    ['degree_level', ['MBO', 'HBO Bachelor', 'WO Bachelor', 'PhD'], 'Universitaire bachelor', 'WO Bachelor'],
    ['degree_level', ['MBO', 'HBO Bachelor', 'WO Bachelor', 'PhD'], 'Bachelor', '-'],
    ['class_level', ['First year', 'Penultimate year', 'Final year', 'Honours'], 'Honours year', 'Honours'],
    ['class_level', ['Freshman', 'Sophomore', 'Junior', 'Senior'], 'Penultimate year', 'Junior'],
    [
      'industry',
      ['Bank- en verzekeringswezen', 'Land- en tuinbouw'],
      'Insurance',
      'Bank- en verzekeringswezen',
    ],
    ['industry', ['Rechts- & Steuerberatung', 'Handel'], 'Law firm', 'Rechts- & Steuerberatung'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('a list of one trade', () => {
  const law = ['Corporate/Transactional', 'Criminal - Defense', 'Immigration', 'Litigation', 'Tax'];

  test('litigation is a part of law: a lawyer of any kind is not one of litigation', () => {
    for (const label of ['Lawyer', 'Legal', 'Attorney'])
      expect([label, answer('job_function', law, label)]).toEqual([label, '-']);
    expect(answer('job_function', law, 'Litigation')).toBe('Litigation');
  });
});

test('initials that are joined to a word are cut from it', () => {
  const functions = ['HR and recruitment', 'Sales', 'Business and management'];
  expect(answer('job_function', functions, 'HRManager')).toBe('HR and recruitment');
});

describe('words that the other entries of a list explain', () => {
  const indian = ['Tenth', 'Intermediate', 'Graduate', 'Post Graduate'];
  const american = ["Bachelor's", 'Graduate', 'Other'];
  const british = ['First year', 'Final year', 'Postgraduate taught', 'Postgraduate research', 'Graduate'];
  const german = ['Hauptschulabschluss', 'Abitur', 'Bachelor', 'Master'];
  const congos = ['Congo, Republic of the', 'Congo, Democratic Republic of the'];

  test.each([
    ['degree_level', indian, 'B.Tech', 'Graduate'],
    ['degree_level', indian, 'Bachelor of Computer Applications', 'Graduate'],
    ['degree_level', indian, 'MBA', 'Post Graduate'],
    ['degree_level', indian, 'Postgraduate', 'Post Graduate'],
    ['degree_level', american, 'MBA', 'Graduate'],
    ['degree_level', ["Master's Degree", 'Professional Degree'], 'LLM', "Master's Degree"],
    ['degree_level', german, 'Mittlere Reife', '-'],
    ['degree_level', ['Mittlere Reife', 'Abitur'], 'Mittlere Reife', 'Mittlere Reife'],
    ['degree_level', german, 'High school diploma', 'Abitur'],
    ['class_level', british, 'Alumni', 'Graduate'],
    ['class_level', british, 'PhD', 'Postgraduate research'],
    ['class_level', british, 'Masters student', 'Postgraduate taught'],
    ['class_level', ['Freshman', 'Senior', 'Graduate'], 'Masters student', 'Graduate'],
    ['class_level', ['1L', '2L', '3L', 'Graduate/Alumni'], 'MBA', '-'],
    [
      'class_level',
      ['Masters', 'Masters of Business Administration'],
      'MBA',
      'Masters of Business Administration',
    ],
    ['class_level', ['4th Year', 'Graduate Student', 'Post-Graduate'], 'Postgraduate', 'Post-Graduate'],
    ['country', congos, 'Congo', '-'],
    ['country', congos, 'DR Congo', 'Congo, Democratic Republic of the'],
    ['country', ['Congo', 'Gabon'], 'Congo', 'Congo'],
    [
      'industry',
      ['Manufacturing', 'Public Administration and Safety'],
      'Defence Force',
      'Public Administration and Safety',
    ],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });

  test('a label that takes in all says nothing', () => {
    for (const label of ['All Faculties', 'Any Major', 'Multiple Departments'])
      expect([label, answer('job_function', ['Education & Training', 'Sales'], label)]).toEqual([label, '-']);
  });

  test('gaps between letters do not matter, between figures they do', () => {
    expect(answer('student_group', ['Postdoctoral', 'Year 12'], 'post-doctoral')).toBe('Postdoctoral');
    expect(withoutGaps('Year 1 2')).toBe('');
  });
});

describe('a label that takes in several entries', () => {
  const years = ['First-Year', 'Sophomore', 'Junior', 'Senior', "Master's", 'PhD', 'Alumni'];
  const canadian = ['Year 1', 'Year 2', 'Year 3', "Master's - Course-based", "Master's - Thesis", 'PhD'];
  const college = ['High School', 'Associate of Arts', 'Associate of Science', 'AAS', 'BAS'];
  const french = ['CDI', 'Contrat d’apprentissage', 'Contrat de professionnalisation', 'Stage'];

  test.each([
    ['class_level', years, 'Undergraduate', 'First-Year+Sophomore+Junior+Senior'],
    ['class_level', years, 'Underclassmen', 'First-Year+Sophomore'],
    ['class_level', years, 'Upperclass students', 'Junior+Senior'],
    ['class_level', years, 'Graduate students', "Master's+PhD"],
    ['class_level', years, 'Alumni', 'Alumni'],
    ['class_level', ['Undergraduate', ...years], 'Undergraduates', 'Undergraduate'],
    ['class_level', ['Senior', 'Graduate'], 'Undergraduate', '-'],
    ['class_level', ['Freshman', 'Sophomore', 'Junior/Senior/Graduate'], 'Undergraduate', '-'],
    ['class_level', years, 'Undergraduate nurses in training', '-'],
    ['class_level', canadian, 'Masters', "Master's - Course-based+Master's - Thesis"],
    ['class_level', ['Taught masters', 'PhD'], 'Undergraduate', '-'],
    ['class_level', ['1L', '2L', '3L', 'LL.M.'], 'Law student', '1L+2L+3L'],
    ['class_level', ['1L', '2L', '3L', 'LL.M.'], 'Pre-law', '-'],
    [
      'class_level',
      ['Junior', 'Alumni (0-2 years out)', 'Alumni (3 or more years out)'],
      'Alumni',
      'Alumni (0-2 years out)+Alumni (3 or more years out)',
    ],
    ['degree_level', college, "Associate's degree", 'Associate of Arts+Associate of Science+AAS'],
    ['degree_level', college, '2-year degree', 'Associate of Arts+Associate of Science+AAS'],
    ['degree_level', ["Associate's", "Bachelor's"], 'A.A.S.', "Associate's"],
    ['degree_level', ['BA', 'BS', 'MA', 'PhD'], "Bachelor's degree", '-'],
    ['job_type', french, 'Alternance', 'Contrat d’apprentissage+Contrat de professionnalisation'],
    ['job_type', french, 'Contrat pro', 'Contrat de professionnalisation'],
    ['job_type', ['CDI', 'Alternance', 'Stage'], 'Apprentissage', 'Alternance'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('years and degrees of professional schools', () => {
  const medical = ['M1 (Pre-clinical)', 'M2 (Pre-clinical)', 'M3 (Clerkship)', 'M4', 'MD/PhD', 'Resident'];

  test.each([
    ['class_level', medical, 'First-year medical student', 'M1 (Pre-clinical)'],
    ['class_level', medical, 'MS2', 'M2 (Pre-clinical)'],
    ['class_level', medical, 'PGY-2', 'Resident'],
    ['class_level', medical, 'PhD student', '-'],
    ['class_level', ['M1', 'M2', 'PhD'], 'First-year medical student', '-'],
    ['class_level', ['M1', 'M2', 'PhD'], 'First year masters', 'M1'],
    ['class_level', ['1L', 'JD Alumni', 'LL.M. Alumni'], 'Law school alumni', 'JD Alumni+LL.M. Alumni'],
    ['class_level', ['1L', 'JD Alumni', 'LL.M. Alumni'], 'JD graduates', 'JD Alumni'],
    ['class_level', ['Junior', 'Senior'], 'Seniors only', 'Senior'],
    [
      'degree_level',
      ['Associate of Science', 'Associate of Applied Science'],
      'AAS',
      'Associate of Applied Science',
    ],
    ['degree_level', ['Master', 'Diplom / Magister'], 'Dipl.-Ing.', 'Diplom / Magister'],
    ['degree_level', ['Bachelor', 'Master'], 'Diplom', 'Master'],
    ['degree_level', ['Graduate Certificate', 'Graduate Diploma'], 'Grad Dip', 'Graduate Diploma'],
    ['degree_level', ['Graduate Certificate', 'Graduate Diploma'], 'GradCert', 'Graduate Certificate'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('sentences about the right to work', () => {
  const british = [
    'Right to work in the UK required (no sponsorship)',
    'Student visa holders eligible',
    'Any nationality',
  ];
  const american = [
    'U.S. Citizen only',
    'U.S. Citizen or Permanent Resident',
    'Clearance required',
    'Open to all',
  ];
  const canadian = ['Canadian citizen', 'Legally entitled to work in Canada', 'Study permit accepted'];

  test.each([
    [british, 'Must have the right to work in the UK', british[0]],
    [british, 'Unfortunately we cannot sponsor', british[0]],
    [british, 'Right to work in the UK, no sponsorship available', british[0]],
    [british, 'Right to work in Ireland', '-'],
    [british, 'Student visa', british[1]],
    [['UK citizen', 'Skilled Worker visa'], 'No sponsorship', '-'],
    [american, 'Citizens and LPRs', american[1]],
    [american, 'TS/SCI', american[2]],
    [american, 'Any', american[3]],
    [american, 'Any visa required', '-'],
    [canadian, 'Must be legally eligible to work in Canada', canadian[1]],
    [canadian, 'Citoyenne canadienne', canadian[0]],
    [canadian, 'Study permit', canadian[2]],
    [canadian, 'Open work permit', '-'],
  ])('of %j: %s is %s', (entries, label, expected) => {
    expect(answer('work_authorization', entries, label)).toBe(expected);
  });
});

describe('job types with figures, parts and hours', () => {
  const terms = ['Co-op - 4 months', 'Co-op - 8 months', 'Internship (non-co-op)', 'Full-Time Permanent'];
  const british = [
    'Spring Week / Insight Day',
    'Work Shadowing',
    'Part-Time Work (Term Time)',
    'Summer Internship',
  ];
  const schedules = ['Full-time', 'Part-time', 'Temporary'];

  test.each([
    [terms, '4-month co-op', 'Co-op - 4 months'],
    [terms, 'Stage coop de 8 mois', 'Co-op - 8 months'],
    [terms, 'Co-op 16 months', '-'],
    [terms, 'Co-op, 8 hours', '-'],
    [british, 'Insight Day', 'Spring Week / Insight Day'],
    [british, 'Part-time', 'Part-Time Work (Term Time)'],
    [schedules, '20 hrs/wk', 'Part-time'],
    [schedules, '38 Stunden pro Woche', 'Full-time'],
    [schedules, '32 hours a week', '-'],
    [schedules, 'Maternity leave coverage', 'Temporary'],
    [schedules, 'Maternity leave coverage, full time', 'Temporary+Full-time'],
    [['Vollzeit', 'Karenzvertretung'], 'Leiharbeit', '-'],
    [['Salarié', 'Travail autonome / pige'], 'Pigiste', 'Travail autonome / pige'],
    [
      ['Judicial Clerkship', 'Summer Associate / Summer Clerk'],
      'Summer Associate',
      'Summer Associate / Summer Clerk',
    ],
    [['Internship', 'Full-time'], 'Summer Associate', '-'],
    [['Internship - paid', 'Internship - unpaid', 'WIL placement'], 'Internship', '-'],
  ])('of %j: %s is %s', (entries, label, expected) => {
    expect(answer('job_type', entries, label)).toBe(expected);
  });
});

describe('offices of the law, and health trusts', () => {
  const legal = [
    'Law Firm - Solo',
    'Law Firm - Large',
    'Prosecutor',
    'Legal Aid / Legal Services',
    'Legal Department',
  ];

  test.each([
    [legal, 'Legal Aid', 'Legal Aid / Legal Services'],
    [legal, 'Law firm', '-'],
    [legal, "District Attorney's Office", 'Prosecutor'],
    [legal, 'County Superior Court', '-'],
    [legal, 'Corporate legal department', 'Legal Department'],
    [['Legal', 'Nonprofit'], 'Law firm', 'Legal'],
    [['Accountancy, banking and finance', 'Healthcare'], 'NHS trust', 'Healthcare'],
    [['Accountancy, banking and finance', 'Retail'], 'NHS trust', '-'],
    [
      ['Financial Services', 'Healthcare - Payers', 'Healthcare - Pharma'],
      'Health insurance',
      'Healthcare - Payers',
    ],
    [['Insurance', 'Healthcare'], 'Health insurance', 'Insurance'],
  ])('of %j: %s is %s', (entries, label, expected) => {
    expect(answer('industry', entries, label)).toBe(expected);
  });
});

test('one status in two languages is one entry', () => {
  const list = ['Citoyen canadien / Canadian citizen', 'Résident permanent / Permanent resident'];
  expect(answer('work_authorization', list, 'PR')).toBe(list[1]);
});

test('the limit of a minijob is no code before it', () => {
  expect(answer('job_type', ['Teilzeit', 'Minijob'], '520-Euro-Job')).toBe('Minijob');
});
