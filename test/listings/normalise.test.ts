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
