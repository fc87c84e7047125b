import { expect, test } from 'vitest';
import * as z from 'zod';
import { contact } from '../../src/rest/contacts.record.ts';
import { employerRegistration } from '../../src/rest/employer-registrations.record.ts';
import { employer } from '../../src/rest/employers.record.ts';
import { application } from '../../src/rest/applications.ts';
import { listOf } from '../../src/rest/envelopes.ts';
import { faculty } from '../../src/rest/faculty.record.ts';
import { networkEmployerRegistration } from '../../src/rest/network-employer-registrations.record.ts';
import { staff } from '../../src/rest/staff.record.ts';
import { student } from '../../src/rest/students.record.ts';
import { seededRecords } from '../../src/instance/seed/records.seed.ts';
import { anInstance, instanceDatabase } from './maker.ts';

const db = await instanceDatabase();
const keys = (picklist: string) => [`${picklist}1`, `${picklist}2`];

const made = (seed: number) => JSON.stringify([...seededRecords({ seed, size: 'small' }, keys)]);

test('the same seed makes the same records, another one others', () => {
  expect(made(42)).toBe(made(42));
  expect(made(43)).not.toBe(made(42));
});

test('a campus has 20,000 employers of different names, 20,000 students, and no id twice', () => {
  const rows = [...seededRecords({ seed: 42, size: 'campus' }, keys)];
  const employers = rows.filter(({ collection }) => collection === 'employers');
  expect(new Set(employers.map(({ matchKey }) => matchKey)).size).toBe(20_000);
  expect(rows.filter(({ collection }) => collection === 'students')).toHaveLength(20_000);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test.each([
  ['employers', employer],
  ['employer-registrations', employerRegistration],
  ['network-employer-registrations', networkEmployerRegistration],
  ['students', student],
  ['faculty', faculty],
  ['staff', staff],
])('seeded %s are as the client reads them, their links lead somewhere', async (collection, schema) => {
  const { rest } = await anInstance({ db, profile: 'full', size: 'small' });
  const { body } = await rest('GET', `/${collection}?perPage=500&customFields=1`);
  const list = z.strictObject({ ...listOf(schema).shape }).parse(body);
  expect(list.total).toBeGreaterThan(10);
  const shown = Object.keys(schema.shape).filter(
    (field) => field !== 'customFields' || field in body.models[0],
  );
  for (const model of body.models) expect(Object.keys(model).sort()).toEqual(shown.toSorted());
  const links = JSON.stringify(body.models[0]).matchAll(/"link":"\/v1([^"]+)"/g);
  for (const [, link = ''] of links) expect([link, (await rest('GET', link)).status]).toEqual([link, 200]);
});

test('seeded students have applications for positions that can be looked up', async () => {
  const { rest } = await anInstance({ db, size: 'small' });
  const students = (await rest('GET', '/students?perPage=500')).body.models;
  const lists = await Promise.all(
    students
      .slice(0, 50)
      .map(async ({ id }: { id: string }) => (await rest('GET', `/students/${id}/applications`)).body),
  );
  const [found] = lists.flatMap(({ models }) => models);
  expect(application.parse(found)).toMatchObject({
    category: 'Job Posting',
    jobLocations: [{ country: { id: 'US' } }],
  });
  expect((await rest('GET', found.position.link.replace('/v1', ''))).status).toBe(200);
});

test('a seeded contact is as the client reads it', async () => {
  const { rest } = await anInstance({ db, profile: 'full', size: 'small' });
  const [{ primaryContact }] = (await rest('GET', '/employers')).body.models;
  const { body } = await rest('GET', primaryContact.link.replace('/v1', ''));
  expect(Object.keys(contact.parse(body)).sort()).toEqual(
    Object.keys(contact.shape)
      .filter((field) => field !== 'customFields')
      .toSorted(),
  );
});

test('a restart keeps what is there and seeds nothing anew', async () => {
  const { rest } = await anInstance({ db, size: 'small' });
  const before = (await rest('GET', '/employers')).body.total;
  await rest('POST', '/employers', { name: 'New', primaryContact: { email: 'n@n.test' } });
  const { createInstance } = await import('../../src/instance/instance-app.ts');
  const again = await createInstance({ db, size: 'small' });
  await again.instance.seeding.done();
  expect((await rest('GET', '/employers')).body.total).toBe(before + 1);
});
