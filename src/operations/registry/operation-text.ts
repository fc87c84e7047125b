const WIDEST = 48;

/** Rows as aligned columns with a heading; numbers to the right. A cell that is longer than most moves its own row alone. */
export function columns(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [heading, ...rows.map((row) => row.map(String))];
  const widths = heading.map((_, column) =>
    Math.min(WIDEST, Math.max(...texts.map((row) => (row[column] ?? '').length))),
  );
  const isNumber = heading.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
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

/** Columns of text within a width: the widest is cut until the row fits; the first, which is an id, never. */
export function fitted(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const widths = heading.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const sum = () => widths.reduce((all, one) => all + one + 2, -2);
  for (let over = sum() - width; over > 0; over = sum() - width) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= 8) break;
    widths[widths.indexOf(widest, 1)] = widest - 1;
  }
  const cut = (text: string, at: number) => {
    const most = widths[at] ?? text.length;
    return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
  };
  return columns(
    heading.map(cut),
    rows.map((row) => row.map(cut)),
  );
}

/** A moment in UTC to the minute, as tables show it: `2026-11-20 09:41`. */
export function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

/** The same to the second. */
export function second(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
