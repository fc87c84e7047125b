import { readFileSync } from 'node:fs';

/** What a prediction is made of: the file (or folder) of rows, the schools' picklists, the folder of feed documents. */
export type PredictInput = { readonly input: string; readonly schools?: string; readonly corpus: string };

/** One kind of prediction: rows in, one prediction a row. */
export type Predict = (input: PredictInput) => Promise<readonly object[]>;

/** The rows of a file of JSON lines, each checked by `parse`. */
export function readLines<T>(file: string, parse: (row: unknown) => T): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parse(JSON.parse(line)));
}
