import { expect, test } from 'vitest';
import type { Log } from '../../src/core/log.ts';
import { mirrorDirectory, pollDirectories } from '../../src/tasks/mirror-directory.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
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
