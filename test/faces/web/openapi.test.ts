import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { testDatabase } from '../../setup/database.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();

const kind = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** A Schema Object is JSON Schema 2020-12; these are the words that we use of it. */
const schema: z.ZodType = z.lazy(() =>
  z.strictObject({
    $ref: z.string().startsWith('#/components/').optional(),
    type: z.union([kind, z.array(kind).min(1)]).optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    propertyNames: schema.optional(),
    items: z.union([z.boolean(), schema]).optional(),
    prefixItems: z.array(schema).optional(),
    anyOf: z.array(schema).min(1).optional(),
    oneOf: z.array(schema).min(1).optional(),
    allOf: z.array(schema).min(1).optional(),
    not: schema.optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    const: z.unknown().optional(),
    description: z.string().optional(),
    deprecated: z.boolean().optional(),
    default: z.unknown().optional(),
    format: z.string().optional(),
    pattern: z.string().refine(isPattern).optional(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    minItems: z.int().optional(),
    maxItems: z.int().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
  }),
);

const content = z.record(z.string().regex(/^[a-z]+\/[a-z.+-]+$/), z.strictObject({ schema }));
const response = z.union([
  z.strictObject({ $ref: z.string().startsWith('#/components/responses/') }),
  z.strictObject({ description: z.string().min(1), content: content.optional() }),
]);

const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()).min(1),
  summary: z.string().min(1),
  description: z.string(),
  parameters: z.array(
    z.strictObject({
      name: z.string().min(1),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean().optional(),
      schema,
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^([1-5](\d\d|XX)|default)$/), response),
});

/** OpenAPI 3.1.0, as far as our document goes: members that the specification does not know, or we do not use, are mistakes. */
const document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'put', 'post', 'delete', 'patch']), operation),
  ),
  components: z.strictObject({
    securitySchemes: z.record(
      z.string(),
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('http'), scheme: z.string(), description: z.string().optional() }),
        z.strictObject({
          type: z.literal('apiKey'),
          in: z.enum(['query', 'header', 'cookie']),
          name: z.string(),
          description: z.string().optional(),
        }),
      ]),
    ),
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    responses: z.record(z.string().regex(/^[\w.-]+$/), response),
  }),
});

describe('the OpenAPI document', () => {
  test('every member of the document is valid OpenAPI 3.1', async () => {
    const read = document.safeParse(await served());
    expect(read.error?.issues.slice(0, 5)).toBeUndefined();
  });

  test('names each operation once, each parameter of a path, and nothing that is not there', async () => {
    const whole = document.parse(await served());
    const operations = Object.entries(whole.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((one) => ({ path, ...one })),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = parameters.filter((one) => one.in === 'path');
      expect([path, named.map(({ name }) => name)]).toEqual([path, inPath]);
      expect(named.every(({ required }) => required === true)).toBe(true);
      const pairs = parameters.map((one) => `${one.in} ${one.name}`);
      expect([path, pairs.length]).toEqual([path, new Set(pairs).size]);
    }
    const schemes = Object.keys(whole.components.securitySchemes);
    expect(whole.security.flatMap((one) => Object.keys(one)).toSorted()).toEqual(schemes.toSorted());
    for (const [, part = '', name = ''] of JSON.stringify(whole).matchAll(/#\/components\/(\w+)\/(\w+)/g))
      expect(
        Object.keys(part === 'schemas' ? whole.components.schemas : whole.components.responses),
      ).toContain(name);
  });
});

async function served(): Promise<unknown> {
  return (await aWeb(db).app.request('/api/v1/openapi.json')).json();
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
