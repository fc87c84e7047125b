import tables from '../data/listings.json' with { type: 'json' };

/** The rows of a table of `src/data/listings/`, as `npm run generate` writes them: the cells of a row in the order of its columns. */
export function cellsOf(table: keyof typeof tables): readonly (readonly string[])[] {
  return tables[table].map((row) => row.split('\t'));
}
