import { expect, test } from 'vitest';
import { openApi } from '../../src/instance/docs/docs-openapi.ts';
import { profileNames, profileOf } from '../../src/instance/profiles.ts';
import { collectionsOf, routesOf } from '../../src/instance/rest/routes.service.ts';
import { anInstance, instanceDatabase } from './maker.ts';

const db = await instanceDatabase();

/** Every place in a document where something is referred to. */
function references(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : references(member),
  );
}

function at(document: unknown, pointer: string): unknown {
  let place = document;
  for (const part of pointer.replace('#/', '').split('/'))
    place = place !== null && typeof place === 'object' ? Reflect.get(place, part) : undefined;
  return place;
}

test.each(profileNames)(
  'the document of the %s profile describes every route once, without loose ends',
  (name) => {
    const profile = profileOf(name);
    const document = openApi(profile);
    expect(references(document).filter((pointer) => at(document, pointer) === undefined)).toEqual([]);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = routesOf(collectionsOf(profile)).map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual([...new Set(routes)].toSorted());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => at(operation, '#/operationId')),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, methods] of Object.entries(document.paths)) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
      for (const operation of Object.values(methods)) {
        const parameters = at(operation, '#/parameters');
        const named = Array.isArray(parameters) ? parameters.filter((one) => one.in === 'path') : [];
        expect(named.map((one) => one.name)).toEqual(places);
      }
    }
  },
);

test('it names what is required, and leaves out what this instance does not have', () => {
  const { schemas } = openApi(profileOf('generic')).components;
  expect(at(schemas, '#/EmployerCreate/required')).toEqual(['name', 'primaryContact']);
  expect(at(schemas, '#/Employer/properties/type')).toBeUndefined();
  expect(at(schemas, '#/EmployerUpdate/properties/industries/description')).toContain('industry');
  expect(at(openApi(profileOf('full')).components.schemas, '#/Employer/properties/type')).toBeDefined();
});

test('it is shown without anything from elsewhere', async () => {
  const { request } = await anInstance({ db });
  expect((await request('/openapi.json')).status).toBe(200);
  const page = await (await request('/docs')).text();
  expect(page).toContain('wsdl');
  const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  for (const file of files) {
    expect(file).toMatch(/^\//);
    expect([file, (await request(file)).status]).toEqual([file, 200]);
  }
});
