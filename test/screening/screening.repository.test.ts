import { beforeEach, describe, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { listings, sources, targets } from '../../src/db/schema.ts';
import { decideDuplicates } from '../../src/listings/duplicates/duplicate-decide.ts';
import type { Listing } from '../../src/listings/listing.ts';
import { blockEmployer, liftBlock } from '../../src/screening/employers/employers.repository.ts';
import { activeBlocks } from '../../src/screening/employers/employers.queries.ts';
import { moderationAt } from '../../src/screening/moderation.ts';
import {
  askSchool,
  decideForSchool,
  setSchoolTerms,
} from '../../src/screening/schools/school-policies.repository.ts';
import { schoolTerms } from '../../src/screening/screening.queries.ts';
import { screenSource } from '../../src/screening/screen-source.ts';
import { reviewQueue, waitsForSchool } from '../../src/screening/review-queue.queries.ts';
import { addReport, decideReview, screeningsOf } from '../../src/screening/screening.repository.ts';
import type { Proof, SenderFingerprints } from '../../src/screening/subject.ts';
import { testDatabase } from '../setup/database.ts';
import { manualClock } from '../setup/clock.ts';

const db = await testDatabase();
const clock = manualClock('2026-03-10T12:00:00Z');
const deps = { db, clock };
const at = clock.now();

const check =
  'You get a cheque in advance; buy the supplies from it and wire the rest to our decorator. It is quick and easy work for you.';
const honest =
  'Work the register and shelve books on Saturdays, 12 hours a week at $16 an hour. Come by with a resume; interviews are held in the shop.';
const seen = { employer: 'Corner Books', email: 'jobs@cornerbooks.example' };

let sourceId = 0;
let targetId = 0;

beforeEach(async () => {
  const [source] = await db
    .insert(sources)
    .values({ name: 'form', kind: 'form', externalSourceId: 'form', createdAt: at })
    .returning();
  sourceId = source?.id ?? 0;
  const definition = { soap: { url: 'https://northfield.example/soap', namespace: 'urn:x' } };
  const [target] = await db
    .insert(targets)
    .values({ name: 'northfield', definition, state: 'active', createdAt: at })
    .returning();
  targetId = target?.id ?? 0;
});

async function aListing(text: string, over: Partial<Listing> = {}): Promise<number> {
  const listing: Listing = {
    jobId: crypto.randomUUID(),
    job: { job_title: 'Shop Assistant', contact_email: 'jobs@cornerbooks.example' },
    employer: { empname: 'Corner Books', website: 'https://cornerbooks.example', phone: '617-555-0144' },
    descriptionText: text,
    places: [{ city: 'Boston', subdivision: 'US-MA', country: 'US' }],
    provenance: {},
    warnings: [],
    quality: 100,
    ...over,
  };
  const [row] = await db
    .insert(listings)
    .values({
      sourceId,
      jobId: listing.jobId,
      state: 'listed',
      listing,
      fingerprint: listing.jobId,
      title: 'Shop Assistant',
      firstSeenAt: at,
      changedAt: at,
      touchedAt: at,
    })
    .returning();
  return row?.id ?? 0;
}

const screenAll = (proof: Proof = 2) =>
  screenSource(deps, { id: sourceId, kind: 'form' }, () => Promise.resolve({ proof }));
const moderation = async (id: number) => (await moderationAt(db, targetId, [id])).get(id)?.state;
const change = (id: number, listing: Partial<Listing>) => async () => {
  const [row] = await db.select().from(listings).where(eq(listings.id, id));
  await db
    .update(listings)
    .set({ listing: { ...row?.listing, ...listing }, fingerprint: crypto.randomUUID() })
    .where(eq(listings.id, id));
  await screenAll();
};

describe('the queue', () => {
  test('a clear job goes on, a suspicious one waits, once', async () => {
    const good = await aListing(honest);
    const bad = await aListing(check);
    expect(await screenAll()).toEqual({ screened: 2, open: 1 });
    expect(await screenAll()).toEqual({ screened: 0, open: 0 });
    expect(await moderation(good)).toBeUndefined();
    expect(await moderation(bad)).toBe('review');
    expect(await reviewQueue(db, { state: 'waiting', general: true }, { limit: 10 })).toMatchObject([
      { listingId: bad, title: 'Shop Assistant', source: 'form' },
    ]);
  });

  test('an approval holds until mail, apply address, pay or employer changes, or something new speaks against it', async () => {
    const id = await aListing(check);
    await screenAll();
    expect(await decideReview(db, id, { kind: 'approve', by: 'ann', at, seen })).toEqual({
      kind: 'decided',
      state: 'approved',
    });
    await change(id, { descriptionText: `${check} Bring a smile.` })();
    expect(await moderation(id)).toBeUndefined();
    await change(id, { job: { job_title: 'Shop Assistant', contact_email: 'other@elsewhere.example' } })();
    expect(await moderation(id)).toBe('review');
  });

  test('a rejected job is blocked, and stays so when it changes', async () => {
    const id = await aListing(check);
    await screenAll();
    await decideReview(db, id, { kind: 'reject', by: 'ann', at, note: 'a cheque scam' });
    await change(id, { descriptionText: honest })();
    expect(await moderationAt(db, targetId, [id])).toEqual(
      new Map([[id, { state: 'blocked', reason: 'a cheque scam' }]]),
    );
  });

  test('a grave case of an unproven employer needs two people', async () => {
    const id = await aListing(`${check} No interview.`);
    await screenAll(1);
    const approve = (by: string) => decideReview(db, id, { kind: 'approve', by, at, seen });
    expect(
      [await approve('ann'), await approve('ann'), await approve('bob')].map((outcome) => outcome.kind),
    ).toEqual(['second-needed', 'same-person', 'decided']);
  });

  test.each(['reject', 'changes'] as const)(
    'an approval counts no more after a decision to %s',
    async (kind) => {
      const id = await aListing(`${check} No interview.`);
      await screenAll(1);
      const approve = (by: string) => decideReview(db, id, { kind: 'approve', by, at, seen });
      await approve('ann');
      await decideReview(db, id, { kind, by: 'ann', at, note: 'a cheque scam' });
      expect(await approve('bob')).toEqual({ kind: 'second-needed' });
      expect(await approve('ann')).toEqual({ kind: 'decided', state: 'approved' });
    },
  );

  test('a job that was decided since a person looked is not decided again', async () => {
    const id = await aListing(check);
    await screenAll();
    await decideReview(db, id, { kind: 'reject', by: 'ann', at, state: 'open' });
    const late = { kind: 'approve', by: 'bob', at, seen, state: 'open' } as const;
    expect(await decideReview(db, id, late)).toEqual({ kind: 'changed' });
    expect((await screeningsOf(db, [id])).get(id)).toMatchObject({ state: 'rejected' });
  });

  test('what a person decides while a job is screened again stands', async () => {
    const rejected = await aListing(honest);
    const reported = await aListing(honest);
    await screenAll();
    await db.update(listings).set({ fingerprint: sql`'changed ' || id` });
    await screenSource(deps, { id: sourceId, kind: 'form' }, async ({ id }) => {
      if (id === rejected) await decideReview(db, id, { kind: 'reject', by: 'ann', at });
      else await addReport(db, { listingId: id, why: 'money', text: 'They want money.', reportedAt: at });
      return { proof: 2 };
    });
    const kept = await screeningsOf(db, [rejected, reported]);
    expect([kept.get(rejected)?.state, kept.get(reported)?.state]).toEqual(['rejected', 'open']);
  });

  test('80 points are never sent before a person decides', async () => {
    const id = await aListing(`${check} No interview. Text your bank details to 415-555-0162.`);
    await screenAll();
    expect(await moderation(id)).toBe('blocked');
    expect(await decideReview(db, 99_999, { kind: 'reject', by: 'ann', at })).toEqual({ kind: 'unknown' });
  });
});

test('a rejected text and its contact are known again under another name', async () => {
  const scam = await aListing(
    `${check} Our studio in your town looks for a helper with good manners and a car.`,
  );
  await decideDuplicates(deps, sourceId);
  await screenAll();
  await decideReview(db, scam, { kind: 'reject', by: 'ann', at });
  const again = await aListing(
    `${check} Our studio in your town looks for a helper with good manners and a car.`,
    {
      employer: { empname: 'Other Name', phone: '(617) 555-0144' },
    },
  );
  await screenAll();
  const signals = (await screeningsOf(db, [again])).get(again)?.signals.map(({ id }) => id);
  expect(signals).toEqual(expect.arrayContaining(['like-a-rejected-post', 'contact-of-a-rejected-post']));
});

const sent = (proof: Proof, sender: SenderFingerprints) =>
  screenSource(deps, { id: sourceId, kind: 'form' }, () => Promise.resolve({ proof, sender }));
const shared = async (id: number) =>
  (await screeningsOf(db, [id])).get(id)?.signals.find((one) => one['id'] === 'contact-of-a-rejected-post');

describe('by what a rejected post is known again', () => {
  const wallet = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
  const anew = {
    employer: { empname: 'Other Name', phone: '212-555-0100' },
    job: { job_title: 'Other work' },
  };
  test.each<[string, string, SenderFingerprints, Record<string, unknown>]>([
    ['its wallet', `Other words, but settle at ${wallet} on Friday.`, {}, { evidence: 'wallet', points: 40 }],
    ['its browser', honest, { device: 'd1' }, { evidence: 'device', points: 40 }],
    ['its network, for half', honest, { network: 'n1', device: 'd2' }, { evidence: 'network', points: 20 }],
  ])('%s', async (_, text, sender, found) => {
    const scam = await aListing(`${check} Settle at ${wallet}.`);
    await sent(1, { network: 'n1', device: 'd1' });
    await decideReview(db, scam, { kind: 'reject', by: 'ann', at });
    const again = await aListing(text, anew);
    await sent(1, sender);
    expect(await shared(again)).toMatchObject(found);
  });
});

test('a phone number that stands under four employers is told, one under three is not', async () => {
  const ids: number[] = [];
  for (const name of ['Corner Books', 'Dobbs Garden', 'Wren Weddings', 'Copper Hen']) {
    const id = await aListing(`${honest} Ask for ${name}.`, {
      employer: { empname: name, phone: '+1 617 555 0144' },
    });
    ids.push(id);
    await db.update(listings).set({ company: name }).where(eq(listings.id, id));
    await screenAll();
  }
  const found = await screeningsOf(db, ids);
  const told = ids.map((id) => found.get(id)?.signals.some((one) => one['id'] === 'phone-of-many'));
  expect(told).toEqual([false, false, false, true]);
});

describe('taking an employer down', () => {
  test('one action blocks all its jobs, by name, domain or mail; lifting it lets them back', async () => {
    const own = await aListing(honest);
    const sister = await aListing(honest, {
      employer: { empname: 'Sister Shop', website: 'https://www.cornerbooks.example' },
    });
    const other = await aListing(honest, { job: { job_title: 'Clerk' }, employer: { empname: 'Elsewhere' } });
    await screenAll();
    const { added: blocks } = await blockEmployer(db, {
      company: 'CORNER BOOKS, Inc.',
      domain: 'cornerbooks.example',
      reason: 'complaints',
      by: 'ann',
      at,
    });
    expect(blocks.map(({ kind, value }) => [kind, value])).toEqual([
      ['company', 'CORNER BOOKS, Inc.'],
      ['domain', 'cornerbooks.example'],
    ]);
    expect([await moderation(own), await moderation(sister), await moderation(other)]).toEqual([
      'blocked',
      'blocked',
      undefined,
    ]);
    for (const { id } of blocks) await liftBlock(db, id, 'bob', at);
    expect(await activeBlocks(db)).toEqual([]);
    expect(await moderation(own)).toBeUndefined();
  });

  test('a free mail address blocks itself, not its provider', async () => {
    const { added } = await blockEmployer(db, { mail: 'Scam@gmail.com', reason: 'scam', by: 'ann', at });
    expect(added.map(({ kind, value }) => `${kind} ${value}`)).toEqual(['mail scam@gmail.com']);
  });

  test('an employer that is blocked twice has one block, and is free once it is lifted', async () => {
    const block = (company: string) => blockEmployer(db, { company, reason: 'scam', by: 'ann', at });
    const both = await Promise.all([block('Quay Motors, Inc.'), block('quay motors')]);
    const [first] = await activeBlocks(db);
    expect(both.flatMap(({ added }) => added)).toEqual([first]);
    expect(both.flatMap(({ known }) => known)).toEqual([first]);
    await liftBlock(db, first?.id ?? 0, 'bob', at);
    expect(await activeBlocks(db)).toEqual([]);
    expect(await block('Quay Motors')).toMatchObject({ added: [{ value: 'Quay Motors' }], known: [] });
  });
});

describe("a school's own terms", () => {
  test('thresholds are stored, and empty at first', async () => {
    expect(await schoolTerms(db, targetId)).toEqual({ rules: {}, approvesForms: false });
    await setSchoolTerms(db, targetId, { rules: { unpaid: 'refuse' }, approvesForms: true });
    expect(await schoolTerms(db, targetId)).toEqual({ rules: { unpaid: 'refuse' }, approvesForms: true });
  });

  test('hold a job there alone until its staff decide', async () => {
    const id = await aListing(honest);
    await screenAll();
    const hits = [{ rule: 'unpaid', action: 'review', reason: 'The work is unpaid.' }] as const;
    await askSchool(db, { targetId, listingId: id, hits, at });
    expect(await moderation(id)).toBe('review');
    expect(await moderationAt(db, targetId + 1, [id])).toEqual(new Map());
    expect(await waitsForSchool(db, targetId, id)).toBe(true);
    await decideForSchool(db, { targetId, listingId: id }, { state: 'approved', by: 'ann', at });
    expect(await moderation(id)).toBeUndefined();
  });
});
