import type { Steps } from '../src/core/cooperative.ts';
import { advertOf, lookupKeys, type Advert } from '../src/listings/duplicates/duplicate-advert.ts';
import { groupAdverts } from '../src/listings/duplicates/group.ts';
import { count, noCounts, type ShingleCounts } from '../src/listings/duplicates/rare-shingles.ts';
import type { Listing } from '../src/listings/listing.ts';
import { atOnce, noHistory } from '../test/setup/grouping.ts';

/**
 * 10,000 new listings against 100,000 stored ones, one in five a copy with 3 % of its words edited: prints, look-ups by key, verdicts
 * and groups, in batches as after a run (a map stands for the table of keys), and the longest step between two places where the event
 * loop may breathe. In CPU time of the thread.
 */
export async function run({ full }: { readonly full: boolean }) {
  const [stored, fresh] = full ? [100_000, 10_000] : [10_000, 1_000];
  const table = new Map<number, Advert[]>();
  const counts = noCounts();
  for (const advert of atOnce(
    adverts(
      Array.from({ length: stored }, (_, at) => aListing(at)),
      'ats',
      0,
    ),
  ))
    enter(table, advert, counts);
  const random = seeded(7);
  const listings = Array.from({ length: fresh }, (_, at) =>
    at % 5 === 0 ? edited(aListing(at * 7), random) : aListing(stored + at),
  );

  const spent = { seconds: 0, longestMs: 0 };
  let merged = 0;
  for (let at = 0; at < fresh; at += BATCH) {
    const batch = timed(adverts(listings.slice(at, at + BATCH), 'partner', at), spent);
    const found = timed(lookUp(table, batch), spent);
    const { decisions } = timed(
      groupAdverts({ ...noHistory, fresh: batch, stored: [...found], counts }),
      spent,
    );
    merged += decisions.filter(({ kind }) => kind === 'merge').length;
    for (const advert of batch) enter(table, advert, counts);
  }
  const bench = 'duplicates';
  const what = `${fresh} new listings against ${stored} stored`;
  const pause = 'longest step without a pause';
  return {
    measurements: [
      { bench, what, value: spent.seconds, unit: 's' },
      { bench, what: 'copies found among them', value: merged, unit: '' },
      { bench, what: pause, value: spent.longestMs, unit: 'ms' },
    ],
    ratios: [
      { what: `${what}, seconds`, value: spent.seconds, goal: 5, is: 'at most' as const },
      { what: `${pause}, ms`, value: spent.longestMs, goal: 20, is: 'at most' as const },
    ],
  };
}

const BATCH = 250;

/** Carries the steps out, and adds what they cost the thread. */
function timed<T>(steps: Steps<T>, spent: { seconds: number; longestMs: number }): T {
  for (;;) {
    const before = process.threadCpuUsage();
    const step = steps.next();
    const { user, system } = process.threadCpuUsage(before);
    spent.seconds += (user + system) / 1e6;
    spent.longestMs = Math.max(spent.longestMs, (user + system) / 1000);
    if (step.done === true) return step.value;
  }
}

function enter(table: Map<number, Advert[]>, advert: Advert, counts: ShingleCounts): void {
  count(counts, advert.shingles);
  const { exact, open } = lookupKeys(advert);
  for (const key of [...exact, ...open]) {
    const bucket = table.get(key);
    if (bucket === undefined) table.set(key, [advert]);
    else bucket.push(advert);
  }
}

function* lookUp(
  table: ReadonlyMap<number, readonly Advert[]>,
  batch: readonly Advert[],
): Steps<Set<Advert>> {
  const found = new Set<Advert>();
  for (const advert of batch) {
    const { exact, open } = lookupKeys(advert);
    for (const key of [...exact, ...open])
      for (const other of (table.get(key) ?? []).slice(-50)) found.add(other);
    yield;
  }
  return found;
}

function* adverts(listings: readonly Listing[], kind: 'ats' | 'partner', from: number): Steps<Advert[]> {
  const made: Advert[] = [];
  for (const listing of listings) {
    const at = from + made.length;
    const origin = {
      listingId: `${kind}-${at}`,
      feedId: `${kind}-${at % 50}`,
      kind,
      multiEmployer: false,
      aliases: [],
    };
    made.push(advertOf(listing, origin));
    yield;
  }
  return made;
}

/** A listing of about 250 words, the same for the same number. */
export function aListing(at: number): Listing {
  const random = seeded(at + 1);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  return {
    jobId: String(at),
    job: { job_title: `${pick(levels)} ${pick(roles)} ${pick(levels)}` },
    employer: { empname: `${pick(names)} ${pick(names)}` },
    descriptionText: Array.from({ length: 250 }, () => pick(words)).join(' '),
    places: [{ city: pick(names), subdivision: 'US-MA', country: 'US' }],
    postedAt: '2026-03-01',
    provenance: {},
    warnings: [],
    quality: 100,
  };
}

export function edited(listing: Listing, random: () => number): Listing {
  const words = listing.descriptionText.split(' ').map((word) => (random() < 0.03 ? `${word}s` : word));
  return { ...listing, descriptionText: words.join(' ') };
}

export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const levels = 'Senior Junior Lead Principal Staff Associate Assistant Chief'.split(' ');
const roles =
  'Analyst Engineer Nurse Accountant Teacher Designer Manager Driver Cook Clerk Chemist Planner'.split(' ');
const names = Array.from({ length: 120 }, (_, at) => `Name${at}`);
const words = Array.from({ length: 3_000 }, (_, at) => `word${(at * 7919) % 10_000}`);
