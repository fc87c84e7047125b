import type { Job, JobLocation, PicklistLabel, StringArray } from '../soap/types.ts';
import { picklistLabel } from '../soap/types.ts';
import { present, presentAll } from './absent.ts';
import { withApplyLine } from './apply-line.ts';
import { readDate } from './dates.ts';
import { defined } from './defined.ts';
import { describe } from './description.ts';
import { employerOf } from './employer.ts';
import { employmentOf } from './employment.ts';
import { expiryInstant } from './expiry.ts';
import { plainLine } from './html.ts';
import { languageOf } from './language.ts';
import { linkOf } from './links.ts';
import type { FeedTerms, Listing, Understanding } from './listing.ts';
import { locationOf, readPlaces } from './places.ts';
import { provenanceOf } from './provenance.ts';
import { qualityOf } from './quality.ts';
import type { RawListing } from './raw-listing.ts';
import { payInText, readSalary } from './salary.ts';
import { workplaceInTitle, workplaceOf } from './workplace.ts';

/** Understands a raw listing in the light of its feed's terms: a listing with warnings, or every reason why it is none. */
export function normalise(raw: RawListing, terms: FeedTerms): Understanding {
  const title = raw.title === undefined ? undefined : present(plainLine(raw.title));
  const description = describe(raw);
  const identifier = present(raw.identifier);
  const reasons = objections(raw, {
    identifier,
    title,
    described: description.text !== '' || description.qualifications !== undefined,
  });
  if (reasons.length > 0 || identifier === undefined || title === undefined)
    return { kind: 'rejected', reasons };
  return { kind: 'listing', listing: understand(raw, terms, { identifier, title, description }) };
}

type Minimum = {
  readonly identifier: string;
  readonly title: string;
  readonly description: ReturnType<typeof describe>;
};

/** Why a raw listing is not shown at all (design: formats 0.8, preview). */
function objections(
  raw: RawListing,
  found: {
    readonly identifier?: string | undefined;
    readonly title?: string | undefined;
    readonly described: boolean;
  },
): readonly string[] {
  return [
    ...(raw.inactive === undefined ? [] : [`the source marks it as not to be shown: ${raw.inactive}`]),
    ...(found.identifier === undefined ? ['no identifier, and no link to make one of'] : []),
    ...(found.title === undefined ? ['no title'] : []),
    ...(found.described || raw.needsDetail === true ? [] : ['no description']),
  ];
}

function understand(raw: RawListing, terms: FeedTerms, { identifier, title, description }: Minimum): Listing {
  const words = presentAll(raw.workplace);
  const { places, workplace: inPlaces } = readPlaces(placesOf(raw), terms.country);
  const workplace = workplaceOf(words) ?? inPlaces ?? workplaceInTitle(title);
  const order = terms.dateOrder ?? raw.dateOrder;
  const dates = {
    posted: readDate(raw.datePosted, order),
    closing: readDate(raw.validThrough, order),
    begin: readDate(raw.jobStartDate, order),
  };
  const [postedAt, expiresAt, begin] = [dates.posted, dates.closing, dates.begin].map((date) =>
    date.kind === 'date' ? date.value : undefined,
  );
  const sourceUrl = linkOf(raw.url);
  const applyUrl = linkOf(raw.applyUrl, raw.url) ?? sourceUrl;
  const employer = employerOf(raw, terms);
  const country = places[0]?.country ?? terms.country;
  const stated = readSalary(raw.baseSalary, country);
  const salary = stated ?? payInText(description.text, country);
  const employment = employmentOf(raw, `${description.text}\n${description.qualifications ?? ''}`);
  const language = languageOf(raw.language, description.text);
  const job: Job<PicklistLabel> = defined({
    job_id: identifier,
    req_id: present(raw.requisition),
    contact_email: terms.useContacts === true ? present(raw.contact?.email) : undefined,
    job_title: title,
    start_date: postedAt?.slice(0, 10),
    job_start: begin?.slice(0, 10),
    num_openings: employment.openings,
    job_type: labelled(employment.jobType),
    duration: employment.duration,
    hours_per_week: employment.hoursPerWeek,
    salary: salary?.text,
    travel_perc: employment.travel,
    job_function: labelled(employment.jobFunction),
    job_locations: places.length === 0 ? undefined : places.map((place): JobLocation => locationOf(place)),
    qualifications: description.qualifications,
    job_desc: applyUrl === undefined ? description.html : withApplyLine(description.html, applyUrl),
    contact_info: applyUrl,
    work_authorization: labelled(employment.workAuthorization),
    degree_level: labelled(employment.degreeLevel),
    class_level: labelled(employment.classLevel),
  });
  const rest = defined({ sourceUrl, applyUrl, postedAt, expiresAt, workplace, language });
  const listing = {
    jobId: identifier,
    ...rest,
    ...defined({
      expiryInstant: expiresAt === undefined ? undefined : expiryInstant(expiresAt, places, terms),
      salary,
    }),
    job,
    employer: employer.employer,
    descriptionText: description.text,
    places,
    provenance: provenanceOf(job, employer.employer, rest, {
      'job.degree_level': raw.educationRequirements ? undefined : 'found in the text',
      'job.class_level': raw.classLevel?.length ? undefined : 'found in the text',
      'job.work_authorization': raw.workAuthorization?.length ? undefined : 'found in the text',
      'job.salary': stated === undefined ? 'found in the text' : undefined,
      'job.qualifications': raw.qualifications ? undefined : 'headed so in the text',
      'job.contact_info': raw.applyUrl ? undefined : 'url',
      applyUrl: raw.applyUrl ? undefined : 'url',
      'employer.empname': employer.nameFrom,
      workplace: words.length > 0 ? undefined : inPlaces === undefined ? 'title' : 'jobLocation',
      language: raw.language ? undefined : 'told from the text',
    }),
    warnings: [
      ...(raw.needsDetail === true ? ['needs detail'] : []),
      ...(employer.employer.empname === undefined
        ? ['no employer: neither the source nor the feed names one']
        : []),
      ...unread('posting date', dates.posted),
      ...unread('closing date', dates.closing),
      ...unread('first day of work', dates.begin),
      ...(places.length === 0 && workplace !== 'remote' ? ['no place could be told'] : []),
      ...(applyUrl === undefined ? ['no address to apply at'] : []),
      ...(description.cut ? ['the text was cut: it is longer than any job needs'] : []),
      ...(raw.notes ?? []),
    ],
  };
  return { ...listing, quality: qualityOf(listing) };
}

/** The source's places; who may apply from where stands in when a remote job names none. */
function placesOf(raw: RawListing): NonNullable<RawListing['jobLocation']> {
  if (raw.jobLocation !== undefined && raw.jobLocation.length > 0) return raw.jobLocation;
  return presentAll(raw.applicantLocationRequirements).map((text) => ({ text }));
}

function unread(what: string, date: ReturnType<typeof readDate>): readonly string[] {
  return date.kind === 'unreadable' ? [`the ${what} was not understood: ${date.why}`] : [];
}

function labelled(labels: readonly string[]): readonly StringArray<PicklistLabel>[] | undefined {
  return labels.length === 0 ? undefined : labels.map((label) => ({ stringvalue: picklistLabel(label) }));
}
