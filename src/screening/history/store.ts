import { and, arrayOverlaps, eq, gte, inArray, sql } from 'drizzle-orm';
import { DAY } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { advertKeys, adverts, listings, screenings } from '../../db/schema.ts';
import { bandsOf, likeness, type Signature } from '../../listings/duplicates/signature.ts';
import type { History } from '../subject.ts';

/** By what a listing is known again. */
export type Traces = {
  readonly listingId: number;
  readonly company: string;
  readonly signature: Signature;
  /** SHA-256 of mail and phone. */
  readonly contacts: readonly string[];
};

/** What earlier posts say about these: texts near to them (signals 21 and 23), contacts of rejected ones (22). Three look-ups for all. */
export async function historiesOf(
  db: Db,
  traces: readonly Traces[],
  now: Date,
): Promise<Map<number, History>> {
  const bands = [...new Set(traces.flatMap(({ signature }) => bandsOf(signature)))];
  const contacts = [...new Set(traces.flatMap((trace) => trace.contacts))];
  const rejected = await rejectedTexts(db, bands);
  const recent = await recentTexts(db, bands, new Date(now.getTime() - 7 * DAY));
  const known = await rejectedContacts(db, contacts);
  return new Map(traces.map((trace) => [trace.listingId, historyOf(trace, { rejected, recent, known })]));
}

type Text = { readonly listingId: number; readonly company: string; readonly signature: Signature };
type Found = {
  readonly rejected: readonly Text[];
  readonly recent: readonly Text[];
  /** Contacts of rejected posts, with the listings they stood in. */
  readonly known: ReadonlyMap<string, ReadonlySet<number>>;
};

function historyOf(trace: Traces, { rejected, recent, known }: Found): History {
  const likenessTo = (text: Text) =>
    text.listingId === trace.listingId ? 0 : likeness(text.signature, trace.signature);
  const same = recent.filter((text) => likenessTo(text) >= NEARLY_EQUAL);
  const shared = trace.contacts.some((contact) =>
    [...(known.get(contact) ?? [])].some((id) => id !== trace.listingId),
  );
  return {
    likenessToRejected: Math.max(0, ...rejected.map(likenessTo)),
    sharedWithRejected: shared ? ['mail or phone'] : [],
    employersOfSameText: new Set([trace.company, ...same.map(({ company }) => company)]).size,
  };
}

const NEARLY_EQUAL = 0.7;
/** Of the texts of a week that share a band with one of a batch: more than that many copies are found by the next batch too. */
const MOST = 2_000;

async function rejectedTexts(db: Db, bands: readonly number[]): Promise<Text[]> {
  if (bands.length === 0) return [];
  const rows = await db
    .selectDistinctOn([adverts.listingId], prints)
    .from(screenings)
    .innerJoin(adverts, eq(adverts.listingId, screenings.listingId))
    .innerJoin(advertKeys, eq(advertKeys.listingId, screenings.listingId))
    .where(and(eq(screenings.state, 'rejected'), amongBands(bands)));
  return rows.map(textOf);
}

async function recentTexts(db: Db, bands: readonly number[], since: Date): Promise<Text[]> {
  if (bands.length === 0) return [];
  const rows = await db
    .selectDistinctOn([adverts.listingId], prints)
    .from(advertKeys)
    .innerJoin(adverts, eq(adverts.listingId, advertKeys.listingId))
    .innerJoin(listings, eq(listings.id, advertKeys.listingId))
    .where(and(amongBands(bands), gte(listings.firstSeenAt, since)))
    .limit(MOST);
  return rows.map(textOf);
}

const prints = { listingId: adverts.listingId, company: adverts.company, signature: adverts.signature };

/** As one value: thousands of keys would be as many parameters. */
function amongBands(bands: readonly number[]) {
  return sql`${advertKeys.key} in (select value::int from jsonb_array_elements_text(${JSON.stringify(bands)}::jsonb))`;
}

async function rejectedContacts(
  db: Db,
  contacts: readonly string[],
): Promise<Map<string, ReadonlySet<number>>> {
  if (contacts.length === 0) return new Map();
  const rows = await db
    .select({ listingId: screenings.listingId, contacts: screenings.contacts })
    .from(screenings)
    .where(and(inArray(screenings.state, ['rejected']), arrayOverlaps(screenings.contacts, [...contacts])));
  const pairs = rows.flatMap(({ listingId, contacts: own }) =>
    own.map((contact) => ({ contact, listingId })),
  );
  const byContact = Map.groupBy(pairs, ({ contact }) => contact);
  return new Map(
    [...byContact].map(([contact, found]) => [contact, new Set(found.map(({ listingId }) => listingId))]),
  );
}

function textOf({ signature, ...text }: Omit<Text, 'signature'> & { readonly signature: Uint8Array }): Text {
  return { ...text, signature: new Uint32Array(signature.slice().buffer) };
}
