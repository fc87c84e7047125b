import { describe, expect, test } from 'vitest';
import { canonicalUrl, namesOnePosting } from '../../../src/listings/duplicates/canonical-url.ts';
import { companyKey } from '../../../src/listings/duplicates/company-key.ts';
import { usualNames } from '../../../src/listings/duplicates/duplicate-aliases.ts';
import { placeKeys, sharesPlace } from '../../../src/listings/duplicates/place-keys.ts';
import { mayBeOneTitle, titleKey } from '../../../src/listings/duplicates/title-key.ts';

describe('company keys (D2)', () => {
  test.each([
    ['Acme, Inc.', 'ACME'],
    ['The Acme Company', 'Acme Co.'],
    ['Jäger & Söhne GmbH & Co. KG', 'Jager and Sohne'],
    ['U.S. Bank', 'US Bank N.V.'],
    ['Grupo Tres S.A. de C.V.', 'grupo tres'],
    ["Macy's", 'Macys LLC'],
    ['Alder-Birch  Labs', 'Alder Birch Labs Ltd'],
    ['Acme (YC W25)', 'Acme'],
    ['Alder Unified School District', 'Alder USD'],
    ["The St. Luke's Clinic", "Saint Luke's Clinic"],
  ])('%s is %s', (a, b) => {
    expect(companyKey(a)).toBe(companyKey(b));
  });

  test.each([
    ['Bell', 'Bell Labs'],
    ['Acme Holdings', 'Acme'],
    ['Bliss Spa', 'Bliss'],
    ['Casa', 'Casa SA Cruz'],
    ['Inc Magazine', 'Magazine'],
    ['Acme (North)', 'Acme'],
    ['Alder School District', 'Alder Unified School District'],
    ['Alder Independent School District', 'Alder Unified School District'],
    ['Main St Bakery', 'Main Saint Bakery'],
  ])('%s is not %s', (a, b) => {
    expect(companyKey(a)).not.toBe(companyKey(b));
  });

  test.each(['The', 'Limited', 'Co', 'LLC Inc'])('%s keeps a key', (name) => {
    expect(companyKey(name)).not.toBe('');
  });
});

describe('usual names (D2)', () => {
  const [colorado, maine] = ['US-CO', 'US-ME'].map((subdivision) => [{ subdivision, country: 'US' }]);
  const namesOf = (name: string, places = colorado ?? []) => usualNames(companyKey(name), places).join();

  test.each([
    ['City of Boulder, Colorado', 'City of Boulder'],
    ['Weld County, CO', 'Weld County'],
    ['PricewaterhouseCoopers LLP', 'PwC'],
    ['JPMorgan Chase & Co.', 'JPMorganChase'],
    ['Mercy Health System, Inc.', 'Mercy Health'],
    ['National Railroad Passenger Corporation (Amtrak)', 'Amtrak'],
  ])('%s is %s', (a, b) => {
    expect(namesOf(a)).toBe(namesOf(b));
    expect(namesOf(a)).not.toBe('');
  });

  test.each([
    ['City of Portland, Oregon', 'City of Portland'],
    ['City of Colorado Springs', 'City of Springs'],
    ['Weld County Schools', 'Weld County'],
    ['Mercy Hospital', 'Mercy Health'],
    ['Memorial Healthcare System', 'Memorial Health'],
    ['TCS Logistics', 'TCS'],
  ])('%s is not %s', (a, b) => {
    expect(namesOf(a, maine)).not.toBe(namesOf(b, maine));
  });

  test('an ordinary company has none', () => {
    expect(namesOf('Acme, Inc.')).toBe('');
  });
});

const boston = { city: 'Boston', subdivision: 'US-MA', country: 'US', region: 'Massachusetts' };

describe('title keys (D3)', () => {
  test.each([
    ['Sr. Project Mgr', 'senior project MANAGER'],
    ['Engineer II', 'Engineer 2'],
    ['Analyst (Boston, MA)', 'Analyst'],
    ['Analyst - Boston, Massachusetts', 'Analyst'],
    ['Analyst (Remote)', 'Analyst'],
    ['Analyst – Boston – Hybrid', 'Analyst'],
    ['R&D Engineer', 'R and D Engineer'],
    ['Entwickler (m/w/d)', 'Entwickler (gn)'],
    ['Développeur H/F', 'Développeur'],
    ['Sales Development Representative (SDR)', 'Sales Development Rep'],
    ['Now hiring: Analyst', 'Analyst'],
    ['Acme - Analyst', 'Analyst at ACME, Inc.'],
    ['Analyst - Re-advertised', 'Analyst'],
    ['Analyst (deadline extended)', 'Analyst'],
    ['Part-Time Analyst', 'Analyst (part time)'],
    ['Analyst (Grade 7) - Boston, MA', 'Analyst - Grade 7'],
    ['RN - Emergency Dept (Nights)', 'Registered Nurse, Emergency Department - Night Shift'],
    ['Aide, Special Ed.', 'Aide - Special Education'],
    ['Vet Tech', 'Veterinary Technician'],
  ])('%s is %s', (a, b) => {
    expect(titleKey(a, [boston], 'acme')).toBe(titleKey(b, [boston], 'acme'));
  });

  test.each([
    ['Analyst (Munich)', 'Analyst (Berlin)'],
    ['IT Manager', 'Manager'],
    ['Engineer II', 'Engineer III'],
    ['C++ Developer', 'C Developer'],
    ['C# Developer', 'C Developer'],
    ['.NET Developer', 'Net Developer'],
    ['Nurse (Night)', 'Nurse'],
    ['Nurse (RN)', 'Nurse (LPN)'],
    ['Picker R-101', 'Picker R-102'],
    ['Analyst, F/M Systems', 'Analyst, Systems'],
    ['Sales, UK', 'Sales'],
    ['Analyst (Part-Time)', 'Analyst'],
    ['Reposting Clerk', 'Clerk'],
    ['RN - ED', 'RN - Education'],
    ['Nurse - Nights', 'Nurse - Evenings'],
    ['Nurse - Nights', 'Nurse'],
    ['Veteran Counselor', 'Vet Counselor'],
    ['Lifeguard (Seasonal)', 'Lifeguard'],
  ])('%s is not %s', (a, b) => {
    expect(titleKey(a, [boston])).not.toBe(titleKey(b, [boston]));
  });

  test.each([
    ['Analyst (Part-Time)', 'Analyst', true],
    ['Research Fellow (Grade 7)', 'Research Fellow', true],
    ['Hygienist (3 days)', 'Hygienist', true],
    ['Analyst - Req 12345', 'Analyst', true],
    ['Analyst #12345', 'Analyst', true],
    ['Analyst - 90261187', 'Analyst', true],
    ['Analyst - 90261187', 'Analyst - 90261188', false],
    ['Analyst - 2027', 'Analyst', false],
    ['Analyst - $60k', 'Analyst', true],
    ['Analyst (Part-Time)', 'Analyst (Full-Time)', false],
    ['Research Fellow (Grade 7)', 'Research Fellow (Grade 8)', false],
    ['Teacher (Grade 3)', 'Teacher', false],
    ['Picker (Req 101)', 'Picker (Req 102)', false],
    ['Picker - $18/hr', 'Picker - $20/hr', false],
    ['Nurse (PRN)', 'Nurse', false],
    ['Engineer (Level 2)', 'Engineer', false],
    ['Full-Time', 'Part-Time', false],
  ])('hours, grade, pay or number that one title leaves out: %s and %s: %s', (a, b, mayBeOne) => {
    expect(mayBeOneTitle(titleKey(a, [boston]), titleKey(b, [boston]))).toBe(mayBeOne);
  });

  test('a title that only names the place keeps its words', () => {
    expect(titleKey('Remote')).toBe('remote');
  });
});

describe('place keys (D4)', () => {
  test('a large city is one under any of its names', () => {
    const [munich, muenchen] = ['Munich', 'München'].map((city) => placeKeys([{ city, country: 'DE' }]));
    expect(munich).toEqual(muenchen);
  });

  test('several places are a set, compared by intersection', () => {
    const two = placeKeys([boston, { city: 'Lowell', subdivision: 'US-MA', country: 'US' }]);
    expect(sharesPlace(two, placeKeys([{ city: 'LOWELL', subdivision: 'US-MA' }]))).toBe(true);
    expect(sharesPlace(two, placeKeys([{ city: 'Salem', subdivision: 'US-MA' }]))).toBe(false);
  });

  test('a town without its state is the same town; a town of another state is not', () => {
    const portland = placeKeys([{ city: 'Portland', subdivision: 'US-ME', country: 'US' }]);
    expect(sharesPlace(portland, placeKeys([{ city: 'Portland', country: 'US' }]))).toBe(true);
    expect(
      sharesPlace(portland, placeKeys([{ city: 'Portland', subdivision: 'US-OR', country: 'US' }])),
    ).toBe(false);
    expect(sharesPlace(portland, placeKeys([{ city: 'Portland', country: 'AU' }]))).toBe(false);
  });

  test('a remote job shares no place with the same job in town', () => {
    expect(sharesPlace(placeKeys([boston], 'remote'), placeKeys([boston]))).toBe(false);
    expect(sharesPlace(placeKeys([boston], 'remote'), placeKeys([{ country: 'US' }], 'remote'))).toBe(true);
  });

  test('unknown places are shared with none', () => {
    expect(sharesPlace(placeKeys([]), placeKeys([]))).toBe(false);
    expect(sharesPlace(placeKeys([{}]), placeKeys([{}]))).toBe(false);
  });

  test('saints and forts are written out, and Quebec is its city', () => {
    const quebec = placeKeys([{ city: 'Québec', subdivision: 'CA-QC' }]);
    expect(sharesPlace(quebec, placeKeys([{ city: 'Quebec City', subdivision: 'CA-QC' }]))).toBe(true);
    expect(sharesPlace(quebec, placeKeys([{ city: 'Montréal', subdivision: 'CA-QC' }]))).toBe(false);
    const keys = placeKeys([{ city: 'St. Louis', subdivision: 'US-MO' }]);
    expect(sharesPlace(keys, placeKeys([{ city: 'Saint Louis', subdivision: 'US-MO' }]))).toBe(true);
  });
});

describe('canonical addresses (D1)', () => {
  test('tracking goes, ids stay', () => {
    expect(canonicalUrl('https://www.Acme.com/jobs/12/?utm_source=x&gh_jid=7&ref=y&fbclid=z#top')).toBe(
      'acme.com/jobs/12?gh_jid=7',
    );
    expect(canonicalUrl('http://acme.com/jobs/12;jsessionid=AB?b=2&a=1')).toBe('acme.com/jobs/12?a=1&b=2');
  });

  test('a route behind the hash is part of the page', () => {
    expect(canonicalUrl('https://acme.com/#/job/5')).toBe('acme.com#/job/5');
  });

  test('what is no web address has none', () => {
    expect(canonicalUrl('mailto:jobs@acme.com')).toBeUndefined();
    expect(canonicalUrl('apply by post')).toBeUndefined();
  });

  test('a front page names no posting', () => {
    expect(namesOnePosting('acme.com')).toBe(false);
    expect(namesOnePosting('acme.com/jobs')).toBe(false);
    expect(namesOnePosting('acme.com/jobs/12')).toBe(true);
    expect(namesOnePosting('acme.com/find/data-analyst-boston')).toBe(true);
  });
});
