import type { RawCompany, RawContact, RawListing, RawPlace } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
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
import { stated, totalOf } from '../format-pages.ts';
import { payOf } from '../format-pay.ts';
import { distinctPlaces } from '../format-places.ts';
import { xmlItems } from '../format-reading.ts';
import { xmlMarkers } from '../format-markers.ts';

const shared = {
  reads: {
    kind: 'code',
    also: {
      identifier: 'DocumentID',
      requisition: 'AlternateDocumentID, PositionProfile/PositionID',
      title: 'PositionProfile/PositionTitle',
      description: 'PositionFormattedDescription/Content; USAJOBS: GOVT_XMLJobBody/Overview/JobSummary',
      sections: 'USAJOBS: Duties, Education, Requirements, HowToApply, Benefits of GOVT_XMLJobBody',
      url: 'the link in ApplicationMethod/Instructions',
      applyUrl: 'GOVT_ApplyOnlineURL',
      datePosted: 'PositionPeriod/StartDate/FormattedDateTime, @validFrom',
      validThrough: 'ApplicationCloseDate, PositionPeriod/EndDate/FormattedDateTime, @validTo',
      jobStartDate:
        'PositionPeriod/StartDate/DateText, and FormattedDateTime where ApplicationCloseDate stands beside it',
      employmentType: 'PositionScheduleTypeCode, PositionOfferingTypeCode',
      company: 'PositionOrganization, else PostingRequester/PartyName',
      jobLocation: 'PositionLocation: Address, ReferenceLocation, LocationName',
      baseSalary: 'RemunerationRange',
      qualifications: 'USAJOBS: QualificationsAndEvaluation/Qualifications',
      educationRequirements: 'EducationRequirement/DegreeTypeCode',
      skills: 'PositionCompetency/CompetencyName',
      workAuthorization: 'USAJOBS: WhoMayApplyText',
      occupationalCategory: 'JobCategoryCode',
      industry: 'PositionOrganization/IndustryCode',
      contact: 'PostingRequester/PersonContact',
      totalJobOpenings: 'PositionOpenQuantity',
      language: '@languageCode',
      inactive: 'PositionOpeningStatusCode other than Active; actionCode Delete of the message',
    },
  },
  cut: { kind: 'xml', elements: ['positionopening'] },
  parse: xmlItems(readOpening),
} as const;

/** USAJOBS' export, HR-XML 3.1: `ShowPositionOpening`, its texts in `UserArea`. */
export const hrxml3Usajobs: Adapter = {
  ...shared,
  name: 'hrxml-3-usajobs',
  about: 'HR-XML 3.1 ShowPositionOpening (USAJOBS export)',
  detect: (head) =>
    xmlMarkers(head, { roots: ['showpositionopening'] }) ??
    xmlMarkers(head, { names: ['positionopening', 'govtxmljobbody|govtjoatype'] }),
  paging: { next: () => undefined, total: ({ head }) => totalOf(stated(head, 'show@recordsetcount')) },
};

/** EURES, HR Open 3.2: `PositionOpening` documents, one or a list. */
export const hrxml3Eures: Adapter = {
  ...shared,
  name: 'hrxml-3-eures',
  about: 'HR Open 3.x PositionOpening (EURES)',
  detect: (head) =>
    xmlMarkers(head, { names: ['positionopening', 'positionprofile', 'documentid|positiontitle'] }, 0.85),
};

/** HR-XML 3 as a message: `ProcessPositionOpening`, whose action may be a removal. */
export const hrxml3Process: Adapter = {
  ...shared,
  name: 'hrxml-3-process',
  about: 'HR-XML 3 ProcessPositionOpening (a message with an action)',
  detect: (head) =>
    xmlMarkers(head, {
      roots: [
        'processpositionopening',
        'syncpositionopening',
        'notifypositionopening',
        'changepositionopening',
      ],
    }),
  partial: (head) => {
    const action = stated(head, 'actionexpression@actioncode') ?? 'no action';
    return `a message about single openings (${action}), not the whole of them: what it does not name stays as it was`;
  },
};

function readOpening(opening: Tree, { head }: DocumentContext): RawListing {
  const profile = treeAt(opening, 'PositionProfile') ?? opening;
  const body = descendants(opening, 'GOVT_XMLJobBody')[0];
  // With a closing date of its own beside it the period is that of the work, but for federal announcements.
  const isOfWork = body === undefined && textAt(profile, 'ApplicationCloseDate') !== undefined;
  return compact<RawListing>({
    identifier: textAt(opening, 'DocumentID') ?? textAt(profile, 'PositionID'),
    requisition: textAt(opening, 'AlternateDocumentID') ?? textAt(profile, 'PositionID'),
    title: textAt(profile, 'PositionTitle', 'PostingTitle'),
    description: descriptionOf(profile, body),
    sections: body && sectionsOf(body),
    url: linkOf(textAt(profile, 'PostingInstruction/ApplicationMethod/Instructions')),
    applyUrl: descendants(opening, 'GOVT_ApplyOnlineURL')[0]?.text.trim() || undefined,
    datePosted:
      (isOfWork ? undefined : periodOf(profile, 'StartDate')) ?? opening.attributes.get('validfrom'),
    validThrough:
      textAt(profile, 'ApplicationCloseDate') ??
      (isOfWork ? undefined : periodOf(profile, 'EndDate')) ??
      opening.attributes.get('validto'),
    jobStartDate:
      textAt(profile, 'PositionPeriod/StartDate/DateText', 'PositionDateRange/StartDate') ??
      (isOfWork ? periodOf(profile, 'StartDate') : undefined),
    employmentType: types(profile),
    company: companyOf(opening, profile),
    jobLocation: placesOf(profile),
    baseSalary: salaryOf(profile),
    qualifications: body && markupAt(body, 'QualificationsAndEvaluation/Qualifications'),
    educationRequirements: textsAt(
      profile,
      'PositionQualifications/EducationRequirement/DegreeTypeCode',
      'PositionQualifications/EducationRequirement/EducationLevelCode',
    )?.join(', '),
    skills: textsAt(profile, 'PositionQualifications/PositionCompetency/CompetencyName')?.join(', '),
    workAuthorization: body && textsAt(body, 'Overview/WhoMayApplyText'),
    occupationalCategory: textsAt(profile, 'JobCategoryCode'),
    industry: textsAt(profile, 'PositionOrganization/IndustryCode'),
    totalJobOpenings: textAt(profile, 'PositionOpenQuantity', 'UserArea/GOVT_TotalOpenings'),
    workHours: textAt(profile, 'WorkingHours', 'NormalHours'),
    contact: contactOf(opening),
    language: profile.attributes.get('languagecode'),
    inactive: inactiveBy(opening, head),
  });
}

/** The contact for questions: each way to reach them is an element that names its kind. */
function contactOf(opening: Tree): RawListing['contact'] | undefined {
  const person = treeAt(opening, 'PostingRequester/PersonContact');
  if (person === undefined) return undefined;
  const ways = treesAt(person, 'Communication');
  const way = (kind: RegExp) => ways.find((one) => kind.test(textAt(one, 'ChannelCode') ?? ''));
  const [mail, phone] = [way(/mail/i), way(/phone|mobile/i)];
  return filled<RawContact>({
    name: textAt(person, 'PersonName/FormattedName'),
    email: mail && textAt(mail, 'URI'),
    phone: phone && (textAt(phone, 'FormattedNumber') ?? dialled(phone)),
  });
}

/** A telephone number in its parts. */
function dialled(phone: Tree): string | undefined {
  const parts = ['CountryDialing', 'AreaDialing', 'DialNumber'].flatMap((part) => textAt(phone, part) ?? []);
  return parts.length === 0 ? undefined : parts.join(' ').replaceAll(/ +-/g, '-');
}

function descriptionOf(profile: Tree, body: Tree | undefined): string | undefined {
  const parts = treesAt(profile, 'PositionFormattedDescription').flatMap(
    (part) => markupAt(part, 'Content', 'ShortDescription') ?? [],
  );
  if (parts.length > 0) return parts.join('\n');
  return (
    (body && markupAt(body, 'Overview/JobSummary')) ?? markupAt(profile, 'PositionDescription', 'Description')
  );
}

/** The texts of a federal announcement, each under its own heading. */
function sectionsOf(body: Tree): RawListing['sections'] {
  const part = (heading: string, ...paths: readonly string[]) => {
    const text = markupAt(body, ...paths);
    return text === undefined ? undefined : { heading, body: text };
  };
  return atLeastOne([
    part('Duties', 'Duties/MajorDuties'),
    part('Education', 'QualificationsAndEvaluation/Education'),
    part('Requirements', 'QualificationsAndEvaluation/Requirements'),
    part('How to Apply', 'HowToApplyInformation/HowToApply'),
    part('Benefits', 'BenefitsAndOtherInformation/Benefits'),
  ]);
}

/** Instructions are an address, or a text with a link in it. */
function linkOf(instructions: string | undefined): string | undefined {
  return /https?:\/\/[^\s"'<>\]]+/.exec(instructions ?? '')?.[0];
}

/**
 * USAJOBS writes the days of the announcement as `FormattedDateTime`. The `DateText` of others is the first day of work, where an
 * announcement's own day is in `validFrom`.
 */
function periodOf(profile: Tree, end: 'StartDate' | 'EndDate'): string | undefined {
  return textAt(profile, `PositionPeriod/${end}/FormattedDateTime`);
}

function types(profile: Tree): string[] | undefined {
  return textsAt(profile, 'PositionScheduleTypeCode', 'PositionOfferingTypeCode')?.map((code) =>
    code.replace(/^\d+-(?=\p{L})/u, ''),
  );
}

/** The organization of the position; the requester may be an agency, so it comes last. */
function companyOf(opening: Tree, profile: Tree): RawCompany | undefined {
  const units = treesAt(profile, 'PositionOrganization/OrganizationalIdentifiers').filter(
    (one) => one.attributes.get('organizationaltypecode') === 'Unit',
  );
  const division =
    units.flatMap((unit) => textAt(unit, 'OrganizationalName') ?? [])[0] ??
    textAt(profile, 'PositionOrganization/UserArea/GOVT_SubAgencyName');
  const name =
    textAt(
      profile,
      'PositionOrganization/OrganizationIdentifiers/OrganizationName',
      'PositionOrganization/OrganizationName',
    ) ??
    (units.length > 0
      ? undefined
      : textAt(profile, 'PositionOrganization/OrganizationalIdentifiers/OrganizationalName')) ??
    textAt(opening, 'PostingRequester/PartyName');
  return filled<RawCompany>({ name, division });
}

function placesOf(profile: Tree): RawPlace[] | undefined {
  const places = treesAt(profile, 'PositionLocation').flatMap((location) => {
    const parts = treeAt(location, 'Address', 'ReferenceLocation') ?? location;
    const place = filled<RawPlace>({
      text: textAt(location, 'LocationName'),
      street: textAt(parts, 'AddressLine', 'LineOne', 'StreetName'),
      city: textAt(parts, 'CityName'),
      region: textAt(parts, 'CountrySubDivisionCode'),
      postalCode: textAt(parts, 'PostalCode'),
      country: textAt(parts, 'CountryCode'),
    });
    return place ?? [];
  });
  return atLeastOne(distinctPlaces(places));
}

function salaryOf(profile: Tree): RawListing['baseSalary'] {
  const range = descendants(profile, 'RemunerationRange')[0];
  if (range === undefined) return undefined;
  const amount = (name: string) => treeAt(range, `Remuneration${name}Amount`, `${name}Amount`, name);
  const [min, max] = [amount('Minimum'), amount('Maximum')];
  return payOf({
    min: min?.text.trim() || undefined,
    max: max?.text.trim() || undefined,
    currency: (min ?? max)?.attributes.get('currencyid') ?? textAt(range, 'CurrencyCode'),
    unit: textAt(range, 'RemunerationRateIntervalCode', 'RateIntervalCode', 'RemunerationIntervalCode'),
  });
}

function inactiveBy(opening: Tree, head: DocumentContext['head']): string | undefined {
  const action = stated(head, 'actionexpression@actioncode') ?? '';
  if (/^(delete|cancel)/i.test(action)) return `the message's action is ${action}`;
  const status = textAt(opening, 'PositionOpeningStatusCode');
  return status === undefined || /^(active|open|new)$/i.test(status)
    ? undefined
    : `PositionOpeningStatusCode is ${status}`;
}
