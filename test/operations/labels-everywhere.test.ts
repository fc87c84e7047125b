import { expect, test } from 'vitest';
import { decideLabels, mapLabel } from '../../src/operations/labels.operations.ts';
import type { Operation } from '../../src/operations/registry/operation.ts';
import { operatorOfMachine } from '../../src/faces/cli/operation-command.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Task } from '../../src/platform/queue/queue.ts';
import { allTargets } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus } from '../faces/web/support/data.ts';

const db = await testDatabase();

test('what is decided for every school is compared at every school at once, one label or several', async () => {
  await aCampus(db);
  const all = new Set((await allTargets(db)).map(({ id }) => id));
  const choice = { target: 'calloway', field: 'job_type', label: 'Gig' };
  const compared = async (op: Operation, input: Readonly<Record<string, unknown>>) => {
    const tasks: Task[] = [];
    const queue = () => ({ send: async (...sent: Task[]) => void tasks.push(...sent) });
    const services = { db, clock: systemClock, queue, site: { secret: 's', timeZone: 'UTC' } };
    expect(await op.perform(services, operatorOfMachine, input)).toMatchObject({ kind: 'done' });
    return new Set(tasks.map(({ payload }) => payload['targetId']));
  };
  expect(all.size).toBeGreaterThan(1);
  expect(await compared(mapLabel, { ...choice, everywhere: true })).toEqual(all);
  expect(await compared(decideLabels, { decisions: [choice], everywhere: true })).toEqual(all);
});
