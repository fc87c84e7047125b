import { load } from 'cheerio';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '../../../src/platform/audit/audit.queries.ts';
import { picklists, targets, unresolvedLabels } from '../../../src/db/schema.ts';
import type { Db } from '../../../src/db/db.ts';
import { catalogueOf } from '../../../src/picklists/catalogue.ts';
import { aliasesFor } from '../../../src/picklists/picklists.queries.ts';
import { noAliases } from '../../../src/picklists/picklist-aliases.ts';
import { shippedKnowledge } from '../../../src/picklists/knowledge.ts';
import { resolve } from '../../../src/picklists/resolve.ts';
import { keepMeaning } from '../../../src/picklists/entry-meanings.repository.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { loadSettings } from '../../../src/platform/settings/settings.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { faultsOf } from '../web/support/frame.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();
const at = new Date('2026-11-20T12:12:00Z');
const path = '/targets/calloway/picklists';

/** Calloway has a list of functions of which one entry means nothing to us, and jobs wait for it. */
async function aStrangeList(): Promise<{ readonly calloway: number; readonly northfield: number }> {
  const campus = await aCampus(db);
  for (const targetId of [campus.calloway, campus.northfield])
    await db.insert(picklists).values({
      targetId,
      field: 'job_function',
      version: 1,
      current: true,
      entries: [
        { ikey: 'A/1', ivalue: 'Accounting' },
        { ikey: 'W/2', ivalue: 'Kinship Wranglers' },
      ],
      readAt: at,
      checkedAt: at,
    });
  await db.insert(unresolvedLabels).values({
    targetId: campus.calloway,
    field: 'job_function',
    label: 'Social Worker',
    jobs: 9,
    blocked: 0,
    seenAt: at,
  });
  return campus;
}

describe('the report of a school’s lists', () => {
  test('the page has the broad meanings, and script fetches them all', async () => {
    await aStrangeList();
    const reviewer = await aWeb(db).signedIn('reviewer');
    const page = load(await reviewer.text(path));
    const list = page('datalist').first();
    const inPage = list.find('option').length;
    const all: unknown = JSON.parse(await reviewer.text(list.attr('data-options') ?? ''));
    expect(all).toContain('Accounting');
    expect(all).toHaveProperty('length', shippedKnowledge.concepts('job_function').length);
    expect(inPage).toBeGreaterThan(50);
    expect(inPage).toBeLessThan(shippedKnowledge.concepts('job_function').length);
    expect(await reviewer.text('/meanings/nothing')).toBe('[]');
  });

  test('page and API show the same open entry with its suggestions', async () => {
    await aStrangeList();
    const web = aWeb(db);
    const reader = await web.withToken(['read']);
    const answer = await reader('/targets/calloway/picklists/report?field=job_function');
    const report: unknown = await answer.json();
    expect(report).toMatchObject({
      target: 'calloway',
      items: [
        {
          field: 'job_function',
          counts: { entries: 2, understood: 1, not_understood: 1 },
          open: 1,
          entries: [
            {
              key: 'W/2',
              state: 'not understood',
              unread: ['kinship', 'wrangler'],
              suggestions: [
                {
                  concept: { id: 'work.social-work' },
                  waiting: { labels: 1, jobs: 9 },
                  takes: expect.any(Array),
                },
              ],
            },
          ],
        },
      ],
    });
    const page = await (await web.signedIn('reviewer')).text(path);
    expect(page).toContain('1 entry needs you');
    expect(page).toContain('value="work.social-work"');
    expect(page).toContain('1 label of 9 jobs waits for it.');
    expect(faultsOf(page)).toEqual([]);
  });

  test('one click sets a meaning, maps the waiting jobs, and undoes it', async () => {
    const { calloway } = await aStrangeList();
    const reviewer = await aWeb(db).signedIn('reviewer');
    const act = `${path}/job_function/W%2F2/meaning`;
    const set = await reviewer.post(`${act}/set`, { concepts: 'work.social-work' }, { from: path });
    expect([set.status, set.headers.get('location')]).toEqual([303, `${path}?decided=job_function`]);
    const page = await reviewer.text(path);
    expect(page).toContain('Meanings decided in job_function');
    expect(page).not.toContain('needs you');
    const [target] = await db.select().from(targets).where(eq(targets.id, calloway));
    expect(target?.reconciledAt).toBeNull();
    const undone = await reviewer.post(`${act}/undo`, {}, { from: path });
    expect(undone.status).toBe(303);
    expect(await reviewer.text(path)).toContain('1 entry needs you');
    const audited = await auditEntries(db, { limit: 5 });
    expect(audited.map(({ action, who, detail }) => [action, who, detail])).toEqual([
      [
        'meaning.undo',
        'reviewer@quadwire.example',
        expect.objectContaining({ before: { kind: 'concepts', concepts: ['work.social-work'] } }),
      ],
      [
        'meaning.set',
        'reviewer@quadwire.example',
        expect.objectContaining({ label: 'Kinship Wranglers', concepts: ['work.social-work'] }),
      ],
    ]);
  });

  test('the API says how many labels and jobs a decision maps', async () => {
    await aStrangeList();
    const writer = await aWeb(db).withToken(['write']);
    const meaning = '/targets/calloway/picklists/job_function/W%2F2/meaning';
    const put = (body: object) => writer(meaning, { method: 'PUT', body: JSON.stringify(body) });
    expect(await (await put({ concepts: ['Social work'] })).json()).toMatchObject({
      label: 'Kinship Wranglers',
      concepts: [{ id: 'work.social-work', label: 'Social work' }],
      mapped: { labels: 1, jobs: 9 },
    });
    expect(await (await put({ nothing: true })).json()).toMatchObject({
      kind: 'nothing',
      mapped: { labels: 0, jobs: 0 },
    });
    expect((await put({ concepts: ['dragon taming'] })).status).toBe(422);
    expect((await put({ concepts: ['tax'], nothing: true })).status).toBe(422);
    expect((await put({})).status).toBe(422);
    expect((await writer(meaning, { method: 'DELETE' })).status).toBe(200);
    expect((await writer(meaning, { method: 'DELETE' })).status).toBe(404);
  });

  test('shows the page again with what was wrong where a typed meaning is none', async () => {
    await aStrangeList();
    const reviewer = await aWeb(db).signedIn('reviewer');
    const wrong = await reviewer.post(
      `${path}/job_function/W%2F2/meaning/set`,
      { concepts: 'dragons' },
      { from: path },
    );
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('Select a meaning that is in the list');
  });

  test('the report is hidden from users limited to another school', async () => {
    await aStrangeList();
    const other = await aWeb(db).signedIn('reviewer', { targets: ['northfield'] });
    expect((await other.get(path)).status).toBe(404);
  });
});

describe('a meaning is learned', () => {
  test('from two people at two schools, until one of them thinks otherwise or learning is off', async () => {
    const { calloway, northfield } = await aStrangeList();
    const third = await aThirdSchool();
    const decide = meaningBy(db);
    await decide(northfield, 'dana', ['work.social-work']);
    expect(await learnedAt(calloway)).toBe(false);
    await decide(third, 'dana', ['work.social-work']);
    expect(await learnedAt(calloway)).toBe(false);
    await decide(third, 'kim', ['work.social-work']);
    expect(await learnedAt(calloway)).toBe(true);
    expect(await (await aWeb(db).signedIn('viewer')).text(path)).toContain('learned from two other schools');
    await writeSetting(db, { scope: 'global', key: 'picklists.learn', value: false, by: 'test', at });
    expect((await loadSettings(db)).get('picklists.learn')).toBe(false);
    expect(await learnedAt(calloway)).toBe(false);
    await writeSetting(db, { scope: 'global', key: 'picklists.learn', value: true, by: 'test', at });
    await decide(northfield, 'dana', ['work.law']);
    expect(await learnedAt(calloway)).toBe(false);
  });
});

async function aThirdSchool(): Promise<number> {
  const soap = { url: 'https://harlow.example/soap', namespace: 'urn:JobWebService' };
  const school = { name: 'harlow', definition: { soap }, state: 'active' as const };
  const [row] = await db
    .insert(targets)
    .values({ ...school, createdAt: at, reconciledAt: at })
    .returning({ id: targets.id });
  return row?.id ?? 0;
}

/** Two schools with functions of their own, and calloway, where jobs wait with a label that only a person knows. */
async function threeSchools() {
  const { calloway, northfield } = await aStrangeList();
  const third = await aThirdSchool();
  const entries = [
    { ikey: 'X', ivalue: 'Accounting' },
    { ikey: 'Y', ivalue: 'Accounting and Law' },
  ];
  const list = { field: 'job_function', version: 2, current: true, entries, readAt: at, checkedAt: at };
  await db.update(picklists).set({ current: false }).where(eq(picklists.targetId, northfield));
  await db.insert(picklists).values([
    { ...list, targetId: northfield },
    { ...list, targetId: third, version: 1 },
  ]);
  await db.insert(unresolvedLabels).values({
    targetId: calloway,
    field: 'job_function',
    label: 'Number Crunching',
    jobs: 4,
    blocked: 4,
    seenAt: at,
  });
  const web = aWeb(db);
  const people = {
    dana: await web.withToken(['write'], {}, 'dana'),
    kim: await web.withToken(['write'], {}, 'kim'),
  };
  const decide = async (who: keyof typeof people, target: string, key: string | undefined) => {
    const person = people[who];
    const body = JSON.stringify({ target, field: 'job_function', label: 'Number crunching', key });
    expect((await person('/labels', { method: 'POST', body })).status).toBe(200);
  };
  const atCalloway = async () => {
    const list = (await catalogueOf(db, calloway)).lists.get('job_function');
    if (list === undefined) throw new Error('expected the list of calloway, got none');
    const aliases = (await aliasesFor(db, calloway)).get('job_function') ?? noAliases;
    return resolve({ field: 'job_function', labels: ['Number Crunching'] }, list, aliases).labels[0];
  };
  return { web, decide, atCalloway, calloway };
}

describe('a label is learned', () => {
  test('from two people at two schools; the school where it waits is compared, and its jobs get the entry', async () => {
    const { web, decide, atCalloway, calloway } = await threeSchools();
    await db.update(targets).set({ reconciledAt: at }).where(eq(targets.id, calloway));
    await decide('dana', 'northfield', 'X');
    await decide('dana', 'harlow', 'X');
    expect(await atCalloway()).toMatchObject({ keys: [] });
    await decide('kim', 'harlow', 'X');
    expect(await atCalloway()).toMatchObject({ keys: ['A/1'], step: 'learned' });
    const [target] = await db.select().from(targets).where(eq(targets.id, calloway));
    expect(target?.reconciledAt).toBeNull();
    const reader = await web.withToken(['read']);
    expect(await (await reader('/picklists/learned')).json()).toEqual({
      items: [
        {
          of: 'label',
          field: 'job_function',
          label: 'number crunching',
          kind: 'concepts',
          concepts: [{ id: 'work.accounting', label: expect.any(String) }],
        },
      ],
    });
  });

  test.each([
    ['another entry', 'Y'],
    ['no entry', undefined],
  ])('%s at a third school unlearns it', async (_what, key) => {
    const { decide, atCalloway, calloway } = await threeSchools();
    await decide('dana', 'northfield', 'X');
    await decide('kim', 'harlow', 'X');
    await db.update(targets).set({ reconciledAt: at }).where(eq(targets.id, calloway));
    await decide('kim', 'northfield', key);
    expect(await atCalloway()).toMatchObject({ keys: [] });
    const [target] = await db.select().from(targets).where(eq(targets.id, calloway));
    expect(target?.reconciledAt).toBeNull();
  });

  test('never while learning is off', async () => {
    const { decide, atCalloway } = await threeSchools();
    await decide('dana', 'northfield', 'X');
    await decide('kim', 'harlow', 'X');
    await writeSetting(db, { scope: 'global', key: 'picklists.learn', value: false, by: 'test', at });
    expect(await atCalloway()).toMatchObject({ keys: [] });
  });
});

const meaningBy = (to: Db) => (targetId: number, decidedBy: string, concepts: readonly string[]) =>
  keepMeaning(to, {
    targetId,
    field: 'job_function',
    label: 'kinship wranglers',
    key: 'W/2',
    kind: 'concepts',
    concepts,
    decidedBy,
    decidedAt: at,
  });

async function learnedAt(targetId: number): Promise<boolean> {
  const list = (await catalogueOf(db, targetId)).lists.get('job_function');
  return list?.decided.get('kinship wranglers')?.isLearned === true;
}
