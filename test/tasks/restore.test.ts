// @module-tag slow
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { openPglite } from '../../src/db/pglite.ts';
import * as schema from '../../src/db/schema.ts';
import { restoreCourse } from '../tools/simulation/restore.ts';

test('after the restore of an older backup no id is lost, nothing is posted twice, and a copy posts nothing before it is claimed', async () => {
  let opened = await openPglite({ memory: true, dump: new Blob([readFileSync(inject('dump'))]) }, schema);
  let backup = new Blob([]);
  let home = 'the first place';
  const course = await restoreCourse(
    {
      db: () => opened.db,
      here: async () => home,
      backUp: async () => {
        backup = await opened.client.dumpDataDir('none');
      },
      loseAndRestore: async () => {
        await opened.close();
        opened = await openPglite({ memory: true, dump: backup }, schema);
        home = 'another place';
      },
    },
    { listings: 240, feeds: 2, targets: 2 },
    () => {},
  );
  await opened.close();
  expect(course.violations).toEqual([]);
  expect(course.known).toBeGreaterThanOrEqual(480);
}, 240_000);
