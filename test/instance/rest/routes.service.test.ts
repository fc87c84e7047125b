import { expect, test } from 'vitest';
import { profileOf } from '../../../src/instance/profiles.ts';
import { collectionsOf, findRoute, routesOf } from '../../../src/instance/rest/routes.service.ts';

const specs = collectionsOf(profileOf('generic'));
const routes = routesOf(specs);
const methods = (path: string) => {
  const found = findRoute(routes, 'TRACE', path);
  return found.kind === 'other method' ? found.allow.toSorted().join(' ') : found.kind;
};

test.each([
  ['employers', 'GET POST PUT', 'GET PUT'],
  ['employer-registrations', 'GET', 'GET'],
  ['network-employer-registrations', 'GET', 'GET'],
  ['contacts', 'POST PUT', 'GET PUT'],
  ['students', 'GET POST PUT', 'GET PUT'],
  ['faculty', 'GET POST PUT', 'GET PUT'],
  ['staff', 'GET POST PUT', 'GET PUT'],
])('%s offers its routes', (name, collection, record) => {
  expect([methods(`/v1/${name}`), methods(`/v1/${name}/x`)]).toEqual([collection, record]);
});

test('other routes stand where the specification has them', () => {
  expect(methods('/v1/students/x/rights')).toBe('DELETE POST');
  expect(methods('/v1/students/x/applications')).toBe('GET');
  expect(methods('/v1/batch/x')).toBe('GET');
  expect(methods('/v1/picklists/students/gender')).toBe('GET');
  expect(methods('/v1/fields/students')).toBe('GET');
  expect(methods('/v1/students/x/y')).toBe('unknown');
  expect(methods('/v1')).toBe('unknown');
});

test('a place in a path holds what was encoded', () => {
  const found = findRoute(routes, 'GET', '/v1/students/schoolStudentId/a%2Fb%20c');
  expect(found).toMatchObject({ kind: 'route', params: { schoolStudentId: 'a/b c' } });
  expect(findRoute(routes, 'HEAD', '/v1/employers')).toMatchObject({ kind: 'route' });
});
