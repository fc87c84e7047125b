const WIDEST = 48;

type Row = readonly (string | number)[];

/** Rows as aligned columns with a heading; numbers to the right. A cell that is longer than most moves its own row alone. */
export function columns(heading: readonly string[], rows: readonly Row[], widest = WIDEST): string {
  const texts = [...(heading.length === 0 ? [] : [heading]), ...rows.map((row) => row.map(String))];
  const at = Array.from({ length: largest(texts.map((row) => row.length)) }, (_, column) => column);
  const widths = at.map((column) =>
    Math.min(widest, largest(texts.map((row) => (row[column] ?? '').length))),
  );
  const isNumber = at.map(
    (column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  return texts
    .map((row) =>
      row
        .map((text, column) =>
          isNumber[column] === true ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Of any number of rows: a call takes some hundred thousand arguments at most. */
const largest = (lengths: readonly number[]): number => lengths.reduce((all, one) => Math.max(all, one), 0);

/** A table with a row for each item, or what to say without any. */
export function listText<T>(
  items: readonly T[],
  none: string,
  heading: readonly string[],
  rowOf: (item: T) => Row,
): string {
  return items.length === 0 ? none : columns(heading, items.map(rowOf));
}

/** Rows within a width: the widest column is cut until each row fits; `whole` columns (ids, commands) and numbers never. */
export function cutTo<R extends Row>(
  rows: readonly R[],
  width: number | undefined,
  whole: readonly number[] = [0],
): readonly Row[] {
  if (width === undefined) return rows;
  const widths = Array.from({ length: largest(rows.map((row) => row.length)) }, (_, at) =>
    largest(rows.map((row) => String(row[at] ?? '').length)),
  );
  const sum = () => widths.reduce((all, one) => all + one + 2, -2);
  for (let over = sum() - width; over > 0; over = sum() - width) {
    const widest = largest(widths.filter((_, at) => !whole.includes(at)));
    if (widest <= 8) break;
    widths[widths.findIndex((one, at) => one === widest && !whole.includes(at))] = widest - 1;
  }
  return rows.map((row) =>
    row.map((cell, at) => {
      const most = whole.includes(at) || typeof cell === 'number' ? Infinity : (widths[at] ?? Infinity);
      const text = String(cell);
      return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : cell;
    }),
  );
}

/** A table within a width; the first column, which is an id, is never cut. */
export function fitted(heading: readonly string[], rows: readonly Row[], width: number | undefined): string {
  const [head = [], ...cut] = cutTo([heading, ...rows], width);
  return columns(head.map(String), cut, width ?? WIDEST);
}

/** Columns without a heading. */
export function aligned(rows: readonly Row[]): string {
  return columns([], rows, Infinity);
}

/** A moment in UTC to the minute, as tables show it: `2026-11-20 09:41`. */
export function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

/** The same to the second. */
export function second(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
