import { applyFeedFile } from '../../src/feeds/feed-feed-files.ts';
import { expect, test } from 'vitest';
import { listActivity } from '../../src/operations/activity.operations.ts';
import { operations } from '../../src/operations/registry/operation-registry.ts';
import { execute, type Services } from '../../src/operations/registry/operation.ts';
import type { Actor } from '../../src/platform/accounts/permissions.ts';
import { recordAudit, recordOwnAct } from '../../src/platform/audit/audit.repository.ts';
import { auditEntries } from '../../src/platform/audit/audit.queries.ts';
import { daysSince } from '../../src/publishing/queries/daily-counts.queries.ts';
import { actText } from '../../src/publishing/state-texts.ts';
import { recordTakeDown } from '../../src/publishing/holds/take-downs.repository.ts';
import { publications } from '../../src/db/schema.ts';
import { eq, sql } from 'drizzle-orm';
import { addTarget } from '../../src/targets/targets.repository.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { faultsOf } from '../faces/web/support/frame.ts';
import { aWeb } from '../faces/web/support/web.ts';
import { manualClock } from '../setup/clock.ts';

const db = await testDatabase();
const at = (time: string) => new Date(`2026-11-19T${time}:00Z`);
const admin: Actor = { kind: 'token', id: 'x', name: 'x', scopes: ['admin'], limits: {} };
const clock = manualClock(new Date('2026-11-20T12:00:00Z'));
const services: Services = {
  db,
  clock,
  queue: () => undefined,
  site: { secret: 'activity test', timeZone: 'UTC' },
};

async function activity(input: Record<string, unknown>, actor = admin) {
  const found = await execute(services, actor, listActivity, input);
  return 'value' in found ? listActivity.output.parse(found.value) : found;
}

/** Three jobs published, one updated and three taken down on 19 November, with acts of people and of Quadwire. */
async function aDay() {
  await aCampus(db);
  const northfield = await targetNamed(db, 'northfield');
  const rows = await db.select().from(publications);
  const listing = rows.find(({ listingId }) => listingId !== null)?.listingId ?? 0;
  await db.delete(publications);
  const one = (jobId: string, more: Partial<typeof publications.$inferInsert>) => ({
    targetId: northfield?.id ?? 0,
    sourceId: rows[0]?.sourceId ?? 0,
    externalSourceId: 'acme',
    jobId,
    jobKey: jobId.toLowerCase(),
    belief: 'has' as const,
    beliefFingerprint: 'f',
    intent: 'leave' as const,
    call: 'idle' as const,
    firstSentAt: new Date('2026-11-01T10:00:00Z'),
    answeredAt: new Date('2026-11-01T10:00:01Z'),
    takenAt: new Date('2026-11-01T10:00:01Z'),
    ...more,
  });
  const fresh = { firstSentAt: at('09:00'), answeredAt: at('09:01'), takenAt: at('09:01') };
  const down = (cause: string) => ({
    belief: 'none' as const,
    beliefFingerprint: null,
    intent: 'hide' as const,
    cause,
    verdict: 'stated' as const,
    intendedAt: at('10:00'),
  });
  const added = await db
    .insert(publications)
    .values([
      one('new-1', fresh),
      one('new-2', fresh),
      one('new-3', fresh),
      one('changed', { answeredAt: at('11:00') }),
      one('shut-1', down('withdrawn')),
      one('shut-2', down('withdrawn')),
      one('scam', {}),
    ])
    .returning({ id: publications.id, jobId: publications.jobId });
  const scam = added.filter(({ jobId }) => jobId === 'scam').map(({ id }) => id);
  const act = {
    kind: 'employer' as const,
    subjects: ['block:1'],
    name: 'Kestrel Foods',
    reason: 'fraud',
    atPaused: false,
  };
  await recordTakeDown(db, { ...act, by: 'dana@a.example', at: at('16:00') }, { publications: scam });
  await db.update(publications).set(down('blocked')).where(eq(publications.jobId, 'scam'));
  await db
    .update(publications)
    .set({ delistedAt: at('16:22') })
    .where(sql`${publications.jobId} in ('shut-1', 'shut-2', 'scam')`);
  await recordAudit(db, { at: at('16:00'), who: 'dana@a.example', action: 'block.add', subject: 'block:1' });
  await recordAudit(db, {
    at: at('15:00'),
    who: 'dana@a.example',
    action: 'setting.set',
    subject: 'setting:delist.missRuns',
    detail: { key: 'delist.missRuns', value: 3 },
  });
  await recordOwnAct(db, {
    at: at('11:02'),
    action: 'hold opened',
    subject: 'hold:1',
    detail: { count: 376, reason: 'acme listed 104 jobs, usually 480' },
  });
  await recordAudit(db, {
    at: new Date('2026-11-18T23:59:00Z'),
    who: 'x',
    action: 'feed.pause',
    subject: 'feed:acme',
  });
  return { listing };
}

test('lists each act of a day once, with its actor; the sums equal the numbers of the days', async () => {
  await aDay();
  const day = await activity({ day: '2026-11-19' });
  if (!('items' in day)) throw new Error('no activity');
  const [counted] = await daysSince(db, at('00:00'), 'UTC');
  expect(day).toMatchObject({ published: 3, updated: 1, delisted: 3 });
  expect(counted).toMatchObject({ published: 3, updated: 1, delisted: 3 });
  expect(day.items.map(({ what, details, who, jobs }) => [what, details, who, jobs])).toEqual([
    ['Taken down', 'Kestrel Foods blocked', 'dana@a.example', 1],
    ['Taken down', 'Withdrawn by its source', 'Quadwire', 2],
    ['Employer blocked', '', 'dana@a.example', null],
    ['Setting changed', 'delist.missRuns, value 3', 'dana@a.example', null],
    ['Hold opened', 'acme listed 104 jobs, usually 480', 'Quadwire', 376],
    ['Updated', 'Changed in', 'Quadwire', 1],
    ['Published', 'New in', 'Quadwire', 3],
  ]);
  expect(day.kinds).toEqual({ jobs: 4, decisions: 1, automatic: 1, settings: 1 });
  const filters = { by: 'dana@a.example', kind: 'settings', about: 'northfield' };
  const rows = await Promise.all(
    Object.entries(filters).map(async ([key, value]) => {
      const some = await activity({ day: '2026-11-19', [key]: value });
      return 'items' in some ? some.items.length : some;
    }),
  );
  expect(rows).toEqual([3, 1, 4]);
  expect(await activity({ day: '2026-11-19', to: '2026-12-31' })).toMatchObject({ kind: 'invalid' });
});

test('somebody with limits sees what happened at their schools, and no act about another', async () => {
  await aDay();
  await recordAudit(db, { at: at('12:00'), who: 'x', action: 'target paused', subject: 'target:calloway' });
  await recordAudit(db, { at: at('12:00'), who: 'x', action: 'target paused', subject: 'target:northfield' });
  const limited: Actor = { ...admin, limits: { targets: ['northfield'] } };
  const day = await activity({ day: '2026-11-19' }, limited);
  if (!('items' in day)) throw new Error('no activity');
  expect(day.items.flatMap(({ subject, kind }) => (kind === 'jobs' ? [] : [subject]))).toEqual([
    'target:northfield',
  ]);
  const other = await activity({ day: '2026-11-19' }, { ...admin, limits: { targets: ['calloway'] } });
  expect(other).toMatchObject({ published: 0, delisted: 0, items: [{ subject: 'target:calloway' }] });
});

test('the page folds by cause, its numbers open as many rows, and the file has all rows', async () => {
  await aDay();
  const viewer = await aWeb(db, { site: { timeZone: 'UTC' } }).signedIn('viewer');
  const page = await viewer.text('/activity?day=2026-11-19');
  expect(faultsOf(page)).toEqual([]);
  expect(page).toContain('19 November: 3 published, 1 updated, 3 taken down');
  expect(page).not.toMatch(/undefined|NaN|null/);
  const links = [...page.matchAll(/href="(\/publications\?[^"]+)">(\d+)<span/g)].slice(0, 4);
  expect(links).toHaveLength(4);
  for (const [, href = '', number] of links) {
    const rows = (await viewer.text(href.replaceAll('&amp;', '&'))).match(
      /<tr role="row"><th role="rowheader"/g,
    );
    expect([href, rows?.length]).toEqual([href, Number(number)]);
  }
  expect((await viewer.get('/audit?subject=feed:acme')).headers.get('location')).toBe(
    '/activity?kind=decisions&about=acme',
  );
  expect(await viewer.text('/activity?day=2026-11-15')).toContain('Nothing happened on 15 November');
  const filtered = await viewer.text('/activity?day=2026-11-19&about=nobody');
  expect(filtered).toContain('No event of 19 November fits');
  expect(filtered).toContain('href="/activity?day=2026-11-19">Show all events</a>');
  const csv = await viewer.text('/activity.csv?day=2026-11-19');
  expect(csv.trim().split('\r\n')).toHaveLength(8);
});

test('Quadwire writes down that it added the practice school, and paused it for the first other one', async () => {
  const now = at('10:15');
  await addTarget(db, {
    name: 'instance',
    definition: { soap: { url: 'http://127.0.0.1/s', namespace: 'n' } },
    builtIn: true,
    now,
  });
  await addTarget(db, {
    name: 'first',
    definition: { soap: { url: 'https://a.example/s', namespace: 'n' } },
    now,
  });
  expect(await auditEntries(db)).toMatchObject([
    {
      who: 'Quadwire',
      action: 'target paused',
      subject: 'target:instance',
      detail: { because: 'first was added' },
    },
    { who: 'Quadwire', action: 'target.add', subject: 'target:instance' },
  ]);
  expect((await targetNamed(db, 'instance'))?.state).toBe('paused');
});

test('every mutation has words of its own, without a code', () => {
  const words = operations.flatMap(({ kind, name }) => (kind === 'mutation' ? [actText(name).word] : []));
  expect(words.filter((word) => !/^[A-Z][a-z]+(?:-in)?(?: [a-z]+)+$/.test(word))).toEqual([]);
  expect(words.filter((word) => /target|eded\b|ited\b/i.test(word))).toEqual([]);
});

test('a feed that a file adds or changes is an act of Quadwire, an unchanged one is none', async () => {
  const apply = (every: '1h' | '2h') =>
    applyFeedFile(
      db,
      {
        name: 'acme',
        path: 'feeds/acme.yaml',
        file: { url: 'https://a.example/f.xml', adapter: 'indeed-xml', every },
      },
      at('10:15'),
    );
  const ends = [await apply('1h'), await apply('1h'), await apply('2h')];
  expect(ends.map(({ kind }) => kind)).toEqual(['added', 'unchanged', 'changed']);
  expect(await auditEntries(db)).toMatchObject([
    { who: 'Quadwire', action: 'feed.apply', subject: 'feed:acme', detail: { outcome: 'changed' } },
    { who: 'Quadwire', action: 'feed.apply', subject: 'feed:acme', detail: { outcome: 'added' } },
  ]);
});

test('details of an act are words, and a long list of names is cut', async () => {
  const day = '2026-11-19';
  const acts: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['target.check', { works: true }],
    ['target.check', { works: false }],
    ['feed.apply', { outcome: 'added' }],
    ['target not answering', {}],
    ['review.override', { outcome: 'second-needed', reason: '', score: 91 }],
    ['hold.approve', { only: Array.from({ length: 58 }, (_, index) => `acme/A-${index}`) }],
  ];
  for (const [action, detail] of acts)
    await recordAudit(db, { at: at('10:00'), who: 'x', action, subject: 'target:northfield', detail });
  const found = await activity({ day });
  if (!('items' in found)) throw new Error('activity lists the day');
  expect(found.items.map(({ what, details }) => `${what}: ${details}`).toSorted()).toEqual([
    'Feed written from a file: added',
    'Hold approved: only acme/A-0, acme/A-1, acme/A-2 and 55 more',
    'Review overridden: score 91, a second person must approve it',
    'School checked: it does not work',
    'School checked: it works',
    'School not answering: ',
  ]);
});
