import { expect, test } from 'vitest';
import { cached } from '../../../src/faces/web/cached.ts';
import { manualClock } from '../../setup/clock.ts';

const clock = manualClock('2026-11-20T12:00:00Z');

const raise = (error: unknown) => {
  throw error;
};

function aQuestion(tookMs = 0) {
  let asked = 0;
  const errors: unknown[] = [];
  const answer = cached({ clock, freshMs: 2_000, onError: (error) => void errors.push(error) }, async () => {
    clock.advance(tookMs);
    asked += 1;
    if (asked === 3) throw new Error('the database is away');
    return asked;
  });
  return { answer, errors };
}

test('an answer is given from memory, and made anew behind the one that asks', async () => {
  const { answer } = aQuestion();
  expect([await answer(), await answer()]).toEqual([1, 1]);
  clock.advance(3_000);
  expect([await answer(), await answer()]).toEqual([1, 2]);
});

test('one that takes long is asked for less often', async () => {
  const { answer } = aQuestion(1_000);
  await answer();
  clock.advance(19_000);
  expect([await answer(), await answer()]).toEqual([1, 1]);
});

test('one that fails behind an answer is told, and the old answer stays', async () => {
  const { answer, errors } = aQuestion();
  await answer();
  clock.advance(30_000);
  expect(await answer()).toBe(2);
  clock.advance(3_000);
  expect(await answer()).toBe(2);
  await expect.poll(() => errors.length).toBe(1);
});

test('the later one of two that are asked at once is remembered', async () => {
  const asked: ((value: number) => void)[] = [];
  let isQuick = true;
  const answer = cached(
    { clock, freshMs: 2_000, isQuick: () => isQuick, onError: raise },
    () => new Promise<number>((resolve) => void asked.push(resolve)),
  );
  const both = [answer(), answer()];
  asked[1]?.(2);
  await both[1];
  asked[0]?.(1);
  expect(await Promise.all(both)).toEqual([1, 2]);
  isQuick = false;
  expect(await answer()).toBe(2);
});

test('while asking is quick each asker gets a new answer, and the one that showed it to be slow is kept', async () => {
  let asked = 0;
  const isQuick = () => asked < 3;
  const answer = cached({ clock, freshMs: 2_000, isQuick, onError: raise }, () => {
    asked += 1;
    return Promise.resolve(asked);
  });
  expect([await answer(), await answer(), await answer(), await answer()]).toEqual([1, 2, 3, 3]);
});
