import { and, eq, ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  clearances,
  decisions,
  feeds,
  holds,
  jobAtSchool,
  listings,
  publications,
  sources,
  targets,
  unsettledAtSchool,
} from '../../src/db/schema.ts';
import { present } from '../../src/core/present.ts';
import { type PlaceState, placeStates } from '../../src/db/schema/job-states.schema.ts';
import { type Place, stateOf } from '../../src/publishing/job-state.ts';
import {
  newPublication,
  type Publication,
  type PublicationEvent,
  publicationTable,
  stepPublication,
} from '../../src/publishing/publication.ts';
import { foldDailyCounts } from '../../src/publishing/queries/daily-counts.repository.ts';
import {
  findPlaces,
  placeCounts,
  type PlaceQuestion,
} from '../../src/publishing/queries/job-states.queries.ts';
import type { PlaceCount } from '../../src/publishing/queries/place-counts.ts';
import type { Access } from '../../src/publishing/publishing-types.ts';
import { insertPublications, writePublications } from '../../src/publishing/publications.repository.ts';
import { aListing } from '../faces/web/support/data.ts';
import { testDatabase } from '../setup/database.ts';

const db = await testDatabase();
const at = new Date('2026-11-20T12:12:00Z');
const reconciledAt = new Date('2026-11-20T12:00:00Z');

/** Numbers from 0 up to `below`, the same for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** What a random series of events makes of a publication of a listing. */
function aPublication(roll: (below: number) => number, listingId: number): Publication {
  const of = (fingerprint: string) => ({ listingId, fingerprint });
  const events: readonly PublicationEvent[] = [
    { type: 'show', fingerprint: 'p1', of: of('f1') },
    { type: 'show', fingerprint: 'p2', of: of('f2') },
    { type: 'hide', cause: 'missing', verdict: 'guard' },
    { type: 'hide', cause: 'expired', verdict: 'stated' },
    { type: 'leave' },
    { type: 'claimed' },
    { type: 'claimed' },
    { type: 'answered' },
    { type: 'answered' },
    { type: 'answeredFalse' },
    { type: 'unusual' },
    { type: 'refused' },
    { type: 'troubled', pauseMs: 60_000 },
    { type: 'unsent', pauseMs: 60_000 },
    { type: 'unanswered', pauseMs: 60_000, giveUp: true },
    { type: 'resend' },
    { type: 'givenBack' },
  ];
  let publication = newPublication;
  for (let steps = 1 + roll(8); steps > 0; steps -= 1) {
    const possible = events.filter(({ type }) => publicationTable[type][publication.call.kind] !== 'never');
    const event = possible[roll(possible.length)];
    if (event !== undefined) publication = stepPublication(publication, event, at);
  }
  return publication;
}

async function aWorld(seed: number) {
  const roll = chance(seed);
  const [source] = await db
    .insert(sources)
    .values({ name: `acme-${seed}`, kind: 'feed', externalSourceId: `acme-${seed}`, createdAt: at })
    .returning();
  const sourceId = source?.id ?? 0;
  await db.insert(feeds).values({
    sourceId,
    definition: { url: 'https://acme.example', adapter: 'auto', right: 'own' },
    state: 'active',
    createdAt: at,
    nextAt: at,
  });
  const schools = await db
    .insert(targets)
    .values(
      (['active', 'paused', 'leaving'] as const).map((state) => ({
        name: `${state}-${seed}`,
        definition: { soap: { url: 'https://school.example/soap', namespace: 'urn:JobWebService' } },
        state,
        createdAt: at,
        reconciledAt,
      })),
    )
    .returning();
  const jobs = await db
    .insert(listings)
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        ...aListing(sourceId, `J-${index}`, `Job ${index}`),
        fingerprint: ['f1', 'f2', 'f3'][roll(3)] ?? '',
        touchedAt: roll(3) === 0 ? at : new Date('2026-11-01T00:00:00Z'),
        ...(roll(6) === 0 && {
          state: 'ended' as const,
          cause: 'withdrawn' as const,
          verdict: 'stated' as const,
          endedAt: at,
        }),
      })),
    )
    .returning({ id: listings.id });
  await db
    .insert(clearances)
    .values(
      jobs.flatMap(({ id }) =>
        ['f1', 'f2'].map((fingerprint) => ({ listingId: id, fingerprint, at, by: 'rules' })),
      ),
    );
  for (const school of schools) {
    const some = jobs.filter(() => roll(4) > 0);
    await insertPublications(
      db,
      school.id,
      some.map(({ id }) => ({
        externalSourceId: 'acme',
        jobId: `J-${id}`,
        sourceId,
        publication: newPublication,
        set: { listingId: id },
      })),
    );
    const rows = await db.select().from(publications).where(eq(publications.targetId, school.id));
    await writePublications(
      db,
      rows.map(({ id, rev, listingId }) => ({
        id,
        rev,
        to: aPublication(roll, listingId ?? 0),
        set: { leaseUntil: at, leaseBy: 'worker', ...(roll(2) === 0 && { takenAt: at }) },
      })),
    );
    const steps = {
      skipped: ['routing', 'duplicate', 'window', 'screening'],
      waiting: ['picklist', 'judged', 'window', 'ended', 'screening', 'employer'],
      held: ['publish', 'update', 'delist'],
    } as const;
    const decided = jobs.filter(() => roll(2) === 0);
    await db.insert(decisions).values(
      decided.map(({ id }) => {
        const outcome = (['skipped', 'waiting', 'held'] as const)[roll(3)] ?? 'held';
        return {
          targetId: school.id,
          listingId: id,
          outcome,
          step: steps[outcome][roll(steps[outcome].length)] ?? 'routing',
          reason: 'a reason',
          decidedAt: at,
        };
      }),
    );
  }
  const aHold = { reasons: [], sample: [], fingerprint: 'x', createdAt: at };
  if (roll(2) === 0) {
    const subjects = jobs.filter(() => roll(5) === 0).map(({ id }) => id);
    await db
      .insert(holds)
      .values({ ...aHold, kind: 'drop', state: 'open', sourceId, count: subjects.length, subjects });
  }
  if (roll(2) === 0)
    await db.insert(holds).values({
      ...aHold,
      kind: 'review',
      state: 'open',
      targetId: schools[0]?.id ?? 0,
      count: 3,
      subjects: (
        await db
          .select()
          .from(publications)
          .where(eq(publications.targetId, schools[0]?.id ?? 0))
      )
        .filter(() => roll(6) === 0)
        .map(({ id }) => id),
    });
  if (roll(2) === 0)
    await db.insert(holds).values({
      ...aHold,
      kind: 'share',
      state: 'muted',
      targetId: schools[1]?.id ?? 0,
      count: 3,
      decidedAt: at,
      until: at,
    });
}

test('the view and the function give the same state to every job at every school', async () => {
  const met = new Set<PlaceState>();
  for (let seed = 1; seed <= 5; seed += 1) await aWorld(seed);
  const places = await db.select().from(jobAtSchool);
  for (const place of places) {
    const { state } = stateOf(place);
    expect({ ...place, state }).toEqual(place);
    met.add(place.state);
  }
  expect([...met].toSorted()).toEqual([...placeStates].toSorted());
});

test('each pair of a job and a school has one row', async () => {
  for (let seed = 1; seed <= 2; seed += 1) await aWorld(seed);
  const places = await db.select().from(jobAtSchool);
  const pairs = places.map(({ targetId, listingId }) => `${targetId} ${listingId}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  const ids = places.flatMap(({ publicationId }) => publicationId ?? []).toSorted((a, b) => a - b);
  expect(ids).toEqual((await db.select().from(publications).orderBy(publications.id)).map(({ id }) => id));
});

test('page by page a list has each job that its number counts, once, the newest first', async () => {
  for (let seed = 1; seed <= 4; seed += 1) await aWorld(seed);
  // Of some jobs the listing is gone.
  await db.delete(decisions).where(sql`listing_id % 5 = 0`);
  await db
    .update(publications)
    .set({ listingId: null })
    .where(sql`listing_id % 5 = 0`);
  const places = await db.select().from(jobAtSchool);
  const [{ id: targetId } = { id: 0 }] = await db.select().from(targets);
  const lists: readonly PlaceQuestion['states'][] = [
    'shown',
    ...placeStates.map((state) => [state]),
    ['live', 'down'],
    ['live', 'left_out', 'update_due'],
    ['blocked', 'held'],
  ];
  for (const states of lists)
    for (const of of [{}, { targetId }, { sourceId: 2 }]) {
      const isAsked = (place: Place) =>
        (states === 'shown' ? place.live : states.includes(place.state)) &&
        Object.entries(of).every(([name, id]) => place[name as 'targetId'] === id);
      const expected = places.filter(isAsked).toSorted(newestFirst);
      const found: Place[] = [];
      for (let before: PlaceQuestion['before']; ; before = cursorOf(found.at(-1))) {
        const page = await findPlaces(db, {
          words: '',
          access: {},
          states,
          ...of,
          ...present({ before }),
          limit: 7,
        });
        found.push(...page);
        if (page.length < 7) break;
      }
      expect([states, ...found.map(keysOf)]).toEqual([states, ...expected.map(keysOf)]);
    }
});

test('a list of live jobs has the one whose last call met trouble and is not due any more', async () => {
  await aWorld(1);
  await db.delete(decisions);
  await db.delete(holds);
  await db.update(listings).set({ touchedAt: new Date('2026-11-01T00:00:00Z') });
  const [row] = await db.select().from(publications).where(eq(publications.state, 'published'));
  const { id = 0, rev = 0, listingId } = row ?? {};
  const of = { listingId: listingId ?? 0, fingerprint: 'f1' };
  const events: readonly PublicationEvent[] = [
    { type: 'show', fingerprint: 'p1', of },
    { type: 'claimed' },
    { type: 'answered' },
    { type: 'show', fingerprint: 'p2', of },
    { type: 'claimed' },
    { type: 'show', fingerprint: 'p1', of },
    { type: 'unsent', pauseMs: 60_000 },
  ];
  const to = events.reduce((one, event) => stepPublication(one, event, at), newPublication);
  await writePublications(db, [{ id, rev, to, set: {} }]);
  const places = await db.select().from(jobAtSchool);
  expect(places.find(({ publicationId }) => publicationId === id)).toMatchObject({
    state: 'live',
    publicationState: 'troubled',
  });
  const many = { words: '', access: {}, limit: 500 };
  const count = async (states: PlaceQuestion['states']) => (await findPlaces(db, { ...many, states })).length;
  expect(await count(['live'])).toBe(places.filter(({ state }) => state === 'live').length);
  expect(await count('shown')).toBe(places.filter(({ live }) => live).length);
});

test('where the newest of many are not in the state that is asked for, all are looked at', async () => {
  await aWorld(1);
  const [school] = await db.select().from(targets);
  await db
    .update(targets)
    .set({ reconciledAt: null })
    .where(eq(targets.id, school?.id ?? 0));
  await db.update(listings).set({ fingerprint: 'f9' });
  await db.delete(decisions);
  const places = await db.select().from(jobAtSchool);
  for (const states of [['live'], ['live', 'down'], 'shown'] as const) {
    const expected = places.filter((one) =>
      states === 'shown' ? one.live : states.some((state) => state === one.state),
    );
    const found = await findPlaces(db, { words: '', access: {}, states, limit: 2 });
    expect(found.map(keysOf)).toEqual(expected.toSorted(newestFirst).slice(0, 2).map(keysOf));
  }
});

const cursorOf = (place: Place | undefined) =>
  place && { listingId: place.listingId ?? -(place.publicationId ?? 0), targetId: place.targetId };
const newestFirst = (one: Place, other: Place) =>
  (cursorOf(other)?.listingId ?? 0) - (cursorOf(one)?.listingId ?? 0) || other.targetId - one.targetId;
const keysOf = ({ listingId, targetId, publicationId, state }: Place) =>
  [listingId, targetId, publicationId, state].join(' ');

/** Nothing is to be said of it but that it is published. */
const isPlain = ({ publicationState, decision, holdId, changed }: Place) =>
  publicationState === 'published' && decision === null && holdId === null && changed === null;

test('jobs of which there is something to say are found without a look at the others', async () => {
  for (let seed = 1; seed <= 8; seed += 1) await aWorld(seed);
  const places = (await db.select().from(jobAtSchool)).filter(({ state }) => state !== 'down');
  const unsettled = await db.select().from(unsettledAtSchool);
  const plain = places.filter(isPlain);
  expect(new Set(plain.map(({ state, live, cause }) => `${state} ${live} ${cause}`))).toEqual(
    new Set(['live true null']),
  );
  expect(unsettled.filter(isPlain).length).toBeLessThan(plain.length);
  const others = (some: readonly Place[]) => some.filter((place) => !isPlain(place)).toSorted(byJobAndSchool);
  expect(others(unsettled)).toEqual(others(places));
});

test('the counts are those of a look at each job, for everybody who sees some of them', async () => {
  for (let seed = 1; seed <= 8; seed += 1) await aWorld(seed);
  const [removed, ...standing] = await db.select().from(targets);
  const id = removed?.id ?? 0;
  await db.delete(publications).where(and(eq(publications.targetId, id), ne(publications.intent, 'leave')));
  await db.update(targets).set({ state: 'removed' }).where(eq(targets.id, id));
  const targetIds = standing.slice(0, 4).map(({ id }) => id);
  const sourceIds = (await db.select().from(sources)).slice(0, 2).map(({ id }) => id);
  const places = (await db.select().from(jobAtSchool)).filter(({ state }) => state !== 'down');
  const counted = async (access: Access) =>
    new Map((await placeCounts(db, access)).map((count) => [keyOf(count), [count.n, count.since]]));
  for (const access of [{}, { targetIds }, { sourceIds }, { targetIds, sourceIds }, { targetIds: [] }])
    expect(await counted(access)).toEqual(lookedAt(places, access));
  await foldDailyCounts(db);
  expect(await counted({})).toEqual(lookedAt(places, {}));
});

const byJobAndSchool = (one: Place, other: Place) =>
  one.targetId - other.targetId || (one.listingId ?? 0) - (other.listingId ?? 0);

const keyOf = ({
  targetId,
  sourceId,
  state,
  live,
  step,
  cause,
}: Pick<PlaceCount, keyof Place & keyof PlaceCount>) =>
  [targetId, sourceId, state, live, step, cause].join(' ');

function lookedAt(places: readonly Place[], { targetIds, sourceIds }: Access) {
  const seen = places.filter(
    ({ targetId, sourceId }) =>
      (targetIds?.includes(targetId) ?? true) && (sourceIds?.includes(sourceId) ?? true),
  );
  return new Map(
    [...Map.groupBy(seen, keyOf)].map(([key, some]) => {
      const times = some
        .flatMap(({ decidedAt }) => decidedAt ?? [])
        .toSorted((a, b) => a.getTime() - b.getTime());
      return [key, [some.length, times[0] ?? null]];
    }),
  );
}

test('a school that was removed has no rows', async () => {
  await aWorld(3);
  const [school] = await db.select().from(targets);
  const id = school?.id ?? 0;
  const places = await db.select().from(jobAtSchool);
  await db.delete(publications).where(eq(publications.targetId, id));
  await db.update(targets).set({ state: 'removed' }).where(eq(targets.id, id));
  expect(places.some(({ targetId }) => targetId === id)).toBe(true);
  expect(await db.select().from(jobAtSchool)).toEqual(places.filter(({ targetId }) => targetId !== id));
});
