// @module-tag slow
import { expect, test } from 'vitest';
import { simulatedService } from '../../bench/rest-service.ts';
import { simulatedTime } from '../../bench/simulated-time.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import type { Priority } from '../../src/rest/bucket.ts';
import { createClient } from '../../src/rest/rest-client.ts';
import { limiterOver, memoryStore } from '../../src/rest/rest-limiter.ts';
import { collectAll } from '../../src/rest/rest-pages.ts';

test('in a day of look-ups, form traffic, publishing and mirrors that want far too much, the quota holds and people are never starved', async () => {
  const time = simulatedTime('2026-11-20T00:00:00Z');
  const { clock, wait } = time;
  const { fetch, calls } = simulatedService(time, 20_000);
  const store = memoryStore(clock);
  /** Each priority is a process of its own; all share the token. */
  const clientFor = (priority: Priority) =>
    createClient({
      baseUrl: 'https://school.test/api/public',
      token: 'token',
      fetch,
      clock,
      wait,
      priority,
      limiter: limiterOver(store, wait),
      random: () => 0.5,
    });
  const end = clock.now().getTime() + DAY - MINUTE;
  const every = async (ms: number, work: () => Promise<unknown>) => {
    for (let next = clock.now().getTime(); next < end; next += ms) {
      await wait(Math.max(0, next - clock.now().getTime()));
      await work();
    }
  };
  const [people, publishing, mirrors] = [clientFor('people'), clientFor('publishing'), clientFor('mirrors')];
  const lateness: number[] = [];
  const outcomes = { people: new Set<string>(), publishing: new Set<string>(), mirrors: new Set<string>() };
  await time.run(
    Promise.all([
      every(40 * SECOND, async () => {
        const began = clock.now().getTime();
        outcomes.people.add((await people.employers.get('e1')).kind);
        lateness.push(clock.now().getTime() - began);
      }),
      every(30 * SECOND, async () => outcomes.publishing.add((await publishing.employers.get('e1')).kind)),
      // A mirror gone wild: a whole pull every five minutes, 11,520 calls.
      every(5 * MINUTE, async () => outcomes.mirrors.add((await collectAll(mirrors.employers.list())).kind)),
    ]),
  );
  const made = calls.lists + calls.other;
  expect(made).toBeLessThanOrEqual(10_000);
  expect(calls.tooMany).toBe(0);
  expect([...outcomes.people, ...outcomes.publishing]).toEqual(['answered', 'answered']);
  expect(outcomes.mirrors).toEqual(new Set(['answered', 'rateLimited']));
  expect(lateness).toHaveLength(2_159);
  expect(Math.max(...lateness)).toBeLessThan(2 * SECOND);
}, 60_000);
