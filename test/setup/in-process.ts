import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import type { Opened } from '../../src/db/db.ts';
import { ownEmbedded } from '../../src/db/owner.ts';
import * as schema from '../../src/db/schema.ts';
import { callCommand } from '../../src/faces/cli/main.ts';

export type Ended = { readonly code: number; readonly out: string; readonly said: string };
type Env = Readonly<Record<string, string>>;

/** Calls a command in this process, as the program does with its words: what it writes is kept. `width`: on a terminal of so many columns. */
export async function call(words: readonly string[], env: Env, width?: number): Promise<Ended> {
  const [out, said]: [string[], string[]] = [[], []];
  const terminal = {
    out: (text: string) => void out.push(`${text}\n`),
    say: (text: string) => void said.push(`${text}\n`),
    progress: () => {},
    isTerminal: false,
    ...(width !== undefined && { width }),
  };
  const { code } = await callCommand(words, {
    terminal,
    env: { LOG_LEVEL: 'error', ...env },
    writeLog: (line) => void said.push(line),
  });
  return { code, out: out.join(''), said: said.join('') };
}

/**
 * Opens the embedded database of a data folder for all tests of a file, as a running `up` does, so that the commands join it and none
 * opens it anew.
 */
export function ownData(folder: string): void {
  let opened: Opened<typeof schema> | undefined;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const outcome = await ownEmbedded(folder, schema);
    if (outcome.kind === 'taken') throw new Error(outcome.reason);
    ({ opened } = outcome);
  });
  afterAll(() => opened?.close());
}
