import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { taskKinds } from '../../src/tasks/schedule.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';

const db = await testDatabase();

test('the Cron Triggers of the Worker are those that tasks are scheduled by, no fewer and no more', () => {
  const kinds = taskKinds(aRoad(db).context, { send: async () => {} });
  const scheduled = kinds.flatMap(({ cron }) => (cron === undefined ? [] : [cron]));
  expect(scheduled).not.toHaveLength(0);
  const [, written = ''] = /^crons = (\[.*\])$/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? [];
  const triggers = z.array(z.string()).parse(JSON.parse(written));
  expect(new Set(triggers)).toEqual(new Set(scheduled));
});
