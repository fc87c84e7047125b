import { validationErrorsInLine } from '../../core/validation-errors.ts';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { jsonIn } from '../../core/json.ts';
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
  let cutAt: number | undefined;
  let at = 0;
  for await (const text of createInterface({ input: createReadStream(join(folder, file)) })) {
    at += 1;
    if (cutAt !== undefined) throw new Error(`journal ${file}: line ${cutAt} is not JSON`);
    if (text === '') continue;
    const value = jsonIn(text);
    if (value === undefined) {
      cutAt = at;
      continue;
    }
    const read = lineForm.safeParse(value);
    if (!read.success) throw new Error(`journal ${file}: line ${at}: ${validationErrorsInLine(read.error)}`);
    yield read.data;
  }
}

const lineForm: z.ZodType<JournalLine> = z.object({
  at: z.iso.datetime(),
  what: z.enum(['intent', 'outcome']),
  operation: z.enum(['processJob', 'deleteJob']),
  target: z.string(),
  source: z.string(),
  externalSourceId: z.string(),
  jobId: z.string(),
  hash: z.string().exactOptional(),
  outcome: z.enum(['answered', 'refused', 'troubled', 'unanswered']).exactOptional(),
  delisted: z.boolean().exactOptional(),
});
