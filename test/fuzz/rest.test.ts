import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { aClient } from '../rest/maker.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { bounded, runs, timeout } from './bounds.ts';
import { anyJson, damaged, mutated, piece } from './mutations.ts';

const db = await instanceDatabase();
const { request, close } = await anInstance({ db, profile: 'full', size: 'small' });
await request('/api/public/v1/staff', { headers: { authorization: 'Token demo-token' } });
// Batches that are still at work need the database.
afterAll(close);

const collections = [
  'employers', 'employer-registrations', 'network-employer-registrations', 'contacts', 'students', 'faculty', 'staff',
]; // prettier-ignore
const fields = [
  'id', 'name', 'email', 'fullName', 'firstName', 'middleName', 'lastName', 'primaryContact', 'industries', 'parent', 'address',
  'employer', 'types', 'services', 'degrees', 'gpa', 'birthdate', 'alum', 'workAuthorization', 'counselors', 'majors', 'rights',
  'currentCollegeInformation', 'affiliations', 'schoolStudentId', 'username', 'lastModified', 'customCohort', 'networkStatus',
]; // prettier-ignore

const send = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) =>
  bounded(async () => {
    const response = await request(`/api/public${path}`, {
      method,
      headers: {
        authorization: 'Token demo-token',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text() };
  });

const record = fc.dictionary(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...fields) }, piece), anyJson, {
  maxKeys: 8,
});
const sound = JSON.stringify({
  name: 'Harbor Mills',
  email: 'a@b.test',
  fullName: 'Ada King Lovelace',
  primaryContact: { email: 'a@b.test', fullName: 'Ada Lovelace' },
  address: { city: 'Bonn', country: 'DE' },
  degrees: [{ primary: true, majors: ['m101'] }],
  employer: { name: 'Harbor', industries: ['1010'] },
});
const body = fc.oneof(
  record.map((value) => JSON.stringify(value)),
  fc.array(record, { maxLength: 4 }).map((value) => JSON.stringify(value)),
  anyJson.map((value) => JSON.stringify(value)),
  damaged(mutated(sound, `[${sound}]`)),
);
const many = fc.constantFrom('', '?batch=1', '?bulk=1', '?customFields=1');

test(
  'a write of anything is done or refused in the documented form',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PUT'),
        fc.constantFrom(...collections),
        many,
        body,
        async (method, name, query, sent) => {
          const { status, text } = await send(method, `/v1/${name}${query}`, sent);
          expect([200, 201, 202, 400, 405, 409, 413, 422]).toContain(status);
          if (status >= 400) expect(JSON.parse(text).errors).toBeTypeOf('object');
        },
      ),
      runs,
    ),
  timeout,
);

test(
  'an update of anything by anything leaves a record that can be read',
  async () => {
    const made = await send('POST', '/v1/students', '{"email":"a@b.test","fullName":"Ada King"}');
    const { id } = JSON.parse(made.text);
    await fc.assert(
      fc.asyncProperty(record, async (change) => {
        const { status } = await send('PUT', `/v1/students/${id}`, JSON.stringify(change));
        expect([200, 422]).toContain(status);
        expect((await send('GET', `/v1/students/${id}?customFields=1`)).status).toBe(200);
      }),
      runs,
    );
  },
  timeout,
);

const parameter = fc.oneof(
  fc.constantFrom(
    'page', 'perPage', 'sort', 'keywords', 'lastModified', 'lastModified[]', 'lastModified[0]', 'active', 'customFields',
    'network', 'employerTaxId', 'college', 'batch', 'bulk',
  ),
  piece,
); // prettier-ignore
const query = fc
  .array(fc.tuple(parameter, piece), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

test(
  'a list asked in any way is a list, or says which parameter is at fault',
  () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...collections), query, async (name, asked) => {
        const { status } = await send('GET', `/v1/${name}?${asked}`);
        expect([200, 405, 422]).toContain(status);
      }),
      runs,
    ),
  timeout,
);

test(
  'any path is answered, and any method',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
        fc.array(
          fc.oneof(
            fc.constantFrom('v1', 'students', 'rights', 'batch', 'picklists', 'fields', ...collections),
            piece,
          ),
          { maxLength: 5 },
        ),
        anyJson,
        async (method, parts, sent) => {
          const path = `/${parts.map(encoded).join('/')}`;
          const { status } = await send(
            method,
            path,
            method === 'GET' || method === 'HEAD' ? undefined : JSON.stringify(sent),
          );
          expect(status).toBeLessThan(500);
        },
      ),
      runs,
    ),
  timeout,
);

const page = JSON.stringify({
  page: 1,
  perPage: 500,
  total: 1,
  className: 'employer',
  models: [{ id: 'e1', name: 'A', industries: [{ id: '1', label: 'x' }] }],
});
const answer = fc.oneof(
  anyJson.map((value) => JSON.stringify(value)),
  damaged(mutated(page)),
);
const limits = fc.constantFrom(
  {},
  { 'x-rate-limit-reset': 'never' },
  { 'x-rate-limit-reset': '99999999999', 'retry-after': '-5' },
  { 'retry-after': 'Fri, 99 Nov' },
);

test(
  'the client makes an outcome of any answer',
  () =>
    fc.assert(
      fc.asyncProperty(
        answer,
        fc.constantFrom(200, 201, 202, 400, 404, 422, 429, 500),
        limits,
        async (body, status, headers) => {
          const { client } = aClient(
            () => new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } }),
          );
          const outcomes = await bounded(async () => [
            await client.employers.get('e1'),
            await client.employers.create({ name: 'A', primaryContact: { email: 'a@b.test' } }),
            await client.employers.update('e1', { name: 'B' }),
            await client.fields('employers'),
          ]);
          for (const { kind } of outcomes)
            expect([
              'answered',
              'unauthorized',
              'forbidden',
              'notFound',
              'invalid',
              'rateLimited',
              'unavailable',
              'unreadable',
            ]).toContain(kind);
        },
      ),
      runs,
    ),
  timeout,
);
