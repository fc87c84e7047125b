import { DAY } from '../core/clock.ts';
import { foldText } from '../core/text.ts';
import type { RoutingRule } from '../db/schema/targets.schema.ts';
import { countryOf } from '../listings/places/countries.ts';
import { cityKey } from '../listings/duplicates/place-keys.ts';
import type { Listing, ListingBrief } from '../listings/listing.ts';

export type Routed = { readonly send: boolean; readonly rule?: RoutingRule };

/** What rules look at beside the listing. */
export type RoutingFacts = { readonly source: string; readonly firstSeenAt: Date; readonly now: Date };

/** The first rule that matches decides; without one the job is sent. */
export function route(listing: ListingBrief, rules: readonly RoutingRule[], facts: RoutingFacts): Routed {
  const rule = rules.find((candidate) => matches(listing, candidate, facts));
  return rule === undefined ? { send: true } : { send: rule.then === 'send', rule };
}

/** Whether a rule looks at what a brief of a listing lacks. */
export function asksWhole({ field }: RoutingRule): boolean {
  return field === 'type' || field === 'function' || field === 'level' || field === 'words';
}

/** A rule in words, as it is stored with the decision and shown by `explain`. */
export function describeRule({ field, op, values, then }: RoutingRule): string {
  return `${then} when ${field} ${op} ${values.join(' or ')}`;
}

function matches(listing: ListingBrief, rule: RoutingRule, facts: RoutingFacts): boolean {
  if (rule.field === 'age') return matchesAge(listing, rule, facts);
  const found = valuesOf(listing, rule.field, facts)
    .map((value) => keyOf(rule.field, value))
    .filter((value) => value !== '');
  const wanted = rule.values.map((value) => keyOf(rule.field, value));
  switch (rule.op) {
    case 'is':
      return found.some((value) => wanted.includes(value));
    case 'is not':
      return !found.some((value) => wanted.includes(value));
    case 'has':
      return found.some((value) => wanted.some((word) => hasWords(value, word)));
    case 'has not':
      return !found.some((value) => wanted.some((word) => hasWords(value, word)));
    default:
      return false;
  }
}

/** What two ways of writing one value share: München is Munich, and the United States are US. */
function keyOf(field: RoutingRule['field'], value: string): string {
  if (field === 'city') return cityKey(value);
  return foldText(
    field === 'country' ? (countryOf(value) ?? countryOf(value.toUpperCase()) ?? value) : value,
  );
}

/** Age in days since the job was posted, or, where the source does not say, since we first saw it. */
function matchesAge(listing: ListingBrief, { op, values }: RoutingRule, { firstSeenAt, now }: RoutingFacts) {
  const since = listing.postedAt === undefined ? firstSeenAt.getTime() : Date.parse(listing.postedAt);
  const days = (now.getTime() - since) / DAY;
  const limit = Number(values[0]);
  return op === 'over' ? days > limit : op === 'under' && days < limit;
}

function hasWords(text: string, words: string): boolean {
  return words !== '' && ` ${text} `.includes(` ${words} `);
}

function valuesOf(
  listing: ListingBrief,
  field: Exclude<RoutingRule['field'], 'age'>,
  facts: RoutingFacts,
): readonly string[] {
  const { employer, places } = listing;
  switch (field) {
    case 'country':
      return places.flatMap((place) => textsOf(place.country));
    case 'state':
      return places.flatMap((place) => [
        ...textsOf(place.subdivision),
        ...textsOf(place.subdivision?.split('-')[1]),
        ...textsOf(place.region),
      ]);
    case 'city':
      return places.flatMap((place) => textsOf(place.city));
    case 'workplace':
      return textsOf(listing.workplace);
    case 'type':
      return labelsOf(wholeOf(listing).job.job_type);
    case 'function':
      return labelsOf(wholeOf(listing).job.job_function);
    case 'level':
      return levelsOf(wholeOf(listing));
    case 'words':
      return wordsOf(wholeOf(listing));
    case 'employer':
      return textsOf(employer.empname);
    case 'source':
      return [facts.source];
  }
}

type Whole = Pick<Listing, 'job' | 'descriptionText'>;

function wholeOf({ job, descriptionText }: ListingBrief): Whole {
  if (job === undefined || descriptionText === undefined)
    throw new TypeError('a rule asks for the whole listing, and its brief was read');
  return { job, descriptionText };
}

const levelsOf = ({ job }: Whole) => [...labelsOf(job.degree_level), ...labelsOf(job.class_level)];
const wordsOf = ({ job, descriptionText }: Whole) => [...textsOf(job.job_title), descriptionText];

function textsOf(value: string | null | undefined): readonly string[] {
  return value === undefined || value === null ? [] : [value];
}

function labelsOf(list: readonly ({ readonly stringvalue?: string | null } | null)[] | null | undefined) {
  return (list ?? []).flatMap((entry) => textsOf(entry?.stringvalue));
}
