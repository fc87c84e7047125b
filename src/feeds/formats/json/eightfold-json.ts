import { atLeastOne, textAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { pagesToTotal, withParameters } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

export const eightfoldJson = jsonAdapter({
  name: 'eightfold-json',
  about: 'Eightfold job search (a list, or one position)',
  detect: (head) =>
    jsonMarkers(head, [
      'positions[].name|data.positions[].name|search.data.positions[].name',
      'positions[].ats_job_id|positions[].t_update|positions[].canonicalPositionUrl|positions[].display_job_id|data.positions[].atsJobId|data.positions[].displayJobId|search.data.positions[].atsJobId',
    ]) ??
    jsonMarkers(head, ['canonicalPositionUrl|ats_job_id', 'job_description|name'], 0.8) ??
    jsonMarkers(
      head,
      ['positions|data.positions', 'count|data.count', 'domain|branding|query|data.sortBy|sortBy'],
      0.6,
    ) ??
    addressSign(head, /\.eightfold\.ai\/api|\/api\/(apply\/v2\/jobs|pcsx\/)/),
  rows: ['positions', 'data.positions', 'search.data.positions'],
  single: true,
  mapping: {
    identifier: 'id',
    requisition: ['ats_job_id', 'atsJobId', 'display_job_id', 'displayJobId'],
    title: ['name', 'posting_name'],
    description: ['job_description', 'jobDescription'],
    url: ['canonicalPositionUrl', 'publicUrl'],
    datePosted: ['t_create', 'postedTs', 'creationTs'],
    employmentType: ['efcustomTextEmploymentType', 'employment_type', 'employmentType'],
    workplace: ['work_location_option', 'workLocationOption'],
    occupationalCategory: ['department', 'business_unit'],
    hidden: 'isPrivate',
  },
  alsoReads: {
    jobLocation: 'locations, else location',
    url: 'else positionUrl, resolved against the address',
  },
  also: (row, { url }, raw) => {
    const places = row.children
      .filter(({ name }) => name === 'locations')
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
    const [single, path] = [textAt(row, 'location'), textAt(row, 'positionUrl')];
    const texts = places.length > 0 ? places : single === undefined ? [] : [single];
    return {
      ...needsDetail(raw),
      jobLocation: atLeastOne(texts.map((text) => ({ text }))),
      // A relative address is useless without its site.
      url: raw.url ?? (path === undefined ? undefined : URL.parse(path, url)?.href),
    };
  },
  paging: pagesToTotal(['count', 'data.count', 'search.data.count'], ({ request, itemsSoFar }) =>
    withParameters(request.url, { start: itemsSoFar }),
  ),
});
