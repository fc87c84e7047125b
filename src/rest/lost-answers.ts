import * as z from 'zod';
import { foldText } from '../core/text.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { collectAll, listing, listParameters } from './rest-pages.ts';
import { type Collection, routes } from './rest-routes.ts';
import type { Sending } from './rest-send.ts';

/**
 * Finds records again by what a lost call did: of those sent since `began`, by place, those that the service has. Undefined: it cannot be
 * asked.
 */
export type FindEffects<T> = (
  sending: Sending,
  sent: readonly unknown[],
  began: Date,
) => Promise<ReadonlyMap<number, T> | undefined>;

/** Clocks differ, and datetimes are whole seconds. */
const OVERLAP_MS = 2 * MINUTE;
/** How often a batch is checked while more of its records appear. */
const MOST_LOOKS = 20;

/**
 * Looks through what the service changed since a call began, until nothing more appears. A created record is the sent one when all of
 * `keys` that were sent are equal; an updated one when its id is.
 */
export function effectsIn<T>(
  collection: Collection,
  read: z.ZodType<T>,
  keys: readonly string[],
): FindEffects<T> {
  return async (sending, sent, began) => {
    let found = new Map<number, T>();
    for (let look = 1; look <= MOST_LOOKS; look += 1) {
      await sending.wait(Math.min(look, 10) * SECOND, sending.signal);
      const query = listParameters({
        lastModified: [
          new Date(began.getTime() - OVERLAP_MS),
          new Date(sending.clock.now().getTime() + OVERLAP_MS),
        ],
      });
      const changed = await collectAll(listing(sending, routes.list(collection), read, query));
      if (changed.kind !== 'answered') return undefined;
      const now = matched(sent, changed.value, keys);
      if (now.size === sent.length || (look > 1 && now.size === found.size)) return now;
      found = now;
    }
    return found;
  };
}

const fields = z.record(z.string(), z.unknown());

function matched<T>(
  sent: readonly unknown[],
  changed: readonly T[],
  keys: readonly string[],
): Map<number, T> {
  const free = new Map<string, T[]>();
  for (const record of changed)
    for (const key of new Set([keyOf(record, ['id']), keyOf(record, keys)]))
      if (key !== undefined) free.set(key, [...(free.get(key) ?? []), record]);
  const found = new Map<number, T>();
  for (const [place, record] of sent.entries()) {
    const key = keyOf(record, ['id']) ?? keyOf(record, keys);
    const candidates = key === undefined ? [] : (free.get(key) ?? []);
    const at = candidates.findIndex((candidate) => shows(candidate, record));
    if (at === -1) continue;
    for (const one of candidates.splice(at, 1)) found.set(place, one);
  }
  return found;
}

/** Whether a record has every plain value that was sent; what the service shows in another form says nothing. */
function shows(candidate: unknown, sent: unknown): boolean {
  const [there, wanted] = [fields.safeParse(candidate), fields.safeParse(sent)];
  if (!there.success || !wanted.success) return false;
  return Object.entries(wanted.data).every(([name, value]) => {
    const shown = there.data[name];
    const plain = typeof value === 'string' || typeof value === 'boolean';
    if (!plain || shown === undefined || typeof shown === 'object')
      return !plain || shown !== null || value === '';
    return shown === value;
  });
}

/** What identifies a record; undefined if it has no key. */
function keyOf(record: unknown, keys: readonly string[]): string | undefined {
  const read = fields.safeParse(record);
  if (!read.success) return undefined;
  const values = keys.map((key) => {
    const value = read.data[key];
    return typeof value === 'string' ? foldText(value) : '';
  });
  return values.every((value) => value === '') ? undefined : JSON.stringify([keys.length, ...values]);
}
