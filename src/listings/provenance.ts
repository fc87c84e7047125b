import type { Employer, Job, PicklistLabel } from '../soap/types.ts';
import type { Listing } from './listing.ts';

/** The part of the raw listing that each field usually comes from; `docs/fields.md` is held against it. */
export const usualSource = {
  'job.job_id': 'identifier',
  'job.req_id': 'requisition',
  'job.job_title': 'title',
  'job.job_desc': 'description',
  'job.qualifications': 'qualifications',
  'job.start_date': 'datePosted',
  'job.job_start': 'jobStartDate',
  'job.job_type': 'employmentType',
  'job.job_function': 'occupationalCategory',
  'job.job_locations': 'jobLocation',
  'job.salary': 'baseSalary',
  'job.degree_level': 'educationRequirements',
  'job.class_level': 'classLevel',
  'job.work_authorization': 'workAuthorization',
  'job.hours_per_week': 'workHours',
  'job.num_openings': 'totalJobOpenings',
  'job.duration': 'duration',
  'job.travel_perc': 'travel',
  'job.contact_info': 'applyUrl',
  'job.contact_email': 'contact.email',
  'employer.empname': 'company.name',
  'employer.empdivision': 'company.division',
  'employer.empstreet': 'company.street',
  'employer.empcity': 'company.city',
  'employer.empstate': 'company.state',
  'employer.empzip': 'company.postalCode',
  'employer.empcountry': 'company.country',
  'employer.website': 'company.url',
  'employer.description': 'company.description',
  'employer.industry': 'industry',
  'employer.fullname': 'contact.name',
  'employer.email': 'contact.email',
  'employer.phone': 'contact.phone',
  'employer.position_title': 'contact.title',
  sourceUrl: 'url',
  applyUrl: 'applyUrl',
  postedAt: 'datePosted',
  expiresAt: 'validThrough',
  workplace: 'workplace',
  language: 'language',
} as const satisfies Readonly<Record<string, string>>;

export type SourcedField = keyof typeof usualSource;
type Filled = Partial<
  Pick<Listing, 'sourceUrl' | 'applyUrl' | 'postedAt' | 'expiresAt' | 'workplace' | 'language'>
>;

/** Where each filled field came from: its usual part of the raw listing, or what `otherwise` says. */
export function provenanceOf(
  job: Job<PicklistLabel>,
  employer: Employer<PicklistLabel>,
  rest: Filled,
  otherwise: Readonly<Partial<Record<SourcedField, string | undefined>>>,
): Readonly<Record<string, string>> {
  const filled = [...named('job.', job), ...named('employer.', employer), ...named('', rest)];
  const sources: Readonly<Record<string, string | undefined>> = { ...usualSource, ...onlyDefined(otherwise) };
  return Object.fromEntries(filled.map((field) => [field, sources[field] ?? field]));
}

function named(prefix: string, values: object): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${prefix}${name}`]));
}

function onlyDefined(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
