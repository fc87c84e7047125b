import type { RawPlace } from '../../../listings/raw-listing.ts';
import { jsonDetails } from '../details.ts';
import { filled, textAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { wholeWithTotal } from '../format-pages.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

const of = (name: string) => [name, `jobOpening/${name}`, `detail/result/jobOpening/${name}`];

/** BambooHR: the list of a company's careers page; the text comes by a call for each job. */
export const bamboohrJson = jsonAdapter({
  name: 'bamboohr-json',
  about: 'BambooHR: {company}.bamboohr.com/careers/list, text by detail call',
  detect: (head) =>
    jsonMarkers(head, ['result[].jobOpeningName|result.jobOpening']) ??
    addressSign(head, /\.bamboohr\.com\/careers/) ??
    emptyListSign(head, 'result', ['meta.totalCount']),
  rows: ['result'],
  mapping: {
    identifier: of('id'),
    title: of('jobOpeningName'),
    description: of('description'),
    url: of('jobOpeningShareUrl'),
    datePosted: of('datePosted'),
    employmentType: of('employmentStatusLabel'),
    occupationalCategory: of('departmentLabel'),
    salary: of('compensation'),
    experienceRequirements: of('minimumExperience'),
    remote: 'isRemote',
    active: of('jobOpeningStatus'),
  },
  alsoReads: {
    identifier: 'else the number in jobOpeningShareUrl',
    jobLocation: 'location, atsLocation',
    workplace: 'locationType: 0 on-site, 1 remote, 2 hybrid',
    url: 'made of the board and id',
  },
  also: (row, { url }, raw) => {
    const kind = ['on-site', 'remote', 'hybrid'][Number(textAt(row, ...of('locationType')) ?? Number.NaN)];
    const place = filled<RawPlace>({
      city: textAt(row, ...of('location/city'), ...of('atsLocation/city')),
      region: textAt(row, ...of('location/state'), ...of('atsLocation/state'), ...of('atsLocation/province')),
      postalCode: textAt(row, ...of('location/postalCode')),
      country: textAt(row, ...of('location/addressCountry'), ...of('atsLocation/country')),
    });
    const board = boardOf(url);
    const id = /\/careers\/(\d+)/.exec(raw.url ?? '')?.[1];
    return {
      ...needsDetail(raw),
      identifier: raw.identifier ?? id,
      workplace: kind === undefined ? undefined : [kind],
      jobLocation: place && [place],
      url: raw.url ?? (board && raw.identifier && `${board}/careers/${raw.identifier}`),
    };
  },
  paging: {
    ...wholeWithTotal('meta.totalCount'),
    detail: jsonDetails((row, { url }) => {
      const [board, id] = [boardOf(url), textAt(row, 'id')];
      return board === undefined || id === undefined ? undefined : `${board}/careers/${id}/detail`;
    }),
  },
});

function boardOf(url: string | undefined): string | undefined {
  return /^https?:\/\/[^/]+\.bamboohr\.com(?=\/)/.exec(url ?? '')?.[0];
}
