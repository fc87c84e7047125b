import type { RawCompany, RawListing, RawPlace } from '../../../listings/raw-listing.ts';
import type { Adapter } from '../../adapter.ts';
import { markupOf, type Tree } from '../../cut/tree.ts';
import {
  atLeastOne,
  compact,
  descendants,
  filled,
  markupAt,
  textAt,
  textsAt,
  treeAt,
  treesAt,
} from '../find.ts';
import { stated } from '../format-pages.ts';
import { payOf } from '../format-pay.ts';
import { distinctPlaces } from '../format-places.ts';
import { xmlItems } from '../format-reading.ts';
import { xmlMarkers } from '../format-markers.ts';

/** HR-XML 2.x (Staffing Exchange Protocol) and its older forms `JobPositionPosting` and Germany's HRBAXML. */
export const hrxml2: Adapter = {
  name: 'hrxml-2-sep',
  about: 'HR-XML 2.x PositionOpening, JobPositionPosting, HRBAXML',
  detect: (head) =>
    xmlMarkers(head, { names: ['positionopening', 'positionrecordinfo'] }) ??
    xmlMarkers(head, { names: ['jobpositionposting'] }) ??
    xmlMarkers(head, { roots: ['hrbaxmljobpositionposting'] }),
  reads: {
    kind: 'code',
    also: {
      identifier: 'PositionRecordInfo/Id/IdValue, JobPositionPostingId',
      title: 'PositionTitle, JobPositionTitle (also its Title), JobPositionTitleDescription',
      sections:
        'FormattedPositionDescription: Value under Name; JobPositionPurpose, Objective; headings by names that end in Headline',
      url: 'PositionPostings/PositionPosting/Link',
      applyUrl: 'HowToApply: InternetWebAddress, URL',
      datePosted:
        'PositionRecordInfo/Id/@validFrom, PositionPosting/Id/@validFrom, PostDate, PostDetail/StartDate',
      validThrough:
        'PositionRecordInfo/Id/@validTo, PositionPosting/Id/@validTo, ExpireDate, PostDetail/EndDate',
      jobStartDate: 'StartDate, ExpectedStartDate, AssignmentStartDate',
      employmentType: 'PositionSchedule, PositionType, Classification, Schedule, TermLength',
      company: 'PositionDetail/Company/Name, HiringOrg/HiringOrgName',
      jobLocation: 'PhysicalLocation: PostalAddress or Area by type',
      baseSalary: 'BasePay, SalaryMonthly, SalaryAnnual, RatePerHour, …',
      qualifications: 'JobPositionRequirements/QualificationsRequired',
      occupationalCategory: 'JobCategory',
      industry: 'IndustryCode',
      totalJobOpenings: 'NumberToFill',
      inactive: 'PositionRecordInfo/Status, @status',
    },
  },
  cut: { kind: 'xml', elements: ['positionopening', 'jobpositionposting'] },
  parse: xmlItems(readOpening),
  partial: (head) =>
    /^d/i.test(stated(head, 'TypeOfLoad') ?? '') ? 'a delivery of changes, not of the whole' : undefined,
};

function readOpening(opening: Tree): RawListing {
  const id = treeAt(opening, 'PositionRecordInfo/Id', 'JobPositionPostingId');
  const detail =
    descendants(opening, 'PositionDetail')[0] ?? descendants(opening, 'JobPositionInformation')[0] ?? opening;
  const posting = descendants(opening, 'PositionPosting')[0];
  return compact<RawListing>({
    identifier: (id && (textAt(id, 'IdValue') ?? id.text.trim())) || undefined,
    requisition: textAt(detail, 'PositionId/IdValue', 'PositionID') ?? undefined,
    title:
      textAt(
        detail,
        'PositionTitle',
        'JobPositionTitleDescription',
        'JobPositionTitle/Title',
        'JobPositionTitle',
      ) ??
      (posting && textAt(posting, 'Title')),
    sections: sectionsOf(opening, detail),
    url: posting && textAt(posting, 'Link'),
    applyUrl: linkIn(descendants(opening, 'HowToApply')[0]),
    datePosted:
      id?.attributes.get('validfrom') ??
      (posting && textAt(posting, 'Id/@validFrom')) ??
      firstText(opening, 'PostDate') ??
      textAt(opening, ...postDetail('StartDate')),
    validThrough:
      id?.attributes.get('validto') ??
      (posting && textAt(posting, 'Id/@validTo')) ??
      firstText(opening, 'ExpireDate') ??
      textAt(opening, ...postDetail('EndDate')),
    jobStartDate:
      firstText(without(opening, 'postdetail'), 'StartDate') ??
      firstText(opening, 'ExpectedStartDate', 'AssignmentStartDate'),
    employmentType: atLeastOne([
      ...(textsAt(detail, 'PositionSchedule', 'PositionType') ?? []),
      ...classifications(detail),
    ]),
    company: companyOf(opening, detail),
    jobLocation: placesOf(detail, opening),
    baseSalary: payIn(opening),
    qualifications: markupAt(
      opening,
      'JobPositionInformation/JobPositionRequirements/QualificationsRequired',
    ),
    occupationalCategory: textsAt(
      detail,
      'JobCategory/CategoryCode',
      'JobCategory/JobCategory',
      'JobCategory',
    ),
    industry: textsAt(detail, 'IndustryCode'),
    totalJobOpenings: firstText(opening, 'NumberToFill', 'NumberOfOpenings'),
    inactive: inactiveBy(opening),
  });
}

/** The first text of the first of these names that has one, at any depth. */
function firstText(tree: Tree, ...names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => descendants(tree, name))
    .map(({ text }) => text.trim())
    .find((text) => text !== '');
}

/** A day, alone or in an element of its own. */
function postDetail(name: string): string[] {
  return [`PostDetail/${name}/Date`, `PostDetail/${name}`];
}

/** `StartDate` inside `PostDetail` is of the posting, not of the work. */
function without(tree: Tree, name: string): Tree {
  return { ...tree, children: tree.children.filter((child) => child.name !== name) };
}

/** Amounts whose element names the period; else `BasePay` with its least and most. */
function payIn(opening: Tree): RawListing['baseSalary'] {
  const [base] = descendants(opening, 'BasePay');
  if (base !== undefined)
    return payOf({
      text: base.children.length === 0 ? base.text.trim() || undefined : undefined,
      min: textAt(base, 'BasePayAmountMin', 'MinimumAmount'),
      max: textAt(base, 'BasePayAmountMax', 'MaximumAmount'),
      value: textAt(base, 'BasePayAmount', 'Amount'),
      currency: base.attributes.get('currencycode') ?? base.attributes.get('currency'),
      unit: base.attributes.get('baseinterval') ?? base.attributes.get('intervaltype'),
    });
  for (const [name, unit] of periods) {
    const [amount] = descendants(opening, name);
    const value = amount?.text.trim() ?? '';
    if (amount === undefined || value === '') continue;
    const currency = amount.attributes.get('currency') ?? amount.attributes.get('currencycode');
    const plain = /^\d[\d., ]*$/.test(value);
    return payOf({
      text: plain ? undefined : value,
      value: plain ? value : undefined,
      currency,
      unit,
    });
  }
  return undefined;
}

const periods = [
  ['SalaryMonthly', 'month'],
  ['SalaryAnnual', 'year'],
  ['RatePerHour', 'hour'],
  ['RatePerDay', 'day'],
  ['RatePerWeek', 'week'],
] as const;

function classifications(detail: Tree): string[] {
  const terms = ['Classification', 'Schedule', 'TermLength', 'Term'].flatMap((name) =>
    descendants(detail, name),
  );
  return terms.flatMap((term) => {
    const word =
      term.text.trim() ||
      term.attributes.get('type') ||
      term.children.find(({ children }) => children.length === 0)?.name;
    return word === undefined || word === '' ? [] : [word];
  });
}

/** Pairs of name and value, those of one name together; what steers the board is left out. */
function sectionsOf(opening: Tree, detail: Tree): RawListing['sections'] {
  const pairs = descendants(opening, 'FormattedPositionDescription');
  const byName = new Map<string, string[]>();
  const headings = new Map<string, string>();
  for (const pair of pairs) {
    const name = textAt(pair, 'Name') ?? '';
    const value = markupAt(pair, 'Value');
    const [, part] = /^(\w+?)_?headline$/i.exec(name) ?? [];
    if (value === undefined || isControl(name)) continue;
    if (part === undefined) byName.set(name, [...(byName.get(name) ?? []), value]);
    else headings.set(part.toLowerCase(), value);
  }
  const sections = [...byName].map(([name, values]) => {
    const heading = headings.get(name.toLowerCase()) ?? name;
    return heading === '' ? { body: values.join('\n') } : { heading, body: values.join('\n') };
  });
  if (sections.length > 0) return sections;
  const purpose = descendants(opening, 'JobPositionPurpose')[0] ?? descendants(opening, 'Objective')[0];
  const plain =
    (purpose && (markupOf(purpose).trim() || undefined)) ??
    markupAt(detail, 'PositionDescription', 'JobPositionDescription') ??
    markupAt(opening, 'JobPositionInformation/JobPositionDescription', 'Description');
  return plain === undefined ? undefined : [{ body: plain }];
}

/** Names such as `showLogo` or `template_id` steer the board, and are no headings. */
function isControl(name: string): boolean {
  return (
    /(^|_)(template|layout|logo|color|style|css|id|url|flag|internal|language|mode)($|_)/i.test(name) ||
    /[a-z](Url|URL|Id|ID|Color|Image|Logo|Video)$/.test(name) ||
    /^(is|show|hide)[A-Z_]/.test(name)
  );
}

function companyOf(opening: Tree, detail: Tree): RawCompany | undefined {
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
    firstText(opening, 'HiringOrgName', 'OrganizationName');
  const division = firstText(opening, 'OrganizationalUnit') ?? textAt(opening, 'HiringOrg/HiringOrgUnit');
  return filled<RawCompany>({ name, division });
}

function placesOf(detail: Tree, opening: Tree): RawPlace[] | undefined {
  const holders = [...treesAt(detail, 'PhysicalLocation'), ...descendants(opening, 'JobPositionLocation')];
  const places = holders.flatMap((holder) => {
    const address = descendants(holder, 'PostalAddress')[0] ?? holder;
    const area = (kind: RegExp) => areasOf(holder).find(([type]) => kind.test(type))?.[1];
    const place = filled<RawPlace>({
      text: textAt(holder, 'Name', 'SummaryText', 'LocationSummary/Description'),
      street: firstText(address, 'StreetName', 'AddressLine'),
      city:
        textAt(address, 'Municipality') ?? firstText(holder, 'Municipality') ?? area(/municipality|city/i),
      region: textAt(address, 'Region') ?? firstText(holder, 'Region') ?? area(/state|region|province/i),
      postalCode: textAt(address, 'PostalCode') ?? firstText(holder, 'PostalCode') ?? area(/postal/i),
      country: textAt(address, 'CountryCode') ?? firstText(holder, 'CountryCode') ?? area(/country/i),
    });
    return place ?? [];
  });
  return atLeastOne(distinctPlaces(places));
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
  return howToApply && firstText(howToApply, 'InternetWebAddress', 'URL', 'Link');
}

function inactiveBy(opening: Tree): string | undefined {
  const status = textAt(opening, 'PositionRecordInfo/Status') ?? opening.attributes.get('status');
  return status === undefined || /^(active|open|new|posted|published)$/i.test(status)
    ? undefined
    : `status is ${status}`;
}
