import type { RawCompany, RawListing, RawPlace } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { organizationIn } from './channel-title.ts';
import { atLeastOne, compact, filled, markupAt, textAt, textsAt } from '../find.ts';
import { stated } from '../format-pages.ts';
import { payOf } from '../format-pay.ts';
import { xmlItems } from '../format-reading.ts';
import { xmlMarkers } from '../format-markers.ts';
import { readEntry } from './syndication.ts';

/** NEOGOV (governmentjobs.com, schooljobs.com): RSS whose job fields stand in a namespace of their own. */
export const neogovRss: Adapter = {
  name: 'neogov-rss',
  about: 'NEOGOV / GovernmentJobs RSS',
  detect: (head) =>
    xmlMarkers(head, { namespace: /neogov\.com\/namespaces/i }) ??
    xmlMarkers(
      head,
      { roots: ['rss', 'channel'], names: ['advertisefromdate|advertisefromdateutc|advertisetodatetimeutc'] },
      0.9,
    ),
  reads: {
    kind: 'code',
    also: {
      identifier: 'jobId, guid',
      requisition: 'jobNumberSingle',
      title: 'title',
      description: 'description',
      sections: 'examplesOfDuties, supplementalInformation',
      url: 'link',
      datePosted: 'advertiseFromDate, advertiseFromDateUTC, pubDate',
      validThrough: 'advertiseToDateTime, advertiseToDateTimeUTC',
      company: 'title of the channel; department is the division',
      jobLocation: 'location, state',
      employmentType: 'jobType',
      baseSalary: 'minimumSalary, maximumSalary, salaryCurrency, salaryInterval',
      qualifications: 'qualifications',
      occupationalCategory: 'categories/category',
    },
  },
  cut: { kind: 'xml', elements: ['item'] },
  parse: xmlItems(readItem),
};

function readItem(item: Tree, document: DocumentContext): RawListing {
  const entry = readEntry(item, document);
  return {
    ...entry,
    ...compact<RawListing>({
      // The agency is the channel.
      company: filled<RawCompany>({
        name: organizationIn(stated(document.head, 'title')),
        division: textAt(item, 'department'),
      }),
      identifier: textAt(item, 'jobId') ?? entry.identifier,
      requisition: textAt(item, 'jobNumberSingle', 'jobNumber'),
      datePosted:
        textAt(item, 'advertiseFromDate') ?? utc(textAt(item, 'advertiseFromDateUTC')) ?? entry.datePosted,
      validThrough:
        textAt(item, 'advertiseToDateTime', 'advertiseToDate') ?? utc(textAt(item, 'advertiseToDateTimeUTC')),
      sections: sectionsOf(item),
      employmentType: textsAt(item, 'jobType'),
      jobLocation: placeOf(item),
      baseSalary: payOf({
        min: textAt(item, 'minimumSalary'),
        max: textAt(item, 'maximumSalary'),
        currency: textAt(item, 'salaryCurrency'),
        unit: textAt(item, 'salaryInterval'),
      }),
      qualifications: markupAt(item, 'qualifications'),
      occupationalCategory: textsAt(item, 'categories/category/category', 'categories/category'),
    }),
  };
}

function sectionsOf(item: Tree): RawListing['sections'] {
  const duties = markupAt(item, 'examplesOfDuties');
  const more = markupAt(item, 'supplementalInformation');
  return atLeastOne([
    duties === undefined ? undefined : { heading: 'Examples of Duties', body: duties },
    more === undefined ? undefined : { heading: 'Supplemental Information', body: more },
  ]);
}

function placeOf(item: Tree): RawListing['jobLocation'] {
  const [text, region] = [textAt(item, 'location'), textAt(item, 'state')];
  const place = filled<RawPlace>({ text, region });
  return place && [place];
}

/** The element's name says the zone, its text does not: `Tue, 01 Feb 2022 04:59:00`. Words such as `Continuous` stay. */
function utc(date: string | undefined): string | undefined {
  return date !== undefined && /\d:\d\d/.test(date) && !/[A-Z]{2,}$|[+-]\d{4}$/.test(date)
    ? `${date} UTC`
    : date;
}
