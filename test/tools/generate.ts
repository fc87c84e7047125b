import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedTables, tablesFolder, WrongRow } from './picklist-tables.ts';

/** `npm run generate`: checks the tables of `src/data/picklists/` and writes what the product loads, `src/data/picklists.json`. */
try {
  writeFileSync(
    join(tablesFolder, '../picklists.json'),
    `${JSON.stringify(checkedTables()(), undefined, 2)}\n`,
  );
} catch (error) {
  if (!(error instanceof WrongRow)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
