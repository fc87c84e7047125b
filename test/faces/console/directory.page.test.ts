import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../src/db/schema.ts';
import { mirrorDirectory } from '../../../src/tasks/mirror-directory.ts';
import type { Task } from '../../../src/platform/queue/queue.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { aSchool, anEmployer } from '../../directory/school.ts';
import { anInstance, instanceDatabase } from '../../instance/maker.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();
let instance = await anInstance({ db: instanceDb });
beforeEach(async () => {
  instance = await anInstance({ db: instanceDb });
});

const path = '/targets/northfield/directory';

async function aPage(
  definition: Parameters<typeof aSchool>[2] = {},
  role: 'operator' | 'viewer' = 'operator',
) {
  const { target, calls, connecting: service } = await aSchool(db, instance, definition);
  const secretNamed = (name: string) => (name === 'TOKEN' ? service.secretNamed() : undefined);
  const connecting = { ...service, secretNamed };
  const context = { ...aRoad(db).context, ...connecting };
  const sent: Task[] = [];
  const queue = { send: async (...tasks: readonly Task[]) => void sent.push(...tasks) };
  const acts = createCapabilities(context, () => queue);
  const web = aWeb(db, { deps: { acts, clock: connecting.clock } });
  const browser = await web.signedIn(role);
  const post = async (fields: Readonly<Record<string, string>>) => {
    const answer = await browser.post(path, fields);
    return { status: answer.status, page: await answer.text() };
  };
  const pulled = () => mirrorDirectory(context, target.id);
  return { target, calls, sent, browser, post, pulled, get: (query = '') => browser.text(`${path}${query}`) };
}

describe('the directory page of a school', () => {
  test('the page says that the directory was never pulled, why, and what to do; the button starts a pull', async () => {
    const { get, post, sent, target, pulled } = await aPage();
    const before = await get();
    expect(before).toContain('Never pulled.');
    expect(before).toContain(
      'No worker has pulled the directory yet. A running worker pulls it within a minute.',
    );
    const { status, page } = await post({ do: 'pull' });
    expect([status, page.includes('The pull is asked for')]).toEqual([200, true]);
    expect(page).toContain('The next pull begins as soon as a worker is free.');
    expect(sent).toEqual([
      { name: 'mirror-directory', payload: { targetId: target.id }, key: `target ${target.id}` },
    ]);
    await instance.rest('POST', '/employers', anEmployer('Acme Tools'));
    await pulled();
    const after = await get();
    expect(after).toMatch(/1 employer, as the school had them/);
    expect(after).not.toContain('not up to date');
  });

  test('the page of a school without a token, or of a paused one, says so and makes no call', async () => {
    const { sent, post, target, get } = await aPage({
      rest: { url: 'https://northfield.test/api/public', tokenEnv: 'NONE' },
    });
    const without = (await post({ do: 'pull' })).page;
    expect(without).toMatch(/It cannot be pulled: .*Check the REST address/s);
    expect(without).not.toContain('The pull is asked for');
    await changeTarget(db, target.id, { state: 'paused' });
    expect((await post({ do: 'pull' })).page).not.toContain('The pull is asked for');
    expect([sent, (await get()).includes('cannot be pulled')]).toEqual([[], true]);
  });

  test('finds an employer as it was pulled, and with one call as it is now', async () => {
    const { get, pulled, calls } = await aPage();
    await pulled();
    await instance.rest('POST', '/employers', anEmployer('Acme Tools'));
    calls.length = 0;
    expect(await get('?q=Acme')).toContain('Nothing found for “Acme”');
    expect(calls).toEqual([]);
    expect(await get('?q=Acme&live=1')).toMatch(/<th[^>]*>Acme Tools<\/th>/);
    expect(calls).toHaveLength(1);
  });

  test('finds a contact at the school itself by the links of employers, where that is agreed', async () => {
    const agreed = { url: 'https://northfield.test/api/public', tokenEnv: 'TOKEN', followLinks: true };
    const { get } = await aPage({ rest: agreed });
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    expect(await get('?q=hr%40acme.test')).toContain('Nothing found for');
    expect(await get('?q=hr%40acme.test&live=1')).toMatch(/<th[^>]*>hr@acme\.test<\/th>/);
  });

  test('finds or creates an employer, and a contact of it, and the audit says who did', async () => {
    const { post } = await aPage();
    const acme = { do: 'employer', name: 'Acme Tools', email: 'hr@acme.test', website: 'https://acme.test' };
    const created = (await post(acme)).page;
    expect(created).toContain('Acme Tools is created');
    const id = /Its id at northfield is ([^<\s]+)\./.exec(created)?.[1] ?? '';
    expect((await post(acme)).page).toContain('northfield has Acme Tools already');
    const contact = { do: 'contact', employerId: id, personEmail: 'ann@acme.test', personName: 'Ann Lee' };
    expect((await post(contact)).page).toContain('Ann Lee is created');
    expect((await post(contact)).page).toContain('northfield has Ann Lee already');
    const acts = (await db.select().from(audit)).filter(({ action }) => action.startsWith('directory.add-'));
    expect(acts.map(({ action, who }) => [action, who])).toEqual([
      ['directory.add-employer', 'operator@quadwire.example'],
      ['directory.add-contact', 'operator@quadwire.example'],
    ]);
  });

  test('names the fields of a form that are wrong, keeps what was typed and calls nobody', async () => {
    const { post, calls } = await aPage();
    const typed = { do: 'employer', name: 'Acme Tools', email: 'nobody', website: 'javascript:alert(1)' };
    const { status, page } = await post(typed);
    expect([status, page.match(/href="#(?:email|website)"/g)]).toEqual([
      422,
      ['href="#email"', 'href="#website"'],
    ]);
    expect(page).toContain('value="Acme Tools"');
    const contact = await post({ do: 'contact', personEmail: 'x' });
    expect(contact.page.match(/href="#(?:employerId|personEmail)"/g)).toHaveLength(2);
    expect((await post({ do: 'nothing' })).status).toBe(422);
    expect(calls).toEqual([]);
  });

  test('the page says in a sentence what the school objects to', async () => {
    const { post } = await aPage();
    await instance.control('PUT', '/faults', { rules: ['rest:employers:http=403'] });
    const { page } = await post({ do: 'employer', name: 'Acme Tools', email: 'hr@acme.test' });
    await instance.control('PUT', '/faults', { rules: [] });
    expect(page).toContain('The school did not take it');
    expect(page).toContain('value="Acme Tools"');
  });

  test('shows a viewer neither forms nor contacts', async () => {
    const { get, calls } = await aPage({}, 'viewer');
    const page = await get('?q=hr%40acme.test');
    expect(page).not.toMatch(/method="post" action="\/targets|Pull now<\/button>|contact’s e-mail/);
    expect(calls).toEqual([]);
  });
});
