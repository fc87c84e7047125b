import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from '../../src/core/batcher.ts';

test('what is added within one turn, or while one put is under way, goes together, in its order', async () => {
  const puts: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const { add, idle } = createBatcher(async (items: readonly number[]) => {
    puts.push(items);
    if (puts.length === 1) await gate.promise;
    return items.map((item) => item * 10);
  });
  const first = [add(1), add(2)];
  await setImmediate();
  const later = [add(3), add(4)];
  gate.resolve();
  expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40]);
  expect(puts).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await idle();
});

test('a put that fails fails those that were in it, and not the next', async () => {
  let fails = true;
  const { add } = createBatcher(async (items: readonly number[]) => {
    if (!fails) return items;
    fails = false;
    throw new Error('disk full');
  });
  await expect(add(1)).rejects.toThrow('disk full');
  expect(await add(2)).toBe(2);
});
