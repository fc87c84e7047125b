import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JournalLine } from './journal.ts';

/**
 * All lines of a journal in the order of time, a day at a time, in memory bounded by the number of files of a day. A last line cut by a
 * crash is left out; any other unreadable line is an error.
 */
export async function* readJournal(folder: string): AsyncGenerator<JournalLine> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted();
  for (const day of Map.groupBy(files, (file) => file.slice(0, 10)).values())
    yield* inOrder(day.map((file) => linesOf(folder, file)));
}

/** Lines of several files, each in the order in which one process wrote them, as one sequence. */
async function* inOrder(files: readonly AsyncGenerator<JournalLine>[]): AsyncGenerator<JournalLine> {
  const heads: { line: JournalLine; readonly rest: AsyncGenerator<JournalLine> }[] = [];
  for (const rest of files) {
    const first = await rest.next();
    if (first.done !== true) heads.push({ line: first.value, rest });
  }
  while (heads.length > 0) {
    const earliest = heads.reduce((a, b) => (b.line.at < a.line.at ? b : a));
    yield earliest.line;
    const following = await earliest.rest.next();
    if (following.done === true) heads.splice(heads.indexOf(earliest), 1);
    else earliest.line = following.value;
  }
}

async function* linesOf(folder: string, file: string): AsyncGenerator<JournalLine> {
  let unread: { readonly at: number; readonly error: unknown } | undefined;
  let at = 0;
  for await (const text of createInterface({ input: createReadStream(join(folder, file)) })) {
    at += 1;
    if (unread !== undefined)
      throw new Error(`journal ${file}: line ${unread.at} is not JSON`, { cause: unread.error });
    if (text === '') continue;
    try {
      yield JSON.parse(text) as JournalLine;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      unread = { at, error };
    }
  }
}
