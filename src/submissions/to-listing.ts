import { present } from '../core/present.ts';
import { countryName } from '../listings/places/countries.ts';
import { labelled } from '../listings/values/labelled.ts';
import type { Listing } from '../listings/listing.ts';
import { normalise } from '../listings/normalise.ts';
import type { RawListing, RawPlace, RawSection } from '../listings/raw-listing.ts';
import { allAnswers, type Answers, answer } from './submission-answers.ts';
import { stateName } from './submission-places.ts';
import { hoursOf, openingsOf, startDay } from './rules/job.rules.ts';
import { filledPlaces, payRange, payText, uncoveredText } from './rules/place-pay.rules.ts';
import { applicantQuestions } from './rules/who-apply.ts';
import { markupOf } from './text-markup.ts';
import { textsIn } from './words/form-texts.ts';

export type SubmittedJob = {
  readonly jobId: string;
  readonly answers: Answers;
  /** The first day it was confirmed, `YYYY-MM-DD`. */
  readonly postedAt: string;
};

/** A confirmed submission as a listing, understood by the rules that hold for feeds; what was asked outright is taken as it was answered. */
export function toListing({ jobId, answers, postedAt }: SubmittedJob): Listing {
  const understanding = normalise(rawListing(jobId, answers, postedAt), { useContacts: true });
  if (understanding.kind === 'rejected')
    throw new Error(`submission ${jobId} makes no listing: ${understanding.reasons.join('; ')}`);
  const { listing } = understanding;
  return {
    ...listing,
    job: { ...listing.job, ...jobFields(answers, listing) },
    employer: { ...listing.employer, ...employerFields(answers) },
    ...present({ questions: applicantQuestions(answers) }),
    chosenTargets: allAnswers(answers, 'schools'),
  };
}

function rawListing(jobId: string, answers: Answers, postedAt: string): RawListing {
  const remote = answer(answers, 'mode') === 'remote';
  const mail = answer(answers, 'resume_mode') === 'email';
  const web = answer(answers, 'resume_mode') === 'web';
  return present({
    identifier: jobId,
    title: answer(answers, 'job_title'),
    description: markupOf(answer(answers, 'job_desc')),
    sections: sections(answers),
    requisition: given(answers, 'req_id'),
    applyUrl: web
      ? given(answers, 'apply_url')
      : mail
        ? `mailto:${answer(answers, 'resume_email')}`
        : undefined,
    datePosted: postedAt,
    validThrough: answer(answers, 'until'),
    jobStartDate: startDay(answers),
    employmentType: allAnswers(answers, 'job_type'),
    workplace: [{ remote: 'remote', hybrid: 'hybrid' }[answer(answers, 'mode')] ?? 'onsite'],
    jobLocation: remote
      ? [{ country: answer(answers, 'remote_country') }]
      : filledPlaces(answers).map(rawPlace),
    baseSalary: pay(answers),
    qualifications: given(answers, 'qualifications'),
    totalJobOpenings: openingsOf(answers),
    workHours: hoursOf(answers),
    duration: given(answers, 'duration'),
    company: present({
      name: answer(answers, 'empname'),
      url: given(answers, 'website'),
      description: markupOf(answer(answers, 'description')),
      street: given(answers, 'empstreet'),
      city: given(answers, 'empcity'),
      state: state(answer(answers, 'empstate')),
      postalCode: given(answers, 'empzip'),
      country: countryName(answer(answers, 'empcountry')),
    }),
    contact: present({
      name: answer(answers, 'fullname'),
      email: answer(answers, 'email'),
      phone: answer(answers, 'phone'),
      title: given(answers, 'position_title'),
    }),
    industry: allAnswers(answers, 'industry'),
    occupationalCategory: allAnswers(answers, 'job_function'),
  });
}

/** What has no field at the service, under fixed headings. */
function sections(answers: Answers): readonly RawSection[] {
  const parts: readonly (readonly [string, string])[] = [
    ['Benefits', answer(answers, 'benefits')],
    ['The job is at', answer(answers, 'third') === 'yes' ? answer(answers, 'client') : ''],
    ['Remote from', answer(answers, 'mode') === 'remote' ? answer(answers, 'remote_states') : ''],
    [
      'Pay',
      answer(answers, 'paid') === 'uncovered' ? `No range: ${uncoveredText(answers, textsIn('en'))}` : '',
    ],
  ];
  return parts.flatMap(([heading, body]) => (body === '' ? [] : [{ heading, body: markupOf(body) }]));
}

function rawPlace(place: {
  readonly city: string;
  readonly state: string;
  readonly country: string;
}): RawPlace {
  return present({ city: place.city, region: state(place.state), country: place.country });
}

function pay(answers: Answers): RawListing['baseSalary'] {
  if (answer(answers, 'paid') !== 'range') return undefined;
  const [min, max] = payRange(answers);
  const unit = answer(answers, 'unit');
  // The service knows hours, weeks, months and years; other pay is said in words.
  const text = unit === 'semimonth' || unit === 'stipend' ? payText(answers, textsIn('en')) : undefined;
  return present({
    min,
    max,
    unit: text === undefined ? unit : undefined,
    currency: answer(answers, 'currency'),
    text,
  });
}

/** The fields that the form asks for outright. */
function jobFields(answers: Answers, { job }: Listing) {
  const mode = answer(answers, 'resume_mode');
  const documents = allAnswers(answers, 'additional_documents');
  const shown = answer(answers, 'show_contact_info') === 'yes';
  const contact = shown ? `${answer(answers, 'fullname')}, ${answer(answers, 'email')}` : undefined;
  return present({
    job_type: labels(answers, 'job_type'),
    job_function: labels(answers, 'job_function'),
    work_authorization: labels(answers, 'work_authorization'),
    degree_level: labels(answers, 'degree_level'),
    class_level: labels(answers, 'class_level'),
    // Pay without a figure counts as no pay in feeds; the form asked for it.
    salary: { unpaid: 'Unpaid', commission: 'Commission only' }[answer(answers, 'paid')],
    duration: given(answers, 'duration'),
    hours_per_week: hoursOf(answers),
    travel_perc: answer(answers, 'travel'),
    resume_mode: { web: 'Web', email: 'E-mail', school: 'School' }[mode] ?? undefined,
    resume_email: mode === 'email' ? answer(answers, 'resume_email') : undefined,
    blind_flag: answer(answers, 'hide_name') === 'yes' ? true : undefined,
    additional_documents_notes: given(answers, 'additional_documents_notes'),
    additional_documents: documents.length === 0 ? undefined : documents,
    show_contact_info: shown,
    contact_blurb: shown ? contactWords(answers) : undefined,
    contact_info: [job.contact_info, contact].filter(Boolean).join('\n') || undefined,
  });
}

function contactWords(answers: Answers): string {
  return [answer(answers, 'fullname'), answer(answers, 'position_title')].filter(Boolean).join(', ');
}

function employerFields(answers: Answers) {
  const [first, ...rest] = answer(answers, 'fullname').split(/\s+/);
  return present({
    fname: first,
    lname: rest.length === 0 ? undefined : rest.join(' '),
    industry: labels(answers, 'industry'),
  });
}

function labels(answers: Answers, name: string) {
  return labelled([...new Set(allAnswers(answers, name))]);
}

function state(code: string): string | undefined {
  return code === '' ? undefined : stateName(code);
}

function given(answers: Answers, name: string): string | undefined {
  return answer(answers, name) || undefined;
}
