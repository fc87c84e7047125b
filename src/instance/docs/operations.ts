import { objectTypes } from '../../rest/envelopes.ts';
import type { Route } from '../rest/call.ts';
import type { CollectionSpec } from '../rest/collection.ts';
import {
  answers,
  customFieldsParameter,
  jsonRequest,
  listErrors,
  listParameters,
  manyErrors,
  manyParameters,
  type Operation,
  pathErrors,
  pathParameter,
  ref,
  writeErrors,
} from './docs-parts.ts';

/** The description of a route. */
export function operationOf(route: Route, specs: readonly CollectionSpec[]): Operation {
  const key = `${route.method} ${route.path}`;
  const spec = specs.find(({ name }) => route.path === `/v1/${name}` || route.path === `/v1/${name}/{id}`);
  const described = otherOperations[key] ?? (spec === undefined ? undefined : ofCollection(route, spec));
  if (described === undefined) throw new Error(`expected a description of ${key}`);
  return { operationId: idOf(route), ...described };
}

/** A name for a collection's record in the document: `networkEmployerRegistration`, say. */
export function schemaName({ name }: CollectionSpec): string {
  const singular = { faculty: 'faculty', staff: 'staff' }[name as string] ?? name.replace(/s$/, '');
  return singular.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function ofCollection(route: Route, spec: CollectionSpec): Operation {
  const one = route.path.endsWith('/{id}');
  const name = schemaName(spec);
  const custom = spec.customFields ? [customFieldsParameter] : [];
  const idParameter = pathParameter('id', `The id of a record in ${spec.name}.`);
  const tags = [spec.name];
  if (route.method === 'GET' && one)
    return {
      tags,
      summary: `One record of ${spec.name}`,
      parameters: [idParameter, ...custom],
      responses: { ...answers(200, 'The record.', ref(name)), ...pathErrors },
    };
  if (route.method === 'GET')
    return {
      tags,
      summary: `A page of ${spec.name}`,
      parameters: [...listParameters, ...custom, ...Object.keys(spec.filters ?? {}).map(filterParameter)],
      responses: { ...answers(200, 'The page.', ref(`${name}List`)), ...listErrors },
    };
  if (one)
    return {
      tags,
      summary: `Change the fields that the body carries`,
      parameters: [idParameter, ...custom],
      requestBody: jsonRequest(ref(`${name}Update`)),
      responses: { ...answers(200, 'The updated record.', ref(name)), ...writeErrors, ...pathErrors },
    };
  return manyOperation(route, spec, name, tags, custom);
}

function manyOperation(
  route: Route,
  spec: CollectionSpec,
  name: string,
  tags: readonly string[],
  custom: readonly unknown[],
): Operation {
  const creates = route.method === 'POST';
  const takesMany = spec.offers.has(creates ? 'batch create' : 'batch update');
  const single = ref(creates ? `${name}Create` : `${name}Element`);
  const array = { type: 'array', items: single, minItems: 1, maxItems: 1_000 };
  const singleAnswer = creates ? answers(201, 'The created record.', ref(name)) : {};
  const manyAnswers = takesMany
    ? {
        ...answers(202, 'The batch is accepted.', ref('BatchAccepted')),
        ...answers(200, 'What became of each record (bulk).', ref('BulkResult')),
        ...manyErrors,
      }
    : {};
  return {
    tags,
    summary: creates
      ? `Create a record in ${spec.name}, or several`
      : `Change several records of ${spec.name}`,
    parameters: [...(takesMany ? manyParameters : []), ...custom],
    requestBody: jsonRequest(creates ? (takesMany ? { anyOf: [single, array] } : single) : array),
    responses: { ...singleAnswer, ...manyAnswers, ...writeErrors },
  };
}

function filterParameter(name: string) {
  const isNumber = name === 'active';
  return {
    name,
    in: 'query',
    description: isNumber ? '1: only employers with current postings.' : `Only records with this ${name}.`,
    schema: { type: isNumber ? 'integer' : 'string' },
  };
}

const studentId = pathParameter('id', 'The id of a student.');
const rights = {
  tags: ['students'],
  parameters: [studentId],
  requestBody: jsonRequest({ type: 'array', items: { type: 'string' } }),
  responses: { ...answers(200, 'The student.', ref('Student')), ...writeErrors, ...pathErrors },
};
const linked = (what: string): Operation => ({
  tags: ['links'],
  summary: `${what} that a record links to`,
  parameters: [pathParameter('id', 'The id in the link.')],
  responses: { ...answers(200, 'Its fields.', ref('Linked')), ...pathErrors },
});

const otherOperations: Readonly<Record<string, Operation>> = {
  'GET /v1/students/schoolStudentId/{schoolStudentId}': {
    tags: ['students'],
    summary: "A student by the school's own id",
    parameters: [pathParameter('schoolStudentId', "The school's own id."), customFieldsParameter],
    responses: { ...answers(200, 'The student.', ref('Student')), ...pathErrors },
  },
  'GET /v1/students/{id}/applications': {
    tags: ['students'],
    summary: "A page of a student's job applications made inside the system",
    parameters: [studentId, ...listParameters],
    responses: { ...answers(200, 'The page.', ref('ApplicationList')), ...listErrors, ...pathErrors },
  },
  'POST /v1/students/{id}/rights': { summary: 'Give a student rights', ...rights },
  'DELETE /v1/students/{id}/rights': { summary: 'Take rights from a student', ...rights },
  'GET /v1/batch/{id}': {
    tags: ['batches'],
    summary: 'Status and results of a batch, kept for 24 hours',
    parameters: [pathParameter('id', 'The id of a batch.')],
    responses: { ...answers(200, 'The batch.', ref('BatchResult')), ...pathErrors },
  },
  'GET /v1/picklists/{collection}/{field}': {
    tags: ['discovery'],
    summary: 'The entries of a picklist',
    parameters: [pathParameter('collection', 'A collection.'), pathParameter('field', 'A field of it.')],
    responses: {
      ...answers(200, 'The entries.', { type: 'array', items: ref('PicklistEntry') }),
      ...pathErrors,
    },
  },
  'GET /v1/fields/{objectType}': {
    tags: ['discovery'],
    summary: 'The fields of an object type, custom ones included',
    parameters: [
      {
        ...pathParameter('objectType', 'An object type.'),
        schema: { type: 'string', enum: objectTypes },
      },
    ],
    responses: {
      ...answers(200, 'The fields.', { type: 'array', items: ref('FieldDescriptor') }),
      ...pathErrors,
    },
  },
  'GET /v1/addresses/{id}': linked('An address'),
  'GET /v1/jobs/{id}': linked('A position'),
  'GET /v1/pronet/{id}': linked('A networking profile'),
};

/** `get-v1-students-id-rights`, say. */
function idOf({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replaceAll(/[{}]/g, '').replaceAll(/[^A-Za-z0-9]+/g, '-')}`;
}
