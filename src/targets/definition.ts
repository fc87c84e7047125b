import * as z from 'zod';
import { mistakesOf } from '../core/mistakes.ts';
import type { TargetDefinition } from '../db/schema/targets.ts';
import { routingRuleSchema } from './routing-rule.ts';

/** What a target may be called: it stands in addresses, files and settings. */
export const targetNameForm = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** An address stands on pages and in lists, so no secret may stand in it. */
const address = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address that starts with https:// or http://',
  })
  .refine(hasNoPerson, 'must name no user or password; soap.auth names the variable with the secret');

/** What a target's definition may say; the same for the command line, the page, the API and `targets apply`. */
export const targetDefinitionSchema = z.strictObject({
  soap: z.strictObject({
    url: address,
    namespace: z.string().min(1).default('urn:JobWebService'),
    wsdl: z.string().optional(),
    soapAction: z.string().optional(),
    auth: z
      .strictObject({
        kind: z.enum(['none', 'basic', 'bearer', 'wsse', 'wsse-digest'], {
          error: 'must be none, basic, bearer, wsse or wsse-digest',
        }),
        user: z.string().optional(),
        secretEnv: z.string().optional(),
      })
      .refine(
        (auth) => auth.kind === 'none' || auth.secretEnv !== undefined,
        'needs the name of the variable with the secret',
      )
      .refine(
        (auth) => auth.kind === 'none' || auth.kind === 'bearer' || auth.user !== undefined,
        'needs a user',
      )
      .optional(),
    headers: z.record(z.string(), z.string()).optional(),
    charset: z.string().optional(),
    refusalPattern: z.string().refine(isPattern, 'must be a regular expression').optional(),
    clientCertificate: z.strictObject({ certEnv: z.string(), keyEnv: z.string() }).optional(),
  }),
  rest: z
    .strictObject({
      url: address,
      tokenEnv: z.string().optional(),
      allowStudents: z.boolean().optional(),
      followLinks: z.boolean().optional(),
    })
    .optional(),
  sourceId: z.string().min(1).max(255).optional(),
  idTemplate: z
    .string()
    .refine((template) => template.includes('{job_id}'), 'must contain {job_id}')
    .optional(),
  picklistFields: z.array(z.string()).optional(),
  requiredFields: z.array(z.string()).optional(),
  omittedFields: z.array(z.string()).optional(),
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
      offered: z.boolean().optional(),
    })
    .optional(),
});

function hasNoPerson(text: string): boolean {
  const read = URL.parse(text);
  return read === null || (read.username === '' && read.password === '');
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
  | { readonly kind: 'target'; readonly definition: TargetDefinition }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

export function parseTargetDefinition(value: unknown): ParsedTarget {
  const read = targetDefinitionSchema.safeParse(value);
  // Parsed JSON has no undefined members: what zod calls `T | undefined` is absent here.
  if (read.success) return { kind: 'target', definition: JSON.parse(JSON.stringify(read.data)) };
  return { kind: 'mistakes', mistakes: mistakesOf(read.error, Object.keys(targetDefinitionSchema.shape)) };
}

/** The identity of a job at a target: the source's own ids, or one source id for all with the source in the job's id. */
export function identityAt(
  definition: TargetDefinition,
  source: { readonly name: string; readonly externalSourceId: string },
  jobId: string,
): { readonly externalSourceId: string; readonly jobId: string } {
  if (definition.sourceId === undefined) {
    return {
      externalSourceId: source.externalSourceId,
      jobId: fill(definition.idTemplate ?? '{job_id}', source.name, jobId),
    };
  }
  return {
    externalSourceId: definition.sourceId,
    jobId: fill(definition.idTemplate ?? '{source}:{job_id}', source.name, jobId),
  };
}

function fill(template: string, source: string, jobId: string): string {
  return template.replaceAll('{source}', () => source).replaceAll('{job_id}', () => jobId);
}
