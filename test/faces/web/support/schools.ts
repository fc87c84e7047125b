import type { Db } from '../../../../src/db/db.ts';
import {
  audit,
  batches,
  decisions,
  directoryEmployers,
  feeds,
  holds,
  listings,
  outbox,
  picklists,
  publications,
  runs,
  schoolReviews,
  screenings,
  settings,
  sources,
  targets,
  unresolvedLabels,
  usage,
  webhookDeliveries,
} from '../../../../src/db/schema.ts';
import { operator } from '../../../../src/platform/mail/recipient.ts';
import { putMail } from '../../../../src/platform/mail/mail.repository.ts';
import { aListing, aPublication } from './data.ts';

const at = new Date('2026-11-20T12:12:00Z');

/** What may be seen by nobody but the third school's own people. */
export const hidden = 'GAMMASECRET';

/** The ids and names of one school's things. */
export type School = {
  readonly target: string;
  readonly source: string;
  readonly jobId: string;
  readonly listing: number;
  readonly hold: number;
  readonly run: number;
  readonly batch: number;
  readonly webhook: number;
};

/**
 * Three schools, alpha, beta and gamma, each with one of everything of its own; every text of gamma's has `hidden` in it. One job
 * is shared: it stands at alpha and at gamma.
 */
export async function threeSchools(db: Db) {
  const alpha = await aSchool(db, 'alpha', 'plain');
  const beta = await aSchool(db, 'beta', 'plain');
  const gamma = await aSchool(db, 'gamma', hidden);
  const ids = new Map((await db.select().from(targets)).map(({ id, name }) => [name, id]));
  const [shared] = await db
    .insert(listings)
    .values(aListing(alpha.sourceId, 'SHARED-1', 'A job for two schools'))
    .returning({ id: listings.id });
  const listingId = shared?.id ?? 0;
  await db.insert(publications).values([
    aPublication({
      targetId: ids.get('alpha') ?? 0,
      sourceId: alpha.sourceId,
      jobId: 'SHARED-1',
      listingId,
    }),
    aPublication({
      targetId: ids.get('gamma') ?? 0,
      sourceId: alpha.sourceId,
      jobId: 'SHARED-1',
      listingId,
      state: 'refused',
      answer: `${hidden} refused it`,
    }),
  ]);
  // A job of the form that its employer sent to gamma alone.
  const addressed = { outcome: 'skipped', step: 'addressed', reason: `form is for ${hidden}` } as const;
  await db.insert(decisions).values(
    ['alpha', 'beta'].map((name) => ({
      ...addressed,
      targetId: ids.get(name) ?? 0,
      listingId: gamma.listing,
      decidedAt: at,
    })),
  );
  await db.insert(screenings).values({
    listingId,
    fingerprint: 'x',
    score: 55,
    band: 'review',
    forced: false,
    signals: [{ id: 'check', rule: 1, points: 40, sentence: `${hidden} sign`, evidence: hidden }],
    state: 'open',
    screenedAt: at,
  });
  await db
    .insert(audit)
    .values({ at, who: hidden, action: `${hidden} done`, subject: 'target:gamma', detail: {} });
  await db.insert(outbox).values({
    kind: 'form received',
    about: 'submission:1',
    recipient: `${hidden}@gamma.example`,
    subject: `${hidden} subject`,
    body: hidden,
    dueAt: at,
    createdAt: at,
  });
  return { alpha, beta, gamma };
}

async function aSchool(db: Db, name: string, words: string): Promise<School & { readonly sourceId: number }> {
  const sourceId = await one(
    db
      .insert(sources)
      .values({ name: `${name}-feed`, kind: 'feed', externalSourceId: `${words}-source`, createdAt: at })
      .returning({ id: sources.id }),
  );
  await db.insert(feeds).values({
    sourceId,
    definition: {
      url: `https://${words}.example/jobs.xml`,
      adapter: 'indeed-xml',
      right: 'own',
      targets: [name],
    },
    state: 'active',
    createdAt: at,
    nextAt: at,
    failures: 2,
  });
  const targetId = await one(
    db
      .insert(targets)
      .values({
        name,
        definition: { soap: { url: `https://${words}.example/soap`, namespace: 'urn:JobWebService' } },
        state: 'active',
        createdAt: at,
        openUntil: new Date('2026-11-20T18:00:00Z'),
        lastTrouble: `${words} trouble`,
      })
      .returning({ id: targets.id }),
  );
  const jobId = `${words}-1`;
  const mine = [jobId, `${words}-2`].map((id) => {
    const listing = aListing(sourceId, id, `${words} quux job`);
    return { ...listing, company: `${words} Works`, firstSeenAt: at };
  });
  const found = await db.insert(listings).values(mine).returning({ id: listings.id });
  const [listing = 0, waiting = 0] = found.map(({ id }) => id);
  await db.insert(publications).values(
    aPublication({
      targetId,
      sourceId,
      jobId,
      listingId: listing,
      state: 'delisting',
      answer: `${words} answer`,
    }),
  );
  await db.insert(decisions).values({
    targetId,
    listingId: waiting,
    outcome: 'waiting',
    step: 'picklist',
    reason: `${words} reason`,
    decidedAt: at,
  });
  await db
    .insert(schoolReviews)
    .values({ targetId, listingId: waiting, state: 'open', reason: `${words} policy`, createdAt: at });
  const run = await one(
    db
      .insert(runs)
      .values({
        sourceId,
        state: 'complete',
        startedAt: new Date(at.getTime() - 1_000),
        finishedAt: new Date(at.getTime() + 1_000),
        version: '1',
        items: 2,
        listings: 2,
        added: 2,
        reason: `${words} run`,
      })
      .returning({ id: runs.id }),
  );
  const hold = await one(
    db
      .insert(holds)
      .values({
        kind: 'share',
        state: 'open',
        sourceId,
        targetId,
        count: 7,
        reasons: [`${words} held`],
        sample: [{ source: `${name}-feed`, jobId, title: `${words} job` }],
        fingerprint: name,
        createdAt: at,
      })
      .returning({ id: holds.id }),
  );
  const batch = await one(
    db
      .insert(batches)
      .values({ targetId, sourceId, cause: `${words} cause`, count: 3, createdAt: at })
      .returning({ id: batches.id }),
  );
  const webhook = await one(
    db
      .insert(webhookDeliveries)
      .values({
        eventId: `${words}-event`,
        event: `${words}.opened`,
        url: `https://${words}.example/hook`,
        payload: words,
        state: 'given up',
        createdAt: at,
      })
      .returning({ id: webhookDeliveries.id }),
  );
  await db.insert(picklists).values({
    targetId,
    field: 'job_type',
    version: 1,
    current: true,
    entries: [{ ikey: '1', ivalue: `${words} entry` }],
    readAt: at,
    checkedAt: at,
  });
  await db.insert(unresolvedLabels).values({
    targetId,
    field: 'job_type',
    label: `${words} label`,
    jobs: 4,
    blocked: 4,
    seenAt: at,
  });
  await db.insert(directoryEmployers).values({
    targetId,
    id: `${words}-e`,
    name: `${words} Works`,
    key: `${words} works`.toLowerCase(),
    folded: `${words} works`.toLowerCase(),
    seenAt: at,
  });
  await db.insert(usage).values({ target: name, source: `${name}-feed`, month: '2026-11', calls: 17 });
  await db.insert(settings).values({
    scope: `target:${name}`,
    key: 'publish.quietHours',
    value: words,
    setBy: words,
    setAt: at,
  });
  // An alert tells the operator of any school; a letter tells a feed's owner of a hold.
  for (const kind of ['alert', 'hold'])
    await putMail(
      db,
      {
        to: operator(`${words}@owners.example`),
        subject: `${words} has a new hold`,
        text: `${name}: ${words} needs somebody.`,
      },
      { kind, about: kind === 'alert' ? 'incidents' : 'holds', now: at },
    );
  return { target: name, source: `${name}-feed`, sourceId, jobId, listing, hold, run, batch, webhook };
}

async function one(rows: Promise<readonly { readonly id: number }[]>): Promise<number> {
  return (await rows)[0]?.id ?? 0;
}
