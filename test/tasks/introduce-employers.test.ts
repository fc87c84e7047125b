import { beforeEach, expect, test } from 'vitest';
import { lookUpContacts } from '../../src/directory/lookup.ts';
import type { TargetDefinition } from '../../src/db/schema/targets.schema.ts';
import type { Change, Posting } from '../../src/publishing/publishing-types.ts';
import { introduceEmployers } from '../../src/tasks/introduce-employers.ts';
import { aSchool, anEmployer } from '../directory/school.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();
let instance = await anInstance({ db: instanceDb });
beforeEach(async () => {
  instance = await anInstance({ db: instanceDb });
});

const agreed: Partial<TargetDefinition> = {
  rest: { url: 'https://northfield.test/api/public', tokenEnv: 'TOKEN', createEmployers: true },
};

async function aTarget(definition: Partial<TargetDefinition>) {
  const { target, connecting } = await aSchool(db, instance, definition);
  const lines: string[] = [];
  const write = (event: string, fields?: object) => void lines.push(JSON.stringify({ event, ...fields }));
  const log = { debug: write, info: write, warn: write, error: write };
  const context = { ...aRoad(db).context, ...connecting, log };
  return { target, lines, introduce: (...changes: Change[]) => introduceEmployers(context, target, changes) };
}

/** A job that goes to the school for the first time. */
function aChange(posting: Partial<Posting> = {}, { fromForm = true } = {}): Change {
  const employer = { empname: 'Zenith', email: 'bo@zenith.test', fullname: 'Bo Lee', ...posting.employer };
  return {
    kind: 'publish',
    because: 'new',
    underway: false,
    wanted: {
      listingId: 1,
      source: 'form',
      sourceId: 1,
      externalSourceId: 'form',
      jobId: '1',
      posting: { job: posting.job ?? {}, employer },
      fingerprint: 'f',
      inputs: 'i',
      unlisted: [],
      listingFingerprint: 'l',
      title: 'Baker',
      employer: 'Zenith',
      fromForm,
    },
  };
}

const totalAt = async () => (await instance.rest('GET', '/employers')).body.total;

test('an employer of the form is created at a school that agreed, with its contact, once', async () => {
  const { target, introduce } = await aTarget(agreed);
  expect(await introduce(aChange(), aChange())).toBe(true);
  expect(await introduce(aChange())).toBe(true);
  const { body } = await instance.rest('GET', '/employers');
  expect(body.models).toMatchObject([{ name: 'Zenith', primaryContact: { label: 'Bo Lee' } }]);
  expect((await lookUpContacts(db, target.id, 'bo@zenith.test')).items).toHaveLength(1);
});

test('an employer that the school has is found, and its contact is created', async () => {
  const { introduce } = await aTarget(agreed);
  await instance.rest('POST', '/employers', anEmployer('Zenith Inc.'));
  expect(await introduce(aChange())).toBe(true);
  expect(await totalAt()).toBe(1);
  const [employer] = (await instance.rest('GET', '/employers')).body.models;
  expect(employer.primaryContact.label).toBe('Ann Lee');
});

test.each([
  ['of a feed', agreed, aChange({}, { fromForm: false })],
  ['that hides its name', agreed, aChange({ job: { blind_flag: true } })],
  ['without an address', agreed, aChange({ employer: { empname: 'Zenith', email: null } })],
  ['at a school that agreed to nothing', {}, aChange()],
])('a job %s introduces nobody', async (_, definition, change) => {
  const { introduce, lines } = await aTarget(definition);
  expect(await introduce(change)).toBe(false);
  expect(await totalAt()).toBe(0);
  expect(lines).toEqual([]);
});

test('a school whose directory fails keeps no job back; the log says why, without the person', async () => {
  const { introduce, lines } = await aTarget(agreed);
  await instance.control('PUT', '/faults', { rules: ['rest:employers:http=500'] });
  expect(await introduce(aChange())).toBe(false);
  await instance.control('PUT', '/faults', { rules: [] });
  expect(lines.join('\n')).toContain('employer not introduced');
  expect(lines.join('\n')).not.toMatch(/bo@|Bo Lee|demo-token/);
});
