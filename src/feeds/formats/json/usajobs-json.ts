import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { atLeastOne, compact, textAt, textsAt, treesAt } from '../find.ts';
import { jsonAdapter } from '../mapped.ts';
import { payIn, payOf } from '../format-pay.ts';
import { numberedPages, stated, totalOf } from '../format-pages.ts';
import { distinctPlaces } from '../format-places.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const job = (name: string) => [`MatchedObjectDescriptor/${name}`, name];
const details = (name: string) => job(`UserArea/Details/${name}`);

/** USAJOBS search API: `data.usajobs.gov/api/Search`. */
export const usajobsJson = jsonAdapter({
  name: 'usajobs-json',
  about: 'USAJOBS search API',
  detect: (head) =>
    jsonMarkers(head, ['SearchResult.SearchResultItems']) ?? addressSign(head, /data\.usajobs\.gov\/api/),
  rows: ['SearchResult.SearchResultItems'],
  mapping: {
    identifier: ['MatchedObjectId', ...job('PositionID')],
    requisition: job('PositionID'),
    title: job('PositionTitle'),
    description: [...details('JobSummary'), ...job('QualificationSummary')],
    url: job('PositionURI'),
    applyUrl: job('ApplyURI'),
    datePosted: [...job('PublicationStartDate'), ...job('PositionStartDate')],
    validThrough: [...job('ApplicationCloseDate'), ...job('PositionEndDate')],
    company: { name: [...job('OrganizationName'), ...job('DepartmentName')] },
    remote: details('RemoteIndicator'),
    qualifications: job('QualificationSummary'),
    educationRequirements: details('Education'),
    occupationalCategory: job('JobCategory'),
    workAuthorization: details('WhoMayApply'),
    benefits: details('Benefits'),
    contact: { email: details('AgencyContactEmail'), phone: details('AgencyContactPhone') },
    totalJobOpenings: details('TotalOpenings'),
    travel: details('TravelRequirement'),
  },
  alsoReads: {
    jobLocation: 'PositionLocation (CityName, CountrySubDivisionCode, CountryCode), PositionLocationDisplay',
    employmentType: 'PositionSchedule (Name, else its Code in words), PositionOfferingType/Name',
    baseSalary: 'PositionRemuneration, in dollars',
    sections: 'UserArea/Details: MajorDuties, Requirements, HowToApply',
  },
  also: (row, _document, raw) => ({
    jobLocation: placesOf(row),
    employmentType: employmentOf(row),
    baseSalary: salaryOf(row),
    sections: sectionsOf(row),
    qualifications: raw.qualifications === raw.description ? undefined : raw.qualifications,
  }),
  paging: numberedPages({
    page: 'Page',
    first: 1,
    isLast: (page) => page.itemsSoFar >= (totalOfSearch(page.head) ?? page.itemsSoFar),
    total: ({ head }) => totalOfSearch(head),
  }),
});

function totalOfSearch(head: Readonly<Record<string, string>>): number | undefined {
  return totalOf(stated(head, 'SearchResult.SearchResultCountAll'));
}

const headings = { MajorDuties: 'Duties', Requirements: 'Requirements', HowToApply: 'How to apply' };

/** Duties may be a list: one heading stands over all of it. */
function sectionsOf(row: Tree): RawListing['sections'] {
  return atLeastOne(
    Object.entries(headings).flatMap(([name, heading]) =>
      (textsAt(row, ...details(name)) ?? []).map((body, index) =>
        index === 0 ? { heading, body } : { body },
      ),
    ),
  );
}

/** `CityName` holds city and state in one text. */
function placesOf(row: Tree): RawListing['jobLocation'] {
  const places = job('PositionLocation')
    .flatMap((path) => treesAt(row, path))
    .map((place) =>
      compact<NonNullable<RawListing['jobLocation']>[number]>({
        text: textAt(place, 'CityName', 'LocationName'),
        region: textAt(place, 'CountrySubDivisionCode'),
        country: textAt(place, 'CountryCode'),
      }),
    );
  if (places.length > 0) return distinctPlaces(places);
  const display = textAt(row, ...job('PositionLocationDisplay'));
  return display === undefined ? undefined : [{ text: display }];
}

function employmentOf(row: Tree): string[] | undefined {
  const schedules = job('PositionSchedule').flatMap((path) => treesAt(row, path));
  const words = schedules.flatMap((one) => textAt(one, 'Name') ?? schedule(textAt(one, 'Code')) ?? []);
  const offered = textsAt(row, ...job('PositionOfferingType/Name')) ?? [];
  return words.length + offered.length > 0 ? [...words, ...offered] : undefined;
}

function schedule(code: string | undefined): string | undefined {
  return code === undefined
    ? undefined
    : ['Full-time', 'Part-time', 'Shift work', 'Intermittent', 'Job sharing', 'Multiple schedules'][
        Number(code) - 1
      ];
}

/** Federal pay is in dollars; the format does not say so. */
function salaryOf(row: Tree): RawListing['baseSalary'] {
  const [pay] = job('PositionRemuneration').flatMap((path) => treesAt(row, path));
  return pay && payOf({ ...payIn(pay), currency: 'USD' });
}
