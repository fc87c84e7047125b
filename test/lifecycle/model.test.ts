import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mutations, worlds } from './model.mjs';

/** The executable model of what jobs, schools and holds may become. It is searched whole, by a process of its own. */
const run = promisify(execFile);
const model = async (...options: readonly string[]) =>
  (
    await run(process.execPath, [join(import.meta.dirname, 'model.mjs'), ...options], { timeout: 600_000 })
  ).stdout
    .split('\n')
    .filter((line) => line !== '');

test(
  'the executable model is whole: each world is searched to its end, and every invariant holds in every state',
  { timeout: 600_000, tags: ['slow'] },
  async () => {
    const lines = await model();
    const whole = lines.filter((line) => line.includes('  all states, all invariants held  '));
    expect(whole.map((line) => line.split(' ')[0])).toEqual(Object.keys(worlds));
  },
);

test(
  'an invariant catches each known defect of the executable model',
  { timeout: 600_000, tags: ['slow'] },
  async () => {
    const lines = await model('--mutate', 'all');
    expect(lines.filter((line) => line.includes(' caught by ')).map((line) => line.split(' ')[0])).toEqual(
      Object.keys(mutations),
    );
  },
);
