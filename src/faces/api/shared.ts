import * as z from 'zod';
import type { Actor } from '../../platform/accounts/permissions.ts';
import { cursorOf } from '../web/redirects.ts';

/** A moment, or none. */
export const instantOrNull = z.iso.datetime().nullable();

/** What a listing lacks, and how to fix it. */
export const reasonSchema = z.object({ what: z.string(), fix: z.string(), points: z.int() });

export function iso(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}

/** A page of rows that are numbered: one more than `limit` was asked for, to know whether there is a next. */
export function cut<R extends { readonly id: number }, T>(
  rows: readonly R[],
  limit: number,
  show: (row: R) => T,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(show), next: rows.length > limit && last ? String(last.id) : null };
}

/** The number in a cursor. */
export function idIn(cursor: string | undefined): number | undefined {
  return cursorOf(cursor);
}

/** To somebody who may see a part, about what tells of all. */
export function limited({ name }: Actor) {
  return { kind: 'forbidden', detail: `${name} is limited to some targets or sources.` } as const;
}

export function notFound(what: string, name: string) {
  return { kind: 'not found', detail: `No ${what} is called ${name}.` } as const;
}
