import * as z from 'zod';
import packageFile from '../../../package.json' with { type: 'json' };
import { type ApiRoute, noBody } from './route.ts';

/** The OpenAPI 3.1 document of the API, made from the schemas that check its calls. */
export function openApi(routes: readonly ApiRoute[], server: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quadwire',
      version: packageFile.version,
      description:
        'Posts jobs to university career-services systems. Lists are paged by cursor; errors are problem+json (RFC 9457); a POST may carry an Idempotency-Key and is then carried out once.',
    },
    servers: [{ url: `${server}/api/v1` }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'quadwire.session_token',
          description: "An operator's session; anything but GET needs the header X-CSRF-Token too.",
        },
      },
      schemas: { Problem: jsonSchema(problem) },
      responses: {
        Problem: {
          description: 'Why it was not done',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ at: z.string(), message: z.string() })).optional(),
  effect: z
    .object({ name: z.string(), count: z.int(), sentence: z.string() })
    .optional()
    .describe('What would be removed; repeat `name` as `confirm`, and `count`.'),
  requestId: z.string().describe('Leads to the log line.'),
});

function operationOf(route: ApiRoute): Record<string, unknown> {
  const { method, path, tag, summary, permission, body, answer, text } = route;
  const answered = { description: 'Done', content: { 'application/json': { schema: jsonSchema(answer) } } };
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    description: `Needs the permission to ${permission}.`,
    parameters: [
      ...pathParameters(path),
      ...queryParameters(route),
      ...(method === 'post' ? [idempotencyKey] : []),
    ],
    ...(body !== noBody && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: jsonSchema(body, 'input') },
          ...(text && { [text.type]: { schema: { type: 'string' } } }),
        },
      },
    }),
    // Created (201), accepted (202) or done (200): the answer has one form.
    responses: { '2XX': answered, default: { $ref: '#/components/responses/Problem' } },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

/** `getFeedsName` of `GET /feeds/{name}`. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z]+/).filter(Boolean);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: ApiRoute) {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: jsonSchema(schema, 'input'),
  }));
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output' = 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
