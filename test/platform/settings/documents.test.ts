import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madeDocuments } from '../../tools/settings-page.ts';

test.each(Object.entries(madeDocuments))('%s says what the code says', async (path, text) => {
  await expect(text()).toMatchFileSnapshot(join(import.meta.dirname, '../../..', path));
});

test('every key of a definition is described', () => {
  const page = madeDocuments['docs/settings.md']?.() ?? '';
  expect(page).toContain('`soap.auth.secretEnv`');
  expect(page).not.toContain('NOT DESCRIBED');
  expect(page).not.toMatch(/^\| `\w+` \|  \|$/m);
});
