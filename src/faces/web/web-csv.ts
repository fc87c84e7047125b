import { stream } from 'hono/streaming';
import type { WebContext } from './env.ts';

type Cell = string | number | null | undefined;

/** A list for a spreadsheet, written as its rows are read. */
export function csvResponse(
  c: WebContext,
  fileName: string,
  {
    columns,
    rows,
  }: { columns: readonly string[]; rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]> },
): Response {
  c.header('content-type', 'text/csv; charset=utf-8');
  c.header('content-disposition', `attachment; filename="${fileName}"`);
  return stream(c, async (out) => {
    await out.write(`${columns.join(',')}\r\n`);
    for await (const row of rows) await out.write(`${row.map(csvCell).join(',')}\r\n`);
  });
}

/** Rows that are read in pages, each after the id of the one before. */
export async function* inPages<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
  cells: (row: Row) => readonly Cell[],
  limit = 2_000,
): AsyncGenerator<readonly Cell[]> {
  let afterId = 0;
  for (;;) {
    const rows = await read(afterId, limit);
    yield* rows.map(cells);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    afterId = last.id;
  }
}

/** A cell that no spreadsheet takes for a formula. */
function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
