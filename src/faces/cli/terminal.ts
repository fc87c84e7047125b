/** Where a command writes: data on stdout, everything for people beside it on stderr when stdout is piped. */
export type Terminal = {
  /** Data, or the answer of the command. */
  readonly out: (text: string) => void;
  /** For people: reasons, progress. */
  readonly say: (text: string) => void;
  /** Replaces the line of progress; on anything but a terminal nothing is shown. */
  readonly progress: (text: string) => void;
  /** Takes the line of progress away, for what others write. */
  readonly clear?: () => void;
  readonly isTerminal: boolean;
  /** Characters of a line, where a person reads stdout on a terminal; absent in a pipe. */
  readonly width?: number;
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
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
    clear,
    out: (text) => {
      clear();
      process.stdout.write(`${harmless(text)}\n`);
    },
    say: (text) => {
      clear();
      process.stderr.write(`${harmless(text)}\n`);
    },
    progress: (text) => {
      if (!isTerminal) return;
      clear();
      process.stderr.write(harmless(text));
      shown = true;
    },
  };
}

/**
 * What feeds, forms and targets say never speaks to the terminal: signs that move its cursor, colour it or turn the writing round are
 * spelt as JSON spells them, so that data stays the same data.
 */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

export { columns } from '../../operations/registry/operation-text.ts';
export { plural } from '../../core/numbers.ts';
