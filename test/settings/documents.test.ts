import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeDocuments } from '../tools/settings-page.ts';

test.each(Object.entries(madeDocuments))('%s says what the code says', async (path, text) => {
  await expect(text()).toMatchFileSnapshot(join(import.meta.dirname, '../..', path));
});
