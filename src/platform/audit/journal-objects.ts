import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import { batchedWriter } from './batched-writer.ts';
import type { Journal } from './journal.ts';

/** Where objects are kept by name: an R2 bucket. */
export type ObjectStore = {
  readonly put: (name: string, text: string) => Promise<unknown>;
  readonly get: (name: string) => Promise<{ readonly text: () => Promise<string> } | null>;
};

/**
 * A journal of objects, for machines without a disk: each is named as a file of the journal's folder is, so that a copy of the bucket is
 * such a folder. Lines that come while one is put share the next.
 */
export function objectJournal(store: ObjectStore, clock: Clock, worker: string): Journal {
  let count = 0;
  const lines = batchedWriter((text) => {
    count += 1;
    const at = clock.now().toISOString().replaceAll(':', '');
    return store.put(`${at}-${worker}-${count}.jsonl`, text);
  });
  return { write: lines.write, close: lines.idle };
}

const HOMES = 'installations.json';

/** The id of the database that this journal was written for, which stood there. */
export async function recordedAt(store: ObjectStore, home: string): Promise<string | undefined> {
  return (await homesIn(store))[home];
}

export async function rememberAt(store: ObjectStore, home: string, id: string): Promise<void> {
  await store.put(HOMES, `${JSON.stringify({ ...(await homesIn(store)), [home]: id }, null, 2)}\n`);
}

async function homesIn(store: ObjectStore): Promise<Readonly<Record<string, string>>> {
  const kept = await store.get(HOMES);
  return kept === null ? {} : z.record(z.string(), z.string()).parse(JSON.parse(await kept.text()));
}
