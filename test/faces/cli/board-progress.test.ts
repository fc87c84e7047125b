import { expect, test } from 'vitest';
import type { PlaceCount } from '../../../src/publishing/queries/place-counts.ts';
import { followBoard } from '../../../src/faces/cli/board-progress.ts';

const place = (state: PlaceCount['state'], live: boolean, n: number): PlaceCount => ({
  targetId: 1,
  sourceId: 1,
  source: 'acme',
  state,
  live,
  step: null,
  cause: null,
  since: null,
  n,
});

/** What a person reads while the counts go on as given; the program ends with the last of them. */
async function read(...looks: readonly (readonly PlaceCount[])[]): Promise<readonly string[]> {
  const lines: string[] = [];
  let at = 0;
  await followBoard(
    { progress: (text) => void lines.push(text), say: (text) => void lines.push(`said: ${text}`) },
    {
      url: 'http://127.0.0.1:8081',
      labels: 'http://127.0.0.1:8080/plan',
      notes: async () => ['First operator: open the link'],
      places: async () => looks[at] ?? [],
      pause: async () => {
        at += 1;
        return at < looks.length;
      },
    },
  );
  return lines;
}

const done = [place('live', true, 3), place('blocked', false, 2)];

test('a person reads how the board fills, and at last where it is', async () => {
  const half = [place('live', true, 0), place('update_due', true, 1), place('to_publish', false, 2)];
  expect(await read([], half, done, done, done, done)).toEqual([
    'The sample feeds are being read …',
    '1 of 3 jobs are on the board …',
    '3 of 3 jobs are on the board …',
    '3 of 3 jobs are on the board …',
    'said: 3 jobs are on the board: http://127.0.0.1:8081',
    'said: 2 jobs cannot go: http://127.0.0.1:8080/plan',
    'said: First operator: open the link',
  ]);
});

test('a board that waits for the next feed is not yet full, and one that is never full ends with the program', async () => {
  const more = [place('live', true, 3), place('sending', false, 1)];
  const lines = await read(done, done, more, done, done);
  expect(lines).toHaveLength(5);
  expect(lines.filter((line) => line.startsWith('said'))).toEqual([]);
});
