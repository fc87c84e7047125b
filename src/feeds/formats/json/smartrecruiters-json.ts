import { textAt } from '../find.ts';
import { jsonDetails } from '../details.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { offsetPages } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const sections = ['companyDescription', 'jobDescription', 'qualifications', 'additionalInformation'].map(
  (name) => ({
    headingAt: [`jobAd/sections/${name}/title`, `detail/jobAd/sections/${name}/title`],
    body: [`jobAd/sections/${name}/text`, `detail/jobAd/sections/${name}/text`],
  }),
);

/** SmartRecruiters posting API: `api.smartrecruiters.com/v1/companies/{id}/postings`, whose rows have no text. */
export const smartrecruitersJson = jsonAdapter({
  name: 'smartrecruiters-json',
  about: 'SmartRecruiters posting API (a list, or one posting)',
  detect: (head) =>
    jsonMarkers(head, ['totalFound', 'content']) ??
    jsonMarkers(head, ['jobAd.sections']) ??
    jsonMarkers(head, ['content[].releasedDate|content[].refNumber|content[].typeOfEmployment'], 0.9) ??
    addressSign(head, /api\.smartrecruiters\.com\/v1\/companies/),
  rows: ['content'],
  single: true,
  mapping: {
    identifier: ['id', 'uuid'],
    requisition: 'refNumber',
    title: 'name',
    sections,
    url: ['postingUrl', 'detail/postingUrl'],
    applyUrl: ['applyUrl', 'detail/applyUrl'],
    datePosted: 'releasedDate',
    employmentType: 'typeOfEmployment/label',
    company: { name: 'company/name' },
    salary: ['compensation', 'salary', 'detail/compensation', 'detail/salary'],
    places: 'location',
    remote: 'location/remote',
    hybrid: 'location/hybrid',
    experienceRequirements: 'experienceLevel/label',
    industry: 'industry/label',
    occupationalCategory: ['function/label', 'department/label'],
    language: 'language/code',
    active: ['active', 'detail/active'],
  },
  alsoReads: { url: 'made of company/identifier and id where it is missing' },
  also: (row, _document, raw) => {
    const [company, id] = [textAt(row, 'company/identifier'), textAt(row, 'id')];
    const page = company && id && `https://jobs.smartrecruiters.com/${company}/${id}`;
    return { ...needsDetail(raw), url: raw.url ?? page };
  },
  paging: {
    ...offsetPages({ offset: 'offset', limit: 'limit', size: 100, totals: ['totalFound'] }),
    detail: jsonDetails((row, { url }) => {
      const id = textAt(row, 'id');
      const list = url === undefined ? null : URL.parse(url);
      return (
        textAt(row, 'ref') ??
        (id === undefined || list === null ? undefined : `${list.origin}${list.pathname}/${id}`)
      );
    }),
  },
});
