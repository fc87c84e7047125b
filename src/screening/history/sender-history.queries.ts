import { and, arrayOverlaps, eq, inArray, sql } from 'drizzle-orm';
import { DAY } from '../../core/clock.ts';
import { runCooperatively, type Steps } from '../../core/cooperative.ts';
import type { Db } from '../../db/db.ts';
import { advertKeys, adverts, listings, screenings } from '../../db/schema.ts';
import { companyKey } from '../../listings/duplicates/company-key.ts';
import { bandsOf, likeness, type Signature, signatureFrom } from '../../listings/duplicates/signature.ts';
import type { Fingerprint } from '../fingerprints.ts';
import type { History } from '../subject.ts';
import { column, query } from '../../db/query.ts';

/** By what a listing is known again. */
export type Traces = {
  readonly listingId: number;
  readonly company: string;
  readonly signature: Signature;
  /** Of contacts, wallets and senders. */
  readonly prints: readonly Fingerprint[];
  /** Its employer is not the only one of its source: the same phone under other names tells something. */
  readonly oneOfMany: boolean;
};

/** What earlier posts say about these: texts near to them (signals 21 and 23), prints of rejected ones (22), the phone's other employers (26). */
export async function historiesOf(db: Db, traces: readonly Traces[], now: Date) {
  const bands = [...new Set(traces.flatMap(({ signature }) => bandsOf(signature)))];
  const prints = [...new Set(traces.flatMap((trace) => trace.prints.map(({ print }) => print)))];
  const phones = [...new Set(traces.flatMap((trace) => phoneOf(trace) ?? []))];
  const rejected = await rejectedTexts(db, bands);
  const recent = await recentTexts(db, bands, new Date(now.getTime() - 7 * DAY));
  const known = await rejectedPrints(db, prints);
  const employers = await employersOfPhones(db, phones);
  return runCooperatively(
    histories(traces, { rejected: byBand(rejected), recent: byBand(recent), known, employers }),
  );
}

type Text = { readonly listingId: number; readonly company: string; readonly signature: Signature };
type Bands = ReadonlyMap<number, readonly Text[]>;
type Found = {
  readonly rejected: Bands;
  readonly recent: Bands;
  /** Prints of rejected posts, with the listings they stood in. */
  readonly known: ReadonlyMap<string, ReadonlySet<number>>;
  /** By the print of a phone number: the employers that used it. */
  readonly employers: ReadonlyMap<string, ReadonlySet<string>>;
};

function* histories(traces: readonly Traces[], found: Found): Steps<Map<number, History>> {
  const all = new Map<number, History>();
  for (const trace of traces) {
    all.set(trace.listingId, historyOf(trace, found));
    yield;
  }
  return all;
}

function historyOf(trace: Traces, { rejected, recent, known, employers }: Found): History {
  const shared = trace.prints.filter(({ print }) =>
    [...(known.get(print) ?? [])].some((id) => id !== trace.listingId),
  );
  const phone = phoneOf(trace);
  const likenessTo = ({ signature }: Text) => likeness(signature, trace.signature);
  return {
    likenessToRejected: Math.max(0, ...near(trace, rejected).map(likenessTo)),
    sharedWithRejected: [...new Set(shared.map(({ kind }) => kind))],
    employersOfSamePhone:
      phone === undefined ? 0 : new Set([trace.company, ...(employers.get(phone) ?? [])]).size,
    employersOfSameText: employersOf(trace, near(trace, recent), likenessTo),
  };
}

function phoneOf({ prints, oneOfMany }: Traces): string | undefined {
  return oneOfMany ? prints.find(({ kind }) => kind === 'phone')?.print : undefined;
}

/** How many employers this very text stands under; more than it takes to be noticed are not counted. */
function employersOf(trace: Traces, texts: Iterable<Text>, likenessTo: (text: Text) => number): number {
  const companies = new Set([trace.company]);
  for (const text of texts) {
    if (companies.size >= ENOUGH) break;
    if (!companies.has(text.company) && likenessTo(text) >= NEARLY_EQUAL) companies.add(text.company);
  }
  return companies.size;
}

/** Other texts that share a band of the signature, so that a listing is compared with a bounded number whatever the batch. */
function* near(trace: Traces, bands: Bands): Generator<Text> {
  if (bands.size === 0) return;
  const seen = new Set([trace.listingId]);
  for (const band of bandsOf(trace.signature))
    for (const text of bands.get(band) ?? []) {
      if (seen.size > COMPARED) return;
      if (seen.has(text.listingId)) continue;
      seen.add(text.listingId);
      yield text;
    }
}

function byBand(texts: readonly Text[]): Bands {
  const bands = new Map<number, Text[]>();
  for (const text of texts)
    for (const band of bandsOf(text.signature)) {
      const own = bands.get(band);
      if (own === undefined) bands.set(band, [text]);
      else own.push(text);
    }
  return bands;
}

const ENOUGH = 10;
const COMPARED = 200;
const NEARLY_EQUAL = 0.7;
/** Of the texts of a week that share a band with one of a batch: more than that many copies are found by the next batch too. */
const MOST = 2_000;
/** Employers of one text are counted to `ENOUGH`. */
const PER_BAND = 50;

async function rejectedTexts(db: Db, bands: readonly number[]): Promise<Text[]> {
  const isRejected = eq(screenings.state, 'rejected');
  const [any] = await db.select({ id: screenings.listingId }).from(screenings).where(isRejected).limit(1);
  if (bands.length === 0 || any === undefined) return [];
  const rows = await db
    .selectDistinctOn([adverts.listingId], prints)
    .from(screenings)
    .innerJoin(adverts, eq(adverts.listingId, screenings.listingId))
    .innerJoin(advertKeys, eq(advertKeys.listingId, screenings.listingId))
    .where(and(isRejected, amongBands(bands)));
  return rows.map(textOf);
}

/** Of each band the newest only: the work for a batch does not grow with what is stored. */
async function recentTexts(db: Db, bands: readonly number[], since: Date): Promise<Text[]> {
  if (bands.length === 0) return [];
  const rows = query(db, { listingId: column.int, company: column.text, signature: column.bytes })`
    select a.listing_id as "listingId", a.company, a.signature from ${adverts} a join ${listings} l on l.id = a.listing_id
    where a.listing_id in (
      select distinct newest.listing_id
      from unnest(${arrayOf(bands)}::int[]) as band
      cross join lateral (
        select listing_id from ${advertKeys} where key = band order by listing_id desc limit ${PER_BAND}
      ) as newest) and l.first_seen_at >= ${since.toISOString()}::timestamptz
    limit ${MOST}`;
  return (await rows).map(textOf);
}

const prints = { listingId: adverts.listingId, company: adverts.company, signature: adverts.signature };

/** As one array: a look-up by index whatever the statistics say, and one parameter. */
function amongBands(bands: readonly number[]) {
  return sql`${advertKeys.key} = any(${arrayOf(bands)}::int[])`;
}

const arrayOf = (values: readonly (number | string)[]) => `{${values.join(',')}}`;

async function rejectedPrints(db: Db, prints: readonly string[]): Promise<Map<string, ReadonlySet<number>>> {
  if (prints.length === 0) return new Map();
  const rows = await db
    .select({ listingId: screenings.listingId, prints: screenings.contacts })
    .from(screenings)
    .where(and(inArray(screenings.state, ['rejected']), arrayOverlaps(screenings.contacts, [...prints])));
  const pairs = rows.flatMap(({ listingId, prints: own }) => own.map((print) => ({ print, listingId })));
  const byPrint = Map.groupBy(pairs, ({ print }) => print);
  return new Map(
    [...byPrint].map(([print, found]) => [print, new Set(found.map(({ listingId }) => listingId))]),
  );
}

/** Of each number some posts only: a few employers are enough to know. */
async function employersOfPhones(db: Db, phones: readonly string[]) {
  if (phones.length === 0) return new Map<string, Set<string>>();
  const rows = await query(db, { phone: column.text, company: column.text })`
    select distinct phone, found.company
    from unnest(${arrayOf(phones)}::text[]) as phone
    cross join lateral (
      select l.company from ${screenings} s join ${listings} l on l.id = s.listing_id
      where s.contacts @> array[phone] and s.contacts <> '{}' and l.company is not null
      limit ${PER_PHONE}
    ) as found`;
  const byPhone = Map.groupBy(rows, ({ phone }) => phone);
  return new Map(
    [...byPhone].map(([phone, posts]) => [phone, new Set(posts.map(({ company }) => companyKey(company)))]),
  );
}

const PER_PHONE = 500;

function textOf({ signature, ...text }: Omit<Text, 'signature'> & { readonly signature: Uint8Array }): Text {
  return { ...text, signature: signatureFrom(signature) };
}
