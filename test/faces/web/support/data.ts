import type { Db } from '../../../../src/db/db.ts';
import {
  adverts,
  decisions,
  duplicateDecisions,
  feeds,
  holds,
  listings,
  picklists,
  publications,
  runs,
  screenings,
  sources,
  targets,
  unresolvedLabels,
} from '../../../../src/db/schema.ts';

const at = new Date('2026-11-20T12:12:00Z');

/** Two feeds (acme, zenith) and two targets (northfield, calloway) with jobs, a hold and a label that waits. */
export async function aCampus(db: Db) {
  const [acme = 0, zenith = 0] = await ids(
    db
      .insert(sources)
      .values(
        ['acme', 'zenith'].map((name) => ({
          name,
          kind: 'feed' as const,
          externalSourceId: name,
          createdAt: at,
        })),
      )
      .returning({ id: sources.id }),
  );
  await db.insert(feeds).values(
    [acme, zenith].map((sourceId) => ({
      sourceId,
      definition: {
        url: 'https://feeds.acme.example/jobs.xml?token=hunter2',
        adapter: 'indeed-xml',
        right: 'own' as const,
      },
      state: 'active' as const,
      createdAt: at,
      nextAt: at,
    })),
  );
  const [northfield = 0, calloway = 0] = await ids(
    db
      .insert(targets)
      .values(
        ['northfield', 'calloway'].map((name) => ({
          name,
          definition: { soap: { url: `https://${name}.example/soap`, namespace: 'urn:JobWebService' } },
          state: 'active' as const,
          createdAt: at,
        })),
      )
      .returning({ id: targets.id }),
  );
  const [first = 0, second = 0] = await ids(
    db
      .insert(listings)
      .values([aListing(acme, 'A-1', 'Junior Data Analyst'), aListing(zenith, 'Z/9', 'Graduate Trainee')])
      .returning({ id: listings.id }),
  );
  await db.insert(publications).values([
    aPublication({ targetId: northfield, listingId: first, sourceId: acme, jobId: 'A-1' }),
    aPublication({
      targetId: calloway,
      listingId: second,
      sourceId: zenith,
      jobId: 'Z/9',
      state: 'refused',
      answer: 'No such type',
    }),
  ]);
  await db.insert(decisions).values({
    targetId: calloway,
    listingId: first,
    outcome: 'waiting',
    step: 'picklist',
    reason: 'job_type “Graduate Trainee” has no key there',
    decidedAt: at,
  });
  await db.insert(runs).values({
    sourceId: acme,
    state: 'complete',
    startedAt: at,
    finishedAt: new Date(at.getTime() + 41_000),
    version: '1',
    items: 104,
    listings: 104,
    missing: 3,
    proof: {
      bodyEnded: true,
      documentClosed: true,
      understood: 104,
      identity: 'id',
      repairs: [],
      rejected: [{ item: 31, reason: 'it has no title' }],
    },
  });
  const [hold = 0, small = 0] = await ids(
    db
      .insert(holds)
      .values([
        aHold({ sourceId: acme, count: 11_711 }),
        aHold({ targetId: calloway, count: 3, kind: 'share' }),
      ])
      .returning({ id: holds.id }),
  );
  await db.insert(picklists).values({
    targetId: calloway,
    field: 'job_type',
    version: 1,
    current: true,
    entries: [
      { ikey: '1', ivalue: 'Full-time' },
      { ikey: '7', ivalue: 'Trainee Program' },
    ],
    readAt: at,
    checkedAt: at,
  });
  await db.insert(unresolvedLabels).values({
    targetId: calloway,
    field: 'job_type',
    label: 'Graduate Trainee',
    jobs: 41,
    blocked: 41,
    seenAt: at,
  });
  await db.insert(screenings).values({
    listingId: second,
    fingerprint: 'Z/9',
    score: 55,
    band: 'senior',
    forced: false,
    signals: [
      { id: 'check', rule: 1, points: 40, sentence: 'Check or deposit', evidence: 'deposit a check' },
    ],
    state: 'open',
    screenedAt: at,
  });
  return { hold, first, second, small, calloway, northfield, acme, zenith };
}

async function ids(rows: Promise<readonly { readonly id: number }[]>): Promise<readonly number[]> {
  return (await rows).map(({ id }) => id);
}

export function aListing(sourceId: number, jobId: string, title: string): typeof listings.$inferInsert {
  return {
    sourceId,
    jobId,
    state: 'listed',
    listing: {
      jobId,
      job: { job_title: title, job_locations: [{ city: 'Toledo', state: 'OH', country: 'United States' }] },
      employer: { empname: 'Anvil Works' },
      descriptionText: 'What the job is.',
      places: [{ city: 'Toledo', subdivision: 'US-OH', country: 'US' }],
      provenance: {},
      warnings: [],
      quality: 80,
    },
    fingerprint: jobId,
    title,
    company: 'Anvil Works',
    firstSeenAt: at,
    changedAt: at,
    touchedAt: at,
  };
}

const hidden = { intent: 'hide', cause: 'operator', verdict: 'stated', intendedAt: at } as const;
const standings = {
  published: {
    belief: 'has',
    beliefFingerprint: 'w',
    intent: 'leave',
    call: 'idle',
    takenAt: at,
  },
  refused: { belief: 'maybe', ...hidden, call: 'parked', parked: 'refused' },
  delisting: { belief: 'has', beliefFingerprint: 'w', ...hidden, call: 'due', nextAt: at, takenAt: at },
  delisted: { belief: 'none', ...hidden, call: 'idle', delistedAt: at },
} as const;

/** A row in one of the states that a table's constraints let stand alone. */
export function aPublication({
  state = 'published',
  ...over
}: Omit<Partial<typeof publications.$inferInsert>, 'state' | 'live'> & {
  state?: keyof typeof standings;
  targetId: number;
  sourceId: number;
  jobId: string;
}): typeof publications.$inferInsert {
  return {
    externalSourceId: 'acme',
    jobKey: over.jobId.toLowerCase(),
    answer: 'Job 771203 updated',
    sentAt: at,
    firstSentAt: at,
    answeredAt: at,
    ...standings[state],
    ...over,
  };
}

function aHold(over: Partial<typeof holds.$inferInsert> & { count: number }): typeof holds.$inferInsert {
  return {
    kind: 'drop',
    state: 'open',
    reasons: ['The feed lists 104 jobs.', 'The usual number is 11,815.'],
    sample: [{ source: 'acme', jobId: 'A-1', title: '=cmd()' }],
    subjects: [],
    fingerprint: 'f',
    createdAt: at,
    ...over,
  };
}

/** Both jobs of `aCampus` look alike, and nobody has decided about them. */
export async function aFlaggedPair(db: Db): Promise<void> {
  const [a, b] = await db.select().from(listings).orderBy(listings.id);
  if (a === undefined || b === undefined) throw new Error('a campus has two jobs');
  await db.insert(adverts).values([a, b].map(anAdvert));
  await db.insert(duplicateDecisions).values({
    kind: 'flag',
    a: a.id,
    b: b.id,
    rule: 'D5',
    score: 0.4,
    evidence: 'same company, title and place, but another text',
    decidedBy: 'rules',
    decidedAt: new Date(0),
  });
}

function anAdvert({ id, sourceId, fingerprint, title }: typeof listings.$inferSelect) {
  return {
    listingId: id,
    fingerprint,
    sourceId,
    kind: 'ats' as const,
    multiEmployer: false,
    company: 'anvil works',
    aliases: [],
    title,
    places: [],
    shingles: new Uint8Array(),
    signature: new Uint8Array(),
    length: 0,
    teaser: false,
    judged: true,
  };
}
