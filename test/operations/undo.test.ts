import { desc, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { approveHold, decideHold, rejectHold } from '../../src/operations/holds.operations.ts';
import { pauseFeed, resumeFeed } from '../../src/operations/feeds.operations.ts';
import { listActivity } from '../../src/operations/activity.operations.ts';
import { decideLabels, mapLabel, undoLabels } from '../../src/operations/labels.operations.ts';
import { setSetting } from '../../src/operations/settings.operations.ts';
import { pauseTarget, resumeTarget } from '../../src/operations/targets.operations.ts';
import { reopenDecided, undoDecision } from '../../src/operations/undo.operations.ts';
import { addBlock, liftEmployerBlock } from '../../src/operations/blocks.operations.ts';
import { SECOND } from '../../src/core/clock.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { labelDecision } from '../../src/picklists/picklists.repository.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { allTargets } from '../../src/targets/targets.queries.ts';
import { audit, decisions, holds, listings, picklistAliases } from '../../src/db/schema.ts';
import { actOnHold, revisionOf } from '../../src/operations/decide-hold.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { aWeb, type Browser } from '../faces/web/support/web.ts';

const db = await testDatabase();

const numberIn = (page: string) => /action="\/decisions\/(\d+)\/undo"/.exec(page)?.[1] ?? '';

/** A school that gets the first three jobs of a feed when a person approves its plan. */
async function aFirstPlan() {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield', {}, { reviewFirst: true });
  await road.read(feed);
  await road.publish(target);
  const [hold] = await holdsIn(db, ['open']);
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  web.clock.set(road.clock.now());
  const operator = await web.signedIn('admin');
  const both = (ms: number) => {
    road.clock.advance(ms);
    web.clock.set(road.clock.now());
  };
  return { ...road, feed, target, id: String(hold?.id), operator, web, advance: both };
}

const undo = (browser: Browser, id: string, back = '/holds', from = back) =>
  browser.post(`/decisions/${id}/undo`, { back }, { from });

test('a decision of a page says until when nothing is sent; undone before, 0 calls went out and the hold waits again', async () => {
  const { operator, id, target, school, publish, advance } = await aFirstPlan();
  await operator.post(`/holds/${id}/approve`, {}, { from: `/holds/${id}` });
  const page = await operator.text('/labels');
  expect(page).toContain('Hold approved: 3 jobs. Nothing of it is sent before');
  expect(page).toContain('>Undo</button>');
  await publish(target);
  expect(school.calls).toEqual([]);
  const back = await undo(operator, numberIn(page), '/labels');
  expect([back.status, back.headers.get('location')]).toEqual([303, '/labels']);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ id: Number(id), decidedBy: null }]);
  advance(40 * SECOND);
  await publish(target);
  expect(school.calls).toEqual([]);
  expect(await operator.text('/labels')).not.toContain('Nothing of it is sent before');
  expect((await undo(operator, numberIn(page))).status).toBe(409);
  await operator.post(`/holds/${id}/approve`, {}, { from: `/holds/${id}` });
  advance(31 * SECOND);
  await publish(target);
  expect(school.jobs.size).toBe(3);
});

test('the notice of a decision about a part has its number, and says what is taken back', async () => {
  const { operator, id } = await aFirstPlan();
  const only = ['acme/A-1', 'acme/A-2'];
  const from = `/holds/${id}`;
  await operator.post(`${from}/picks/reject`, { only, row: [...only, 'acme/A-3'] }, { from });
  const page = await operator.text(from);
  expect(page).toContain('Hold rejected: 2 jobs. You can undo this until');
  await undo(operator, numberIn(page), from);
  const activity = await operator.text('/activity?day=2026-11-20');
  expect(/Decision taken back.*?(\d+) jobs?/s.exec(activity)?.[1]).toBe('2');
});

test('a change back leads to no other site, however its address is written', async () => {
  const { operator, id } = await aFirstPlan();
  await operator.post(`/holds/${id}/approve`, {}, { from: `/holds/${id}` });
  const decision = numberIn(await operator.text('/labels'));
  expect((await undo(operator, decision, '/\t/evil.example', '/labels')).headers.get('location')).toBe('/');
});

test('a first plan of another size is another revision, before its jobs are compared too', async () => {
  const { clock, id, perform } = await aFirstPlan();
  await db.delete(decisions);
  const [hold] = await holdsIn(db, ['open']);
  if (hold === undefined) throw new Error('no first plan');
  const seen = await revisionOf(db, hold);
  await db.update(holds).set({ count: hold.count + 8 });
  expect(await revisionOf(db, hold)).not.toBe(seen);
  const act = { kind: 'approve', thisRunOnly: false, rev: seen } as const;
  expect(await actOnHold({ db, clock }, Number(id), act, 'dana')).toMatchObject({ kind: 'refused' });
  expect(await perform(approveHold, { id })).toMatchObject({ kind: 'done' });
});

test('a hold that is open is not opened again', async () => {
  const { perform, id } = await aFirstPlan();
  expect(await perform(reopenDecided, { id })).toMatchObject({ detail: `Hold ${id} is open already.` });
  // So is one of removals, of which no part was decided.
  await db.update(holds).set({ kind: 'share' });
  const only = ['acme/A-1'];
  expect(await perform(reopenDecided, { id })).toMatchObject({ detail: `Hold ${id} is open already.` });
  const part = await perform(reopenDecided, { id, only });
  expect(part).toMatchObject({
    kind: 'conflict',
    detail: `Hold ${id} has no job acme/A-1 that was decided.`,
  });
});

test.each(['lifted', 'lapsed'] as const)('a hold that is %s is not opened again', async (state) => {
  const { perform, id } = await aFirstPlan();
  await perform(approveHold, { id });
  if (state === 'lifted') await perform(reopenDecided, { id });
  await db.update(holds).set({ state, decidedAt: new Date() });
  const refusal = await perform(reopenDecided, { id });
  expect(refusal).toMatchObject({ kind: 'conflict', detail: expect.stringContaining('has ended') });
  expect(await holdsIn(db, ['open'])).toEqual([]);
});

test('undone later, what was sent stays and what was not waits again', async () => {
  const { perform, operator, id, target, school, publish, advance, read, feed, serve } = await aFirstPlan();
  await perform(approveHold, { id });
  await publish(target);
  expect(school.jobs.size).toBe(3);
  advance(60 * SECOND);
  const activity = await operator.text('/activity?day=2026-11-20');
  expect(activity).toContain('Change back');
  await undo(operator, numberIn(activity), '/activity');
  serve('acme', indeedFeed(jobs(4)));
  await read(feed);
  await publish(target);
  expect(school.jobs.size).toBe(3);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ id: Number(id) }]);
});

test('picked jobs of a first plan come back into it', async () => {
  const { perform, id, target, school, publish } = await aFirstPlan();
  await perform(rejectHold, { id, only: ['A-2'] });
  const activity = await perform(listActivity, { day: '2026-11-20' });
  if (!('value' in activity)) throw new Error(activity.kind);
  const { items } = listActivity.output.parse(activity.value);
  const decision = items.find(({ action }) => action === 'hold.reject')?.decision;
  expect(await perform(undoDecision, { id: String(decision) })).toMatchObject({
    value: { action: 'hold.reject', subject: `hold:${id}`, sent: true },
  });
  await perform(approveHold, { id });
  await publish(target);
  expect(school.jobs.size).toBe(3);
});

test('picked jobs that wait again are named in the audit, and a phrase that is not asked for must be right too', async () => {
  const { perform, id } = await aFirstPlan();
  await perform(rejectHold, { id, only: ['A-2'] });
  await perform(reopenDecided, { id, only: ['A-2'] });
  const [entry] = await db.select().from(audit).orderBy(desc(audit.id)).limit(1);
  expect(entry).toMatchObject({ action: 'hold.reopen', detail: { count: 1, only: ['A-2'] } });
  expect(await perform(decideHold, { id, decision: 'accept', phrase: 'acme 2' })).toEqual({
    kind: 'invalid',
    errors: [{ field: 'phrase', message: expect.stringMatching(/^must be “\S+ 3”$/) }],
  });
});

test('the command line starts at once, and so does a block on every face', async () => {
  const { perform, operator, id, target, school, publish } = await aFirstPlan();
  await perform(approveHold, { id });
  await publish(target);
  expect(school.jobs.size).toBe(3);
  const blocked = await operator.post(
    '/blocks',
    { company: 'Acme Tools', reason: 'fraud', confirm: 'Acme Tools 3' },
    { from: '/employers' },
  );
  expect(blocked.status).toBe(303);
  await publish(target);
  expect(school.jobs.size).toBe(0);
});

test('labels, blocks, pauses, settings and rules are taken back to what was before', async () => {
  const { perform, target } = await aFirstPlan();
  await perform(setSetting, { scope: 'global', key: 'delist.missRuns', value: 4 });
  await perform(setSetting, { scope: 'global', key: 'delist.missRuns', value: 5 });
  await perform(pauseTarget, { name: target.name });
  await perform(addBlock, { company: 'Nova', reason: 'fraud' });
  await perform(mapLabel, { target: 'northfield', field: 'job_type', label: 'Seasonal', key: '2' });
  const found = await perform(listActivity, { day: '2026-11-20' });
  if (!('value' in found)) throw new Error(found.kind);
  const { items } = listActivity.output.parse(found.value);
  const newest = items.toSorted((a, b) => (b.decision ?? 0) - (a.decision ?? 0));
  for (const { decision, action } of newest)
    if (decision !== null)
      expect([action, (await perform(undoDecision, { id: String(decision) })).kind]).toEqual([
        action,
        'done',
      ]);
  expect((await loadSettings(db)).origin('delist.missRuns', {})).toBe('default');
  expect(await allTargets(db)).toMatchObject([{ state: 'active' }]);
  const after = await perform(listActivity, { day: '2026-11-20' });
  if (!('value' in after)) throw new Error(after.kind);
  const again = listActivity.output.parse(after.value).items;
  const taken = again.filter(({ action }) => action === 'decision.undo');
  expect(taken).toHaveLength(5);
  expect(taken.every(({ what }) => what === 'Decision taken back')).toBe(true);
  expect(await perform(undoDecision, { id: '99999' })).toMatchObject({ kind: 'not_found' });
});

test('a lifted block is put back later, after what it takes down was confirmed: on the page and by command', async () => {
  const { perform, operator, id, target, school, publish, advance } = await aFirstPlan();
  await perform(approveHold, { id });
  await perform(addBlock, { company: 'Acme Tools', reason: 'fraud' });
  advance(SECOND);
  await perform(liftEmployerBlock, { id: '1' });
  await publish(target);
  expect(school.jobs.size).toBe(3);
  advance(60 * SECOND);
  const newest = numberIn(await operator.text('/activity?day=2026-11-20'));
  const asked = await perform(undoDecision, { id: newest });
  expect(asked).toMatchObject({ kind: 'confirmation_required', effect: { count: 3 } });
  const page = await (await undo(operator, newest, '/activity')).text();
  expect(page).toContain('takes down 3 jobs at 1 school');
  const [, phrase = ''] = /name="confirm" value="([^"]+)"/.exec(page) ?? [];
  const path = `/decisions/${newest}/undo`;
  expect(page).not.toContain('Nothing has happened.<');
  const mistyped = await operator.post(path, { back: '/activity', confirm: 'Acme 2' }, { from: '/activity' });
  expect(await mistyped.text()).toContain(`Expected “${phrase}”, but “Acme 2” came. Nothing has happened.`);
  const done = await operator.post(path, { back: '/activity', confirm: phrase }, { from: '/activity' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/activity']);
  await publish(target);
  expect(school.jobs.size).toBe(0);
  advance(SECOND);
  await perform(liftEmployerBlock, { id: '2' });
  await publish(target);
  const again = numberIn(await operator.text('/activity?day=2026-11-20'));
  const confirmed = { id: again, confirm: phrase.replace(/ \d+$/, ''), count: 3 };
  expect(await perform(undoDecision, confirmed)).toMatchObject({ kind: 'done' });
});

test.each([
  ['target.pause', pauseTarget, 'northfield'],
  ['target.resume', resumeTarget, 'northfield'],
  ['feed.pause', pauseFeed, 'acme'],
  ['feed.resume', resumeFeed, 'acme'],
] as const)('%s a second time changes nothing, and is not taken back', async (_, act, name) => {
  const { perform, advance, operator } = await aFirstPlan();
  await perform(act.name.endsWith('pause') ? act : act === resumeFeed ? pauseFeed : pauseTarget, { name });
  await perform(act, { name });
  advance(SECOND);
  await perform(act, { name });
  const newest = (await db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]?.id;
  expect(await perform(undoDecision, { id: String(newest) })).toMatchObject({ kind: 'conflict' });
  expect(await operator.text('/activity?day=2026-11-20')).not.toContain(`/decisions/${newest}/undo`);
});

test('a label that was decided again, alone or with others, means again what it meant before', async () => {
  const road = aRoad(db);
  const { perform } = road;
  road.school.picklists['job_type'] = ['1', '2', '3'].map((ikey) => ({ ikey, ivalue: `Entry ${ikey}` }));
  const { id: targetId } = await road.addTarget('northfield');
  await reconcileTarget(road.context, targetId);
  const label = { target: 'northfield', field: 'job_type', label: 'zzz' };
  const undone = async () => {
    const [newest] = await db.select().from(audit).where(isNotNull(audit.undo)).orderBy(desc(audit.id));
    expect(await perform(undoDecision, { id: String(newest?.id) })).toMatchObject({ kind: 'done' });
    return labelDecision(db, { ...label, targetId });
  };
  await perform(mapLabel, { ...label, key: '1' });
  await perform(mapLabel, { ...label, key: '2' });
  // The button was pressed twice.
  await perform(mapLabel, { ...label, key: '2' });
  expect(await undone()).toEqual(['1']);
  await perform(decideLabels, { decisions: [label] });
  await perform(decideLabels, { decisions: [label] });
  expect(await undone()).toEqual(['1']);
  await perform(mapLabel, label);
  await perform(mapLabel, { ...label, key: '3' });
  expect(await undone()).toEqual([]);
});

test('a setting that is set twice to one value goes back to the value before', async () => {
  const { perform } = aRoad(db);
  const set = (value: number) => perform(setSetting, { scope: 'global', key: 'delist.missRuns', value });
  await set(3);
  await set(4);
  await set(4);
  const [newest] = await db.select().from(audit).where(isNotNull(audit.undo)).orderBy(desc(audit.id));
  expect(newest?.detail).toMatchObject({ value: 4 });
  await perform(undoDecision, { id: String(newest?.id) });
  expect((await loadSettings(db)).get('delist.missRuns')).toBe(3);
});

test('a label that is ignored everywhere is taken back at every school', async () => {
  const { perform, addTarget } = await aFirstPlan();
  await addTarget('southfield');
  await perform(mapLabel, { target: 'northfield', field: 'job_type', label: 'zzz', everywhere: true });
  expect(await db.$count(picklistAliases)).toBe(2);
  const [newest] = await db.select().from(audit).where(isNotNull(audit.undo)).orderBy(desc(audit.id));
  await perform(undoDecision, { id: String(newest?.id) });
  expect(await db.$count(picklistAliases)).toBe(0);
});

test('a label takes back what it meant only to an entry of the list, and everywhere only where nothing was decided before', async () => {
  const road = aRoad(db);
  const { perform } = road;
  road.school.picklists['job_type'] = ['1', '2'].map((ikey) => ({ ikey, ivalue: `Entry ${ikey}` }));
  const { id: targetId } = await road.addTarget('northfield');
  await reconcileTarget(road.context, targetId);
  const label = { target: 'northfield', field: 'job_type', label: 'zzz' };
  await perform(mapLabel, { ...label, key: '1' });
  expect(await perform(undoLabels, { decisions: [{ ...label, before: '9' }] })).toMatchObject({
    kind: 'invalid',
  });
  expect(await labelDecision(db, { ...label, targetId })).toEqual(['1']);
  await perform(mapLabel, { ...label, key: '1', everywhere: true });
  await perform(mapLabel, { ...label, key: '2', everywhere: true });
  const undos = await db.select({ undo: audit.undo }).from(audit).orderBy(desc(audit.id)).limit(2);
  expect(undos.map(({ undo: one }) => one !== null)).toEqual([false, true]);
});

/** A published feed of 60 jobs that lists 20 by now: 40 removals wait for a person. */
async function aDroppedFeed() {
  const road = await aPublishedRoad(db, 60);
  const { serve, read, feed, publish, target, clock } = road;
  serve('acme', indeedFeed(jobs(20)));
  await read(feed);
  const [hold] = await holdsIn(db, ['open']);
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  web.clock.set(clock.now());
  const operator = await web.signedIn('admin');
  const later = async (ms: number) => {
    clock.advance(ms);
    web.clock.set(clock.now());
    await read(feed);
    await publish(target);
  };
  return { ...road, id: String(hold?.id), operator, later };
}

test('approved removals of a feed wait on a page, and are kept when the decision is taken back', async () => {
  const { id, operator, publish, target, school, later } = await aDroppedFeed();
  const from = `/holds/${id}`;
  await operator.post(from, { decision: 'once', jobs: '40' }, { from });
  const page = await operator.text('/labels');
  expect(page).toContain('Hold decided: 40 jobs. Nothing of it is sent before');
  await publish(target);
  expect(school.calls).toEqual([]);
  await undo(operator, numberIn(page));
  for (const hours of [1, 24, 48, 72]) await later(hours * 3600 * SECOND);
  expect(school.calls).toEqual([]);
  expect(await holdsIn(db, ['open', 'approved'])).toEqual([]);
  expect(await operator.text(from)).toContain('Rejected');
});

test('approved removals that were sent come back when the decision is taken back', async () => {
  const { id, perform, operator, school, publish, target, later } = await aDroppedFeed();
  await perform(approveHold, { id });
  await publish(target);
  expect(school.jobs.size).toBe(20);
  const activity = await operator.text('/activity?day=2026-11-20');
  const undone = await perform(undoDecision, { id: numberIn(activity) });
  expect(undone).toMatchObject({
    value: { sent: true, stays: false },
    text: expect.stringContaining('changed back'),
  });
  await later(3600 * SECOND);
  expect(school.jobs.size).toBe(60);
});

test('a job whose closing day is over meanwhile stays down when the decision is taken back', async () => {
  const { id, perform, school, publish, target, later, operator } = await aDroppedFeed();
  await perform(approveHold, { id });
  await publish(target);
  const over = { closesAnnounced: true, expiresAt: new Date('2026-11-20T08:00:00Z') };
  await db.update(listings).set(over).where(eq(listings.jobId, 'A-60'));
  await perform(undoDecision, { id: numberIn(await operator.text('/activity?day=2026-11-20')) });
  await later(3600 * SECOND);
  expect([school.jobs.size, school.jobs.has('acme/A-60')]).toEqual([59, false]);
});

test('picked removals of a feed are kept when the decision is taken back, and only those', async () => {
  const { id, perform, operator, school, publish, target, later } = await aDroppedFeed();
  const from = `/holds/${id}`;
  const [seen = ''] = /(?<=name="seen" value=")[^"]+/.exec(await operator.text(from)) ?? [];
  await operator.post(`${from}/part/approve`, { only: ['acme/A-55', 'acme/A-56'], seen }, { from });
  const page = await operator.text(from);
  expect(page).toContain('Hold approved: 2 jobs. Nothing of it is sent before');
  await publish(target);
  await undo(operator, numberIn(page), from);
  await later(3600 * SECOND);
  expect(school.calls).toEqual([]);
  expect(await holdsIn(db, ['open'])).toMatchObject([{ id: Number(id), count: 38 }]);
  const again = await perform(reopenDecided, { id, only: ['acme/A-55'] });
  expect(again).toMatchObject({ detail: `acme/A-55 of hold ${id} is kept already.` });
});
