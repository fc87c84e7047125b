import {
  closeSync,
  existsSync,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  write,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../core/clock.ts';
import type { Journal, JournalLine } from './journal.ts';

const writeTo = promisify(write);
const flush = promisify(fsync);

/** A journal in a folder: one file a day and process, JSON lines, flushed before `write` resolves. Writes that come together share a flush. */
export function fileJournal(folder: string, clock: Clock): Journal {
  mkdirSync(folder, { recursive: true });
  let open: { readonly day: string; readonly fd: number } | undefined;
  let waiting: {
    readonly text: string;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[] = [];
  let busy: Promise<void> | undefined;

  const fileOf = (day: string): number => {
    if (open?.day === day) return open.fd;
    if (open !== undefined) closeSync(open.fd);
    open = { day, fd: openSync(join(folder, `${day}-${process.pid}.jsonl`), 'a') };
    return open.fd;
  };
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const fd = fileOf(clock.now().toISOString().slice(0, 10));
        await writeTo(fd, batch.map(({ text }) => text).join(''));
        await flush(fd);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    busy = undefined;
  };

  return {
    write: (lines) =>
      new Promise((done, failed) => {
        waiting.push({ text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), done, failed });
        busy ??= Promise.resolve().then(drain);
      }),
    close: async () => {
      await busy;
      if (open !== undefined) closeSync(open.fd);
      open = undefined;
    },
  };
}

/** All lines of a journal in the order of time. A last line cut by a crash is left out; any other unreadable line is an error. */
export function readJournal(folder: string): readonly JournalLine[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted();
  const lines = files.flatMap((file) => linesOf(file, readFileSync(join(folder, file), 'utf8')));
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function linesOf(file: string, text: string): readonly JournalLine[] {
  const whole = text.endsWith('\n') ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as JournalLine;
      } catch (error) {
        throw new Error(`journal ${file}: line ${index + 1} is not JSON`, { cause: error });
      }
    });
}

const homesFile = (folder: string) => join(folder, 'installations.json');

/** The ids of the databases that this journal was written for, by where they stand: what is kept outside the database. */
export function rememberedHomes(folder: string): Readonly<Record<string, string>> {
  const file = homesFile(folder);
  if (!existsSync(file)) return {};
  const homes: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(typeof homes === 'object' && homes !== null ? homes : {}).map(([home, id]) => [
      home,
      String(id),
    ]),
  );
}

export function rememberHome(folder: string, home: string, id: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    homesFile(folder),
    `${JSON.stringify({ ...rememberedHomes(folder), [home]: id }, null, 2)}\n`,
  );
}
