import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { addToken, addUser } from '../../src/platform/accounts/people.ts';
import type { Db } from '../../src/db/db.ts';
import {
  batches,
  holds,
  listings,
  publications,
  schoolReviews,
  screenings,
  targets,
  webhookDeliveries,
} from '../../src/db/schema.ts';
import { blockEmployer } from '../../src/screening/employers/employers.repository.ts';
import { keepLabelDecision } from '../../src/picklists/picklists.repository.ts';
import { keepMeaning } from '../../src/picklists/entry-meanings.repository.ts';
import { recordTakeDown } from '../../src/publishing/holds/take-downs.repository.ts';
import { recordAudit } from '../../src/platform/audit/audit.repository.ts';
import { changeTarget, redefineTarget } from '../../src/targets/targets.repository.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { feedNamed } from '../../src/feeds/feeds.queries.ts';
import { aFlaggedPair, aPublication } from '../faces/web/support/data.ts';
import { manualClock } from '../setup/clock.ts';

const at = new Date('2026-11-20T12:00:00Z');

/** How an operation is called on every face, over the data of `aCampus`. */
export type Sample = {
  readonly input: Readonly<Record<string, unknown>>;
  /** The same on the command line, after the command's words. */
  readonly words?: readonly string[];
  /** The fields of the page's form, where they are not those of the input. */
  readonly form?: Readonly<Record<string, string>>;
  readonly prepare?: (db: Db) => Promise<void>;
};

const acme: Sample = { input: { name: 'acme' }, words: ['acme'] };

const anvil = { source: 'acme', job_id: 'A-1' };

/** The label of `aCampus` that waits. */
const trainee = { target: 'calloway', field: 'job_type', label: 'Graduate Trainee' };

async function aDecidedLabel(db: Db): Promise<void> {
  const target = await targetNamed(db, trainee.target);
  const kept = {
    field: trainee.field,
    label: trainee.label,
    by: 'test',
    at,
  };
  await keepLabelDecision(db, { ...kept, targetId: target?.id ?? 0, keys: ['7'] });
}

const SECRET = 'QUADWIRE_SECRET_NORTHFIELD';

async function aStoredSecret(db: Db): Promise<void> {
  const target = await targetNamed(db, 'northfield');
  if (target === undefined) return;
  const auth = { kind: 'bearer', secretEnv: SECRET } as const;
  await redefineTarget(db, target, { soap: { ...target.definition.soap, auth } });
  const stored = { sealed: 'sealed:v1:none', tail: null, at: '2026-11-20T12:00:00.000Z', by: 'test' };
  await changeTarget(db, target.id, { secrets: { [SECRET]: stored } });
}

async function pausedAcme(db: Db): Promise<void> {
  const feed = await feedNamed(db, 'acme');
  if (feed) await changeFeed(db, feed.id, { state: 'paused' });
}

/** A removal of acme's job that was never answered. */
async function aRemoval(db: Db): Promise<void> {
  const at = new Date('2026-11-20T12:12:00Z');
  await db
    .update(publications)
    .set({
      intent: 'hide',
      cause: 'missing',
      verdict: 'guard',
      intendedAt: at,
      call: 'parked',
      parked: 'unanswered',
    })
    .where(eq(publications.state, 'published'));
}

async function pausedNorthfield(db: Db): Promise<void> {
  const target = await targetNamed(db, 'northfield');
  if (target) await changeTarget(db, target.id, { state: 'paused' });
}

/** Somebody paused northfield: that decision can be taken back. */
async function aPause(db: Db): Promise<void> {
  await pausedNorthfield(db);
  await recordAudit(db, {
    at,
    who: 'test',
    action: 'target.pause',
    subject: 'target:northfield',
    undo: { name: 'target.resume', input: { name: 'northfield' } },
  });
}

async function aMutedHold(db: Db): Promise<void> {
  await db.update(holds).set({ state: 'muted', decidedAt: at, until: new Date('2026-12-31T12:00:00Z') });
}

async function aBlock(db: Db): Promise<void> {
  await blockEmployer(db, { company: 'Acme Scam', reason: 'fraud', by: 'test', at });
}

async function aTakeDown(db: Db): Promise<void> {
  const target = await targetNamed(db, 'northfield');
  const act = {
    kind: 'target',
    subjects: ['target:northfield'],
    name: 'northfield',
    by: 'test',
    at,
  } as const;
  await recordTakeDown(db, act, { targetId: target?.id ?? 0 });
}

async function anEmployersTakeDown(db: Db): Promise<void> {
  const target = await targetNamed(db, 'northfield');
  const act = { kind: 'employer', subjects: ['block:1'], name: 'Acme', by: 'test', at } as const;
  await recordTakeDown(db, act, { targetId: target?.id ?? 0 });
}

/** A job of northfield that a batch took down, and whose listing ended for that reason. */
async function aBatch(db: Db): Promise<void> {
  const [job] = await db
    .select()
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(eq(targets.name, 'northfield'));
  if (job === undefined) throw new Error('northfield has no job');
  const { id, targetId, sourceId, listingId, jobId } = job.publications;
  await db.insert(batches).values({ targetId, cause: 'missing', count: 1, subjects: [id], createdAt: at });
  const down = aPublication({
    targetId,
    sourceId,
    listingId,
    jobId,
    state: 'delisted',
    batchId: 1,
    verdict: 'guard',
    cause: 'missing',
  });
  await db
    .update(publications)
    .set({ ...down, beliefFingerprint: null })
    .where(eq(publications.id, id));
  const ended = { state: 'ended', cause: 'missing', verdict: 'guard', endedAt: at } as const;
  await db
    .update(listings)
    .set(ended)
    .where(eq(listings.id, listingId ?? 0));
}

/** A job that northfield says it does not have. */
async function aDeniedRemoval(db: Db): Promise<void> {
  await db
    .update(publications)
    .set({
      belief: 'maybe',
      beliefFingerprint: null,
      answer: 'false',
      intent: 'hide',
      cause: 'operator',
      verdict: 'stated',
      intendedAt: new Date('2026-11-20T12:00:00Z'),
      call: 'parked',
      parked: 'denied',
    })
    .where(eq(publications.jobId, 'A-1'));
}

async function aMeaning(db: Db): Promise<void> {
  const target = await targetNamed(db, 'calloway');
  await keepMeaning(db, {
    targetId: target?.id ?? 0,
    field: 'job_type',
    label: 'trainee program',
    key: '7',
    kind: 'nothing',
    concepts: [],
    decidedBy: 'test',
    decidedAt: new Date('2026-11-20T12:00:00Z'),
  });
}

async function aWebhook(db: Db): Promise<void> {
  await db.insert(webhookDeliveries).values({
    event: 'incident.opened',
    eventId: 'msg_1',
    url: 'https://hooks.example/secret',
    payload: '{}',
    state: 'given up',
    createdAt: at,
    dueAt: null,
  });
}

const accounts = (db: Db) => ({ db, clock: manualClock('2026-11-20T12:00:00Z') });

async function kim(db: Db): Promise<void> {
  await addUser(accounts(db), { email: 'kim@a.example', role: 'viewer', password: 'three quiet brown owls' });
}

async function aToken(db: Db): Promise<void> {
  await addToken(accounts(db), { name: 'ci', scopes: ['read'], createdBy: 'test' });
}

/** A job that screening stopped, and that one person has overridden. */
async function stoppedJob(db: Db): Promise<void> {
  const first = { secondedBy: 'dana', note: 'They are known here.' };
  await db.update(screenings).set({ score: 100, band: 'stopped', ...first });
}

/** The school calloway decides about the job A-1, which it does not show. */
async function aSchoolReview(db: Db): Promise<void> {
  const [job] = await db.select({ id: listings.id }).from(listings).where(eq(listings.jobId, 'A-1'));
  const target = await targetNamed(db, 'calloway');
  await db.insert(schoolReviews).values({
    targetId: target?.id ?? 0,
    listingId: job?.id ?? 0,
    state: 'open',
    reason: 'The work is unpaid.',
    createdAt: new Date('2026-11-20T12:00:00Z'),
  });
}

export const samples: Readonly<Record<string, Sample>> = {
  'feed.list': { input: {} },
  'feed.show': acme,
  'feed.import': {
    input: { list: readFileSync('test/operations/feeds.csv', 'utf8'), review: true },
    words: ['test/operations/feeds.csv', '--review'],
  },
  'feed.add': {
    input: { name: 'polaris', url: 'https://polaris.example/jobs.xml', targets: ['nowhere'], review: true },
    words: ['polaris', 'https://polaris.example/jobs.xml', '--target', 'nowhere', '--review'],
  },
  'feed.set': { input: { name: 'acme', employer: 'Acme' } },
  'feed.pause': acme,
  'feed.resume': { ...acme, prepare: pausedAcme },
  'feed.read': acme,
  'feed.remove': { input: { name: 'acme', jobs: 'delist' }, words: ['acme', '--delist'] },
  'feed.funnel': acme,
  'feed.quality': acme,
  'feed.report-link': acme,
  'setting.list': { input: { feed: 'acme' }, words: ['--feed', 'acme'] },
  'setting.set': {
    input: { scope: 'feed:acme', key: 'delist.missRuns', value: 4 },
    words: ['delist.missRuns', '4', '--feed', 'acme'],
  },
  'form.link': { input: { days: 2 }, words: ['--days', '2'] },
  'activity.list': { input: { day: '2026-11-20' }, words: ['--day', '2026-11-20'] },
  'search.list': { input: { words: 'analyst' }, words: ['analyst'] },
  'audit.list': { input: {} },
  'delivery.mails': { input: {} },
  'delivery.webhooks': { input: {}, words: ['--webhooks'] },
  'delivery.redeliver': { input: { id: 1 }, words: ['1'], prepare: aWebhook },
  'attention.list': { input: {} },
  'batch.list': { input: { target: 'northfield' }, words: ['--target', 'northfield'] },
  'batch.restore': { input: { id: '1' }, words: ['1'], prepare: aBatch },
  'hold.list': { input: {} },
  'hold.show': { input: { id: '1' }, words: ['1'] },
  'hold.jobs': { input: { id: '1' } },
  'hold.approve': {
    input: { id: '1', confirm: 'acme', count: 11_711 },
    words: ['1', '--feed', 'acme', '--count', '11,711'],
    form: { confirm: 'acme 11711' },
  },
  'hold.reject': { input: { id: '1' }, words: ['1'] },
  'hold.mute': {
    input: { id: '1', until: '2026-12-31' },
    words: ['1', '--until', '2026-12-31'],
  },
  'hold.reopen': { input: { id: '1' }, words: ['1'], prepare: aMutedHold },
  'target.pause': { input: { name: 'northfield' }, words: ['northfield'] },
  'target.publish': { input: { name: 'northfield' } },
  'target.add': {
    input: { name: 'eastwood', definition: { soap: { url: 'https://eastwood.example/soap' } } },
  },
  'target.secret': { input: { name: 'northfield', secret: SECRET }, prepare: aStoredSecret },
  'target.set': { input: { name: 'northfield', sourceId: 'board' } },
  'target.remove': {
    input: { name: 'northfield', jobs: 'leave-up' },
    words: ['northfield', '--leave-up'],
  },
  'copy.list': { input: anvil, words: ['acme', 'A-1'], prepare: aFlaggedPair },
  'copy.flagged': { input: {}, prepare: aFlaggedPair },
  'job.keep-off': { input: { ...anvil, reason: 'Wrong.' }, words: ['acme', 'A-1', '--reason', 'Wrong.'] },
  'copy.split': { input: anvil, words: ['acme', 'A-1', '--split'], prepare: aFlaggedPair },
  'copy.merge': {
    input: { ...anvil, same_as: 'zenith/Z/9' },
    words: ['acme', 'A-1', '--same-as', 'zenith/Z/9'],
    prepare: aFlaggedPair,
  },
  'publication.resend': { input: { target: 'northfield' }, prepare: aRemoval },
  'target.resume': { input: { name: 'northfield' }, words: ['northfield'], prepare: pausedNorthfield },
  'decision.undo': { input: { id: '1' }, words: ['1'], prepare: aPause },
  'hold.decide': { input: { id: '1', decision: 'reject' } },
  'plan.show': { input: { id: 'northfield' } },
  'plan.of': { input: { target: 'northfield' } },
  'plan.send': { input: { id: 'northfield' } },
  'look.list': {
    input: { target: 'northfield' },
    words: ['--target', 'northfield'],
    prepare: aDeniedRemoval,
  },
  'look.settle': {
    input: { id: '1', finding: 'there' },
    words: ['1', 'there'],
    form: { finding: 'there' },
    prepare: aDeniedRemoval,
  },
  'take-down.list': { input: { open: true }, words: ['--open'], prepare: aTakeDown },
  'take-down.at-paused': { input: { id: '1' }, words: ['1'], prepare: anEmployersTakeDown },
  'take-down.show': { input: { id: '1' }, words: ['1'], prepare: aTakeDown },
  'block.list': { input: {} },
  'block.effect': { input: { company: 'Acme Scam' }, words: ['--company', 'Acme Scam'] },
  'employer.list': { input: {} },
  'block.add': {
    input: { company: 'Acme Scam', reason: 'fraud' },
    words: ['--company', 'Acme Scam', '--reason', 'fraud'],
  },
  'block.lift': { input: { id: 1 }, words: ['1'], prepare: aBlock },
  'review.list': { input: {} },
  'review.decide': {
    input: { id: 2, decision: 'reject', reason: 'a scam' },
    words: ['2', 'reject', '--reason', 'a scam'],
  },
  'review.override': {
    input: { id: 2, reason: 'We called them.' },
    words: ['2', '--reason', 'We called them.'],
    prepare: stoppedJob,
  },
  'school-review.list': { input: { name: 'calloway' }, prepare: aSchoolReview },
  'school-review.decide': {
    input: { name: 'calloway', id: 1, decision: 'reject', reason: 'No unpaid work.' },
    words: ['1', 'reject', '--target', 'calloway', '--reason', 'No unpaid work.'],
    prepare: aSchoolReview,
  },
  'policy.show': { input: { name: 'calloway' }, words: ['calloway'] },
  'policy.set': { input: { name: 'calloway', rules: {}, approves_forms: true } },
  'policy.change': {
    input: { name: 'calloway', rule: 'unpaid', action: 'review' },
    words: ['calloway', 'unpaid', 'review'],
  },
  'label.list': { input: {} },
  'label.effect': { input: { ...trainee, key: '7' } },
  'label.map': { input: { ...trainee, key: '7' } },
  'label.decide': {
    input: { decisions: [{ ...trainee, key: '7' }] },
    form: { row: JSON.stringify([...Object.values(trainee), '7', 41]), choice: '=7', do: 'shown' },
  },
  'label.accept': { input: {} },
  'label.undo': {
    input: { decisions: [trainee] },
    form: { row: JSON.stringify(Object.values(trainee)) },
    prepare: aDecidedLabel,
  },
  'picklist.report': { input: { name: 'calloway', all: true }, words: ['calloway', '--report', '--all'] },
  'meaning.set': {
    input: { name: 'calloway', field: 'job_type', key: '7', concepts: ['internship', 'apprenticeship'] },
    words: ['calloway', 'job_type', '7', 'internship', 'apprenticeship'],
  },
  'meaning.undo': {
    input: { name: 'calloway', field: 'job_type', key: '7' },
    words: ['calloway', 'job_type', '7', '--undo'],
    prepare: aMeaning,
  },
  'meaning.learned': { input: { export: true }, words: ['--export'] },
  'user.list': { input: {} },
  'user.add': {
    input: { email: 'kim@a.example', role: 'reviewer' },
    words: ['kim@a.example', '--role', 'reviewer'],
  },
  'user.set': {
    input: { email: 'kim@a.example', role: 'operator', sources: ['acme'] },
    words: ['kim@a.example', '--role', 'operator', '--source', 'acme'],
    prepare: kim,
  },
  'user.link': { input: { email: 'kim@a.example' }, words: ['kim@a.example'], prepare: kim },
  'user.close': { input: { email: 'kim@a.example' }, words: ['kim@a.example'], prepare: kim },
  'user.sessions': { input: { email: 'kim@a.example' }, words: ['kim@a.example'], prepare: kim },
  'user.sign-out': { input: { email: 'kim@a.example' }, words: ['kim@a.example', '--end'], prepare: kim },
  'session.list': { input: {} },
  'session.end': { input: { id: 'SESSION' } },
  'token.list': { input: {} },
  'token.add': { input: { name: 'ci', scopes: ['read'] }, words: ['ci', '--scope', 'read'] },
  'token.revoke': { input: { name: 'ci' }, words: ['ci'], prepare: aToken },
  'run.list': { input: { feed: 'acme' }, words: ['acme'] },
  'run.show': { input: { id: 1 } },
};
