import { fingerprint } from '../core/fingerprint.ts';
import { present } from '../core/present.ts';
import type { Listing } from '../listings/listing.ts';
import { isUnpaid } from '../listings/values/salary.ts';
import { type Aliases, noAliases } from '../picklists/picklist-aliases.ts';
import { resolve, type Resolution } from '../picklists/resolve.ts';
import type { Context, Picklist } from '../picklists/picklist-types.ts';
import { employerPicklistFields, jobPicklistFields } from '../soap/fields.ts';
import type { Employer, Job, PicklistKey, PicklistLabel, StringArray } from '../soap/types.ts';
import { describedFor, type DescriptionTerms } from './publishing-description.ts';
import { dateAs, type DateForm, locationsFor, type PlaceTerms } from './forms.ts';
import type { Posting } from './publishing-types.ts';

/** How postings for one target are made. */
export type PostingTerms = DescriptionTerms &
  PlaceTerms & {
    readonly picklists: ReadonlyMap<string, Picklist>;
    readonly aliases: ReadonlyMap<string, Aliases>;
    /** Fields without which the target takes no job: `job_type`, `employer.industry`. */
    readonly required: readonly string[];
    readonly omitted: readonly string[];
    /** It shows a job without its employer's name when that is asked. */
    readonly hidesNames?: boolean;
    readonly dateForm: DateForm;
    readonly maxTitle: number;
    /** Labels of the feed's definition where the listing gives none, by field. */
    readonly defaults: Readonly<Record<string, string>>;
    /** The target's words for the ways to apply, where it has no list of them. */
    readonly resumeModes?: Readonly<Record<string, string>>;
    /** The employer's name as the target's directory knows it. */
    readonly employerName?: string;
  };

export type Made =
  | {
      readonly kind: 'posting';
      readonly posting: Posting;
      readonly fingerprint: string;
      readonly resolutions: readonly Resolution[];
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'waiting';
      /** `picklist`: a label lacks its entry; `list`: the list of a label was not read; `posting`: something else is missing. */
      readonly step: 'picklist' | 'list' | 'posting';
      readonly reason: string;
      readonly resolutions: readonly Resolution[];
    };

/** A listing made ready for one target: exactly what `processJob` is given. `identity` is the job's at that target. */
export function toPosting(listing: Listing, terms: PostingTerms, identity: { readonly jobId: string }): Made {
  const resolutions = resolveAll(listing, terms);
  const keys = new Map(resolutions.map((resolution) => [resolution.field, resolution.keys]));
  const notes: string[] = [];
  const job = jobFor(listing, terms, identity.jobId, keys, notes);
  const employer = employerFor(listing, terms, keys);
  const vanished = resolutions.flatMap(({ field, labels }) =>
    labels.filter((label) => (label.vanished ?? []).length > 0).map(({ label }) => `${field} “${label}”`),
  );
  if (vanished.length > 0)
    return {
      kind: 'waiting',
      step: 'picklist',
      reason: `the entry for ${vanished.join(', ')} is gone from this target's list`,
      resolutions,
    };
  if (listing.job.blind_flag === true && terms.hidesNames !== true)
    return {
      kind: 'waiting',
      step: 'posting',
      reason: "its employer's name is to be hidden, which this target does not do",
      resolutions,
    };
  const missing = terms.required.find((field) =>
    isEmpty(field.startsWith('employer.') ? employer[employerKey(field)] : job[jobKey(field)]),
  );
  if (missing !== undefined) {
    if (isUnread(missing, listing, terms))
      return {
        kind: 'waiting',
        step: 'list',
        reason: `the list of ${missing} at the school was not read yet`,
        resolutions,
      };
    const step = labelsFor(missing, resolutions).length > 0 ? 'picklist' : 'posting';
    return { kind: 'waiting', step, reason: missingReason(missing, resolutions, notes), resolutions };
  }
  const tooLong = notes.find((note) => note.startsWith('its title'));
  if (tooLong !== undefined) return { kind: 'waiting', step: 'posting', reason: tooLong, resolutions };
  const posting = { job, employer };
  return { kind: 'posting', posting, fingerprint: fingerprint(posting), resolutions, notes };
}

function jobFor(
  listing: Listing,
  terms: PostingTerms,
  jobId: string,
  keys: ReadonlyMap<string, readonly PicklistKey[]>,
  notes: string[],
): Job {
  const {
    job_type: _,
    job_function: _1,
    work_authorization: _2,
    degree_level: _3,
    class_level: _4,
    ...rest
  } = listing.job;
  if (terms.maxTitle > 0 && (rest.job_title ?? '').length > terms.maxTitle) {
    notes.push(
      `its title has ${(rest.job_title ?? '').length} characters, this target takes ${terms.maxTitle}`,
    );
  }
  const lists = jobPicklistFields.flatMap((field) => listField(field, keys));
  const job = {
    ...rest,
    ...present({
      job_id: jobId,
      start_date: dateAs(rest.start_date, terms.dateForm),
      job_start: dateAs(rest.job_start, terms.dateForm),
      job_desc: describedFor(listing, terms),
      job_locations: locationsFor(listing, terms),
      resume_mode: resumeModeFor(rest.resume_mode, terms),
    }),
    ...Object.fromEntries(lists),
  };
  return without(job, terms.omitted, '');
}

/** The way to apply by the target's list of them, else by its own word, else as we say it. */
function resumeModeFor(mode: string | null | undefined, { picklists, aliases, resumeModes }: PostingTerms) {
  if (mode === null || mode === undefined) return undefined;
  const picklist = picklists.get('resume_mode');
  const [key] =
    picklist === undefined
      ? []
      : resolve({ field: 'resume_mode', labels: [mode] }, picklist, aliases.get('resume_mode') ?? noAliases)
          .keys;
  return key ?? resumeModes?.[mode] ?? mode;
}

function employerFor(
  listing: Listing,
  terms: PostingTerms,
  keys: ReadonlyMap<string, readonly PicklistKey[]>,
): Employer {
  const { industry: _, ...rest } = listing.employer;
  const name = terms.employerName ?? rest.empname;
  const lists = employerPicklistFields.flatMap((field) => listField(field, keys));
  return without(
    { ...rest, ...present({ empname: name }), ...Object.fromEntries(lists) },
    terms.omitted,
    'employer.',
  );
}

/** A list is sent when it has keys; an unresolved optional one is left out, so that nothing wrong is said (rule M3). */
function listField(field: string, keys: ReadonlyMap<string, readonly PicklistKey[]>) {
  const found = keys.get(field) ?? [];
  return found.length === 0 ? [] : [[field, found.map((key) => ({ stringvalue: key }))]];
}

function resolveAll(listing: Listing, terms: PostingTerms): readonly Resolution[] {
  const { job, employer } = listing;
  const labels: readonly (readonly [string, readonly string[]])[] = [
    ...jobPicklistFields.map((field) => [field, labelsOf(job[field])] as const),
    ...employerPicklistFields.map((field) => [field, labelsOf(employer[field])] as const),
  ];
  return labels.flatMap(([field, texts]) => {
    const picklist = terms.picklists.get(field);
    if (picklist === undefined) return [];
    const aliases = terms.aliases.get(field) ?? noAliases;
    return [
      resolve(
        { field, labels: texts, context: contextOf(listing, texts, terms.defaults[field]) },
        picklist,
        aliases,
      ),
    ];
  });
}

function contextOf(listing: Listing, texts: readonly string[], fallback: string | undefined): Context {
  const { job, salary, places } = listing;
  return present({
    title: job.job_title ?? undefined,
    otherLabels: texts,
    hoursPerWeek: job.hours_per_week ?? undefined,
    paid: salary === undefined ? undefined : !isUnpaid(salary),
    degree: (job.degree_level ?? []).length > 0 ? true : undefined,
    country: places[0]?.country,
    fallback,
  });
}

function labelsOf(list: readonly (StringArray<PicklistLabel> | null)[] | null | undefined) {
  return (list ?? []).flatMap((entry) => entry?.stringvalue ?? []);
}

function without<T extends Readonly<Record<string, unknown>>>(
  record: T,
  omitted: readonly string[],
  prefix: string,
): T {
  if (omitted.length === 0) return record;
  return Object.fromEntries(
    Object.entries(record).filter(
      ([field]) => !omitted.includes(prefix + field) && !omitted.includes(`job.${field}`),
    ),
  ) as T;
}

/** Whether the listing has labels for a field whose list is not known. */
function isUnread(field: string, { job, employer }: Listing, { picklists }: PostingTerms): boolean {
  const ofJob = jobPicklistFields.find((name) => name === jobKey(field));
  const ofEmployer = employerPicklistFields.find((name) => name === employerKey(field));
  const labels = [
    ...(ofJob ? labelsOf(job[ofJob]) : []),
    ...(ofEmployer ? labelsOf(employer[ofEmployer]) : []),
  ];
  return labels.length > 0 && !picklists.has(ofJob ?? ofEmployer ?? '');
}

/** The words of the feed for a field. */
function labelsFor(field: string, resolutions: readonly Resolution[]): Resolution['labels'] {
  const name = field.replace(/^(?:employer|job)\./, '');
  return resolutions.find((resolution) => resolution.field === name)?.labels ?? [];
}

function missingReason(field: string, resolutions: readonly Resolution[], notes: readonly string[]): string {
  const written = labelsFor(field, resolutions)
    .map(({ label }) => `“${label}”`)
    .join(', ');
  const missing =
    written === ''
      ? `its source gives no ${field}, which the school requires`
      : `${written} has no entry at the school, which requires ${field}`;
  return [missing, ...notes].join('; ');
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const jobKey = (field: string) => field.replace(/^job\./, '') as keyof Job;
const employerKey = (field: string) => field.replace(/^employer\./, '') as keyof Employer;
