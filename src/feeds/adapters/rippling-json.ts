import { pageDetails } from './details.ts';
import { jsonAdapter, needsDetail } from './mapped.ts';
import { addressSign, jsonSigns } from './signs.ts';

export const ripplingJson = jsonAdapter({
  name: 'rippling-json',
  about: 'Rippling job board: one row for each place of a job, text from its page',
  detect: (head) =>
    jsonSigns(
      head,
      [
        '[].uuid|items[].uuid|jobs[].uuid',
        '[].workLocation|items[].workLocation|jobs[].workLocation|[].workLocation.label',
      ],
      0.95,
    ) ?? addressSign(head, /ats\.rippling\.com/),
  rows: ['', 'items', 'jobs'],
  mapping: {
    identifier: ['uuid', 'id'],
    title: ['name', 'title'],
    description: ['description', 'description/role', 'descriptionHtml', 'detail/description'],
    sections: [{ heading: 'Company', body: 'description/company' }],
    url: ['url', 'jobUrl'],
    datePosted: ['createdOn', 'createdAt', 'publishedAt', 'detail/datePosted'],
    validThrough: 'detail/validThrough',
    employmentType: ['employmentType/label', 'employmentType', 'detail/employmentType'],
    company: { name: ['companyName', 'company/name', 'detail/company/name'] },
    places: ['workLocation', 'workLocations'],
    occupationalCategory: 'department',
  },
  also: (_row, _document, raw) => needsDetail(raw),
  paging: { next: () => undefined, detail: pageDetails(/(^|\.)rippling\.com$/) },
});
