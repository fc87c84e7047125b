import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishTypes, englishTypesFile } from './english-types.ts';
import { checkedListingTables, checkedTables, tablesFolder, WrongRow } from './picklist-tables.ts';

/**
 * `npm run generate`: checks the tables of `src/data/` and writes what the product loads, `picklists.json` and `listings.json`; writes
 * the types of the form's English texts.
 */
writeFileSync(englishTypesFile, englishTypes());
try {
  for (const [file, tables] of [
    ['picklists.json', checkedTables()()],
    ['listings.json', checkedListingTables()],
  ] as const)
    writeFileSync(join(tablesFolder, '..', file), `${JSON.stringify(tables, undefined, 2)}\n`);
} catch (error) {
  if (!(error instanceof WrongRow)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
