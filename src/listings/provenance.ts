import sources from '../data/field-sources.json' with { type: 'json' };
import type { Employer, Job, PicklistLabel } from '../soap/types.ts';
import type { Listing } from './listing.ts';

/** The part of the raw listing that each field usually comes from; `docs/fields.md` is held against it. */
export const usualSource = sources;

export type SourcedField = keyof typeof usualSource;
type Filled = Partial<
  Pick<Listing, 'sourceUrl' | 'applyUrl' | 'postedAt' | 'expiresAt' | 'workplace' | 'language'>
>;

/** Where each filled field came from: its usual part of the raw listing, or what `otherwise` says. */
export function provenanceOf(
  job: Job<PicklistLabel>,
  employer: Employer<PicklistLabel>,
  rest: Filled,
  otherwise: Readonly<Partial<Record<SourcedField, string | undefined>>>,
): Readonly<Record<string, string>> {
  const filled = [...named('job.', job), ...named('employer.', employer), ...named('', rest)];
  const origins: Readonly<Record<string, string | undefined>> = { ...usualSource, ...onlyDefined(otherwise) };
  return Object.fromEntries(filled.map((field) => [field, origins[field] ?? field]));
}

function named(prefix: string, values: object): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${prefix}${name}`]));
}

function onlyDefined(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
