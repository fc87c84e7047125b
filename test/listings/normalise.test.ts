import { describe, expect, test } from 'vitest';
import type { FeedTerms, Listing } from '../../src/listings/listing.ts';
import { normalise } from '../../src/listings/normalise.ts';
import { previewLine } from '../../src/listings/listing-preview.ts';
import type { RawListing } from '../../src/listings/raw-listing.ts';

const aRaw = (over: Partial<RawListing> = {}): RawListing => ({
  identifier: '0042',
  title: 'Data &amp; Insights Intern',
  description: '<p>Help us <b>count</b> things.</p>',
  url: 'https://jobs.example.com/42',
  company: { name: 'Acme Research, Inc.' },
  jobLocation: [{ city: 'Cambridge', region: 'MA', country: 'US' }],
  ...over,
});

function listingOf(over: Partial<RawListing> = {}, terms: FeedTerms = {}): Listing {
  const understanding = normalise(aRaw(over), terms);
  if (understanding.kind === 'rejected') throw new Error(understanding.reasons.join('; '));
  return understanding.listing;
}

function reasonsOf(over: Partial<RawListing>): readonly string[] {
  const understanding = normalise(aRaw(over), {});
  return understanding.kind === 'rejected' ? understanding.reasons : [];
}

describe('a row that is no job', () => {
  test.each([
    [
      '3bd/2ba near campus',
      'Sunny house for rent, 1,450 sq ft, $1,850 per month. No pets.',
      /^not_a_job: .*rent/,
    ],
    ['Cozy unit &#x0024;1413 1bd 643ft<sup>2</sup>', 'Bright rooms near the station.', /^not_a_job: .*rent/],
    ['Desk for sale', 'Like new, $40 or best offer, cash only.', /^not_a_job: .*sale/],
    ['Test', 'Lorem ipsum dolor sit amet', /^not_a_job: .*test row/],
    ['TEST JOB - please ignore', 'This is a test. Do not apply.', /^not_a_job: .*test row/],
    ['Student looking for a job', 'I am looking for work as a nanny. Call me.', /^not_a_job: .*job wanted/],
    ['Webinar: careers in data', 'Register for the event, RSVP by Friday.', /^not_a_job: .*event/],
    ['2-Zimmer-Wohnung', 'Zu vermieten: 2-Zimmer-Wohnung, Kaltmiete 700 Euro.', /^not_a_job: .*rent/],
  ])('%s is rejected and says as what', (title, description, reason) => {
    expect(reasonsOf({ title, description })).toEqual([expect.stringMatching(reason)]);
  });

  test.each([
    ['Software Test Engineer', 'You test our web application, and write lorem ipsum fixtures.'],
    [
      'Property Manager',
      'Lease 120 apartments for rent with 2 bedrooms. Responsibilities: show them. Full-time.',
    ],
    ['Workshop Assistant', 'Help in our bicycle workshop and repair wheels.'],
    ['Caretaker', 'Live in a 2 bedroom cottage, utilities included, and look after the garden.'],
    ['Room for rent', 'A quiet room near the station.'],
    ['Event host', 'Doors open at 7. RSVP to our workshop desk; hourly pay.'],
  ])('%s stays: one sign alone, or words of work beside it', (title, description) => {
    expect(reasonsOf({ title, description })).toEqual([]);
  });

  test('an advertisement stays where a field of its own says the kind of employment', () => {
    const rent = { title: '3bd house', description: 'House for rent, 1,450 sq ft.' };
    expect(reasonsOf(rent)).toHaveLength(1);
    expect(reasonsOf({ ...rent, employmentType: ['full-time'] })).toEqual([]);
  });
});

describe('fields that a source misuses', () => {
  test('a stage of a career is no year of study and no qualification', () => {
    const { job } = listingOf({
      classLevel: ['Entry level', 'experienced', 'Junior'],
      experienceRequirements: 'Mid-Senior level',
    });
    expect(job.class_level).toEqual([{ stringvalue: 'Junior' }]);
    expect(job.qualifications).toBeUndefined();
    expect(listingOf({ experienceRequirements: '2-5 years' }).job.qualifications).toBe('<p>2-5 years</p>');
  });

  test('a condition of work authorization keeps its commas', () => {
    const condition = 'US citizen, permanent resident, or asylee';
    expect(listingOf({ workAuthorization: [condition] }).job.work_authorization).toEqual([
      { stringvalue: condition },
    ]);
  });

  test('years of experience alone describe no work', () => {
    const { description: _none, ...bare } = aRaw({ experienceRequirements: '2-5 years' });
    expect(normalise(bare, {})).toEqual({ kind: 'rejected', reasons: ['no description'] });
  });

  test('figures without a currency are in that of the place, and say so; a dollar is what it says', () => {
    const { salary, warnings } = listingOf({
      baseSalary: '42 000 – 48 000 per year',
      jobLocation: [{ city: 'Lyon', country: 'FR' }],
    });
    expect(salary).toMatchObject({ min: 42_000, max: 48_000, currency: 'EUR' });
    expect(warnings).toEqual([expect.stringMatching(/^currency_assumed: EUR/)]);
    expect(listingOf({ baseSalary: '$20/hour' }).warnings).toEqual([]);
  });

  test.each([
    ['Data an?lyst', true],
    ['Analyst \uFFFD Night', true],
    ['????? in Moscow', true],
    ['Ready? Yes!', false],
    ['Why us? why not', false],
    ['React/Vue?', false],
  ])('lost letters are named: %s is damaged: %s', (title, isDamaged) => {
    expect(listingOf({ title }).warnings.some((warning) => warning.startsWith('damaged_text'))).toBe(
      isDamaged,
    );
  });
});

describe('an employer that the source does not name', () => {
  test.each([
    ['https://jobs.lever.co/jumpcloud/1', 'At JumpCloud we count things.', 'JumpCloud', false],
    [
      'https://boards.greenhouse.io/acmerobotics/jobs/7',
      'Acme Robotics builds arms.',
      'Acme Robotics',
      false,
    ],
    ['https://acme-labs.bamboohr.com/careers/31', 'Help us count things.', 'Acme Labs', true],
  ])('is read off %s', (url, description, name, warned) => {
    const { employer, warnings } = listingOf({ company: {}, url, description });
    expect([employer.empname, warnings.some((warning) => warning.startsWith('employer_from_slug'))]).toEqual([
      name,
      warned,
    ]);
  });

  test.each([
    'https://boards.greenhouse.io/embed/job_app?token=1',
    'https://jobs.example.com/acme',
    'https://www.bamboohr.com/x',
  ])('is not read off %s', (url) => {
    expect(listingOf({ company: {}, url }).employer.empname).toBeUndefined();
  });

  test("the feed's owner is the employer where the source writes an office's number, the division then", () => {
    const { employer } = listingOf(
      { company: { name: 'DT 92 (755A000018)' } },
      { employer: 'Conseil national' },
    );
    expect(employer).toMatchObject({ empname: 'Conseil national', empdivision: 'DT 92 (755A000018)' });
    expect(listingOf({ company: { name: '3M (US)' } }).employer.empname).toBe('3M (US)');
  });

  test('its name leaves the title only where the same name stands behind a dash', () => {
    const company = { name: 'Acme' };
    expect(listingOf({ company, title: 'Cook - Acme' }).job.job_title).toBe('Cook');
    expect(listingOf({ company, title: 'Cook - Acme Labs' }).job.job_title).toBe('Cook - Acme Labs');
    expect(listingOf({ company, title: 'Cook - Nights' }).job.job_title).toBe('Cook - Nights');
  });
});

describe('a raw listing understood', () => {
  test('an address without a scheme becomes https', () => {
    const { sourceUrl, applyUrl } = listingOf({
      url: '//jobs.example.com/42',
      applyUrl: '//jobs.example.com/42/apply',
    });
    expect([sourceUrl, applyUrl]).toEqual([
      'https://jobs.example.com/42',
      'https://jobs.example.com/42/apply',
    ]);
  });

  test.each([
    ['apply/7', 'https://jobs.example.com/apply/7'],
    ['apply.php?job=7', 'https://jobs.example.com/apply.php?job=7'],
    ['www.site.example/7', 'https://www.site.example/7'],
    ['careers@site.example', 'mailto:careers@site.example'],
    ['See website', 'https://jobs.example.com/42'],
    ['#', 'https://jobs.example.com/42'],
  ])('words for where to apply are no path of the page: %s', (applyUrl, link) => {
    expect(listingOf({ url: 'https://jobs.example.com/42', applyUrl }).applyUrl).toBe(link);
  });

  test('what the source says of applying is the last part of the text', () => {
    const howToApply = 'Call 208-555-0100';
    expect(listingOf({ howToApply, benefits: 'Lunch' }).job.job_desc).toMatch(
      /Lunch.*<h3>How to apply<\/h3><p>Call 208-555-0100<\/p><p>Apply: /s,
    );
    expect(reasonsOf({ howToApply, description: '' })).toEqual(['no description']);
  });

  test('a listing has the fields of the service, the apply address last in the text and bare in contact_info', () => {
    const { job, employer } = listingOf();
    expect(job).toEqual({
      job_id: '0042',
      job_title: 'Data & Insights Intern',
      job_locations: [{ city: 'Cambridge', state: 'MA', country: 'United States' }],
      job_desc:
        '<p>Help us <strong>count</strong> things.</p><p>Apply: <a href="https://jobs.example.com/42">https://jobs.example.com/42</a></p>',
      contact_info: 'https://jobs.example.com/42',
    });
    expect(employer).toEqual({ empname: 'Acme Research, Inc.' });
  });

  test('loses what nobody sees: zero-width signs, marks of direction, isolates, tags', () => {
    const { job, employer } = listingOf({
      title: 'Data\u2066 In\u200Btern\u{E0041}\u{E007F}\u202E',
      company: { name: 'Ac\u00ADme\u2069' },
    });
    expect([job.job_title, employer.empname]).toEqual(['Data Intern', 'Acme']);
  });

  test('a listing keeps values that no field of the service carries', () => {
    const listing = listingOf({ validThrough: '2026-12-31', datePosted: '2026-11-01T08:00:00+01:00' });
    expect(listing).toMatchObject({
      descriptionText: 'Help us count things.',
      postedAt: '2026-11-01T08:00:00+01:00',
      expiresAt: '2026-12-31',
      expiryInstant: '2027-01-01T05:00:00Z',
      places: [{ city: 'Cambridge', subdivision: 'US-MA', country: 'US' }],
    });
    expect(listing.job.start_date).toBe('2026-11-01');
  });

  test('every filled field names its origin', () => {
    const { job, employer, provenance } = listingOf({ employmentType: ['INTERN'] });
    const filled = [
      ...Object.keys(job).map((name) => `job.${name}`),
      ...Object.keys(employer).map((name) => `employer.${name}`),
    ];
    expect(Object.keys(provenance)).toEqual(expect.arrayContaining(filled));
    expect(provenance).toMatchObject({ 'job.job_title': 'title', 'job.contact_info': 'url' });
  });

  test('a listing without an employer has a warning, and the feed may supply one', () => {
    expect(listingOf({ company: {} }).warnings).toContain(
      'no employer: neither the source nor the feed names one',
    );
    const filled = listingOf({ company: {} }, { employer: 'Acme' });
    expect(filled.employer.empname).toBe('Acme');
    expect(filled.provenance['employer.empname']).toBe("the feed's terms");
    expect(listingOf({}, { employer: 'Acme', employerMode: 'override' }).employer.empname).toBe('Acme');
    expect(listingOf({}, { employer: 'Acme' }).employer.empname).toBe('Acme Research, Inc.');
  });

  test('a listing that waits for its detail call says so', () => {
    const raw: Partial<RawListing> = { needsDetail: true, description: ' ' };
    expect(listingOf(raw).warnings).toContain('needs detail');
  });

  test('a listing without identity, title or text is rejected with every reason', () => {
    expect(reasonsOf({ identifier: ' ', title: 'N/A', description: '<p>&nbsp;</p>' })).toEqual([
      'no identifier, and no link to make one of',
      'no title',
      'no description',
    ]);
    expect(reasonsOf({ title: 'Cook at {{ employer.name }}' })).toEqual([
      'the title has a gap that its source did not fill: Cook at {{ employer.name }}',
    ]);
    expect(reasonsOf({ inactive: 'status is Inactive' })).toEqual([
      'the source marks it as not to be shown: status is Inactive',
    ]);
  });

  test('people are taken from a feed only when the feed allows it', () => {
    const contact = { name: 'Kim Doe', email: 'kim@example.com' };
    expect(listingOf({ contact }).job.contact_email).toBeUndefined();
    expect(listingOf({ contact }, { useContacts: true })).toMatchObject({
      job: { contact_email: 'kim@example.com' },
      employer: { fullname: 'Kim Doe', email: 'kim@example.com' },
    });
  });

  test('an expired listing is still listed', () => {
    expect(listingOf({ validThrough: '2019-01-31' }).expiresAt).toBe('2019-01-31');
  });
});

describe('a line of preview', () => {
  test('lists are arrays of strings and places are objects', () => {
    const line = previewLine(listingOf({ employmentType: ['fulltime, contract'], industry: ['Research'] }));
    expect(line).toMatchObject({
      job_id: '0042',
      source_url: 'https://jobs.example.com/42',
      posted_at: null,
      expires_at: null,
      job: {
        job_type: ['fulltime', 'contract'],
        job_locations: [{ city: 'Cambridge', state: 'MA', country: 'United States' }],
      },
      employer: { industry: ['Research'] },
      warnings: [],
    });
  });
});
