import type { Reading } from './types.ts';

/** Concepts of a label that is a code of a public classification (step 5 of M2). */
export function crosswalk(_field: string, _label: string): readonly Reading[] {
  return [];
}
