import * as files from './operation-files.ts';
import type { Operation } from './operation.ts';

/** Every operation. Commands load the file of theirs alone; the web and the tests load this. */
export const operations: readonly Operation[] = Object.values(files)
  .flatMap((file): unknown[] => Object.values(file))
  .filter(isOperation);

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'perform' in value;
}
