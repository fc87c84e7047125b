// @module-tag slow
import { expect, test } from 'vitest';
import { run } from '../../bench/soap.ts';

test('the benchmark of SOAP runs and compares us with its peers', async () => {
  const { measurements, ratios } = await run({ full: false });
  expect(ratios.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'our client / raw fetch',
      'our client / node-soap',
      'decoding a picklist / node-soap',
    ]),
  );
  for (const { value } of measurements) expect(value).toBeGreaterThan(0);
});
