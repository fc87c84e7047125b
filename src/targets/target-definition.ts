import * as z from 'zod';
import {
  type Clearance,
  clearanceFor,
  type Disclosure,
  headersOf,
  headerValue,
  networkAddress,
  secretName,
  type Writer,
} from '../core/core-writer.ts';
import { knownNames } from '../core/nearest.ts';
import {
  employerFields,
  employerPicklistFields,
  helperFields,
  jobFields,
  jobPicklistFields,
} from '../soap/fields.ts';
import { validationErrorsOf } from '../core/validation-errors.ts';
import { present } from '../core/present.ts';
import type { TargetDefinition } from '../db/schema/targets.schema.ts';
import { routingRuleSchema } from './routing-rule.ts';

/** A target's name; it is part of addresses, files and settings. */
export const targetNameForm = /^(?!add$)[a-z0-9][a-z0-9-]{0,62}$/;

/** An address stands on pages and in lists, so no secret may stand in it. */
const address = networkAddress.refine(
  hasNoPerson,
  'must name no user or password; soap.auth names the secret',
);

/** The fields of a job, and of its employer, as definitions name them; `job.salary` is `salary` too. */
const jobNames = Object.keys(jobFields);
const serviceFields = [...jobNames, ...Object.keys(employerFields).map((field) => `employer.${field}`)];
const withJob = [...jobNames, ...helperFields.job_location.map((part) => `job_locations.${part}`)].map(
  (field) => `job.${field}`,
);

/** The name of a field that a school has a list for. */
export const picklistField = fieldOf([...jobPicklistFields, ...employerPicklistFields]);

/** What a field lacks is said beside what is wrong with the others. */
const isObject = ({ value }: { readonly value: unknown }) => value instanceof Object;

/** What a target's definition may say; the same for the command line, the page, the API and `targets apply`. */
export const targetDefinitionSchema = z.strictObject({
  soap: z.strictObject({
    url: address,
    namespace: z.string().min(1).default('urn:JobWebService'),
    wsdl: z.string().optional(),
    soapAction: z.string().optional(),
    auth: z
      .strictObject({
        kind: z.enum(['none', 'basic', 'bearer', 'wsse', 'wsse-digest']),
        user: z.string().optional(),
        secretEnv: secretName.optional(),
      })
      .refine((auth) => auth.kind === 'none' || auth.secretEnv !== undefined, {
        error: 'needs the name of the variable with the secret',
        path: ['secretEnv'],
        when: isObject,
      })
      .refine((auth) => auth.kind === 'none' || auth.kind === 'bearer' || auth.user !== undefined, {
        error: 'needs a user',
        path: ['user'],
        when: isObject,
      })
      .optional(),
    headers: headersOf(headerValue).optional(),
    charset: z.string().optional(),
    refusalPattern: z.string().refine(isPattern, 'must be a regular expression').optional(),
    clientCertificate: z.strictObject({ certEnv: secretName, keyEnv: secretName }).optional(),
  }),
  rest: z
    .strictObject({
      url: address,
      tokenEnv: secretName.optional(),
      allowStudents: z.boolean().optional(),
      followLinks: z.boolean().optional(),
      createEmployers: z.boolean().optional(),
    })
    .optional(),
  sourceId: z.string().min(1).max(255).optional(),
  idTemplate: z
    .string()
    .refine((template) => template.includes('{job_id}'), 'must contain {job_id}')
    .optional(),
  picklistFields: fieldsOf([...jobNames, ...Object.keys(employerFields)]),
  requiredFields: fieldsOf(serviceFields, withJob),
  omittedFields: fieldsOf(serviceFields, withJob),
  routing: z.array(routingRuleSchema).optional(),
  agreement: z
    .strictObject({
      holder: z.string().optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    })
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters, like US')
    .optional(),
  resumeModes: z
    .strictObject({
      web: z.string().min(1).optional(),
      email: z.string().min(1).optional(),
      school: z.string().min(1).optional(),
    })
    .optional(),
  form: z
    .strictObject({
      title: z.string().min(1).max(150).optional(),
      rules: z.string().max(300).optional(),
      decides: z.string().max(100).optional(),
      longestDays: z.int().min(1).max(365).optional(),
      closedUntil: z.iso.date().optional(),
      hidesNames: z.boolean().optional(),
      questions: z.boolean().optional(),
      place: z.string().min(1).max(60).optional(),
      kind: z.string().min(1).max(60).optional(),
      students: z.int().min(1).max(1_000_000).optional(),
      offered: z.boolean().optional(),
    })
    .optional(),
});

/** Names of fields: an unknown one, required, would keep every job back. */
function fieldsOf(names: readonly string[], alsoKnown: readonly string[] = []) {
  return z.array(fieldOf(names, alsoKnown)).optional();
}

/** The name of a field; an unknown one is refused with those that there are. */
function fieldOf(names: readonly string[], alsoKnown: readonly string[] = []) {
  const error = ({ input }: { readonly input?: unknown }) =>
    `there is no field ${String(input)}; ${knownNames(String(input), names)}`;
  return z.string().refine((name) => [...names, ...alsoKnown].includes(name), { error });
}

function hasNoPerson(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  return username + password === '';
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== '';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export type ParsedTarget =
  /** With the names of the secrets that it binds, or sends to another address than before. */
  | { readonly kind: 'target'; readonly definition: TargetDefinition; readonly secrets: readonly string[] }
  | Exclude<Clearance, { kind: 'allowed' }>;

/** A definition as written, checked, in place of the one `before`; every mistake is named with its place. */
export function parseTargetDefinition(
  value: unknown,
  writer: Writer,
  before?: TargetDefinition,
): ParsedTarget {
  const read = targetDefinitionSchema.safeParse(value);
  if (!read.success)
    return {
      kind: 'mistakes',
      mistakes: validationErrorsOf(read.error, Object.keys(targetDefinitionSchema.shape)),
    };
  // Parsed JSON has no undefined members: what zod calls `T | undefined` is absent here.
  const definition: TargetDefinition = JSON.parse(JSON.stringify(read.data));
  const clearance = clearanceFor(writer, disclosedBy(definition), before && disclosedBy(before));
  return clearance.kind === 'allowed'
    ? { kind: 'target', definition, secrets: clearance.secrets }
    : clearance;
}

/** What a target is sent, and where to. */
export function disclosedBy({ soap, rest }: TargetDefinition): Disclosure {
  const headers = Object.entries(soap.headers ?? {}).map(([name, value]) => [`soap.headers.${name}`, value]);
  return {
    addresses: present({ 'soap.url': soap.url, 'soap.wsdl': soap.wsdl, 'rest.url': rest?.url }),
    secrets: present({
      'soap.auth.secretEnv': soap.auth?.secretEnv,
      'soap.clientCertificate.certEnv': soap.clientCertificate?.certEnv,
      'soap.clientCertificate.keyEnv': soap.clientCertificate?.keyEnv,
      'rest.tokenEnv': rest?.tokenEnv,
    }),
    headers: Object.fromEntries(headers),
  };
}

/** The identity of a job at a target: the source's own ids, or one source id for all with the source in the job's id. */
export function identityAt(
  definition: TargetDefinition,
  source: { readonly name: string; readonly externalSourceId: string },
  jobId: string,
): { readonly externalSourceId: string; readonly jobId: string } {
  const { sourceId, idTemplate } = definition;
  const usual = sourceId === undefined ? '{job_id}' : '{source}:{job_id}';
  return {
    externalSourceId: sourceId ?? source.externalSourceId,
    jobId: fill(idTemplate ?? usual, source.name, jobId),
  };
}

function fill(template: string, source: string, jobId: string): string {
  return template.replaceAll('{source}', () => source).replaceAll('{job_id}', () => jobId);
}
