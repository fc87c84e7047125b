import type * as z from 'zod';
import { backoff } from '../core/backoff.ts';
import { HOUR, SECOND } from '../core/clock.ts';
import { batchAccepted, batchResult, bulkResult } from './envelopes.ts';
import { recordFailure } from './failures.ts';
import { BATCH_LEASE_MS } from './rest-limiter.ts';
import type { FindEffects } from './lost-answers.ts';
import type { Failure, Outcome, RecordOutcome } from './outcomes.ts';
import { ask, readAs } from './rest-reading.ts';
import { type Collection, routes } from './rest-routes.ts';
import { endedBy, type Query, type Sending } from './rest-send.ts';

const MOST_IN_BATCH = 1_000;
const MOST_IN_BULK = 100;

/** A write of many records of one collection. */
export type Many<T> = {
  readonly collection: Collection;
  readonly method: 'POST' | 'PUT';
  readonly read: z.ZodType<T>;
  /** How records are found whose batch was sent and never answered. */
  readonly findEffects: FindEffects<T> | undefined;
  /** Parameters of every call besides `batch` or `bulk`. */
  readonly query: Query;
};

/** Writes records in batches of up to 1,000, one batch at a time over all who use the token; what became of each, in the order given. */
export async function writeBatches<T>(
  sending: Sending,
  many: Many<T>,
  records: readonly unknown[],
): Promise<readonly RecordOutcome<T>[]> {
  const outcomes: RecordOutcome<T>[] = [];
  const pace: Pace = { lastMs: undefined };
  for (let at = 0; at < records.length; at += MOST_IN_BATCH)
    outcomes.push(...(await writeBatch(sending, many, records.slice(at, at + MOST_IN_BATCH), pace)));
  return outcomes;
}

/** The deprecated bulk write, up to 100 records a call: its answer holds the results. */
export async function writeBulk<T>(
  sending: Sending,
  { collection, method, read, query }: Omit<Many<T>, 'findEffects'>,
  records: readonly unknown[],
): Promise<readonly RecordOutcome<T>[]> {
  const outcomes: RecordOutcome<T>[] = [];
  for (let at = 0; at < records.length; at += MOST_IN_BULK) {
    const part = records.slice(at, at + MOST_IN_BULK);
    const answer = await alone(sending, () =>
      ask(sending, { ...requestOf(collection, method, part), query: { ...query, bulk: 1 } }, bulkResult),
    );
    outcomes.push(...perRecord(answer, part.length, read, ({ responses }) => responses));
  }
  return outcomes;
}

async function writeBatch<T>(
  sending: Sending,
  many: Many<T>,
  records: readonly unknown[],
  pace: Pace,
): Promise<readonly RecordOutcome<T>[]> {
  const began = sending.clock.now();
  const outcomes = await once(sending, many, records, pace);
  const lost = outcomes.flatMap((outcome, index) => (mayBeDone(outcome) ? [index] : []));
  if (lost.length === 0) return outcomes;
  const sought = lost.map((index) => records[index]);
  const found = await many.findEffects?.(sending, sought, began);
  if (found === undefined) return outcomes;
  const merged = [...outcomes];
  for (const [place, index] of lost.entries()) {
    const record = found.get(place);
    if (record !== undefined) merged[index] = { kind: 'answered', value: record };
  }
  // What left no trace was not taken, or was refused: sending it again says which.
  const missing = lost.filter((_, place) => !found.has(place));
  if (missing.length === 0) return merged;
  const again = await once(
    sending,
    many,
    missing.map((index) => records[index]),
    pace,
  );
  for (const [place, index] of missing.entries()) {
    const outcome = again[place];
    if (outcome !== undefined) merged[index] = outcome;
  }
  return merged;
}

/** Sends one batch and waits for its results. */
async function once<T>(
  sending: Sending,
  { collection, method, read, query }: Many<T>,
  records: readonly unknown[],
  pace: Pace,
): Promise<readonly RecordOutcome<T>[]> {
  const answer = await alone(sending, async (keep) => {
    const accepted = await ask(
      sending,
      { ...requestOf(collection, method, records), query: { ...query, batch: 1 }, repeatable: false },
      batchAccepted,
    );
    return accepted.kind === 'answered' ? resultsOf(sending, accepted.value.id, pace, keep) : accepted;
  });
  return perRecord(answer, records.length, read, (responses) => responses);
}

/** How long the last batch took: the next of the same kind takes about as long. */
type Pace = { lastMs: number | undefined };

/** Asks for a batch's results shortly before they can be expected, then with growing pauses, keeping the place meanwhile. */
async function resultsOf(
  sending: Sending,
  id: string,
  pace: Pace,
  keep: () => Promise<boolean>,
): Promise<Outcome<readonly unknown[]>> {
  const began = sending.clock.now().getTime();
  const elapsed = () => sending.clock.now().getTime() - began;
  while (elapsed() < LONGEST_BATCH_MS) {
    await pause(sending, pauseMs(elapsed(), pace.lastMs), keep);
    const result = await ask(sending, { route: routes.batch(id) }, batchResult);
    // The batch was accepted: whatever hides its results, it may be carried out.
    if (result.kind !== 'answered') return { ...result, ...lostBatch(`its results: ${result.reason}`) };
    if (result.value.status === 'error') return lostBatch('the batch failed');
    if (result.value.status !== 'completed') continue;
    pace.lastMs = elapsed();
    return { kind: 'answered', value: result.value.responses ?? [] };
  }
  return lostBatch('the batch did not end in time');
}

const LONGEST_BATCH_MS = HOUR;
const SHORTEST_PAUSE_MS = SECOND / 4;

/** A pause that makes a batch seem at most a quarter longer than it was; a twentieth, once its like is known. */
function pauseMs(elapsedMs: number, lastMs: number | undefined): number {
  const expected = lastMs === undefined ? 0 : lastMs * 0.9 - elapsedMs;
  const growing = lastMs === undefined ? elapsedMs / 4 : Math.max(lastMs, elapsedMs) / 20;
  return Math.max(SHORTEST_PAUSE_MS, expected > growing ? expected : Math.min(growing, 30 * SECOND));
}

/** Waits, and keeps the place for batches before its lease ends. */
async function pause({ wait, signal }: Sending, ms: number, keep: () => Promise<boolean>): Promise<void> {
  for (let left = ms; left > 0 && signal?.aborted !== true; left -= BATCH_LEASE_MS / 3) {
    await keep();
    await wait(Math.min(left, BATCH_LEASE_MS / 3), signal);
  }
}

/** Runs a batch call while nobody else runs one ("Only one bulk or batch update call may run at a time"). */
async function alone<A>(
  { limiter, wait, random, signal }: Sending,
  work: (keep: () => Promise<boolean>) => Promise<Outcome<A>>,
): Promise<Outcome<A>> {
  const holder = crypto.randomUUID();
  for (let attempt = 1; !(await limiter.holdBatch(holder)); attempt += 1) {
    if (signal?.aborted === true) return { kind: 'unavailable', reason: endedBy(signal), carriedOut: 'no' };
    await wait(backoff(attempt, SECOND / 4, 5 * SECOND, random), signal);
  }
  try {
    return await work(() => limiter.holdBatch(holder));
  } finally {
    await limiter.releaseBatch(holder);
  }
}

function requestOf(collection: Collection, method: 'POST' | 'PUT', body: readonly unknown[]) {
  const route = method === 'POST' ? routes.batchCreate(collection) : routes.batchUpdate(collection);
  return { route, body };
}

/** Answers are matched by their order; a number that does not fit cannot be matched. */
function perRecord<A, T>(
  answer: Outcome<A>,
  count: number,
  read: z.ZodType<T>,
  responsesOf: (value: A) => readonly unknown[],
): readonly RecordOutcome<T>[] {
  if (answer.kind !== 'answered') return Array.from({ length: count }, () => answer);
  const responses = responsesOf(answer.value);
  if (responses.length !== count) {
    const failure = lostBatch(`the batch answers for ${responses.length} records of ${count}`);
    return Array.from({ length: count }, () => failure);
  }
  return responses.map(
    (element, index) =>
      recordFailure(element, index) ?? readAs(read, { value: element }, `/v1/batch record ${index + 1}`),
  );
}

function lostBatch(reason: string) {
  return { kind: 'unavailable', reason, carriedOut: 'perhaps' } as const satisfies Failure;
}

function mayBeDone<T>(outcome: RecordOutcome<T>): boolean {
  return outcome.kind === 'unavailable' && outcome.carriedOut === 'perhaps';
}
