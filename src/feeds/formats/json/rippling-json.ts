import { pageDetails } from '../details.ts';
import { textsAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { numberedPages, stated, totalOf } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

export const ripplingJson = jsonAdapter({
  name: 'rippling-json',
  about: 'Rippling job board: one row for each place of a job, text from its page',
  detect: (head) =>
    jsonMarkers(head, [
      '[].uuid|items[].uuid|jobs[].uuid',
      '[].workLocation|items[].workLocation|jobs[].workLocation|[].workLocation.label',
    ]) ??
    jsonMarkers(head, ['items[].locations[].workplaceType', 'items[].name', 'items[].url']) ??
    jsonMarkers(head, ['uuid', 'workLocations', 'name']) ??
    addressSign(head, /ats\.rippling\.com/),
  rows: ['', 'items', 'jobs'],
  single: true,
  mapping: {
    identifier: ['uuid', 'id'],
    title: ['name', 'title'],
    description: ['description/role', 'description', 'descriptionHtml', 'detail/description'],
    sections: [{ heading: 'Company', body: 'description/company' }],
    salary: 'payRangeDetails',
    url: ['url', 'jobUrl'],
    datePosted: ['createdOn', 'createdAt', 'publishedAt', 'detail/datePosted'],
    validThrough: 'detail/validThrough',
    // The label is a code, the id its words.
    employmentType: ['employmentType/id', 'detail/employmentType'],
    company: { name: ['companyName', 'company/name', 'detail/company/name'] },
    places: ['workLocation', 'workLocations', 'locations'],
    workplace: 'locations/workplaceType',
    language: 'language',
    occupationalCategory: 'department',
  },
  also: (row, _document, raw) => {
    const employmentType = raw.employmentType ?? textsAt(row, 'employmentType')?.slice(0, 1);
    return { ...needsDetail(raw), employmentType };
  },
  paging: {
    ...numberedPages({
      page: 'page',
      first: 0,
      isLast: ({ head, index }) => index + 1 >= (totalOf(stated(head, 'totalPages')) ?? 1),
      total: ({ head }) => totalOf(stated(head, 'totalItems')),
    }),
    detail: pageDetails(/(^|\.)rippling\.com$/),
  },
});
