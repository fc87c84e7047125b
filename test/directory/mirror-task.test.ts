import { expect, test } from 'vitest';
import type { Log } from '../../src/core/log.ts';
import { mirrorDirectory, pollDirectories } from '../../src/tasks/mirror-directory.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { directoryContacts } from '../../src/db/schema.ts';
import { followLinks } from '../../src/directory/linked-contacts.ts';
import { lookUpContacts } from '../../src/directory/lookup.ts';
import { mirrorDirectory as pullMirror } from '../../src/directory/mirror.ts';
import { aClient, json, listPage } from '../rest/maker.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';
import { aSchool, anEmployer } from './school.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();

async function aContext() {
  const instance = await anInstance({ db: instanceDb });
  const { target, connecting } = await aSchool(db, instance);
  const lines: string[] = [];
  const write = (event: string, fields?: object) => void lines.push(JSON.stringify({ event, ...fields }));
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const context = { ...aRoad(db).context, ...connecting, log };
  return { instance, target, context, lines };
}

test('a target with a REST address is mirrored once an hour', async () => {
  const { target, context } = await aContext();
  const sent: Task[] = [];
  const queue = { send: async (...tasks: readonly Task[]) => void sent.push(...tasks) };
  await pollDirectories(context, queue);
  await pollDirectories(context, queue);
  expect(sent).toEqual([
    { name: 'mirror-directory', payload: { targetId: target.id }, key: `target ${target.id}` },
  ]);
});

test('neither the token nor a person’s data reach the log, whether it works or fails', async () => {
  const { instance, target, context, lines } = await aContext();
  await instance.rest('POST', '/employers', anEmployer('Acme'));
  expect(await mirrorDirectory(context, target.id)).toMatchObject({ kind: 'mirrored', employers: 1 });
  await instance.control('PUT', '/faults', { rules: ['rest:employers:html@1'] });
  expect(await mirrorDirectory(context, target.id)).toMatchObject({ kind: 'failed' });
  await instance.control('PUT', '/faults', { rules: [] });
  expect(lines.map((line) => JSON.parse(line).event)).toEqual([
    'directory mirrored',
    'directory not mirrored',
  ]);
  expect(lines.join('\n')).not.toMatch(/demo-token|hr@|Ann/);
});

test('a contact that a school does not have is asked for once, and its known address stays', async () => {
  const { target } = await aContext();
  const primaryContact = { id: 'c1', label: 'Ann', link: '/v1/contacts/c1' };
  const { client, clock, seen } = aClient(
    (request) => {
      if (request.path.startsWith('/v1/contacts/')) return json({}, 404);
      const isEmployers = request.path === '/v1/employers';
      return listPage(isEmployers ? [{ id: 'e1', name: 'Acme', primaryContact }] : [], request);
    },
    { followLinks: true },
  );
  const directory = { db, clock, client, targetId: target.id };
  for (let pull = 0; pull < 3; pull += 1) await pullMirror(directory);
  expect(seen.filter(({ path }) => path === '/v1/contacts/c1')).toHaveLength(1);

  await db.update(directoryContacts).set({ email: 'ann@acme.test' });
  await followLinks(directory, [{ id: 'e1', contactId: 'c1' }]);
  expect((await lookUpContacts(db, target.id, 'ann@acme.test')).items).toHaveLength(1);
});
