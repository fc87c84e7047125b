import { expect, test } from 'vitest';
import { greenhouseJson } from '../../../src/feeds/formats/json/greenhouse-json.ts';
import { listingIn } from './reading.ts';

const job = {
  id: 8636903002,
  internal_job_id: 1,
  requisition_id: 'R-1',
  title: 'Scientist',
  absolute_url: 'https://job-boards.greenhouse.io/acme/jobs/8636903002',
  location: { name: 'London, UK' },
  offices: [{ name: 'EMEA' }],
  departments: [{ name: 'Data' }],
  metadata: [{ name: 'Employment Type', value: 'Regular' }],
  content: '&lt;p&gt;x&lt;/p&gt;',
  first_published: '2026-07-16T11:55:32-04:00',
  updated_at: '2026-07-29T08:50:01-04:00',
  application_deadline: null,
  pay_input_ranges: [{ min_cents: 5000000, max_cents: 6000000, currency_type: 'USD', title: 'Range' }],
};

test('a Greenhouse job: the post is the id, offices are no places, pay is in cents', () => {
  expect(listingIn(greenhouseJson, job, { name: 'Acme' })).toEqual({
    identifier: '8636903002',
    requisition: 'R-1',
    title: 'Scientist',
    description: '&lt;p&gt;x&lt;/p&gt;',
    url: 'https://job-boards.greenhouse.io/acme/jobs/8636903002',
    datePosted: '2026-07-16T11:55:32-04:00',
    company: { name: 'Acme' },
    jobLocation: [{ text: 'London, UK' }],
    employmentType: ['Regular'],
    baseSalary: { min: '5000000', max: '6000000', currency: 'USD', cents: true },
    occupationalCategory: ['Data'],
  });
});

test('a Greenhouse row without content needs its detail', () => {
  expect(listingIn(greenhouseJson, { ...job, content: undefined }).needsDetail).toBe(true);
});
