import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsync,
  openSync,
  readFileSync,
  renameSync,
  write,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../db/folder.ts';
import type { Clock } from '../../core/clock.ts';
import { batchedWriter } from './batched-writer.ts';
import type { Journal } from './journal.ts';

const writeTo = promisify(write);
const flush = promisify(fsync);

/**
 * A journal in a folder: a file a day and process, JSON lines, flushed before `write` resolves. Writes that come together share a flush.
 * After a write that failed (a full disk) the next goes to a new file, so that only the last line of a file can be torn.
 */
export function fileJournal(folder: string, clock: Clock): Journal {
  makeFolder(folder);
  let open: { readonly day: string; readonly fd: number } | undefined;
  const leave = () => {
    if (open !== undefined) closeSync(open.fd);
    open = undefined;
  };
  const fileOf = (day: string): number => {
    if (open?.day === day) return open.fd;
    leave();
    const name = `${day}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;
    open = { day, fd: openSync(join(folder, name), 'ax') };
    return open.fd;
  };
  const lines = batchedWriter(async (text) => {
    try {
      const fd = fileOf(clock.now().toISOString().slice(0, 10));
      await writeWhole(fd, Buffer.from(text));
      await flush(fd);
    } catch (error) {
      leave();
      throw error;
    }
  });

  return {
    write: lines.write,
    close: async () => {
      await lines.idle();
      leave();
    },
  };
}

/** A disk that is nearly full takes a part of what is written. */
async function writeWhole(fd: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await writeTo(fd, bytes, at, bytes.length - at);
    at += bytesWritten;
  }
}

const homesFile = (folder: string) => join(folder, 'installations.json');

/** The ids of the databases that this journal was written for, by their place: this is stored outside the database. */
export function recordedHomes(folder: string): Readonly<Record<string, string>> {
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
  makeFolder(folder);
  const text = `${JSON.stringify({ ...recordedHomes(folder), [home]: id }, null, 2)}\n`;
  // As a whole or not at all, whatever happens to the disk or the process.
  const written = `${homesFile(folder)}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, homesFile(folder));
}
