import { atLeastOne, textsAt } from '../find.ts';
import { alwaysRemote, jsonAdapter } from '../mapped.ts';
import { linkedPages, numberedPages, offsetPages, stated, totalOf } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

/** Remotive: its terms forbid sending its jobs on to other boards. */
export const remotiveJson = jsonAdapter({
  name: 'remotive-json',
  about: 'Remotive API (its terms forbid re-syndication)',
  detect: (head) =>
    jsonMarkers(head, ['0-legal-notice|00-warning']) ??
    jsonMarkers(head, ['jobs[].candidate_required_location'], 0.9) ??
    addressSign(head, /remotive\.(com|io)\/api/),
  rows: ['jobs'],
  mapping: {
    identifier: 'id',
    title: 'title',
    description: 'description',
    url: 'url',
    datePosted: 'publication_date',
    employmentType: 'job_type',
    company: { name: 'company_name' },
    applicantLocationRequirements: 'candidate_required_location',
    salary: 'salary',
    sections: [{ heading: 'Tags', body: 'tags' }],
    occupationalCategory: 'category',
  },
  ...alwaysRemote,
});

export const arbeitnowJson = jsonAdapter({
  name: 'arbeitnow-json',
  about: 'Arbeitnow job board API',
  detect: (head) =>
    jsonMarkers(
      head,
      ['data[].slug', 'data[].job_types|data[].company_name', 'data[].remote|data[].created_at'],
      0.9,
    ) ?? addressSign(head, /arbeitnow\.com\/api/),
  rows: ['data'],
  mapping: {
    identifier: 'slug',
    title: 'title',
    description: 'description',
    url: 'url',
    datePosted: 'created_at',
    employmentType: 'job_types',
    company: { name: 'company_name' },
    places: 'location',
    remote: 'remote',
    occupationalCategory: 'tags',
  },
  paging: linkedPages('links.next'),
});

export const himalayasJson = jsonAdapter({
  name: 'himalayas-json',
  about: 'Himalayas jobs API',
  detect: (head) =>
    jsonMarkers(head, ['jobs[].companySlug|jobs[].locationRestrictions', 'jobs[].guid|jobs[].expiryDate']) ??
    addressSign(head, /himalayas\.app\/jobs\/api/),
  rows: ['jobs'],
  mapping: {
    identifier: ['guid', 'applicationLink'],
    title: 'title',
    description: ['description', 'excerpt'],
    url: ['guid', 'applicationLink'],
    applyUrl: 'applicationLink',
    datePosted: 'pubDate',
    validThrough: 'expiryDate',
    employmentType: 'employmentType',
    company: { name: 'companyName' },
    pay: { min: 'minSalary', max: 'maxSalary', currency: 'currency', unit: 'salaryPeriod' },
    applicantLocationRequirements: 'locationRestrictions',
    occupationalCategory: ['parentCategories', 'categories'],
  },
  ...alwaysRemote,
  paging: offsetPages({ offset: 'offset', limit: 'limit', size: 20, totals: ['totalCount'] }),
});

export const jobicyJson = jsonAdapter({
  name: 'jobicy-json',
  about: 'Jobicy remote jobs API',
  detect: (head) =>
    jsonMarkers(head, ['jobs[].jobTitle', 'jobs[].jobGeo|jobs[].jobSlug|jobs[].jobType']) ??
    addressSign(head, /jobicy\.com\/api/),
  rows: ['jobs'],
  mapping: {
    identifier: 'id',
    title: 'jobTitle',
    description: ['jobDescription', 'jobExcerpt'],
    url: 'url',
    datePosted: 'pubDate',
    employmentType: 'jobType',
    company: { name: 'companyName' },
    pay: {
      min: ['salaryMin', 'annualSalaryMin'],
      max: ['salaryMax', 'annualSalaryMax'],
      currency: 'salaryCurrency',
      unit: 'salaryPeriod',
    },
    applicantLocationRequirements: 'jobGeo',
    experienceRequirements: 'jobLevel',
    occupationalCategory: 'jobIndustry',
  },
  ...alwaysRemote,
});

export const workingnomadsJson = jsonAdapter({
  name: 'workingnomads-json',
  about: 'Working Nomads exposed jobs',
  detect: (head) =>
    jsonMarkers(head, ['[].url', '[].title', '[].category_name', '[].pub_date']) ??
    addressSign(head, /workingnomads\.(com|co)\//),
  rows: [''],
  mapping: {
    identifier: 'url',
    title: 'title',
    description: 'description',
    url: 'url',
    datePosted: 'pub_date',
    company: { name: 'company_name' },
    applicantLocationRequirements: 'location',
    sections: [{ heading: 'Tags', body: 'tags' }],
    occupationalCategory: 'category_name',
  },
  ...alwaysRemote,
});

export const themuseJson = jsonAdapter({
  name: 'themuse-json',
  about: 'The Muse public jobs API',
  detect: (head) =>
    jsonMarkers(head, [
      'results[].refs.landing_page|results[].levels|results[].publication_date',
      'results[].name',
      'results[].locations|results[].contents',
    ]) ?? addressSign(head, /themuse\.com\/api/),
  rows: ['results'],
  mapping: {
    identifier: 'id',
    title: 'name',
    description: 'contents',
    url: 'refs/landing_page',
    datePosted: 'publication_date',
    company: { name: 'company/name' },
    places: 'locations',
    occupationalCategory: 'categories',
  },
  alsoReads: {
    experienceRequirements: 'levels that are no internships',
    employmentType: 'levels that are internships, and type where it says a kind of employment',
  },
  also: (row) => {
    // `external` says where the job came from.
    const words = textsAt(row, 'levels/name', 'type') ?? [];
    const types = words.filter(
      (word) => /intern|full|part|temp|contract|freelance/i.test(word) && !/^internal$/i.test(word),
    );
    const levels = (textsAt(row, 'levels/name') ?? []).filter((level) => !/intern/i.test(level));
    return {
      employmentType: atLeastOne(types),
      experienceRequirements: levels.join(', ') || undefined,
    };
  },
  paging: numberedPages({
    page: 'page',
    first: 0,
    isLast: (page) =>
      (totalOf(stated(page.head, 'page')) ?? page.index) + 1 >=
      (totalOf(stated(page.head, 'page_count')) ?? 1),
    total: ({ head }) => totalOf(stated(head, 'total')),
  }),
});
