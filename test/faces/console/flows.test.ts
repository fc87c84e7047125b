import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '../../../src/platform/audit/audit.queries.ts';
import {
  holds,
  listings,
  picklistAliases,
  picklists,
  screenings,
  sources,
  unresolvedLabels,
} from '../../../src/db/schema.ts';
import { acceptLabels } from '../../../src/operations/labels.operations.ts';
import { feedNamed } from '../../../src/feeds/feeds.queries.ts';
import { setValues } from '../../../src/platform/settings/settings.queries.ts';
import { targetNamed } from '../../../src/targets/targets.queries.ts';
import { pageRoutes } from '../../../src/faces/console/routes.page.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aCampus, aListing } from '../web/support/data.ts';
import { faultsOf } from '../web/support/frame.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

describe('reading', () => {
  test('an empty installation says what the first step is', async () => {
    const viewer = await aWeb(db).signedIn('viewer');
    expect(await viewer.text('/')).toContain('Three steps to the first job at a school');
    expect(await viewer.text('/jobs')).toContain('No jobs yet');
    expect(await viewer.text('/holds')).toContain('Nothing is stopped');
    expect(await viewer.text('/labels')).toContain('Every label has an entry');
  });

  test('the first job of the form ends the first run, without any feed', async () => {
    const viewer = await aWeb(db).signedIn('viewer');
    expect(await viewer.text('/')).toContain('<a href="/post">the form</a>');
    const form = { name: 'form', kind: 'form', externalSourceId: 'form', createdAt: new Date() } as const;
    const [source] = await db.insert(sources).values(form).returning();
    await db.insert(listings).values(aListing(source?.id ?? 0, 'F-1', 'Shop Assistant'));
    const page = await viewer.text('/');
    expect(page).not.toContain('steps to the first job');
    expect(page).toContain('<title>Overview');
  });

  test('each page shows what is stored, soundly', async () => {
    const { hold } = await aCampus(db);
    const admin = await aWeb(db).signedIn('admin');
    const shows = {
      '/': '5 things need you',
      '/jobs': 'Toledo, OH',
      '/jobs?q=data+toledo': '1 job shown',
      '/jobs/acme/A-1': 'At northfield',
      '/jobs/acme/A-1?target=calloway': 'has no key there',
      '/jobs/zenith/Z%2F9?target=calloway': 'Not at calloway: the school refused it',
      '/feeds': '2 feeds',
      '/feeds/acme': 'The feed lists 104 jobs. The usual number is 11,815. ',
      '/runs/1': 'it has no title',
      '/targets': '2 schools',
      '/targets/calloway': 'urn:JobWebService',
      '/targets/calloway/picklists/job_type': 'Trainee Program',
      '/holds': '2 holds wait for you',
      [`/holds/${hold}`]: 'acme 11711',
      '/labels': '1 unmapped label blocks 1 job',
      '/labels?field=job_type&label=Graduate+Trainee': '1 unmapped label blocks 41 jobs',
      '/review': 'Check or deposit',
      '/review/2': 'deposit a check',
      '/activity': 'Everything that people and Quadwire did',
      '/settings': 'delist.missRuns',
      '/settings?scope=feed:acme': 'Settings of feed acme',
      '/users': '1 user',
      '/account': 'Sign out everywhere',
    };
    for (const [path, text] of Object.entries(shows)) {
      const page = await admin.text(path);
      expect([path, page]).toEqual([path, expect.stringContaining(text)]);
      expect([path, ...faultsOf(page)]).toEqual([path]);
      expect(page).not.toContain('hunter2');
    }
  });

  test('a search finds by words, parts of words, id, and state', async () => {
    await aCampus(db);
    const viewer = await aWeb(db).signedIn('viewer');
    const finds = async (query: string) =>
      [...(await viewer.text(`/jobs?${query}`)).matchAll(/<code>(\w+ \/ [^<]+)<\/code>/g)].map(
        ([, id]) => id,
      );
    expect(await finds('q=ANALYST')).toEqual(['acme / A-1']);
    expect(await finds('q=gradu')).toEqual(['zenith / Z/9']);
    expect(await finds('q=anvil')).toEqual(['zenith / Z/9', 'acme / A-1']);
    expect(await finds("q='%26|!:*")).toEqual([]);
    expect(await finds('q=A-1')).toEqual(['acme / A-1']);
    expect(await finds('q=Z%2F9')).toEqual(['zenith / Z/9']);
    expect(await finds('source=acme')).toEqual(['acme / A-1']);
    const places = async (query: string) =>
      [...(await viewer.text(`/jobs?${query}`)).matchAll(/<code class="soft">([^<]+)<\/code>/g)].map(
        ([, id]) => id,
      );
    expect(await places('state=blocked')).toEqual(['A-1']);
    expect(await places('state=refused&target=calloway')).toEqual(['Z/9']);
    expect(await finds('source=zenith')).toEqual(['zenith / Z/9']);
  });

  test('what nobody could see of a word is spelt out', async () => {
    await aCampus(db);
    const viewer = await aWeb(db).signedIn('viewer');
    expect(await viewer.text(`/jobs?q=${encodeURIComponent('nurse\u202Eesrun')}`)).toContain(
      'No job found for “nurse[U+202E]esrun”',
    );
  });

  test('what is not there is said, with the status', async () => {
    const viewer = await aWeb(db).signedIn('viewer');
    for (const path of [
      '/feeds/none',
      '/targets/none',
      '/holds/1',
      '/holds/x',
      '/runs/9',
      '/jobs/a/b',
      '/targets/a/picklists/b',
    ])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 404]);
  });
});

describe('somebody limited to one target', () => {
  test('sees its jobs, and nothing of another target or of feeds on any page', async () => {
    const { hold, small } = await aCampus(db);
    const web = aWeb(db);
    const reviewer = await web.signedIn('reviewer', { targets: ['northfield'] });
    expect(await reviewer.text('/jobs')).toContain('Junior Data Analyst');
    const paths = pageRoutes.filter(({ method }) => method === 'get').map(({ path }) => path);
    const filled = paths.map((path) =>
      path
        .replace(':source', 'acme')
        .replace(':jobId', 'A-1')
        .replace('/targets/:name', '/targets/calloway')
        .replace('/feeds/:name', '/feeds/acme')
        .replace(':field', 'job_type')
        .replace('/runs/:id', '/runs/1')
        .replace(':id', String(hold)),
    );
    for (const path of [
      ...filled,
      `/holds/${small}`,
      '/jobs/acme/A-1?target=calloway',
      '/jobs/zenith/Z%2F9',
      '/labels?target=calloway',
    ]) {
      const page = await reviewer.text(path);
      expect([
        path,
        page.includes('calloway'),
        page.includes('Graduate Trainee'),
        page.includes('11,711'),
      ]).toEqual([path, false, false, false]);
    }
  });

  test('somebody limited to one source sees its jobs alone', async () => {
    await aCampus(db);
    const operator = await aWeb(db).signedIn('operator', { sources: ['acme'] });
    const page = await operator.text('/jobs');
    expect([page.includes('Junior Data Analyst'), page.includes('Graduate Trainee')]).toEqual([true, false]);
    expect((await operator.get('/feeds/zenith')).status).toBe(404);
    expect((await operator.get('/jobs/zenith/Z%2F9')).status).toBe(404);
  });
});

describe('deciding', () => {
  test('a large removal is approved only with its phrase, and only once', async () => {
    const { hold } = await aCampus(db);
    const operator = await aWeb(db).signedIn('operator');
    const path = `/holds/${hold}`;
    const wrong = await operator.post(path, { decision: 'once', phrase: 'acme 11,711' });
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining('Enter “acme 11711” to approve'),
    ]);
    expect((await operator.post(path, { decision: 'once', phrase: ' acme  11711 ' })).status).toBe(303);
    const [row] = await db.select().from(holds).where(eq(holds.id, hold));
    expect(row).toMatchObject({
      state: 'approved',
      thisRunOnly: true,
      decidedBy: 'operator@quadwire.example',
    });
    expect((await operator.post(path, { decision: 'reject' }, { from: '/account' })).status).toBe(409);
    expect(await operator.text(path)).toMatch(/Approved<\/span>, stopped <time/);
    expect(await operator.text('/activity')).toMatch(/Hold decided.*?jobs?, approved/s);
  });

  test('a small one needs no phrase; a viewer and a reviewer may not', async () => {
    const { small } = await aCampus(db);
    const web = aWeb(db);
    const path = `/holds/${small}`;
    for (const role of ['viewer', 'reviewer'] as const)
      expect(
        (await (await web.signedIn(role)).post(path, { decision: 'once' }, { from: '/account' })).status,
      ).toBe(403);
    expect((await (await web.signedIn('operator')).post(path, { decision: 'once' })).status).toBe(303);
  });

  test('neither the page nor `labels accept` picks one of two entries that are nearly as near', async () => {
    const { calloway } = await aCampus(db);
    const entries = ['Full-Time, Seasonal', 'Part-Time, Seasonal'].map((ivalue, at) => ({
      ikey: `${at}`,
      ivalue,
    }));
    await db.update(picklists).set({ entries }).where(eq(picklists.targetId, calloway));
    await db.update(unresolvedLabels).set({ label: 'Seasonal' });
    const page = await (await aWeb(db).signedIn('reviewer')).text('/labels');
    expect(page).toContain('>Full-Time, Seasonal<span class="soft">0.67, next 0.64<');
    expect(page).not.toContain('Accept the suggestion');
    const accepted = await aRoad(db).perform(acceptLabels, { above: 0.1 });
    expect(accepted).toMatchObject({ value: { items: [] } });
  });

  test('labels are decided together as shown, what they touch is compared anew, and each is changed back', async () => {
    const { calloway } = await aCampus(db);
    const sent: unknown[] = [];
    const web = aWeb(db, {
      deps: { acts: { queue: () => ({ send: async (task) => void sent.push(task?.name, task?.payload) }) } },
    });
    const reviewer = await web.signedIn('reviewer');
    const decide = (choice: string, what = 'shown') =>
      reviewer.post(
        '/labels/decide',
        { row: JSON.stringify(['calloway', 'job_type', 'Graduate Trainee', '7', 41]), choice, do: what },
        { from: '/labels' },
      );
    expect(await reviewer.text('/labels')).toMatch(/<option value="=7"/);
    const nothing = await decide('');
    expect([nothing.status, await nothing.text()]).toEqual([
      422,
      expect.stringContaining('Select an entry for at least one label'),
    ]);
    expect((await decide('=99')).status).toBe(422);
    expect(await db.select().from(picklistAliases)).toEqual([]);
    const decided = await decide('', 'suggested');
    expect(decided.status).toBe(303);
    expect(await db.select().from(picklistAliases)).toMatchObject([
      { targetId: calloway, label: 'graduate trainee', keys: ['7'] },
    ]);
    expect(await db.select().from(unresolvedLabels)).toEqual([]);
    expect(sent).toEqual(['reconcile-target', { targetId: calloway }]);

    const done = await reviewer.text(decided.headers.get('location') ?? '');
    expect(done).toContain('1 label decided');
    expect(await reviewer.text('/labels/decided')).toContain('Trainee Program');
    const row = JSON.stringify(['calloway', 'job_type', 'graduate trainee']);
    expect((await reviewer.post('/labels/undo', { row }, { from: '/labels/decided' })).status).toBe(303);
    expect(await db.select().from(picklistAliases)).toEqual([]);
    expect((await decide('none')).status).toBe(303);
    expect(await db.select().from(picklistAliases)).toMatchObject([{ targetId: calloway, keys: [] }]);
  });

  test('a grave job is sent only when two people approve, and one is enough to refuse', async () => {
    const { second } = await aCampus(db);
    const web = aWeb(db);
    const [first, other] = [await web.signedIn('reviewer'), await web.signedIn('operator')];
    const [path, sent] = [`/review/${second}`, `/reviews/${second}/decision`];
    const missing = await first.post(sent, {}, { from: path });
    expect([missing.status, await missing.text()]).toEqual([
      422,
      expect.stringContaining('Select what should happen'),
    ]);
    expect((await first.post(sent, { decision: 'approve' }, { from: path })).status).toBe(303);
    expect(await (await first.post(sent, { decision: 'approve' }, { from: path })).text()).toContain(
      'The next decision needs another person',
    );
    expect(await other.text(path)).toContain('Approved by reviewer@quadwire.example');
    expect((await other.post(sent, { decision: 'approve' }, { from: path })).status).toBe(303);
    expect(await other.text('/review')).toContain('Nothing to review');
  });

  test('characters that hide, or turn round, what a decision says are not kept', async () => {
    const { second } = await aCampus(db);
    const reviewer = await aWeb(db).signedIn('reviewer');
    const path = `/review/${second}`;
    const typed = { decision: 'changes', reason: ' Name\u200b the \u202eemployer\u2066\u0007 ' };
    await reviewer.post(`/reviews/${second}/decision`, typed, { from: path });
    const [kept] = await db.select().from(screenings).where(eq(screenings.listingId, second));
    expect(kept).toMatchObject({ state: 'changes', note: 'Name the employer' });
    expect(await reviewer.text(path)).toContain('Name the employer');
    const [entry] = await auditEntries(db, { limit: 1 });
    expect(entry?.detail).toMatchObject({ reason: 'Name the employer' });
  });

  test('a feed is paused and read again', async () => {
    await aCampus(db);
    const operator = await aWeb(db).signedIn('operator');
    const act = (path: string) => operator.post(path, {}, { from: '/feeds/acme' });
    await act('/feeds/acme/pause');
    expect((await feedNamed(db, 'acme'))?.state).toBe('paused');
    await act('/feeds/acme/resume');
    expect((await feedNamed(db, 'acme'))?.state).toBe('active');
    expect((await act('/feeds/acme/explode')).status).toBe(404);
    expect((await act('/feeds/nobody/pause')).status).toBe(404);
    expect(await operator.text('/activity?about=acme&kind=decisions')).toContain('Feed paused');
  });

  test('a target is checked, added paused, and resumed', async () => {
    const checked: string[] = [];
    const acts = {
      checkTarget: async (name: string) => {
        checked.push(name);
        return { ms: 300, tests: [{ what: 'testService', outcome: 'passed' as const, numbers: '“OK”' }] };
      },
    };
    const operator = await aWeb(db, { deps: { acts } }).signedIn('operator');
    const form = { name: 'elmhurst', soap: 'https://elmhurst.example/ws', auth: 'none' };
    expect(await (await operator.post('/targets/add', { ...form, soap: 'ftp://x' })).text()).toContain(
      'There is a problem',
    );
    expect(await (await operator.post('/targets/add', { ...form, do: 'check' })).text()).toContain(
      'Add the school, paused',
    );
    expect(await targetNamed(db, 'elmhurst')).toBeUndefined();
    expect((await operator.post('/targets/add', { ...form, do: 'add' })).headers.get('location')).toBe(
      '/targets/elmhurst',
    );
    expect(await targetNamed(db, 'elmhurst')).toMatchObject({ state: 'paused', reviewFirst: true });
    await operator.post('/targets/elmhurst/resume', {}, { from: '/targets/elmhurst' });
    expect((await targetNamed(db, 'elmhurst'))?.state).toBe('active');
    // Before it is added, and once more to be kept with it.
    expect(checked).toEqual(['elmhurst', 'elmhurst']);
  });

  test('a setting is changed within its limits, and goes back to its default', async () => {
    await aCampus(db);
    const admin = await aWeb(db).signedIn('admin');
    const page = () => admin.text('/settings?scope=feed:acme');
    const set = (fields: Readonly<Record<string, string>>) =>
      admin.post('/settings', { scope: 'feed:acme', ...fields });
    const refused = await set({ 'delist.dropShare': '700', 'delist.dropCount': '12' });
    expect(refused.status).toBe(422);
    // In the unit of the field, with what was typed; nothing of the group is saved.
    const again = await refused.text();
    expect(again).toContain('must be a number from 0 to 100 (%), not &quot;700&quot;');
    expect(again).toContain('value="700"');
    expect(await setValues(db)).toEqual([]);
    const saved = await set({
      'delist.dropShare': '55',
      'delist.dropCount': '10',
      'delist.pageCheck': 'Yes',
    });
    expect(saved.headers.get('location')).toContain('saved=delist.pageCheck%2Cdelist.dropShare');
    // What stayed as it was is not set.
    expect((await setValues(db)).map(({ scope, key, value }) => [scope, key, value])).toEqual([
      ['feed:acme', 'delist.dropShare', 0.55],
      ['feed:acme', 'delist.pageCheck', true],
    ]);
    expect(await page()).toContain('value="55"');
    expect(await page()).toContain('Changed from 70 %');
    expect(await admin.text('/settings')).toContain('feed acme: 55 %');
    const changed = await admin.text('/settings?scope=feed:acme&show=changed');
    expect(changed).toContain('Changed 2');
    expect(changed).not.toContain('delist.missRuns');
    expect(await admin.text('/settings?q=megabytes')).toContain('No setting fits');
    expect(await admin.text('/settings?q=bytes+unpacked')).toContain('value="2048"');
    await set({ back: 'delist.dropShare' });
    await set({ 'delist.pageCheck': 'No' });
    expect(await page()).toContain('value="70"');
    expect((await setValues(db)).map(({ key, value }) => [key, value])).toEqual([
      ['delist.pageCheck', false],
    ]);
    const operator = await aWeb(db).signedIn('operator');
    expect(await operator.text('/settings')).toContain('<strong>70</strong>');
    expect((await operator.post('/settings', { scope: 'global', 'delist.dropShare': '60' })).status).toBe(
      403,
    );
  });

  test('a person is added with a link, and a token is shown once', async () => {
    const admin = await aWeb(db).signedIn('admin');
    const made = await (
      await admin.post('/users', { email: 'new@quadwire.example', role: 'reviewer' })
    ).text();
    expect(made).toContain('http://quadwire.test/sign-in/once/enter_');
    const token = /qw_[\w-]{43}/.exec(
      await (
        await admin.post('/tokens', { name: 'reporter', scope: ['read', 'metrics'] }, { from: '/users' })
      ).text(),
    )?.[0];
    expect(token).toBeDefined();
    const later = await admin.text('/users');
    expect([later.includes('read, metrics'), later.includes(String(token))]).toEqual([true, false]);
    await admin.post('/tokens/reporter/revoke', {}, { from: '/users' });
    expect(await admin.text('/users')).toContain('revoked');
  });
});

test('a feed is found by what is shown of its address, not by the key in it', async () => {
  await aRoad(db).addFeed('acme', { url: 'https://feeds.acme.example/jobs.xml?key=planted' });
  const viewer = await aWeb(db).signedIn('viewer');
  expect(await viewer.text('/feeds?q=acme.example/jobs')).toContain('href="/feeds/acme"');
  expect(await viewer.text('/feeds?q=key=plan')).toContain('No feed found');
});
