/**
 * The fields of JobWebService as data, letter for letter and in the order of the description
 * (SOAP 2). Codec, WSDL, types and documents are made from these tables.
 */

/** How a field stands on the wire. `untyped[]` is the description's "untyped SOAP array". */
export type FieldKind = 'string' | 'boolean' | 'int' | 'stringarray[]' | 'job_location[]' | 'untyped[]';

export const jobFields = {
  job_id: 'string',
  req_id: 'string',
  contact_email: 'string',
  job_title: 'string',
  start_date: 'string',
  job_start: 'string',
  blind_flag: 'boolean',
  num_openings: 'int',
  job_type: 'stringarray[]',
  duration: 'string',
  hours_per_week: 'int',
  salary: 'string',
  travel_perc: 'string',
  job_function: 'stringarray[]',
  job_locations: 'job_location[]',
  qualifications: 'string',
  job_desc: 'string',
  resume_mode: 'string',
  resume_email: 'string',
  contact_blurb: 'string',
  additional_documents: 'untyped[]',
  additional_documents_notes: 'string',
  show_contact_info: 'boolean',
  contact_info: 'string',
  auto_gen_resume_book: 'boolean',
  work_authorization: 'stringarray[]',
  degree_level: 'stringarray[]',
  class_level: 'stringarray[]',
} as const satisfies Record<string, FieldKind>;

export const employerFields = {
  fullname: 'string',
  fname: 'string',
  mi: 'string',
  lname: 'string',
  suffix: 'string',
  title: 'string',
  position_title: 'string',
  email: 'string',
  phone: 'string',
  fax: 'string',
  street: 'string',
  city: 'string',
  state: 'string',
  zip: 'string',
  country: 'string',
  empname: 'string',
  empdivision: 'string',
  empstreet: 'string',
  empcity: 'string',
  empstate: 'string',
  empzip: 'string',
  empcountry: 'string',
  website: 'string',
  description: 'string',
  industry: 'stringarray[]',
} as const satisfies Record<string, FieldKind>;

/** The helper types, each a struct of strings. */
export const helperFields = {
  stringarray: ['stringvalue'],
  job_location: ['city', 'state', 'country'],
  assoc: ['ikey', 'ivalue'],
} as const;

/** Strings that name something: another one names another thing, so none of their characters is dropped. */
const identifiers = ['job_id', 'req_id', 'external_source_id', 'field', 'stringvalue', 'ikey'];
export const isIdentifier = (name: string) => identifiers.includes(name);

/** The four operations: their input parts in order, and what they return. */
export const operations = {
  testService: { parts: {}, returns: 'string' },
  getPicklist: { parts: { field: 'string' }, returns: 'assoc[]' },
  processJob: {
    parts: { job: 'job', employer: 'employer', external_source_id: 'string' },
    returns: 'string',
  },
  deleteJob: { parts: { job_id: 'string', external_source_id: 'string' }, returns: 'boolean' },
} as const;

export type OperationName = keyof typeof operations;

/** Fields whose values are keys of a picklist, by the record that has them. */
export const jobPicklistFields = [
  'job_type',
  'job_function',
  'work_authorization',
  'degree_level',
  'class_level',
] as const satisfies readonly (keyof typeof jobFields)[];
export const employerPicklistFields = [
  'industry',
] as const satisfies readonly (keyof typeof employerFields)[];

/** All fields whose values are keys of lists. */
export const picklistFields: readonly string[] = [...jobPicklistFields, ...employerPicklistFields];

export type PicklistField = (typeof jobPicklistFields)[number] | (typeof employerPicklistFields)[number];
