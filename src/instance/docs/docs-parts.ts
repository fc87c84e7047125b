import type { JsonSchema } from './schemas.ts';

/** An operation of an OpenAPI document. */
export type Operation = Readonly<Record<string, unknown>>;

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** A sound answer with a JSON body. */
export function answers(status: number, description: string, schema: JsonSchema) {
  return {
    [status]: { description, headers: rateHeaders, content: { 'application/json': { schema } } },
  };
}

export function jsonRequest(schema: JsonSchema) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** What every operation may answer besides. */
const readErrors = { 401: response('Unauthorized'), 429: response('TooManyCalls') };
export const pathErrors = { ...readErrors, 404: response('NotFound') };
export const listErrors = { ...readErrors, 422: response('FieldErrors') };
export const writeErrors = {
  ...readErrors,
  400: response('BadRequest'),
  413: response('TooLarge'),
  415: response('NotJson'),
  422: response('FieldErrors'),
};
export const manyErrors = { 409: response('Busy') };

export const pathParameter = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});

export const listParameters = ['keywords', 'lastModified', 'page', 'perPage', 'sort'].map(parameter);
export const customFieldsParameter = parameter('customFields');
export const manyParameters = ['batch', 'bulk'].map(parameter);

const rateHeaders = Object.fromEntries(
  ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

const query = (name: string, description: string, schema: JsonSchema, extra: JsonSchema = {}) => ({
  name,
  in: 'query',
  description,
  schema,
  ...extra,
});

export const parameters = {
  keywords: query('keywords', 'Words that must all occur in a name, the label or the e-mail address.', {
    type: 'string',
  }),
  lastModified: query(
    'lastModified',
    'Two dates or datetimes (UTC); both bounds are included.',
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    { style: 'form', explode: true },
  ),
  page: query('page', 'Page, from 1.', { type: 'integer', minimum: 1, default: 1 }),
  perPage: query('perPage', 'Records a page; more than 500 are served as 500.', {
    type: 'integer',
    minimum: 1,
    default: 20,
  }),
  sort: query('sort', 'A field to sort by, descending with ! before it.', { type: 'string' }),
  customFields: query('customFields', '1 adds the custom fields.', { type: 'integer', enum: [0, 1] }),
  batch: query('batch', '1: the body is an array of up to 1,000 records.', { type: 'integer', enum: [1] }),
  bulk: query(
    'bulk',
    '1: the body is an array of up to 100 records. Use batch instead.',
    { type: 'integer', enum: [1] },
    { deprecated: true },
  ),
};

const errorResponse = (description: string, headers: JsonSchema = {}) => ({
  description,
  headers: { ...rateHeaders, ...headers },
  content: { 'application/json': { schema: ref('Error') } },
});
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

export const responses = {
  BadRequest: errorResponse('The body is not JSON, or neither the object nor the array that is expected.'),
  Unauthorized: errorResponse('There is no valid token.'),
  NotFound: errorResponse('There is no such record.'),
  Busy: errorResponse('Another bulk or batch update of this token is running.', retryAfter),
  TooLarge: errorResponse('The body is above 25 MB.'),
  NotJson: errorResponse('The body is not declared as JSON in UTF-8.'),
  TooManyCalls: errorResponse('Rate Limit Exceeded.', retryAfter),
  FieldErrors: {
    description: 'Fields or parameters are at fault.',
    headers: rateHeaders,
    content: { 'application/json': { schema: { anyOf: [ref('FieldErrors'), ref('Error')] } } },
  },
};

export const headers = {
  'X-Rate-Limit-Limit': { description: 'Calls allowed per day.', schema: { type: 'integer' } },
  'X-Rate-Limit-Remaining': { description: 'Calls left for the day.', schema: { type: 'integer' } },
  'X-Rate-Limit-Reset': {
    description: 'When the limit resets, in UTC.',
    schema: { type: 'string', format: 'date-time' },
  },
};
