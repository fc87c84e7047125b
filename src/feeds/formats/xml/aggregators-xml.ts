import type { RawPlace } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { atLeastOne, filled, textAt, treesAt } from '../find.ts';
import { plainTextAdapter, xmlAdapter } from '../mapped.ts';
import { distinctPlaces } from '../format-places.ts';
import { xmlMarkers } from '../format-markers.ts';

/** Careerjet takes any XML; what its page describes is `jobs/job` with these names. */
export const careerjetXml = plainTextAdapter({
  name: 'careerjet-xml',
  about: 'Careerjet: jobs/job with contract_type, working_hours, company_url',
  detect: (head) =>
    xmlMarkers(
      head,
      {
        roots: ['jobs'],
        names: [
          'jobs.job.title',
          'jobs.job.contracttype|jobs.job.workinghours|jobs.job.companyurl|jobs.job.jobreference|jobs.job.applicationemail',
        ],
      },
      0.75,
    ) ??
    // Any XML is accepted there, so plain rows of jobs are as much Careerjet's as anybody's.
    xmlMarkers(
      head,
      {
        roots: ['jobs'],
        names: ['jobs.job.title', 'jobs.job.url', 'jobs.job.location', 'jobs.job.description'],
      },
      0.45,
    ),
  rows: ['job'],
  dialect: { identifier: 'id jobreference' },
});

export const jobatusXml = plainTextAdapter({
  name: 'jobatus-xml',
  about: 'Jobatus: jobatus/ad, whose address is the id',
  detect: (head) => xmlMarkers(head, { roots: ['jobatus'] }),
  rows: ['ad'],
  alsoReads: { identifier: 'url' },
  also: (_row, _document, raw) => ({ identifier: raw.identifier ?? raw.url }),
});

export const trovitXml = plainTextAdapter({
  name: 'trovit-xml',
  about: 'Trovit, Mitula and alike: ads with id, content, expiration_date',
  detect: (head) =>
    xmlMarkers(head, { roots: ['trovit', 'mitula', 'nestoria'] }) ??
    xmlMarkers(head, { names: ['ad', 'ad.title', 'ad.url', 'ad.content|ad.date'] }, 0.7),
  rows: ['ad'],
  dialect: { identifier: 'id', description: 'content description' },
});

export const recruiteeXml = plainTextAdapter({
  name: 'recruitee-xml',
  about: 'Recruitee XML: jobs/job with reference, hours per week, places as a list',
  detect: (head) =>
    xmlMarkers(
      head,
      {
        roots: ['jobs', 'recruitee', 'offers'],
        names: [
          'job|offer',
          'reference',
          'minhours|minhoursperweek|maxhoursperweek|careersurl|careersapplyurl',
          'hybrid|onsite|remote|locations',
        ],
      },
      0.85,
    ),
  rows: ['job', 'offer'],
  dialect: { identifier: 'reference id', url: 'url careersurl', applyUrl: 'applyurl careersapplyurl' },
});

export const jobteaserXml = xmlAdapter({
  name: 'jobteaser-xml',
  about: 'JobTeaser: job_details, job_locations, job_dates',
  detect: (head) =>
    xmlMarkers(head, { names: ['job', 'jobdetails', 'jobdates|joblocations|company.companyname'] }, 0.9),
  rows: ['job'],
  mapping: {
    identifier: ['id', 'job_details/id', '@id', 'reference'],
    requisition: ['reference', 'job_details/reference'],
    title: ['job_details/title', 'title'],
    description: ['job_details/description', 'job_details/job_description', 'description'],
    sections: [
      { body: ['job_details/mission', 'job_details/missions'] },
      {
        heading: 'Profile',
        body: ['job_details/profile', 'job_details/desired_profile', 'job_details/candidate_profile'],
      },
    ],
    url: ['job_details/url', 'url'],
    applyUrl: ['job_details/apply_url', 'job_details/application_url', 'apply_url'],
    datePosted: [
      'job_dates/first_activated_at',
      'job_dates/activated_at',
      'job_dates/published_at',
      'job_dates/created_at',
    ],
    validThrough: ['job_dates/expires_at', 'job_dates/closes_at', 'job_dates/application_deadline'],
    jobStartDate: ['job_dates/start_date', 'job_details/start_date', 'job_details/starting_date'],
    employmentType: ['job_details/contract_type', 'contract_type', 'job_details/working_time'],
    company: {
      name: ['company/company_name', 'company/name', 'company'],
      description: ['company/company_description', 'company/description'],
      url: ['company/company_website', 'company/company_url', 'company/website', 'company/url'],
    },
    workplace: ['job_details/remote_type', 'remote_type'],
    duration: ['job_details/contract_duration', 'job_details/duration'],
    educationRequirements: [
      'job_details/education_levels',
      'job_details/study_levels',
      'job_details/education_level',
    ],
    occupationalCategory: [
      'job_details/job_function',
      'job_details/function',
      'job_details/job_category',
      'job_details/category',
    ],
    industry: ['company/company_sector', 'company/sector', 'job_details/sector'],
    language: ['job_details/language', 'language'],
    salary: ['job_details/salary', 'salary'],
  },
  alsoReads: { jobLocation: 'job_locations/location_city, location_state, location_country_code' },
  also: (row) => ({ jobLocation: jobteaserPlaces(row) }),
});

/** Parts with a prefix of their own, once or repeated under a member for each place. */
function jobteaserPlaces(row: Tree): RawPlace[] | undefined {
  const lists = treesAt(row, 'job_locations');
  const holders = lists.flatMap((list) =>
    textAt(list, 'location_city', 'location_country_code', 'location_state') === undefined
      ? list.children
      : [list],
  );
  const places = holders.flatMap((holder) => {
    const place = filled<RawPlace>({
      text: textAt(holder, 'location_name', 'location_address'),
      city: textAt(holder, 'location_city'),
      region: textAt(holder, 'location_state', 'location_region'),
      postalCode: textAt(holder, 'location_postal_code', 'location_zip_code'),
      country: textAt(holder, 'location_country_code', 'location_country'),
    });
    return place ?? [];
  });
  return atLeastOne(distinctPlaces(places));
}
