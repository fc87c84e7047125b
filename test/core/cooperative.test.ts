import { describe, expect, test } from 'vitest';
import { yieldEvery } from '../../src/core/cooperative.ts';

describe('a breather', () => {
  test('the event loop continues between steps that are only awaited', async () => {
    let turns = 0;
    let done = false;
    const look = () => {
      turns += 1;
      if (!done) setImmediate(look);
    };
    setImmediate(look);
    const breathe = yieldEvery();
    for (let step = 0; step < 5; step += 1) {
      busyFor(10);
      await breathe();
    }
    done = true;
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  test('a step does not yield before its time is over', async () => {
    let passed = false;
    setImmediate(() => {
      passed = true;
    });
    await yieldEvery()();
    expect(passed).toBe(false);
  });
});

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
