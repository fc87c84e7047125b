import type { RawPlace } from '../../../listings/raw-listing.ts';
import { jsonDetails } from '../details.ts';
import { atLeastOne, compact, textAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { pagesToTotal } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const requisition: Pick<Parameters<typeof jsonAdapter>[0], 'mapping' | 'alsoReads' | 'also'> = {
  mapping: {
    identifier: 'Id',
    requisition: ['RequisitionNumber', 'Id'],
    title: 'Title',
    description: ['ExternalDescriptionStr', 'detail/items/ExternalDescriptionStr', 'CorporateDescriptionStr'],
    sections: [
      {
        heading: 'Responsibilities',
        body: ['ExternalResponsibilitiesStr', 'detail/items/ExternalResponsibilitiesStr'],
      },
      {
        heading: 'Qualifications',
        body: ['ExternalQualificationsStr', 'detail/items/ExternalQualificationsStr'],
      },
    ],
    datePosted: ['PostedDate', 'ExternalPostedStartDate', 'detail/items/ExternalPostedStartDate'],
    validThrough: ['PostingEndDate', 'ExternalPostedEndDate', 'detail/items/ExternalPostedEndDate'],
    employmentType: ['JobSchedule', 'ContractType', 'WorkerType', 'detail/items/JobSchedule'],
    workplace: ['WorkplaceType', 'WorkplaceTypeCode'],
    totalJobOpenings: 'NumberOfOpenings',
    occupationalCategory: ['JobFamily', 'JobFunction', 'Category', 'Department'],
    company: { name: ['LegalEmployer', 'Organization'] },
    salary: 'salary',
  },
  alsoReads: {
    jobLocation: 'PrimaryLocation, secondaryLocations/Name',
    url: 'made of host, siteNumber and Id',
  },
  also: (row, { url }, raw) => {
    const [main, country] = [textAt(row, 'PrimaryLocation'), textAt(row, 'PrimaryLocationCountry')];
    const others = row.children
      .filter(({ name }) => name === 'secondarylocations')
      .flatMap((place) => textAt(place, 'Name') ?? []);
    const first = main === undefined ? undefined : compact<RawPlace>({ text: main, country });

    return {
      ...needsDetail(raw),
      jobLocation: atLeastOne([first, ...others.map((text) => ({ text }))]),
      url: pageOf(url, raw.identifier),
    };
  },
};

/** Oracle Recruiting Cloud: a search, whose rows have no text. */
export const oracleOrcJson = jsonAdapter({
  ...requisition,
  name: 'oracle-orc-json',
  about: 'Oracle Recruiting Cloud: items[].requisitionList, text by detail call',
  detect: (head) =>
    jsonMarkers(head, ['items[].requisitionList']) ?? addressSign(head, /oraclecloud\.com\/hcmRestApi/),
  rows: ['items[].requisitionList'],
  paging: {
    ...pagesToTotal(['items[].TotalJobsCount'], ({ request, itemsSoFar }) =>
      request.url.replace(/offset=\d+/, `offset=${itemsSoFar}`),
    ),
    detail: jsonDetails((row, { url }) => detailOf(url, textAt(row, 'Id'))),
  },
});

/** The resource of a requisition's texts, by itself. */
export const oracleOrcDetailJson = jsonAdapter({
  ...requisition,
  name: 'oracle-orc-json',
  about: 'Oracle Recruiting Cloud: the details of a requisition',
  detect: (head) =>
    jsonMarkers(head, ['items[].ExternalDescriptionStr|items[].ExternalQualificationsStr', 'items[].Title']),
  rows: ['items'],
});

/** The resource beside the list that has a requisition's texts. */
function detailOf(url: string | undefined, id: string | undefined): string | undefined {
  const [, resources] = /^(https?:\/\/[^/]+\/hcmRestApi\/resources\/[\w.]+)\//i.exec(url ?? '') ?? [];
  const site = siteOf(url);
  if (resources === undefined || site === undefined || id === undefined || !/^[\w-]+$/.test(id))
    return undefined;
  const finder = `ById;Id=%22${id}%22,siteNumber=${site}`;
  return `${resources}/recruitingCEJobRequisitionDetails?expand=all&onlyData=true&finder=${finder}`;
}

function siteOf(url: string | undefined): string | undefined {
  return /siteNumber(?:=|%3D)([\w-]+)/i.exec(url ?? '')?.[1];
}

/** The page that people see, out of the host, the site in the finder, and the id. */
function pageOf(url: string | undefined, id: string | undefined): string | undefined {
  const site = siteOf(url);
  const origin = url === undefined ? undefined : URL.parse(url)?.origin;
  return site === undefined || origin === undefined || id === undefined
    ? undefined
    : `${origin}/hcmUI/CandidateExperience/en/sites/${site}/job/${id}`;
}
