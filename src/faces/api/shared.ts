import * as z from 'zod';
import type { Actor } from '../../platform/accounts/permissions.ts';

/** A moment, or none. */
export const instantOrNull = z.iso.datetime().nullable();

/** To somebody who may see a part, about what tells of all. */
export function limited({ name }: Actor) {
  return { kind: 'forbidden', detail: `${name} is limited to some targets or sources.` } as const;
}
