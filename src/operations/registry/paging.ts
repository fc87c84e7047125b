import * as z from 'zod';

/** The input of a paged list. */
export const listInput = {
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the `next` of the page before')
    .transform(Number)
    .optional()
    .describe('From `next` of the page before.'),
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Most rows of a page, 1 to 500.'),
};

/** The number of one row, as the command that lists them shows it. */
export const numberOf = (what: string, command: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be the number of ${what}; \`${command}\` shows them`)
    .overwrite((text) => String(Number(text)));

/** A page of a list, and the cursor of the next one. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last.'),
  });
}

/** A page of numbered rows; one more than `limit` was read. `sees`: rows that the reader may see; others are passed over. */
export function pageOfRows<R extends { readonly id: number }, T>(
  rows: readonly R[],
  limit: number,
  show: (row: R) => T,
  sees: (row: R) => boolean = () => true,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.filter(sees).map(show), next: rows.length > limit && last ? String(last.id) : null };
}
