import { jobPicklistFields } from '../soap/fields.ts';
import type { Employer, Job, StringArray } from '../soap/types.ts';
import type { RecordData } from './instance-schema.ts';

/** What a `processJob` says of its employer, in the fields of the REST record; undefined when it names none. */
export function employerFieldsOf(employer: Employer | null): RecordData | undefined {
  const name = employer?.empname?.trim();
  if (employer === null || !name) return undefined;
  return filled({
    name,
    website: employer.website,
    description: employer.description,
    industries: keysOf(employer.industry),
    address: addressOf({
      street: employer.empstreet,
      city: employer.empcity,
      state: employer.empstate,
      zip: employer.empzip,
      country: employer.empcountry,
    }),
  });
}

/** What a `processJob` says of its contact; undefined without an e-mail address, by which contacts are known. */
export function contactFieldsOf(job: Job, employer: Employer | null): RecordData | undefined {
  const email = employer?.email?.trim() || job.contact_email?.trim();
  if (!email) return undefined;
  const parts = [employer?.fname, employer?.mi, employer?.lname].filter((part) => part);
  return filled({
    email,
    fullName: employer?.fullname || parts.join(' '),
    firstName: employer?.fname,
    middleName: employer?.mi,
    lastName: employer?.lname,
    suffix: employer?.suffix,
    salutation: employer?.title,
    title: employer?.position_title,
    phone: employer?.phone,
    fax: employer?.fax,
    address: addressOf({
      street: employer?.street,
      city: employer?.city,
      state: employer?.state,
      zip: employer?.zip,
      country: employer?.country,
    }),
  });
}

/** Every key that a `processJob` gives in a picklist field, with the field. */
export function keysGiven(job: Job, employer: Employer | null): readonly (readonly [string, string])[] {
  const ofJob = jobPicklistFields.flatMap((field) =>
    (keysOf(job[field]) ?? []).map((key) => [field, key] as const),
  );
  return [...ofJob, ...(keysOf(employer?.industry) ?? []).map((key) => ['industry', key] as const)];
}

function keysOf(
  values: readonly (StringArray<string> | null)[] | null | undefined,
): readonly string[] | undefined {
  return values?.flatMap((value) => (value?.stringvalue ? [value.stringvalue] : []));
}

type Parts = Readonly<Record<'street' | 'city' | 'state' | 'zip' | 'country', string | null | undefined>>;

function addressOf(parts: Parts): RecordData | undefined {
  const known = filled(parts);
  return Object.keys(known).length === 0 ? undefined : known;
}

/** Only the fields that say something: what a caller leaves blank does not erase what is known. */
function filled(fields: Readonly<Record<string, unknown>>): RecordData {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}
