import { describe, expect, test } from 'vitest';
import { answer } from './fresh.ts';

describe('regions', () => {
  const british = [
    'London',
    'South East',
    'North West',
    'Yorkshire and the Humber',
    'Scotland',
    'Wales',
    'Rest of World',
  ];
  const american = ['Northeast', 'Midwest', 'South', 'West'];
  const states = ['Connecticut', 'Maine', 'Massachusetts', 'Texas'];
  const australian = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS'];
  const world = ['United States', 'Canada', 'Europe', 'Asia', 'Other'];
  const mexico = ['Baja California', 'Ciudad de México', 'Estado de México', 'Nuevo León', 'Querétaro'];
  const germany = ['Baden-Württemberg', 'Hamburg', 'Mecklenburg-Vorpommern', 'Sachsen', 'Schleswig-Holstein'];
  const countries = ['Bolivia', 'México', 'Países Bajos', 'Venezuela', 'China', 'South Korea'];

  test.each([
    ['state', british, 'Milton Keynes', 'South East'],
    ['state', british, 'Manchester', 'North West'],
    ['state', british, 'Cardiff, Wales', 'Wales'],
    ['state', british, 'Canary Wharf', 'London'],
    ['state', british, 'London, Ontario', '-'],
    ['state', british, 'Birmingham, Alabama', '-'],
    ['state', american, 'Massachusetts', 'Northeast'],
    ['state', american, 'OH', 'Midwest'],
    ['state', american, 'Ontario', '-'],
    ['state', states, 'New England', '-'],
    ['state', ['Northeast (CT, ME, MA)', 'Midwest'], 'Maine', 'Northeast (CT, ME, MA)'],
    ['state', australian, 'Western Australia', 'WA'],
    ['state', ['Washington', 'Oregon', 'WA'], 'Western Australia', '-'],
    ['state', ['Lombardia', 'Lazio'], 'Milan', 'Lombardia'],
    ['country', world, 'Germany', 'Europe'],
    ['country', world, 'Japan', 'Asia'],
    ['country', world, 'Brazil', '-'],
    ['country', [...world, 'Germany'], 'Germany', 'Germany'],
    ['country', ['USA', 'EU', 'Europe (non-EU)'], 'Poland', 'EU'],
    ['state', mexico, 'CDMX', 'Ciudad de México'],
    ['state', mexico, 'N.L.', 'Nuevo León'],
    ['state', mexico, 'Edo. Mex.', 'Estado de México'],
    ['state', mexico, 'Qro.', 'Querétaro'],
    ['state', mexico, 'Jalisco', '-'],
    ['state', germany, 'Freistaat Sachsen', 'Sachsen'],
    ['state', germany, 'Freie und Hansestadt Hamburg', 'Hamburg'],
    ['state', germany, 'Schl.-Holst.', 'Schleswig-Holstein'],
    ['state', germany, 'Freistaat Bayern', '-'],
    ['state', ['New Jersey', 'Essex'], 'Essex County, NJ', 'New Jersey'],
    ['state', ['Ontario', 'Quebec'], 'Durham Region, Ontario', 'Ontario'],
    ['country', countries, 'República Bolivariana de Venezuela', 'Venezuela'],
    ['country', countries, 'Holanda', 'Países Bajos'],
    ['country', countries, 'Republic of China', '-'],
    ['country', countries, 'Democratic Republic of Korea', '-'],
    ['country', countries, 'Estado de México', '-'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('a year of the only program of a list', () => {
  const law = ['1L', '2L', '3L', 'LL.M.'];

  test.each([
    [law, 'Second year', '2L'],
    [law, 'Sophomore', '-'],
    [['Freshman', 'Sophomore', ...law], 'Second year', 'Sophomore'],
    [['M1', 'M2', 'M3', 'M4', 'Resident'], '3rd year', 'M3'],
    [['MBA 1', 'MBA 2', 'Alumni'], 'First year', 'MBA 1'],
    [['MBA', 'Alumni'], 'First year', '-'],
  ])('of %j: %s is %s', (entries, label, expected) => {
    expect(answer('class_level', entries, label)).toBe(expected);
  });
});

describe('kinds and years that are named beside others', () => {
  const years = ['MBA 1st Year', 'MBA 2nd Year', "Master's - 1st Year", 'Law 1st Year', 'Medical - Year 3'];
  const kinds = ['Full-Time', 'Internship/Co-op/Externship', 'Student Employment (On Campus)'];
  const degrees = ["Bachelor's", "Master's", 'Doctorate'];

  test.each([
    ['class_level', years, 'First-year MBA', 'MBA 1st Year'],
    ['class_level', years, 'second year MBA student', 'MBA 2nd Year'],
    ['class_level', years, "1st year master's student", "Master's - 1st Year"],
    ['class_level', years, 'Freshman', '-'],
    ['class_level', years, 'JD first year', 'Law 1st Year'],
    ['class_level', years, 'Third-year medical student', 'Medical - Year 3'],
    ['job_type', kinds, 'CO-OP', 'Internship/Co-op/Externship'],
    ['job_type', kinds, 'Federal Work Study', 'Student Employment (On Campus)'],
    ['job_type', kinds, 'Student worker', 'Student Employment (On Campus)'],
    ['job_type', kinds, 'Part-time', '-'],
    ['degree_level', degrees, 'BS/MS', "Bachelor's+Master's"],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('specialties', () => {
  const law = [
    'Antitrust',
    'Bankruptcy',
    'Corporate/Transactional',
    'Criminal - Defense',
    'Criminal - Prosecution',
    'Employment/Labor',
    'Family',
    'Health',
    'Immigration',
    'Litigation',
    'Trusts and Estates',
  ];
  const medicine = [
    'Anesthesiology',
    'Family Medicine',
    'Internal Medicine',
    'Orthopaedic Surgery',
    'Psychiatry',
  ];
  const firms = [
    'Law Firm - Solo',
    'Law Firm - Small',
    'Law Firm - Large',
    'Judiciary - Federal',
    'Judiciary - State',
  ];
  const degrees = ['B.Tech / B.E.', 'B.Com.', 'BCA', 'M.Tech', 'MBA / PGDM', '12th'];

  test.each([
    ['job_function', law, 'Divorce & Custody', 'Family'],
    ['job_function', law, 'Public Defender', 'Criminal - Defense'],
    ['job_function', law, 'Asylum', 'Immigration'],
    ['job_function', law, 'Lawyer', '-'],
    ['job_function', law, 'Software development', '-'],
    ['job_function', ['Legal', 'Health', 'Education'], 'Family law', 'Legal'],
    ['job_function', medicine, 'Anaesthetics', 'Anesthesiology'],
    ['job_function', medicine, 'Primary care physician', 'Family Medicine'],
    ['job_function', medicine, 'Cardiologist', 'Internal Medicine'],
    ['job_function', medicine, 'Physician', '-'],
    ['industry', firms, 'BigLaw', 'Law Firm - Large'],
    ['industry', firms, 'Law firm', '-'],
    ['industry', firms, 'U.S. Court of Appeals', 'Judiciary - Federal'],
    ['industry', firms, 'County Superior Court', 'Judiciary - State'],
    ['degree_level', degrees, 'Bachelor of Commerce', 'B.Com.'],
    ['degree_level', degrees, 'Bachelor', '-'],
    ['degree_level', degrees, 'HSC', '12th'],
    ['degree_level', ['Sans diplôme', 'BTS / DUT', 'Licence', 'Master'], 'Bac+2', 'BTS / DUT'],
    ['degree_level', ['Sans diplôme', 'BTS / DUT', 'Licence', 'Master'], 'Bac+4', '-'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('names of lists of a country or of a trade', () => {
  const f1 = ['US citizen', 'F-1 (CPT)', 'F-1 (OPT/STEM OPT)'];
  const passes = ["Student's Pass", 'Training Employment Pass', "Dependant's Pass", 'Long-Term Visit Pass'];
  const trades = ['Apprentice - Level 1', 'Apprentice - Level 2', 'Diploma - Year 1', 'Diploma - Year 2'];

  test.each([
    ['work_authorization', f1, 'Curricular Practical Training', 'F-1 (CPT)'],
    ['work_authorization', f1, 'STEM extension', 'F-1 (OPT/STEM OPT)'],
    ['work_authorization', passes, 'LTVP', 'Long-Term Visit Pass'],
    ['work_authorization', passes, 'STP', "Student's Pass"],
    ['class_level', trades, '2nd year apprentice', 'Apprentice - Level 2'],
    ['class_level', trades, 'First-year diploma', 'Diploma - Year 1'],
    ['class_level', trades, 'Third year apprentice', '-'],
    [
      'class_level',
      ['First Year (VM1)', 'Second Year (VM2)'],
      'Second-year vet student',
      'Second Year (VM2)',
    ],
    ['degree_level', ['HNC', 'HND', 'Ordinary degree'], 'Higher National Diploma', 'HND'],
    ['degree_level', ['HND', 'Ordinary degree'], 'HNC', 'HND'],
    ['industry', ['Charity and third sector', 'Retail'], 'Not for profit', 'Charity and third sector'],
    ['industry', ['Insurance', 'Real Estate'], 'Property & Casualty', 'Insurance'],
    ['job_type', ['Praktikum', 'Pflichtpraktikum / Praxissemester'], 'Internship', 'Praktikum'],
    ['job_function', ['In-House Counsel', 'Litigation'], 'Staff Attorney', '-'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});

describe('a list of one trade', () => {
  const units = [
    'Critical Care/ICU',
    'Emergency Nursing',
    'Oncology Nursing',
    'Nurse Educator',
    'Student Nurse/CNA',
  ];
  const others = [
    'School Nursing',
    'Psychiatric Nursing',
    'Nurse Manager',
    'Pediatric Nursing',
    'Labor & Delivery',
  ];
  const nursing = [...units, ...others, 'Ambulatory Nursing'];
  const mixed = [
    'Student Nurse/CNA',
    'Accounting',
    'Sales',
    'Marketing',
    'Law',
    'Teaching',
    'Engineering',
    'Music',
  ];
  const lawFirms = ['1-10', '11-25', '26-50', '51-100', '101-250'].map(
    (size) => `Law Firm (${size} attorneys)`,
  );
  test.each([
    ['job_function', nursing, 'Registered Nurse', '-'],
    ['job_function', [...nursing, 'Nursing'], 'Registered Nurse', 'Nursing'],
    ['job_function', nursing, 'ICU Nurse', 'Critical Care/ICU'],
    ['job_function', mixed, 'Registered Nurse', 'Student Nurse/CNA'],
    ['degree_level', ['ADN/ASN', 'BSN', 'MSN'], 'Bachelor of Science in Nursing', 'BSN'],
    ['degree_level', ['ADN/ASN', 'BSN', 'MSN'], 'Associate Degree in Nursing', 'ADN/ASN'],
    ['degree_level', ['Bachelor of Science', 'BSN'], 'Bachelor of Science in Biology', 'Bachelor of Science'],
    [
      'degree_level',
      ['Master of Science in Nursing', 'Master of Science'],
      'MSN',
      'Master of Science in Nursing',
    ],
    ['job_function', ['Communications', 'Sales'], 'Communications Advisor', 'Communications'],
    ['job_function', ['Law Enforcement', 'Sales'], "Sheriff's Deputy", 'Law Enforcement'],
    ['industry', lawFirms, 'Law Firm 51-100', 'Law Firm (51-100 attorneys)'],
    ['industry', lawFirms, '101-250 Attorneys', 'Law Firm (101-250 attorneys)'],
    ['industry', lawFirms, 'Law Firm', '-'],
    ['industry', ['Small Law Firm', 'Large Law Firm'], 'Law Firm (11-25 attorneys)', 'Small Law Firm'],
    [
      'job_function',
      ['Security & Law Enforcement', 'Securities & Trading'],
      'Security',
      'Security & Law Enforcement',
    ],
    [
      'job_function',
      ['Security & Law Enforcement', 'Securities & Trading'],
      'Securities',
      'Securities & Trading',
    ],
    ['job_function', nursing, 'ICU Registered Nurse', 'Critical Care/ICU'],
    ['job_function', ['Deck Officers', 'Engine Officers'], 'Third Mate', 'Deck Officers'],
    ['job_function', ['Pilots', 'Cabin Crew'], 'Flight Attendant', 'Cabin Crew'],
    ['job_function', ['Aviation', 'Sales'], 'Flight Attendant', 'Aviation'],
  ])('%s of %j: %s is %s', (field, entries, label, expected) => {
    expect(answer(field, entries, label)).toBe(expected);
  });
});
