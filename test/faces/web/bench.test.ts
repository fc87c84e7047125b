// @module-tag slow
import { expect, test } from 'vitest';
import { run } from '../../../bench/web.ts';

test('the benchmark of the web runs, and no page weighs more than 60 kB', { timeout: 120_000 }, async () => {
  const { ratios } = await run({ full: false });
  const weight = ratios.find(({ what }) => what.startsWith('HTML + CSS + JS'));
  expect(weight?.value).toBeLessThan(60);
});
