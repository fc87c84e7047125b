import type { RawListing } from '../../../listings/raw-listing.ts';
import type { DocumentContext, Page, PageRequest } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { jsonDetails } from '../details.ts';
import { textAt, textsAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { postJson, stated, totalOf } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const of = (name: string) => [`detail/jobPostingInfo/${name}`, `jobPostingInfo/${name}`];

/** Workday's career site API (CXS): lists by POST, the text of a job by a call of its own. */
export const workdayCxsJson = jsonAdapter({
  name: 'workday-cxs-json',
  about: 'Workday career site API (a list, or one posting)',
  detect: (head) =>
    jsonMarkers(head, ['jobPostings[].externalPath|search.jobPostings[].externalPath']) ??
    jsonMarkers(head, ['jobPostingInfo.title|jobPostingInfo.jobReqId']) ??
    jsonMarkers(head, ['jobPostings', 'total|facets'], 0.8) ??
    addressSign(head, /\.myworkdayjobs\.com\/wday\/cxs\//),
  rows: ['jobPostings', 'search.jobPostings'],
  single: true,
  mapping: {
    identifier: of('jobReqId'),
    requisition: of('jobReqId'),
    title: [...of('title'), 'title'],
    description: of('jobDescription'),
    url: of('externalUrl'),
    // "Posted 5 Days Ago" of a list is a phrase of the day it was read, and no date.
    datePosted: of('startDate'),
    validThrough: of('endDate'),
    employmentType: [...of('timeType'), 'timeType'],
    workplace: [...of('remoteType'), 'remoteType'],
    company: { name: ['detail/hiringOrganization/name', 'hiringOrganization/name'] },
    active: of('posted'),
  },
  alsoReads: {
    identifier: 'else the bullet that externalPath ends with, else its end',
    url: 'else made of the site and externalPath',
    jobLocation: 'location, additionalLocations, country; else locationsText',
  },
  also: (row, document, raw) => {
    const id = raw.identifier ?? requisitionOf(row);
    return {
      ...needsDetail(raw),
      identifier: id ?? textAt(row, 'externalPath'),
      requisition: id,
      url: raw.url ?? addressOf(row, document),
      jobLocation: placesOf(row),
    };
  },
  paging: {
    first: (url) => pageRequest(listAddress(url), 0),
    // Past the end the offset can wrap around, and only the first page knows the total.
    next: (page) => {
      const total = totalOfBoard(page);
      const isLast = page.items === 0 || page.repeated || (total !== undefined && page.itemsSoFar >= total);
      return isLast ? undefined : pageRequest(page.request.url, page.itemsSoFar);
    },
    total: totalOfBoard,
    detail: jsonDetails((row, { url }) => {
      const path = textAt(row, 'externalPath');
      return url === undefined || path === undefined
        ? undefined
        : listAddress(url).replace(/\/jobs\/?$/, path);
    }),
  },
});

/** The bullet that the address ends with, since bullets may also be places; else what ends the address. */
function requisitionOf(row: Tree): string | undefined {
  const path = textAt(row, 'externalPath');
  const bullets = textsAt(row, 'bulletFields') ?? [];
  if (path === undefined) return bullets[0];
  return (
    bullets.find((bullet) => path.slice(path.lastIndexOf('/')).includes(bullet)) ??
    /_([^_/]+)$/.exec(path)?.[1]
  );
}

function placesOf(row: Tree): RawListing['jobLocation'] {
  const country = textAt(row, ...of('country/descriptor'));
  const main = textAt(row, ...of('location'), 'locationsText');
  const places = (textsAt(row, ...of('additionalLocations')) ?? []).map((text) => ({ text }));
  // "3 Locations" is a number of places, not a place.
  if (main === undefined || /^\d+\s+\p{L}+$/u.test(main)) return places.length > 0 ? places : undefined;
  return [{ text: main, ...(country === undefined ? {} : { country }) }, ...places];
}

function addressOf(row: Tree, { url }: DocumentContext): string | undefined {
  const path = textAt(row, 'externalPath');
  const parts = url === undefined ? null : /^(https?:\/\/[^/]+)\/wday\/cxs\/[^/]+\/([^/]+)/.exec(url);
  return path === undefined || parts === null ? undefined : `${parts[1]}/${parts[2]}${path}`;
}

/** The API's address of a board, out of itself or of the page that people see. */
function listAddress(url: string): string {
  const board = URL.parse(url);
  if (board === null || board.pathname.startsWith('/wday/cxs/')) return url;
  const [tenant = ''] = board.hostname.split('.');
  const site =
    board.pathname.split('/').find((step) => step !== '' && !/^[a-z]{2}-[A-Z]{2}$/.test(step)) ?? tenant;
  return `${board.origin}/wday/cxs/${tenant}/${site}/jobs`;
}

function pageRequest(url: string, offset: number): PageRequest {
  return postJson(url, { appliedFacets: {}, limit: 20, offset, searchText: '' });
}

/** A board never says more than 2,000: what says so has more, and a reading of it is not the whole. */
function totalOfBoard(page: Page): number | undefined {
  const first = page.firstTotal ?? totalOf(stated(page.head, 'total', 'search.total'));
  return first === 2000 ? 2001 : first;
}
