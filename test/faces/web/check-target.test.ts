import { expect, test } from 'vitest';
import { HOUR } from '../../../src/core/clock.ts';
import { writeWsdl } from '../../../src/soap/wsdl.ts';
import { changeTarget, redefineTarget } from '../../../src/targets/targets.repository.ts';
import { targetById } from '../../../src/targets/targets.queries.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();
const url = 'https://northfield.example/soap';
const soap = { url, namespace: 'urn:JobWebService' };

/** A check from a page; WSDLs that are asked for are noted. */
function checking() {
  const asked: (string | undefined)[] = [];
  const road = aRoad(db);
  const acts = createCapabilities({
    ...road.context,
    readWsdlOf: async ({ definition }) => {
      asked.push(definition.soap.wsdl);
      return { kind: 'read', text: writeWsdl(soap.namespace, url) };
    },
  });
  return { ...road, acts, asked };
}

test('a check from a page reads no file of this machine', async () => {
  const { acts, asked } = checking();
  const { tests } = await acts.checkTarget('northfield', { soap: { ...soap, wsdl: '/etc/hosts' } });
  expect(tests).toContainEqual({
    what: 'WSDL',
    outcome: 'not passed',
    numbers: 'Its WSDL cannot be read: it is a file, which only `target check` reads.',
  });
  expect(asked).toEqual([]);
});

test('a check of a target that there is keeps its WSDL, one of a target to come keeps nothing', async () => {
  const { acts, addTarget } = checking();
  const definition = { soap: { ...soap, wsdl: `${url}?wsdl` } };
  const target = await addTarget('northfield', definition);
  await acts.checkTarget('northfield', { soap: { ...soap, wsdl: `${url}?another` } });
  expect((await targetById(db, target.id))?.wsdl).toBeNull();
  await acts.checkTarget('northfield', definition);
  expect((await targetById(db, target.id))?.wsdl).toContain('processJob');
});

test('a check says of each operation whether it was answered, and how', async () => {
  const { acts, school } = checking();
  Object.assign(school, {
    getPicklist: async (field: string) =>
      field === 'industry'
        ? { kind: 'refused', why: 'fault', reason: 'industry: there is no such list' }
        : { kind: 'answered', value: school.picklists[field] ?? [] },
  });
  const { tests } = await acts.checkTarget('northfield', { soap });
  expect(tests[0]).toMatchObject({ what: 'testService', outcome: 'passed' });
  expect(tests).toContainEqual({ what: 'getPicklist job_type', outcome: 'passed', numbers: '3 entries' });
  expect(tests).toContainEqual({
    what: 'getPicklist industry',
    outcome: 'not passed',
    numbers: 'refused, industry: there is no such list',
  });
  expect(tests.at(-1)).toMatchObject({ what: 'processJob', outcome: 'not tested' });
});

test('the last check stands on the page of its school and in the API, until the school is reached in another way', async () => {
  const { acts, addTarget, clock } = checking();
  const web = aWeb(db, { deps: { acts } });
  const operator = await web.signedIn('operator');
  const api = await web.withToken(['read']);
  const target = await addTarget('northfield', { soap });
  expect(await operator.text('/targets/northfield')).toContain('The connection was not checked since');
  const pressed = await operator.post('/targets/northfield', { do: 'check' });
  expect(pressed.headers.get('location')).toBe('/targets/northfield#check');
  const at = clock.now().toISOString();
  for (const page of [
    await operator.text('/targets/northfield'),
    await operator.text('/targets/northfield'),
  ]) {
    expect(page).toContain('3 entries');
    expect(page).toContain(`datetime="${at}"`);
    expect(page).not.toContain('The connection was not checked since');
  }
  const told = await (await api('/targets/northfield')).json();
  expect(told).toMatchObject({
    last_check: {
      at,
      tests: expect.arrayContaining([expect.objectContaining({ what: 'testService', outcome: 'passed' })]),
    },
  });
  await redefineTarget(db, target, { soap: { ...soap, url: `${url}/2` } });
  expect(await operator.text('/targets/northfield')).toContain('The connection was not checked since');
});

test('a check that passes lets the next publishing try a school that was left alone', async () => {
  const { acts, addTarget, clock, school } = checking();
  const target = await addTarget('northfield', { soap });
  const later = new Date(clock.now().getTime() + HOUR);
  await changeTarget(db, target.id, { failures: 5, openUntil: later, lastTrouble: 'no route' });
  const reached = { isDown: true };
  school.testService = async () =>
    reached.isDown
      ? { kind: 'troubled', why: 'unreachable', reason: 'no route' }
      : { kind: 'answered', value: 'up' };
  await acts.checkTarget('northfield', { soap });
  expect((await targetById(db, target.id))?.openUntil).toEqual(later);
  reached.isDown = false;
  await acts.checkTarget('northfield', { soap });
  expect((await targetById(db, target.id))?.openUntil).toEqual(clock.now());
});
