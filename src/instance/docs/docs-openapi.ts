import * as z from 'zod';
import { application } from '../../rest/applications.ts';
import {
  batchAccepted,
  batchResult,
  bulkResult,
  fieldDescriptor,
  fieldErrors,
  listOf,
  picklistEntry,
} from '../../rest/envelopes.ts';
import type { Profile } from '../profiles.ts';
import { basePath } from '../rest/api.ts';
import type { CollectionSpec } from '../rest/collection.ts';
import { collectionsOf, routesOf } from '../rest/routes.service.ts';
import { operationOf, schemaName } from './operations.ts';
import { headers, parameters, ref, responses } from './docs-parts.ts';
import { type JsonSchema, schemaOf } from './schemas.ts';

/** The REST API as an OpenAPI 3.1 document, made from the schemas that the instance itself works with. */
export function openApi(profile: Profile) {
  const specs = collectionsOf(profile);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Career Services Management REST API (reference instance)',
      version: '1',
      description: `Profile ${profile.name}. A reference instance for testing: no school, no real people.`,
    },
    servers: [{ url: basePath }],
    security: [{ token: [] }],
    paths: pathsOf(specs),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Token, a space, and the token: `Token demo-token`.',
        },
      },
      parameters,
      headers,
      responses,
      schemas: {
        ...Object.assign({}, ...specs.map((spec) => schemasOf(spec, profile))),
        ...commonSchemas(profile),
      },
    },
  };
}

function pathsOf(specs: readonly CollectionSpec[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routesOf(specs)) {
    const methods = (paths[route.path] ??= {});
    methods[route.method.toLowerCase()] = operationOf(route, specs);
  }
  return paths;
}

function schemasOf(spec: CollectionSpec, profile: Profile): Readonly<Record<string, JsonSchema>> {
  const name = schemaName(spec);
  const { write } = spec;
  const written = write === undefined ? undefined : schemaOf(write, 'write', profile);
  return {
    [name]: schemaOf(spec.record, 'read', profile),
    [`${name}List`]: listSchema(name, profile),
    ...(written === undefined
      ? {}
      : {
          [`${name}Update`]: written,
          [`${name}Create`]: { ...written, required: spec.required },
          [`${name}Element`]: { allOf: [ref(`${name}Update`), elementId(spec)] },
        }),
  };
}

/** What names the record in an element of a batch update. */
function elementId({ otherKey }: CollectionSpec): JsonSchema {
  const byId = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  return otherKey === undefined ? byId : { anyOf: [byId, { type: 'object', required: [otherKey.field] }] };
}

function listSchema(name: string, profile: Profile): JsonSchema {
  const envelope = schemaOf(listOf(z.unknown()), 'read', profile);
  const properties = z.record(z.string(), z.unknown()).parse(envelope['properties']);
  return { ...envelope, properties: { ...properties, models: { type: 'array', items: ref(name) } } };
}

function commonSchemas(profile: Profile): Readonly<Record<string, JsonSchema>> {
  const read = (schema: z.ZodType) => schemaOf(schema, 'read', profile);
  return {
    Application: read(application),
    ApplicationList: listSchema('Application', profile),
    BatchAccepted: read(batchAccepted),
    BatchResult: read(batchResult),
    BulkResult: read(bulkResult),
    FieldDescriptor: read(fieldDescriptor),
    FieldErrors: read(fieldErrors),
    PicklistEntry: read(picklistEntry),
    Linked: read(z.looseObject({ id: z.string(), label: z.string() })),
    Error: read(z.looseObject({ errors: z.looseObject({ message: z.string() }) })),
  };
}
