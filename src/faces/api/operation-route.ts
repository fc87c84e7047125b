import { isRecord } from '../../core/json.ts';
import {
  execute,
  type FieldError,
  type Operation,
  type Outcome,
} from '../../operations/registry/operation.ts';
import { present } from '../../core/present.ts';
import { fromStrings } from '../../operations/registry/from-strings.ts';
import { servicesOf } from '../web/web-services.ts';
import * as z from 'zod';
import { type ApiMethod, type ApiOutcome, type ApiRoute, errorsOf, noBody } from './route.ts';

const confirmation = {
  confirm: z.string().optional().describe('Repeats the name of the effect'),
  count: z.coerce.number().int().optional().describe('Repeats the number of the effect'),
};

/** The route of an operation: parts of its path, else the query of GET and DELETE or the body of the others, are its input. */
export function routeOf(op: Operation): ApiRoute {
  const [verb = '', path = ''] = op.http?.split(' ') ?? [];
  const method = methodOf(verb);
  const partOf = (key: string) => op.parts?.[key] ?? key;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => partOf(key));
  const inBody = method !== 'get' && method !== 'delete';
  const shape = { ...op.input.shape, ...(op.confirms && confirmation) };
  const keysAt = (isMeant: (key: string) => boolean) =>
    z.object(
      Object.fromEntries(
        Object.entries(shape).filter(
          ([key]) => !inPath.includes(key) && !op.localKeys?.includes(key) && isMeant(key),
        ),
      ),
    );
  const isQuery = (key: string) => !inBody || op.inQuery?.includes(key) === true;
  const [query, rest] = [keysAt(isQuery), keysAt((key) => !isQuery(key))];
  const isEmpty = Object.keys(rest.shape).length === 0;
  const placeOf = (field: string) =>
    inPath.includes(field.split('.')[0] ?? '') ? 'path' : isQuery(field) ? 'query' : 'body';
  return {
    method,
    path,
    permission: op.permission,
    tag: path.split('/')[1] ?? '',
    summary: op.summary,
    ...present({ secret: op.secret, text: op.textBody }),
    query,
    body: isEmpty ? noBody : rest,
    answer: op.output,
    run: async ({ deps, actor, params, query: asked, body = {} }) => {
      const given = inBody ? body : asked;
      if (!isRecord(given) || !isRecord(asked))
        return { kind: 'invalid', errors: [{ at: 'body', message: 'must be an object' }] };
      const strays = inBody ? Object.keys(given).filter((key) => !Object.hasOwn(rest.shape, key)) : [];
      if (strays.length > 0) {
        const unknown = strays.map((key) => ({ at: `body.${key}`, message: 'is not known here' }));
        return { kind: 'invalid', errors: [...errorsOf('body', rest.safeParse(given).error), ...unknown] };
      }
      const typed = inBody ? { ...given, ...fromStrings(query.shape, asked) } : fromStrings(shape, given);
      const named = Object.fromEntries(Object.entries(params).map(([key, value]) => [partOf(key), value]));
      const raw = { ...typed, ...fromStrings(shape, named) };
      return answerOf(await execute(servicesOf(deps), actor, op, raw), placeOf);
    },
  };
}

/** How an operation ended, as the API answers it. */
function answerOf<T>(performed: Outcome<T>, placeOf: (field: string) => string): ApiOutcome<T> {
  switch (performed.kind) {
    case 'created':
      return { ...performed, location: `/api/v1${performed.location}` };
    case 'not_found':
      return { kind: 'not found', detail: performed.detail };
    case 'invalid':
      return { kind: 'invalid', errors: performed.errors.map((error) => placed(error, placeOf)) };
    case 'confirmation_required':
      return { kind: 'confirmation required', effect: performed.effect };
    case 'done':
    case 'accepted':
    case 'conflict':
    case 'forbidden':
      return performed;
  }
}

function placed({ field, message }: FieldError, placeOf: (field: string) => string) {
  return { at: [placeOf(field), field].filter(Boolean).join('.'), message };
}

function methodOf(verb: string): ApiMethod {
  const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
  const [, method] = Object.entries(methods).find(([name]) => name === verb) ?? [];
  if (method === undefined) throw new Error(`an operation has no method ${verb}`);
  return method;
}
