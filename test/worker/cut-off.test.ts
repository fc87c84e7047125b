import { describe, expect, test } from 'vitest';
import { indeedFeed, jobs } from '../setup/road.ts';
import { aWorker, cannotRun, onServer, server } from './a-worker.ts';
import { board, callsByJob, eventually, roadEnds } from './road-setup.ts';

const JOBS = 60;

describe.skipIf(cannotRun || server === undefined)('an invocation that is cut off', () => {
  test('loses nothing: another one goes on, and only the calls that were out are made again', async () => {
    const base = await onServer(server ?? '');
    const ends = await roadEnds(base.db);
    await ends.addSchool();
    await ends.addFeed('acme');
    ends.serve('acme', indeedFeed(jobs(JOBS)));
    const slow = JSON.stringify({ rules: ['processJob:latency=300'] });
    await fetch(`${ends.instance.url}/_control/faults`, { method: 'PUT', body: slow });

    const first = await aWorker({ base });
    await first.cron();
    await eventually(async () => expect((await board(ends.instance)).length).toBeGreaterThan(9));
    // The runtime goes at once, with its queue: calls are out, rows are claimed, messages wait.
    await first.close();
    expect((await board(ends.instance)).length).toBeLessThan(JOBS);

    await fetch(`${ends.instance.url}/_control/faults`, { method: 'PUT', body: '{"rules":[]}' });
    const second = await aWorker({ base });
    await eventually(async () => {
      await second.cron();
      expect(await board(ends.instance)).toHaveLength(JOBS);
    });
    const calls = await callsByJob(ends.instance);
    expect(calls.size).toBe(JOBS);
    expect(Math.max(...calls.values())).toBeLessThanOrEqual(2);
    const repeated = [...calls.values()].filter((count) => count > 1);
    expect(repeated.length).toBeLessThanOrEqual(3);
    await second.close();
    await ends.close();
    await base.close();
  });
});
