import { DAY } from '../core/clock.ts';
import type { Listing } from '../listings/listing.ts';
import type { PolicyFacts } from './policy.ts';

/** What a school's policy looks at beside the words of a job. */
export function policyFactsOf(
  { places, job, postedAt, expiresAt }: Listing,
  { thirdParty, schoolCountry }: Pick<PolicyFacts, 'schoolCountry'> & { readonly thirdParty: boolean },
): PolicyFacts {
  const durationDays = daysOf(job.duration ?? '');
  const daysOpen =
    postedAt === undefined || expiresAt === undefined
      ? undefined
      : Math.round((Date.parse(expiresAt.slice(0, 10)) - Date.parse(postedAt.slice(0, 10))) / DAY);
  return {
    thirdParty,
    countries: places.flatMap(({ country }) => country ?? []),
    schoolCountry,
    durationDays,
    ...(daysOpen === undefined || Number.isNaN(daysOpen) ? {} : { daysOpen }),
  };
}

const unitDays: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 30.5,
  semester: 120,
  term: 120,
  year: 365,
};

/** Days of "18 months", "2 years", "a year"; of a range the longer end. */
function daysOf(duration: string): number | undefined {
  const found = [
    ...duration
      .toLowerCase()
      .matchAll(
        /((?<![\d.])\d{1,6}(?:\.\d{1,6})?|\ban?\b|\bone\b|\btwo\b|\bthree\b)[\s-]*(day|week|month|semester|term|year)/g,
      ),
  ].map(([, number = '', unit = '']) => (named[number] ?? Number(number)) * (unitDays[unit] ?? 0));
  return found.length === 0 ? undefined : Math.round(Math.max(...found));
}

const named: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 };
