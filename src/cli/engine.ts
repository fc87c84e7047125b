import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of long readings flat; to be called once the program is loaded. Both are rules of thumb of the engine that it asks
 * at every collection.
 */
export function boundMemory(): void {
  // Code whose objects outlived one pause would make them in old space from then on, where every row that is done with holds on to its
  // texts until the next full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // By now the young space has the size that a reading needs. It would grow to three times 32 MB, and nothing is read faster for it.
  setFlagsFromString('--semi-space-growth-factor=1');
}
