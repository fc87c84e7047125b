import { reasonOf } from '../core/error-text.ts';
import { isStorableId } from '../core/json.ts';
import { repairTexts } from '../core/mojibake.ts';
import { foldText, shorten } from '../core/text.ts';
import type { Job, PicklistLabel } from '../soap/types.ts';
import { isPresent, present, presentAll } from './values/listing-absent.ts';
import { withApplyLine } from './values/apply-line.ts';
import { type DateReading, readDate } from './values/dates.ts';
import { defined } from './values/defined.ts';
import { type Description, describe } from './values/description.ts';
import { SLUG } from './values/employer-name.ts';
import { employerOf } from './values/employer.ts';
import { employmentOf } from './values/employment.ts';
import { expiryInstant } from './values/expiry.ts';
import { plainLine } from './values/html.ts';
import { labelled } from './values/labelled.ts';
import { languageOf } from './values/language.ts';
import { linkOf } from './values/listing-links.ts';
import type { FeedTerms, Listing, Place, Understanding, Workplace } from './listing.ts';
import { doubtOf } from './values/not-jobs.ts';
import { locationOf, readPlaces } from './places/places.ts';
import { provenanceOf } from './provenance.ts';
import { qualityOf } from './quality.ts';
import { homeCurrency } from './values/pay-terms.ts';
import type { RawListing } from './raw-listing.ts';
import { payInText, readSalary } from './values/salary.ts';
import { workplaceInTitle, workplaceOf } from './places/workplace.ts';

/** Understands a raw listing in the light of its feed's terms: a listing with warnings, or every reason for its rejection. */
export function normalise(written: RawListing, terms: FeedTerms): Understanding {
  const raw = withRepairedText(written);
  const title = raw.title === undefined ? undefined : present(plainLine(raw.title));
  const description = describe(raw);
  const identifier = present(raw.identifier);
  const reasons = objections(raw, { identifier, title, description });
  if (reasons.length > 0 || identifier === undefined || title === undefined)
    return { kind: 'rejected', reasons };
  return { kind: 'listing', listing: understand(raw, terms, { identifier, title, description }) };
}

/** The same for a row of a feed: one that we fail on is rejected with the reason, and never stops the reading of the others. */
export function normaliseRow(raw: RawListing, terms: FeedTerms): Understanding {
  try {
    return normalise(raw, terms);
  } catch (error) {
    return { kind: 'rejected', reasons: [`it cannot be understood: ${reasonOf(error)}`] };
  }
}

/** Every text but those that identify the job or lead somewhere, which stay as the source has them. */
function withRepairedText(raw: RawListing): RawListing {
  const { identifier, requisition, url, applyUrl, ...texts } = raw;
  return { ...repairTexts(texts), ...defined({ identifier, requisition, url, applyUrl }) };
}

type Minimum = {
  readonly identifier: string;
  readonly title: string;
  readonly description: Description;
};

/** Why a raw listing is not shown at all. */
function objections(
  raw: RawListing,
  found: {
    readonly identifier?: string | undefined;
    readonly title?: string | undefined;
    readonly description: Description;
  },
): readonly string[] {
  const described = isDescribed(raw, found.description);
  const doubt =
    found.title === undefined ? undefined : doubtOf(found.title, found.description.text, raw.employmentType);
  return [
    ...(raw.inactive === undefined ? [] : [`the source marks it as not to be shown: ${raw.inactive}`]),
    ...(found.identifier === undefined ? ['no identifier, and no link to make one of'] : []),
    ...(isStorableId(found.identifier ?? '') ? [] : ['an identifier of more than 2,000 bytes']),
    ...(found.title === undefined ? ['no title'] : []),
    ...(unfilled.test(found.title ?? '')
      ? [`the title has a gap that its source did not fill: ${found.title}`]
      : []),
    ...(described || raw.needsDetail === true ? [] : ['no description']),
    ...(doubt !== undefined && doubt.signs.length > 1 && !doubt.speaksOfWork
      ? [`not_a_job: it reads like ${doubt.kind} (${doubt.signs.join(', ')})`]
      : []),
  ];
}

/** What templates leave where nothing was put in: `{{job.title}}`, `${title}`, `%%TITLE%%`. */
const unfilled = /\{\{\s*[\w.]+\s*\}\}|\$\{\s*[a-z][\w.]*\s*\}|%%\w+%%/i;

/** A text of its own, or a part of it; years of experience, skills and a degree alone describe no work. */
function isDescribed(raw: RawListing, { text, qualifications }: Description): boolean {
  if (isPresent(raw.description)) return text !== '' || qualifications !== undefined;
  const parts = [...(raw.sections ?? []).map(({ body }) => body), raw.responsibilities, raw.qualifications];
  return parts.some(isPresent);
}

function understand(raw: RawListing, terms: FeedTerms, minimum: Minimum): Listing {
  const { identifier, description } = minimum;
  const { places, workplace, workplaceFrom } = whereOf(raw, terms, minimum.title);
  const dates = datesOf(raw, terms);
  const postedAt = valueOf(dates.posted);
  const expiresAt = valueOf(dates.closing);
  const sourceUrl = linkOf(raw.url) ?? linkOf(raw.applyUrl);
  const applyUrl = linkOf(raw.applyUrl, raw.url) ?? sourceUrl;
  const { employer, nameFrom } = employerOf(raw, terms, `${minimum.title}\n${description.text}`);
  const title = withoutEmployer(minimum.title, employer.empname);
  const country = places[0]?.country ?? terms.country;
  const stated = readSalary(raw.baseSalary, country);
  const told = stated ?? payInText(description.text, country);
  const assumed = told !== undefined && told.currency === undefined ? homeCurrency(country) : undefined;
  const salary = told === undefined || assumed === undefined ? told : { ...told, currency: assumed };
  const language = languageOf(raw.language, description.text);
  const job = jobOf(raw, terms, { ...minimum, title, places, dates, applyUrl, salary: salary?.text });
  const rest = defined({ sourceUrl, applyUrl, postedAt, expiresAt, workplace, language });
  const listing = {
    jobId: identifier,
    ...rest,
    ...defined({
      expiryInstant: expiresAt === undefined ? undefined : expiryInstant(expiresAt, places, terms),
      salary,
    }),
    job,
    employer,
    descriptionText: description.text,
    ...(description.hidden.length === 0 ? {} : { hidden: description.hidden }),
    places,
    provenance: provenanceOf(job, employer, rest, {
      ...otherSources(raw),
      'job.salary': stated === undefined ? 'found in the text' : undefined,
      'employer.empname': nameFrom,
      workplace: workplaceFrom,
    }),
  };
  const warnings = [
    ...warningsOf(raw, { ...listing, dates, cut: description.cut, nameFrom }),
    ...(assumed === undefined ? [] : [`currency_assumed: ${assumed}, that of the job's country`]),
  ];
  return { ...listing, warnings, quality: qualityOf(listing) };
}

/** `Cook - Acme` by Acme is `Cook`; any other name behind a dash stays, it may be a part of the title. */
function withoutEmployer(title: string, employer: string | null | undefined): string {
  const [, role, name] = /^(.*\S)\s+[-–—|@]\s+(\S.*)$/s.exec(title) ?? [];
  return role !== undefined && name !== undefined && employer && foldText(name) === foldText(employer)
    ? role
    : title;
}

type Dates = Readonly<Record<'posted' | 'closing' | 'begin', DateReading>>;

function datesOf(raw: RawListing, terms: FeedTerms): Dates {
  const order = terms.dateOrder ?? raw.dateOrder;
  return {
    posted: readDate(raw.datePosted, order),
    closing: readDate(raw.validThrough, order),
    begin: readDate(raw.jobStartDate, order),
  };
}

function valueOf(date: DateReading): string | undefined {
  return date.kind === 'date' ? date.value : undefined;
}

/** Places and workplace: the source's own word for it, else what a place says, else the title. */
function whereOf(raw: RawListing, terms: FeedTerms, title: string) {
  const words = presentAll(raw.workplace);
  const { places, workplace: inPlaces } = readPlaces(placesOf(raw), terms.country);
  const workplace = workplaceOf(words) ?? inPlaces ?? workplaceInTitle(title);
  const workplaceFrom = words.length > 0 ? undefined : inPlaces === undefined ? 'title' : 'jobLocation';
  return { places, workplace, workplaceFrom };
}

/** The source's places; who may apply from where is in when a remote job names none. */
function placesOf(raw: RawListing): NonNullable<RawListing['jobLocation']> {
  if (raw.jobLocation !== undefined && raw.jobLocation.length > 0) return raw.jobLocation;
  return presentAll(raw.applicantLocationRequirements).map((text) => ({ text }));
}

type Found = Minimum & {
  readonly places: readonly Place[];
  readonly dates: Dates;
  readonly applyUrl: string | undefined;
  readonly salary: string | undefined;
};

function jobOf(raw: RawListing, terms: FeedTerms, found: Found): Job<PicklistLabel> {
  const { identifier, title, description, places, dates, applyUrl, salary } = found;
  const employment = employmentOf(raw, `${description.text}\n${description.qualifications ?? ''}`);
  return defined({
    job_id: identifier,
    req_id: present(raw.requisition),
    contact_email: terms.useContacts === true ? present(raw.contact?.email) : undefined,
    job_title: title,
    start_date: valueOf(dates.posted)?.slice(0, 10),
    job_start: valueOf(dates.begin)?.slice(0, 10),
    num_openings: employment.openings,
    job_type: labelled(employment.jobType),
    duration: employment.duration,
    hours_per_week: employment.hoursPerWeek,
    salary,
    travel_perc: employment.travel,
    job_function: labelled(employment.jobFunction),
    job_locations: places.length === 0 ? undefined : places.map(locationOf),
    qualifications: description.qualifications,
    job_desc: applyUrl === undefined ? description.html : withApplyLine(description.html, applyUrl),
    contact_info: applyUrl,
    work_authorization: labelled(employment.workAuthorization),
    degree_level: labelled(employment.degreeLevel),
    class_level: labelled(employment.classLevel),
  });
}

/** Where fields came from when their usual part of the raw listing is missing. */
function otherSources(raw: RawListing) {
  const inText = 'found in the text';
  return {
    'job.degree_level': raw.educationRequirements ? undefined : inText,
    'job.class_level': raw.classLevel?.length ? undefined : inText,
    'job.work_authorization': raw.workAuthorization?.length ? undefined : inText,
    'job.qualifications': raw.qualifications ? undefined : 'headed so in the text',
    'job.contact_info': raw.applyUrl ? undefined : 'url',
    applyUrl: raw.applyUrl ? undefined : 'url',
    sourceUrl: raw.url ? undefined : 'applyUrl',
    language: raw.language ? undefined : 'told from the text',
  };
}

type Doubtful = Pick<Listing, 'job' | 'descriptionText' | 'employer' | 'places'> & {
  readonly workplace?: Workplace;
  readonly applyUrl?: string;
  readonly dates: Dates;
  readonly cut: boolean;
  readonly nameFrom: string | undefined;
};

function warningsOf(
  raw: RawListing,
  { job, descriptionText, employer, places, workplace, applyUrl, dates, cut, nameFrom }: Doubtful,
): readonly string[] {
  const nowhere = places.length === 0 && workplace !== 'remote';
  return [
    ...(raw.needsDetail === true ? ['needs detail'] : []),
    ...(employer.empname ? [] : ['no employer: neither the source nor the feed names one']),
    ...(nameFrom === SLUG ? [SLUG] : []),
    ...unread('posting date', dates.posted),
    ...unread('closing date', dates.closing),
    ...unread('first day of work', dates.begin),
    ...(nowhere ? [`no place could be told${placesWritten(raw)}`] : []),
    ...(applyUrl === undefined ? ['no address to apply at'] : []),
    ...(damage.test(`${job.job_title ?? ''}\n${descriptionText}`)
      ? ['damaged_text: signs in it were lost before it came here']
      : []),
    ...(cut ? ['the text was cut: it is longer than any job needs'] : []),
    ...(raw.notes ?? []),
  ];
}

/** A letter that nothing can bring back: `M?nchen`, `?????`, the replacement sign. */
const damage = /\uFFFD|(?<=\p{L})\?(?=\p{Ll})|(?<=^|\s)\?{5,}(?=\s|$)/mu;

function placesWritten(raw: RawListing): string {
  const texts = presentAll(placesOf(raw).map(({ text, city, region }) => text ?? city ?? region ?? ''));
  return texts.length === 0 ? '' : ` from "${shorten(texts.join('; '), 80)}"`;
}

function unread(what: string, date: DateReading): readonly string[] {
  return date.kind === 'unreadable' ? [`the ${what} was not understood: ${date.why}`] : [];
}
