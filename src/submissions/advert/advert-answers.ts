import { DAY } from '../../core/clock.ts';
import { sha256 } from '../../core/fingerprint.ts';
import { htmlToText } from '../../listings/values/html.ts';
import type { Listing, SalaryUnit } from '../../listings/listing.ts';
import type { Answers } from '../submission-answers.ts';
import { countries, hasStates, states } from '../submission-places.ts';
import { publicAddress } from '../rules/checks.ts';
import { currencies } from '../rules/place-pay.rules.ts';
import { type FormTerms, type ListQuestion, longestDays } from '../terms.ts';

/** Which entries of a list labels mean: the resolver of picklists. */
export type Meaning = (
  field: ListQuestion,
  labels: readonly string[],
  entries: readonly string[],
) => readonly string[];

/** An advert as it was understood; the form asks for benefits apart from the description, and takes hours to their parts. */
export type AdvertStatement = {
  readonly listing: Listing;
  readonly benefits?: string;
  readonly hours?: string;
};

/** What an advert answers of the form's questions. What it does not say, or the form does not offer, stays open. */
export function answersOfAdvert(
  { listing, benefits, hours }: AdvertStatement,
  { lists, today }: FormTerms,
  meaning: Meaning,
): Answers {
  const offered = (question: ListQuestion, labels: Listing['job']['job_type'], most: number) => {
    const words = (labels ?? []).flatMap((label) => label?.stringvalue ?? []);
    return words.length === 0 ? [] : meaning(question, words, lists[question]).slice(0, most);
  };
  const { job, employer, descriptionText } = listing;
  /** By the advert's own words for it, else by its title. */
  const functionsOf = () => {
    const found = offered('job_function', job.job_function, 3);
    if (found.length > 0) return found;
    return job.job_title ? meaning('job_function', [job.job_title], lists.job_function).slice(0, 3) : [];
  };
  const answers: Stated = {
    empname: [employer.empname ?? undefined],
    website: [employer.website ?? undefined],
    description: [htmlToText(employer.description ?? '').slice(0, 2_000)],
    industry: offered('industry', employer.industry, 3),
    job_title: [job.job_title ?? undefined],
    job_type: offered('job_type', job.job_type, 1),
    job_function: functionsOf(),
    job_desc: [descriptionText],
    qualifications: [job.qualifications ?? undefined],
    num_openings: [job.num_openings?.toString()],
    hours_per_week: [hours ?? job.hours_per_week?.toString()],
    duration: [job.duration ?? undefined],
    degree_level: offered('degree_level', job.degree_level, 10),
    class_level: offered('class_level', job.class_level, 10),
    work_authorization: offered('work_authorization', job.work_authorization, 10),
    req_id: [plainReference(job.req_id)],
    until: [closingDay(listing.expiresAt, today)],
    benefits: [benefits],
    ...employersPlace(listing),
    ...startOf(job.job_start),
    ...placesOf(listing),
    ...payOf(listing),
    ...applyingOf(listing),
  };
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, values]) => {
      const given = values.map((value) => value ?? '');
      return given.some((value) => value.trim() !== '') ? [[name, given] as const] : [];
    }),
  );
}

/** Prints of the answers that an advert states: they are known by them until somebody changes them. An employer's place taken from the work is a guess. */
export function answerFingerprints(
  answers: Answers,
  { listing }: AdvertStatement,
): Readonly<Record<string, string>> {
  const guessed = listing.employer.empcity ? [] : ['empcity', 'empstate', 'empcountry'];
  return Object.fromEntries(
    Object.entries(answers)
      .filter(([name]) => !guessed.includes(name))
      .map(([name, values]) => [name, printOf(values)]),
  );
}

/** The fields whose answers are still those of the advert. */
export function fieldsOfAdvert(
  answers: Answers,
  prints: Readonly<Record<string, string>> = {},
): ReadonlySet<string> {
  return new Set(
    Object.entries(prints).flatMap(([name, print]) => (printOf(answers[name] ?? []) === print ? [name] : [])),
  );
}

function printOf(values: readonly string[]): string {
  return sha256(JSON.stringify(values)).slice(0, 12);
}

/** Answers by the names of their fields; what is undefined or empty stays open. */
type Stated = Readonly<Record<string, readonly (string | undefined)[]>>;

function placesOf({ places, workplace }: Listing): Stated {
  const [first] = places;
  if (workplace === 'remote') return { mode: ['remote'], remote_country: [first?.country] };
  const cities = places.filter(({ city }) => city !== undefined).slice(0, 20);
  if (cities.length === 0) return workplace === 'hybrid' ? { mode: ['hybrid'] } : {};
  return {
    mode: [workplace === 'hybrid' ? 'hybrid' : 'site'],
    city: cities.map(({ city = '' }) => city),
    state: cities.map(({ subdivision = '', country = '' }) => (hasStates(country) ? subdivision : '')),
    country: cities.map(({ country = 'US' }) => country),
  };
}

/** Where the employer is: as the advert says, else where the work is, for its writer to correct. */
function employersPlace({ employer, places }: Listing): Stated {
  const [first] = places;
  const country = countries().find(({ name }) => name === employer.empcountry)?.code ?? first?.country;
  const city = employer.empcity ?? first?.city;
  if (city === undefined || country === undefined) return {};
  const named = states().find(
    ({ code, name }) =>
      code.startsWith(`${country}-`) && [name, code.slice(3)].includes(employer.empstate ?? ''),
  );
  const state = named?.code ?? (employer.empcity ? undefined : first?.subdivision);
  return {
    empcity: [city],
    empcountry: [country],
    empstate: [hasStates(country) ? state : undefined],
    empstreet: [employer.empstreet ?? undefined],
    empzip: [employer.empzip ?? undefined],
  };
}

const unitNames: Readonly<Partial<Record<SalaryUnit, string>>> = {
  HOUR: 'hour',
  WEEK: 'week',
  MONTH: 'month',
  YEAR: 'year',
};

function payOf({ salary }: Listing): Stated {
  if (salary === undefined) return {};
  const { min, max, unit, currency } = salary;
  const [lowest, highest] = [min ?? max, max ?? min];
  const named = unit === undefined ? undefined : unitNames[unit];
  if (lowest === undefined || highest === undefined || named === undefined)
    return /\bunpaid\b/i.test(salary.text) ? { paid: ['unpaid'] } : {};
  return {
    paid: ['range'],
    min: [written(lowest)],
    max: [written(highest)],
    unit: [named],
    currency: currencies.filter((one) => one === currency),
  };
}

/** A sum as people write it: `24`, `29.50`. */
function written(sum: number): string {
  return Number.isInteger(sum) ? String(sum) : sum.toFixed(2);
}

/** Where people apply; an address that the form would refuse is left to its writer. */
function applyingOf({ applyUrl }: Listing): Stated {
  if (applyUrl === undefined) return {};
  if (applyUrl.startsWith('mailto:')) {
    const [mail = ''] = applyUrl.slice('mailto:'.length).split('?');
    return { resume_mode: ['email'], resume_email: [mail] };
  }
  return publicAddress(applyUrl, ['https:']) === undefined
    ? {}
    : { resume_mode: ['web'], apply_url: [applyUrl] };
}

function closingDay(expiresAt: string | undefined, today: string): string | undefined {
  const day = expiresAt?.slice(0, 10) ?? '';
  const days = (Date.parse(day) - Date.parse(today)) / DAY;
  return days >= 1 && days <= longestDays ? day : undefined;
}

function startOf(start: string | null | undefined): Stated {
  const [year, month, day] = (start ?? '').split('-');
  if (year === undefined || month === undefined || day === undefined) return {};
  return {
    'start-year': [year],
    'start-month': [String(Number(month))],
    'start-day': [String(Number(day))],
  };
}

/** References are letters, digits, dashes, underscores and blanks. */
function plainReference(reference: string | null | undefined): string | undefined {
  return reference && /^[A-Za-z0-9_\- ]{1,255}$/.test(reference) ? reference : undefined;
}
