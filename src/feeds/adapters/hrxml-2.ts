import type { RawListing, RawPlace } from '../../listings/raw-listing.ts';
import type { Adapter } from '../adapter.ts';
import type { Tree } from '../tree.ts';
import { atLeastOne, compact, descendants, markupAt, textAt, textsAt, treeAt, treesAt } from './find.ts';
import { distinctPlaces, placeOf } from './places.ts';
import { xmlItems } from './reading.ts';
import { xmlSigns } from './signs.ts';

/** HR-XML 2.x (Staffing Exchange Protocol) and its older forms `JobPositionPosting` and Germany's HRBAXML. */
export const hrxml2: Adapter = {
  name: 'hrxml-2-sep',
  about: 'HR-XML 2.x PositionOpening, JobPositionPosting, HRBAXML',
  detect: (head) =>
    xmlSigns(head, { names: ['positionopening', 'positionrecordinfo'] }, 0.95) ??
    xmlSigns(head, { names: ['jobpositionposting'] }, 0.95) ??
    xmlSigns(head, { roots: ['hrbaxmljobpositionposting'] }, 0.95),
  reads: {
    kind: 'code',
    also: {
      identifier: 'PositionRecordInfo/Id/IdValue, JobPositionPostingId',
      title: 'PositionTitle, JobPositionTitle',
      sections: 'FormattedPositionDescription: Value under Name',
      url: 'PositionPostings/PositionPosting/Link',
      applyUrl: 'HowToApply: InternetWebAddress, URL',
      datePosted: 'PositionRecordInfo/Id/@validFrom, PostDate',
      validThrough: 'PositionRecordInfo/Id/@validTo, ExpireDate',
      jobStartDate: 'StartDate, ExpectedStartDate',
      employmentType: 'PositionSchedule, PositionType, Classification, Schedule, TermLength',
      company: 'PositionDetail/Company/Name, HiringOrg/HiringOrgName',
      jobLocation: 'PhysicalLocation: PostalAddress or Area by type',
      occupationalCategory: 'JobCategory',
      industry: 'IndustryCode',
      totalJobOpenings: 'NumberToFill',
      inactive: 'PositionRecordInfo/Status, @status',
    },
  },
  cut: { kind: 'xml', elements: ['positionopening', 'jobpositionposting'] },
  parse: xmlItems(readOpening),
};

function readOpening(opening: Tree): RawListing {
  const id = treeAt(opening, 'PositionRecordInfo/Id', 'JobPositionPostingId');
  const detail =
    descendants(opening, 'PositionDetail')[0] ?? descendants(opening, 'JobPositionInformation')[0] ?? opening;
  const posting = descendants(opening, 'PositionPosting')[0];
  return compact<RawListing>({
    identifier: (id && (textAt(id, 'IdValue') ?? id.text.trim())) || undefined,
    requisition: textAt(detail, 'PositionId/IdValue', 'PositionID') ?? undefined,
    title: textAt(detail, 'PositionTitle', 'JobPositionTitle') ?? (posting && textAt(posting, 'Title')),
    sections: sectionsOf(opening, detail),
    url: posting && textAt(posting, 'Link'),
    applyUrl: linkIn(descendants(opening, 'HowToApply')[0]),
    datePosted: id?.attributes.get('validfrom') ?? firstText(opening, 'PostDate'),
    validThrough: id?.attributes.get('validto') ?? firstText(opening, 'ExpireDate'),
    jobStartDate: firstText(opening, 'StartDate') ?? firstText(opening, 'ExpectedStartDate'),
    employmentType: atLeastOne([
      ...(textsAt(detail, 'PositionSchedule', 'PositionType') ?? []),
      ...classifications(detail),
    ]),
    company: companyOf(opening, detail),
    jobLocation: placesOf(detail, opening),
    occupationalCategory: textsAt(
      detail,
      'JobCategory/CategoryCode',
      'JobCategory/JobCategory',
      'JobCategory',
    ),
    industry: textsAt(detail, 'IndustryCode'),
    totalJobOpenings: firstText(opening, 'NumberToFill') ?? firstText(opening, 'NumberOfOpenings'),
    inactive: inactiveBy(opening),
  });
}

function firstText(tree: Tree, name: string): string | undefined {
  return descendants(tree, name)
    .map(({ text }) => text.trim())
    .find((text) => text !== '');
}

function classifications(detail: Tree): string[] {
  const terms = ['Classification', 'Schedule', 'TermLength', 'Term'].flatMap((name) =>
    descendants(detail, name),
  );
  return terms.flatMap((term) => {
    const word =
      term.text.trim() || term.attributes.get('type') || [...term.children].map(({ name }) => name)[0];
    return word === undefined || word === '' ? [] : [word];
  });
}

/** Pairs of name and value, those of one name together; what steers the board is left out. */
function sectionsOf(opening: Tree, detail: Tree): RawListing['sections'] {
  const pairs = descendants(opening, 'FormattedPositionDescription');
  const byName = new Map<string, string[]>();
  for (const pair of pairs) {
    const name = textAt(pair, 'Name') ?? '';
    const value = markupAt(pair, 'Value');
    if (value === undefined || isControl(name)) continue;
    byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  const sections = [...byName].map(([heading, values]) =>
    heading === '' ? { body: values.join('\n') } : { heading, body: values.join('\n') },
  );
  if (sections.length > 0) return sections;
  const plain =
    markupAt(detail, 'PositionDescription', 'JobPositionDescription') ??
    markupAt(opening, 'JobPositionInformation/JobPositionDescription', 'Description');
  return plain === undefined ? undefined : [{ body: plain }];
}

/** Names such as `showLogo` or `template_id` steer the board, and are no headings. */
function isControl(name: string): boolean {
  return (
    /(^|_)(template|layout|logo|color|style|css|id|url|flag|internal|language)($|_)/i.test(name) ||
    /^(is|show|hide)[A-Z_]/.test(name)
  );
}

function companyOf(opening: Tree, detail: Tree): RawListing['company'] | undefined {
  const name =
    textAt(
      detail,
      'Company/Name',
      'Company/NormalizedName',
      'Company',
      'Organization/OrganizationName',
      'Organization',
    ) ??
    textAt(opening, 'HiringOrg/HiringOrgName') ??
    firstText(opening, 'HiringOrgName') ??
    firstText(opening, 'OrganizationName');
  const division = firstText(opening, 'OrganizationalUnit') ?? textAt(opening, 'HiringOrg/HiringOrgUnit');
  const company = compact<NonNullable<RawListing['company']>>({ name, division });
  return Object.keys(company).length > 0 ? company : undefined;
}

function placesOf(detail: Tree, opening: Tree): RawPlace[] | undefined {
  const holders = [...treesAt(detail, 'PhysicalLocation'), ...descendants(opening, 'JobPositionLocation')];
  const places = holders.flatMap((holder) => {
    const address = descendants(holder, 'PostalAddress')[0] ?? holder;
    const area = (kind: RegExp) => areasOf(holder).find(([type]) => kind.test(type))?.[1];
    const place = placeOf({
      text: textAt(holder, 'Name', 'SummaryText', 'LocationSummary/Description'),
      street: firstText(address, 'StreetName') ?? firstText(address, 'AddressLine'),
      city:
        textAt(address, 'Municipality') ?? firstText(holder, 'Municipality') ?? area(/municipality|city/i),
      region: textAt(address, 'Region') ?? firstText(holder, 'Region') ?? area(/state|region|province/i),
      postalCode: textAt(address, 'PostalCode') ?? firstText(holder, 'PostalCode') ?? area(/postal/i),
      country: textAt(address, 'CountryCode') ?? firstText(holder, 'CountryCode') ?? area(/country/i),
    });
    return place === undefined ? [] : [place];
  });
  return places.length === 0 ? undefined : distinctPlaces(places);
}

/** `Area type="municipality"`, one inside the other or beside it; the name is the area's own value. */
function areasOf(holder: Tree): (readonly [string, string])[] {
  return descendants(holder, 'Area')
    .flatMap((area) => [areaOf(area), ...descendants(area, 'Area').map(areaOf)])
    .filter(([, value]) => value !== '');
}

function areaOf(area: Tree): readonly [string, string] {
  return [area.attributes.get('type') ?? '', textAt(area, 'Value', 'Name') ?? area.text.trim()];
}

function linkIn(howToApply: Tree | undefined): string | undefined {
  if (howToApply === undefined) return undefined;
  return (
    firstText(howToApply, 'InternetWebAddress') ??
    firstText(howToApply, 'URL') ??
    firstText(howToApply, 'Link')
  );
}

function inactiveBy(opening: Tree): string | undefined {
  const status = textAt(opening, 'PositionRecordInfo/Status') ?? opening.attributes.get('status');
  return status === undefined || /^(active|open|new|posted|published)$/i.test(status)
    ? undefined
    : `status is ${status}`;
}
