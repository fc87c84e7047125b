/** Where a command writes: data on stdout, everything for people beside it on stderr when stdout is piped. */
export type Terminal = {
  /** Data, or the answer of the command. */
  readonly out: (text: string) => void;
  /** For people: reasons, progress. */
  readonly say: (text: string) => void;
  /** Replaces the line of progress; on anything but a terminal nothing is shown. */
  readonly progress: (text: string) => void;
  readonly isTerminal: boolean;
};

export function processTerminal(): Terminal {
  // `preview FILE | head`: who reads has seen enough. The command goes on to its end; what it says is for nobody.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error;
    });
  const isTerminal = process.stderr.isTTY;
  let shown = false;
  const clear = () => {
    if (shown) process.stderr.write('\r\u001b[2K');
    shown = false;
  };
  return {
    isTerminal,
    out: (text) => {
      clear();
      process.stdout.write(`${text}\n`);
    },
    say: (text) => {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress: (text) => {
      if (!isTerminal) return;
      clear();
      process.stderr.write(text);
      shown = true;
    },
  };
}

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

export { counted as plural } from '../core/numbers.ts';
