import { validationErrorsInLine } from '../../../src/core/validation-errors.ts';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What a prediction is made of: the file (or folder) of rows, the schools' picklists, the folder of feed documents. */
export type PredictInput = { readonly input: string; readonly schools?: string; readonly corpus: string };

/** One kind of prediction: rows in, one prediction a row. */
export type Predict = (input: PredictInput) => Promise<readonly object[]>;

/** The rows of a file of JSON lines, each checked by `parse`. An invalid row is reported with its place. */
export function readLines<T>(file: string, parse: (row: unknown) => T): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [rowOf(line, `${file}: line ${at + 1}`, parse)]));
}

/** What a file holds is not what was promised: for the person who gave it, not a bug. */
export class WrongInput extends Error {}

function rowOf<T>(line: string, place: string, parse: (row: unknown) => T): T {
  try {
    return parse(JSON.parse(line));
  } catch (error) {
    if (error instanceof z.ZodError) throw new WrongInput(`${place}: ${validationErrorsInLine(error)}`);
    if (error instanceof SyntaxError) throw new WrongInput(`${place} is no JSON`);
    throw error;
  }
}
