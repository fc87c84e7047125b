import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { sha256 } from '../../src/core/fingerprint.ts';
import { findOrCreateContact, findOrCreateEmployers } from '../../src/directory/find-or-create.ts';
import { withDirectory } from '../../src/directory/lease.repository.ts';
import { askEmployers, lookUpContacts, lookUpEmployers } from '../../src/directory/lookup.ts';
import { mirrorDirectory } from '../../src/directory/mirror.ts';
import { dueMirrors, mirrorOf } from '../../src/directory/directory.repository.ts';
import { directoryEmployers, directoryMirrors } from '../../src/db/schema.ts';
import { connectRest } from '../../src/targets/connect-rest.ts';
import { contactsAt } from '../../src/directory/ask-directory.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { aClient, json, listPage } from '../rest/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aSchool, anEmployer } from './school.ts';

const db = await testDatabase();
const instanceDb = await instanceDatabase();
let instance = await anInstance({ db: instanceDb });
beforeEach(async () => {
  instance = await anInstance({ db: instanceDb });
});

const namesIn = async (targetId: number, query: string) =>
  (await lookUpEmployers(db, targetId, query)).items.map(({ name }) => name);

describe('the mirror', () => {
  test('the first pull brings everything, the next one brings changes', async () => {
    const { target, directory, calls } = await aSchool(db, instance);
    await instance.rest('POST', '/employers', anEmployer('Acme Tools', { website: 'https://www.acme.test' }));
    const bolt = (await instance.rest('POST', '/employers', anEmployer('Bolt'))).body;
    instance.clock.advance(HOUR);
    expect(await mirrorDirectory(directory())).toMatchObject({ kind: 'mirrored', employers: 2, whole: true });
    expect(await namesIn(target.id, 'acme')).toEqual(['Acme Tools']);

    instance.clock.advance(HOUR);
    calls.length = 0;
    await instance.rest('PUT', `/employers/${bolt.id}`, { name: 'Bolt & Nut' });
    expect(await mirrorDirectory(directory())).toMatchObject({
      kind: 'mirrored',
      employers: 1,
      whole: false,
    });
    expect(await namesIn(target.id, 'bolt')).toEqual(['Bolt & Nut']);
    expect(calls.filter((call) => call.startsWith('GET /v1/employers?'))).toHaveLength(1);
  });

  test('a pull is due every hour, and a weekly whole pull drops deleted records', async () => {
    const { target, directory } = await aSchool(db, instance);
    const now = () => instance.clock.now();
    expect(await dueMirrors(db, now())).toEqual([target.id]);
    expect(await dueMirrors(db, now())).toEqual([]);
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    await mirrorDirectory(directory());
    instance.clock.advance(HOUR);
    expect(await dueMirrors(db, now())).toEqual([target.id]);
    await instance.control('POST', '/reset');
    instance.clock.advance(8 * DAY);
    expect(await mirrorDirectory(directory())).toMatchObject({ whole: true, employers: 0 });
    expect(await namesIn(target.id, 'acme')).toEqual([]);
  });

  test('a failed pull keeps the mirror and its reason is recorded', async () => {
    const { target, directory } = await aSchool(db, instance);
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    await mirrorDirectory(directory());
    await instance.control('PUT', '/faults', { rules: ['rest:employers:http=500@1'] });
    expect(await mirrorDirectory(directory())).toMatchObject({ kind: 'failed' });
    expect(await mirrorOf(db, target.id)).toMatchObject({
      trouble: 'GET /v1/employers: HTTP 500',
      employers: 1,
    });
    await instance.control('PUT', '/faults', { rules: [] });
  });
});

/** The mirror of a school that lists these; `total` is what it says there are. */
const pulled = async (
  { target }: Awaited<ReturnType<typeof aSchool>>,
  records: Readonly<Record<'employers' | 'registrations', readonly unknown[]>>,
  total?: number,
) => {
  const { client, clock } = aClient(
    (request) => {
      if (request.path.startsWith('/v1/contacts/'))
        return json({ id: request.path.slice('/v1/contacts/'.length), email: 'ann@acme.test' });
      const isEmployers = request.path === '/v1/employers';
      return listPage(isEmployers ? records.employers : records.registrations, request, total);
    },
    { followLinks: true },
  );
  return mirrorDirectory({ db, clock, client, targetId: target.id });
};

describe('what a service may answer', () => {
  test('a record that the database cannot hold as it is keeps no other one out', async () => {
    const school = await aSchool(db, instance);
    const odd = [
      { id: 'e1', name: 'No Day', lastModified: '' },
      { id: 'e2', name: 'Some Day', lastModified: 'yesterday' },
      { id: 'e3', name: 'Nu\u0000l Works', alias: '\u0000', website: 'https://nul.test/\u0000' },
      { id: 'e\u00004', name: 'No Id' },
      {
        id: 'e5',
        name: `Long ${Array.from({ length: 1_000 }, (_, at) => sha256(String(at)).slice(0, 9)).join(' ')}`,
      },
      { id: 'e6', name: 'Plain' },
    ];
    const pages = Array.from({ length: 600 }, (_, at) => sha256(String(at)).slice(0, 9)).join('');
    const registrations = [
      { id: 'c1', email: 'a\u0000@acme.test', fullName: 'A\u0000' },
      { id: 'c2', email: `${pages}@acme.test` },
      { id: pages, email: 'b@acme.test' },
    ];
    expect(await pulled(school, { employers: odd, registrations })).toMatchObject({ kind: 'mirrored' });
    for (const query of ['no day', 'some day', 'nul works', 'plain'])
      expect(await namesIn(school.target.id, query)).toHaveLength(1);
  });

  test('a contact that two employers share is met once', async () => {
    const school = await aSchool(db, instance);
    const primaryContact = { id: 'c1', label: 'Ann', link: '/v1/contacts/c1' };
    const employers = ['e1', 'e2'].map((id) => ({ id, name: `Acme ${id}`, primaryContact }));
    expect(await pulled(school, { employers, registrations: [] })).toMatchObject({ contacts: 1 });
    expect((await lookUpContacts(db, school.target.id, 'ann@acme.test')).items).toHaveLength(1);
  });

  test('the contacts of 12,000 network registrations are kept', async () => {
    const school = await aSchool(db, instance);
    const registrations = Array.from({ length: 12_000 }, (_, at) => ({
      id: `c${at}`,
      email: `c${at}@acme.test`,
    }));
    expect(await pulled(school, { employers: [], registrations })).toMatchObject({ contacts: 12_000 });
  });

  test('a list that gives fewer employers than it says there are drops none', async () => {
    const school = await aSchool(db, instance);
    const employers = ['Acme', 'Bolt'].map((name) => ({ id: name, name }));
    await pulled(school, { employers, registrations: [] });
    await db.update(directoryMirrors).set({ fullAt: null });
    await db.update(directoryEmployers).set({ seenAt: new Date(0) });
    await pulled(school, { employers: employers.slice(0, 1), registrations: [] }, 2);
    expect(await namesIn(school.target.id, 'bolt')).toEqual(['Bolt']);
  });
});

describe('look-up', () => {
  test('finds by slips of the pen, site, tax id and imported id', async () => {
    const { target, directory } = await aSchool(db, instance);
    const more = { website: 'https://jobs.acme.test', taxId: '12-3456789', importedId: 'imp-1' };
    await instance.rest('POST', '/employers', anEmployer('Ácme Tools International', more));
    await instance.rest('POST', '/employers', anEmployer('Zenith'));
    await mirrorDirectory(directory());
    for (const query of [
      'acme tools',
      'acme tols',
      'international',
      'https://acme.test/x',
      '123456789',
      'imp-1',
    ])
      expect(await namesIn(target.id, query)).toEqual(['Ácme Tools International']);
    expect(await namesIn(target.id, '%')).toEqual([]);
  });

  test('never gives to one target what another knows', async () => {
    const { directory } = await aSchool(db, instance);
    const other = await aSchool(db, instance, {}, 'southfield');
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    await mirrorDirectory(directory());
    await findOrCreateContact(directory(), { email: 'ann@acme.test', employer: await idOf('Acme') });
    expect(await namesIn(other.target.id, 'acme')).toEqual([]);
    expect((await lookUpContacts(db, other.target.id, 'ann@acme.test')).items).toEqual([]);
  });

  test('a live look-up makes one call to the target', async () => {
    const { target, directory, calls } = await aSchool(db, instance);
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    const outcome = await askEmployers(directory(), target.id, 'acme');
    expect(outcome).toMatchObject({
      kind: 'answered',
      value: { items: [{ name: 'Acme' }], asOf: undefined },
    });
    expect(calls).toHaveLength(1);
  });
});

describe('find or create', () => {
  test('an employer is found if it exists and otherwise created once', async () => {
    const { directory } = await aSchool(db, instance);
    await instance.rest('POST', '/employers', anEmployer('Acme Tools'));
    await mirrorDirectory(directory());
    const wanted = [anEmployer('ACME Tools, Inc.'), anEmployer('Zenith'), anEmployer('Zenith')];
    const there = await findOrCreateEmployers(directory(), wanted);
    expect(there.map(({ kind }) => kind)).toEqual(['found', 'created', 'created']);
    expect(await findOrCreateEmployers(directory(), [anEmployer('Zenith')])).toMatchObject([
      { kind: 'found' },
    ]);
    expect((await instance.rest('GET', '/employers')).body.total).toBe(2);
  });

  test('the school is asked before a record is created, because the mirror may be old', async () => {
    const { directory } = await aSchool(db, instance);
    await instance.rest('POST', '/employers', anEmployer('Müller & Söhne GmbH'));
    expect(await findOrCreateEmployers(directory(), [anEmployer('Muller and Sohne')])).toMatchObject([
      { kind: 'found', name: 'Müller & Söhne GmbH' },
    ]);
    await instance.control('PUT', '/faults', { rules: ['rest:GET employers:http=500@1'] });
    expect(await findOrCreateEmployers(directory(), [anEmployer('Zenith')])).toMatchObject([
      { kind: 'failed', failure: { kind: 'unavailable', carriedOut: 'no' } },
    ]);
    await instance.control('PUT', '/faults', { rules: [] });
    expect((await instance.rest('GET', '/employers')).body.total).toBe(1);
  });

  test('creates one employer and one contact, however many ask at once', async () => {
    const { directory } = await aSchool(db, instance);
    const ask = () => findOrCreateEmployers(directory(), [anEmployer('Zenith')]);
    const there = (await Promise.all([ask(), ask(), ask()])).flat();
    expect(there.map(({ kind }) => kind).toSorted()).toEqual(['created', 'found', 'found']);
    expect((await instance.rest('GET', '/employers')).body.total).toBe(1);
    const employer = await idOf('Zenith');
    const contact = () => findOrCreateContact(directory(), { email: 'bo@zenith.test', employer });
    const made = await Promise.all([contact(), contact(), contact()]);
    expect(made.filter((one) => one.kind === 'answered' && one.value.created)).toHaveLength(1);
    expect(new Set(made.map((one) => one.kind === 'answered' && one.value.id)).size).toBe(1);
  });

  test('a pull continues after the process that held the directory died', async () => {
    const { target, directory } = await aSchool(db, instance);
    const heldUntil = new Date(instance.clock.now().getTime() + 60_000);
    await db
      .insert(directoryMirrors)
      .values({ targetId: target.id, nextAt: heldUntil, heldBy: 'dead', heldUntil });
    const [there] = await findOrCreateEmployers(directory(), [anEmployer('Zenith')]);
    expect(there).toMatchObject({ kind: 'created' });
    expect(await mirrorOf(db, target.id)).toMatchObject({ heldBy: null });
  });

  test('a database that is away while the directory is held ends no process', async () => {
    const { target, connecting } = await aSchool(db, instance);
    let away = false;
    const failing = new Proxy(db, {
      get: (there, name, receiver) => {
        if (away && name === 'insert') throw new Error('the database is away');
        return Reflect.get(there, name, receiver);
      },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await withDirectory({ ...connecting, db: failing }, target.id, async () => {
      away = true;
      vi.advanceTimersByTime(20_000);
      away = false;
    });
    vi.useRealTimers();
    expect(await mirrorOf(db, target.id)).toMatchObject({ heldBy: null });
  });

  test('creates many in one batch', async () => {
    const { directory, calls } = await aSchool(db, instance);
    const wanted = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((name) => anEmployer(name));
    const there = await findOrCreateEmployers(directory(), wanted);
    expect(there.every(({ kind }) => kind === 'created')).toBe(true);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /v1/employers?batch=1']);
  });

  test('two matches ask a person and create nothing', async () => {
    const { directory } = await aSchool(db, instance);
    for (const name of ['Acme Inc.', 'Acme LLC'])
      await instance.rest('POST', '/employers', anEmployer(name, { primaryContact: { email: 'x@y.test' } }));
    await mirrorDirectory(directory());
    const [there] = await findOrCreateEmployers(directory(), [
      { name: 'Acme', primaryContact: { email: 'a@b.test' } },
    ]);
    expect(there).toMatchObject({
      kind: 'doubtful',
      candidates: [{ name: 'Acme Inc.' }, { name: 'Acme LLC' }],
    });
    expect((await instance.rest('GET', '/employers')).body.total).toBe(2);
  });

  test('a contact is created once for its e-mail address', async () => {
    const { directory } = await aSchool(db, instance);
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    const employer = await idOf('Acme');
    const first = await findOrCreateContact(directory(), { email: 'Ann@Acme.test', employer });
    const second = await findOrCreateContact(directory(), { email: 'ann@acme.test', employer });
    expect([first, second]).toMatchObject([{ value: { created: true } }, { value: { created: false } }]);
    await instance.rest('POST', '/employers', anEmployer('Bolt'));
    const other = await findOrCreateContact(directory(), {
      email: 'ann@acme.test',
      employer: await idOf('Bolt'),
    });
    expect(other).toMatchObject({ value: { created: true } });
  });

  test('a contact that is the primary one of its employer is found by its link, where that is agreed', async () => {
    const { directory } = await aSchool(db, instance, linked);
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    const employer = await idOf('Acme');
    await askEmployers(directory(), directory().targetId, 'acme');
    expect(await findOrCreateContact(directory(), { email: 'HR@acme.test', employer })).toMatchObject({
      value: { created: false },
    });
  });
});

const linked = {
  rest: { url: 'https://northfield.test/api/public', tokenEnv: 'TOKEN', followLinks: true },
};

const emailsAt = async (school: Awaited<ReturnType<typeof aSchool>>, email: string, live: boolean) => {
  const asked = live
    ? await contactsAt(school.connecting, school.target, email)
    : { kind: 'found' as const, found: await lookUpContacts(db, school.target.id, email) };
  return asked.kind === 'found' ? asked.found.items.map((contact) => contact.email) : asked;
};

describe('contacts', () => {
  test('the first pull follows the links to all contacts, where that is agreed', async () => {
    const school = await aSchool(db, instance, linked);
    for (const name of ['Acme', 'Bolt', 'Zenith'])
      await instance.rest('POST', '/employers', anEmployer(name));
    expect(await mirrorDirectory(school.directory())).toMatchObject({ employers: 3, contacts: 3 });
    for (const email of ['hr@acme.test', 'hr@bolt.test', 'hr@zenith.test'])
      expect(await emailsAt(school, email, false)).toEqual([email]);
    const links = () => school.calls.filter((call) => call.includes('/contacts/')).length;
    const before = links();
    await mirrorDirectory(school.directory());
    expect(links()).toBe(before);
  });

  test('contacts are found live at the school, by link where that is agreed', async () => {
    const open = await aSchool(db, instance, linked);
    const strict = await aSchool(db, instance, {}, 'southfield');
    const site = { website: 'https://www.acme.test' };
    await instance.rest('POST', '/employers', anEmployer('Acme', site));
    expect(await emailsAt(open, 'hr@acme.test', false)).toEqual([]);
    expect(await emailsAt(open, 'hr@acme.test', true)).toEqual(['hr@acme.test']);
    expect(await emailsAt(open, 'hr@acme.test', false)).toEqual(['hr@acme.test']);
    expect(await emailsAt(strict, 'hr@acme.test', true)).toEqual([]);
    expect(strict.calls.filter((call) => call.includes('/contacts/'))).toEqual([]);
  });

  test('say why the school cannot be asked', async () => {
    const { connecting, target } = await aSchool(db, instance, { agreement: { to: '2026-11-01' } });
    expect(await contactsAt(connecting, target, 'hr@acme.test')).toEqual({
      kind: 'failed',
      reason: 'the agreement with northfield ended on 2026-11-01',
    });
  });
});

describe('what the school agreed to', () => {
  test('contacts’ links are followed only where it said so', async () => {
    const strict = await aSchool(db, instance);
    const open = await aSchool(
      db,
      instance,
      { rest: { url: 'https://southfield.test/api/public', tokenEnv: 'TOKEN', followLinks: true } },
      'southfield',
    );
    for (const { directory } of [strict, open]) await mirrorDirectory(directory());
    await instance.rest('POST', '/employers', anEmployer('Acme'));
    for (const { directory } of [strict, open]) await mirrorDirectory(directory());
    const contactsOf = async (id: number) => (await lookUpContacts(db, id, 'hr@acme.test')).items.length;
    expect([await contactsOf(strict.target.id), await contactsOf(open.target.id)]).toEqual([0, 1]);
    expect(strict.calls.filter((call) => call.includes('/contacts/'))).toEqual([]);
  });

  test('no call is made before the agreement begins or after it ended', async () => {
    const { target, connecting, calls } = await aSchool(db, instance);
    for (const agreement of [{ to: '2026-11-19' }, { from: '2026-11-21' }]) {
      const definition = { ...target.definition, agreement };
      expect(connectRest(connecting, { ...target, definition }, 'people')).toMatchObject({ kind: 'none' });
    }
    expect(calls).toEqual([]);
  });

  test('student routes stay off unless the target allows them', async () => {
    const { connect, calls } = await aSchool(db, instance);
    expect(await connect().students.get('s1')).toMatchObject({ kind: 'forbidden' });
    expect(calls).toEqual([]);
  });
});

async function idOf(name: string): Promise<string> {
  return (await instance.rest('GET', `/employers?keywords=${name}`)).body.models[0].id;
}
