import { xmlAdapter } from '../mapped.ts';
import { xmlMarkers } from '../format-markers.ts';

const part = (name: string, heading: string) => ({
  headingAt: [`${name}_headline`, `${name}/headline`],
  heading,
  body: name,
});

/** Absolventa's job offers: headline and body in pairs; the place of the offer itself joins the list of places. */
export const absolventaXml = xmlAdapter({
  name: 'absolventa-xml',
  about: 'Absolventa: job_offer',
  detect: (head) =>
    xmlMarkers(head, { names: ['joboffer', 'joboffer.title|jobofferlocations|applicationurl'] }),
  rows: ['job_offer'],
  mapping: {
    identifier: ['id', '@id', 'external_id', 'reference', 'reference_number'],
    title: 'title',
    description: 'description',
    sections: [
      part('tasks', 'Aufgaben'),
      part('qualifications', 'Qualifikationen'),
      part('benefits', 'Benefits'),
      part('company_description', 'Über uns'),
    ],
    url: ['url', 'job_url'],
    applyUrl: 'application_url',
    datePosted: ['published_at', 'started_at', 'created_at'],
    validThrough: ['ended_at', 'expires_at', 'valid_through'],
    jobStartDate: ['job_start', 'entry_date'],
    employmentType: ['employment_types', 'employment_type', 'job_type', 'job_types', 'working_time'],
    company: {
      name: ['company_name', 'company/name', 'company'],
      description: 'company_description',
      url: 'company_url',
    },
    place: { street: 'street', city: 'city', postalCode: 'zip', country: 'country' },
    places: 'job_offer_locations',
    remote: ['remote', 'home_office'],
    educationRequirements: ['degrees', 'degree'],
    occupationalCategory: ['categories', 'category', 'occupational_fields'],
    industry: ['industries', 'industry', 'branches'],
    contact: { email: 'application_email' },
  },
});
