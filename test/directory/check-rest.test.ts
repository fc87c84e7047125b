import { beforeEach, describe, expect, test } from 'vitest';
import { freshnessOf } from '../../src/directory/directory-freshness.ts';
import { checkRest } from '../../src/targets/check-rest.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aSchool, anEmployer } from './school.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();
let instance = await anInstance({ db: instanceDb });
beforeEach(async () => {
  instance = await anInstance({ db: instanceDb });
});

const linesOf = async (definition: Parameters<typeof aSchool>[2] = {}) => {
  const { connecting, target } = await aSchool(db, instance, definition);
  return (await checkRest(connecting, target)).map(
    ({ what, answered, said }) => `${answered} ${what}: ${said}`,
  );
};

const withoutHeaders = async () =>
  new Response('{"page":1,"perPage":20,"total":0,"className":"employer","models":[]}', {
    headers: { 'x-rate-limit-limit': '500' },
  });

describe('a check of the REST service', () => {
  test('the check reports the token, its limits and a page of employers line by line', async () => {
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    const [token, limits, employers] = await linesOf();
    expect(token).toBe('true REST token: accepted');
    expect(limits).toMatch(/^true REST limits: \d+ of \d+ calls left, until 2026-11-21 00:00 UTC$/);
    expect(employers).toBe('true REST employers: 1 in all, 1 on the first page');
  });

  test.each([
    [
      'rest:employers:http=401',
      /^false REST token: not accepted, GET \/v1\/employers: the token is not valid/,
    ],
    ['rest:employers:http=403', /^false REST token: has no right to employers/],
    ['rest:employers:http=404', /^false REST address: no employers there/],
    ['rest:employers:html', /^false REST employers: unreadable/],
  ])('with the fault %s says what is wrong', async (rule, line) => {
    await instance.control('PUT', '/faults', { rules: [rule] });
    expect((await linesOf())[0]).toMatch(line);
    await instance.control('PUT', '/faults', { rules: [] });
  });

  test('the check says why it tried nothing, and is silent without a REST address', async () => {
    const [line] = await linesOf({ agreement: { to: '2026-11-01' } });
    expect(line).toBe('false REST: not tried, the agreement with northfield ended on 2026-11-01');
    const { connecting, target } = await aSchool(db, instance, {}, 'southfield');
    const { rest: _, ...definition } = target.definition;
    expect(await checkRest(connecting, { ...target, definition })).toEqual([]);
  });

  test('names the headers that the answer lacks', async () => {
    const { connecting, target } = await aSchool(db, instance);
    expect(await checkRest({ ...connecting, fetch: withoutHeaders }, target)).toContainEqual({
      what: 'REST limits',
      answered: false,
      said: 'the answer lacks X-Rate-Limit-Remaining, X-Rate-Limit-Reset',
    });
  });
});

describe('how fresh a directory is', () => {
  const at = new Date('2026-11-20T11:00:00Z');
  const aMirror = (change = {}) => ({
    targetId: 1,
    asOf: at,
    fullAt: at,
    employers: 3,
    trouble: null,
    nextAt: at,
    heldBy: null,
    heldUntil: null,
    ...change,
  });
  const open = { name: 'northfield', paused: false };

  test.each([
    ['nobody pulled yet', { mirror: undefined }, /No worker has pulled/, /--pull/],
    [
      'without a connection',
      { mirror: undefined, objection: 'northfield has no REST address' },
      /^It cannot be pulled: northfield has no REST address\.$/,
      /target check/,
    ],
    ['a failed pull', { mirror: aMirror({ trouble: 'HTTP 500' }) }, /ended early: HTTP 500/, /target check/],
    ['a paused target', { mirror: aMirror(), paused: true }, /is paused/, /target resume/],
  ])('%s has its reason and its remedy', (_, given, why, remedy) => {
    const { problem } = freshnessOf({ ...open, ...given });
    expect(problem?.why).toMatch(why);
    expect(problem?.remedy).toMatch(remedy);
  });

  test('a fresh one has none', () => {
    expect(freshnessOf({ ...open, mirror: aMirror() })).toEqual({ asOf: at, employers: 3, nextAt: at });
  });
});
