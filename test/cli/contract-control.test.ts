import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { predictPlaces, predictSalaries } from '../../src/cli/predict/values.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a clock that cannot be set is refused with what was expected and what came', async () => {
  const { control } = await anInstance({ db: await instanceDatabase() });
  expect(await control('PUT', '/clock', { at: 'noon' })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/expected \{"now": .+ or \{"advance": .+found \{"at":"noon"\}/) },
  });
});

test('predictions have every promised key, null where the text says nothing', async () => {
  const input = join(folder, 'rows.jsonl');
  writeFileSync(input, `${JSON.stringify({ id: 'a', raw: 'Denver, CO' })}\n`);
  expect(await predictPlaces({ input, corpus: folder })).toMatchObject([{ id: 'a', remote: null }]);
  expect(await predictSalaries({ input, corpus: folder })).toEqual([
    { id: 'a', min: null, max: null, unit: null, currency: null },
  ]);
});
