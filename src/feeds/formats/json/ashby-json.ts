import type { RawSalary } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { compact, descendants, isFalse, textAt } from '../find.ts';
import { jsonAdapter, named, needsDetail } from '../mapped.ts';
import { pathSegment } from '../format-pages.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

/** Ashby posting API: `api.ashbyhq.com/posting-api/job-board/{board}?includeCompensation=true`. */
export const ashbyJson = jsonAdapter({
  name: 'ashby-json',
  about: 'Ashby job board API',
  detect: (head) =>
    jsonMarkers(head, [
      'jobs[].jobUrl',
      'jobs[].isListed|apiVersion|jobs[].publishedAt|jobs[].descriptionHtml',
    ]) ??
    jsonMarkers(head, [
      'data.jobBoard.jobPostings[].id|data.jobBoardWithTeams.jobPostings[].id|data.jobPosting.title',
      'data.jobBoard.jobPostings[].title|data.jobBoardWithTeams.jobPostings[].title|data.jobPosting.descriptionHtml|data.jobPosting.locationName',
    ]) ??
    addressSign(head, /(api|jobs)\.ashbyhq\.com\/(posting-api|api)/) ??
    emptyListSign(head, 'jobs', ['apiVersion']),
  // Beside the API for others there is the one that boards themselves ask, which is GraphQL.
  rows: ['jobs', 'data.jobBoard.jobPostings', 'data.jobBoardWithTeams.jobPostings', 'data.jobPosting'],
  mapping: {
    identifier: 'id',
    title: 'title',
    description: ['descriptionHtml', 'descriptionPlain'],
    url: 'jobUrl',
    applyUrl: 'applyUrl',
    datePosted: ['publishedAt', 'publishedDate'],
    employmentType: 'employmentType',
    place: {
      text: ['location', 'locationName', 'locationAddress'],
      street: 'address/postalAddress/streetAddress',
      city: 'address/postalAddress/addressLocality',
      region: 'address/postalAddress/addressRegion',
      postalCode: 'address/postalAddress/postalCode',
      country: 'address/postalAddress/addressCountry',
    },
    places: ['secondaryLocations', 'secondaryLocationNames'],
    workplace: 'workplaceType',
    remote: 'isRemote',
    pay: {
      text: [
        'compensation/scrapeableCompensationSalarySummary',
        'scrapeableCompensationSalarySummary',
        'compensation/compensationTierSummary',
        'compensationTierSummary',
      ],
    },
    occupationalCategory: ['department', 'departmentName', 'team', 'teamNames'],
    validThrough: 'applicationDeadline',
    active: 'isListed',
  },
  alsoReads: {
    company: 'the board in the address',
    baseSalary: 'the salary among compensation/summaryComponents or compensationTiers/components',
  },
  withheld: (row) => (isFalse(textAt(row, 'shouldDisplayCompensationOnJobPostings')) ? ['compensation'] : []),
  also: (row, _document, raw) => {
    const salary = salaryComponent(row);
    const text = typeof raw.baseSalary === 'string' ? raw.baseSalary : undefined;

    return {
      ...needsDetail(raw),
      ...named(pathSegment(textAt(row, 'jobUrl', 'applyUrl'), 0)),
      baseSalary: salary && compact<RawSalary>({ text, ...salary }),
    };
  },
});

/** The component of a compensation that is a salary; others are equity and bonuses. */
function salaryComponent(row: Tree): RawSalary | undefined {
  const components = [...descendants(row, 'summaryComponents'), ...descendants(row, 'components')];
  const salary = components.find((component) =>
    /salary|hourly|wage/i.test(textAt(component, 'compensationType') ?? ''),
  );
  const [min, max] = [salary && textAt(salary, 'minValue'), salary && textAt(salary, 'maxValue')];
  if (salary === undefined || (min ?? max) === undefined) return undefined;
  return compact<RawSalary>({
    min,
    max,
    currency: textAt(salary, 'currencyCode'),
    unit: textAt(salary, 'interval'),
  });
}
