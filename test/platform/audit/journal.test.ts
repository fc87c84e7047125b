import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileJournal } from '../../../src/platform/audit/journal-file.ts';
import type { JournalLine } from '../../../src/platform/audit/journal.ts';
import { readJournal } from '../../../src/platform/audit/read-journal.ts';
import { DAY, MINUTE } from '../../../src/core/clock.ts';
import { manualClock } from '../../setup/clock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quadwire-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('lines of several processes over several days come back in the order of time', async () => {
  const clock = manualClock('2026-11-20T23:58:00Z');
  const [one, other] = [fileJournal(folder, clock), fileJournal(folder, clock)];
  const written: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    const line = aLine(String(n), clock.now());
    await (n % 3 === 0 ? other : one).write([line]);
    written.push(line.jobId);
    clock.advance(n === 20 ? DAY : MINUTE / 4);
  }
  await Promise.all([one.close(), other.close()]);
  expect(readdirSync(folder)).toHaveLength(6);
  expect((await all()).map(({ jobId }) => jobId)).toEqual(written);
});

test('a last line cut by a crash is left out; one that is cut elsewhere is an error that says where', async () => {
  const clock = manualClock('2026-11-20T09:00:00Z');
  const journal = fileJournal(folder, clock);
  await journal.write([aLine('1', clock.now())]);
  await journal.close();
  const [file = ''] = readdirSync(folder);
  appendFileSync(join(folder, file), '{"at":"2026-11');
  expect((await all()).map(({ jobId }) => jobId)).toEqual(['1']);
  appendFileSync(join(folder, file), `\n${JSON.stringify(aLine('2', clock.now()))}\n`);
  await expect(all()).rejects.toThrow(`journal ${file}: line 2 is not JSON`);
});

test.each([
  ['null', 'must be an object, not null'],
  ['{"at":"2026-11-20T09:00:00.000Z"}', 'what: '],
  [JSON.stringify({ ...aLine('1', new Date(0)), outcome: 'lost' }), 'outcome: '],
])('a line that is JSON and none of ours is an error that says where: %s', async (text, mistake) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '2026-11-20-w.jsonl'), `${text}\n`);
  await expect(all()).rejects.toThrow(`journal 2026-11-20-w.jsonl: line 1: `);
  await expect(all()).rejects.toThrow(mistake);
});

test('a journal that is begun again writes to a file of its own, never behind a line that was cut', async () => {
  const clock = manualClock('2026-11-20T09:00:00Z');
  const first = fileJournal(folder, clock);
  await first.write([aLine('1', clock.now())]);
  await first.close();
  appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{"at":"2026-11');
  clock.advance(MINUTE);
  const again = fileJournal(folder, clock);
  await again.write([aLine('2', clock.now())]);
  await again.close();
  expect((await all()).map(({ jobId }) => jobId)).toEqual(['1', '2']);
});

test('a line that cannot be written is an error, and the next one is written once the disk takes it', async () => {
  const clock = manualClock('2026-11-20T09:00:00Z');
  const journal = fileJournal(folder, clock);
  rmSync(folder, { recursive: true });
  await expect(journal.write([aLine('1', clock.now())])).rejects.toThrow('ENOENT');
  mkdirSync(folder);
  await journal.write([aLine('2', clock.now())]);
  await journal.close();
  expect((await all()).map(({ jobId }) => jobId)).toEqual(['2']);
});

async function all(): Promise<readonly JournalLine[]> {
  const lines: JournalLine[] = [];
  for await (const line of readJournal(folder)) lines.push(line);
  return lines;
}

function aLine(jobId: string, at: Date): JournalLine {
  return {
    at: at.toISOString(),
    what: 'intent',
    operation: 'processJob',
    target: 't',
    source: 's',
    externalSourceId: 's',
    jobId,
    hash: 'h',
  };
}
