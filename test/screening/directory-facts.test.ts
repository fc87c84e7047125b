import { beforeEach, expect, test } from 'vitest';
import { directoryContacts, directoryEmployers, sources, targets } from '../../src/db/schema.ts';
import { companyKey } from '../../src/listings/duplicates/company-key.ts';
import { directoryFacts } from '../../src/screening/directory-facts.ts';
import { proofOf } from '../../src/screening/proof.ts';
import { screen } from '../../src/screening/screen.ts';
import { testDatabase } from '../setup/database.ts';
import { aSubject } from './subject-maker.ts';

const db = await testDatabase();
const at = new Date('2026-03-10T12:00:00Z');
let targetIds: number[] = [];

beforeEach(async () => {
  await db.insert(sources).values({ name: 'form', kind: 'form', externalSourceId: 'form', createdAt: at });
  const schools = ['northfield', 'harlow'].map((name) => ({
    name,
    definition: { soap: { url: `https://${name}.example/soap`, namespace: 'urn:x' } },
    state: 'active' as const,
    createdAt: at,
  }));
  targetIds = (await db.insert(targets).values(schools).returning()).map(({ id }) => id);
  for (const targetId of targetIds) await known(targetId, 'Meridian Tools, Inc.', 'meridiantools.com');
});

async function known(targetId: number, name: string, domain: string): Promise<void> {
  const key = companyKey(name);
  await db.insert(directoryEmployers).values({
    targetId,
    id: key,
    name,
    key,
    folded: key,
    domain,
    website: `https://${domain}`,
    seenAt: at,
  });
}

const meridian = {
  employer: 'Meridian Tools',
  email: 'hr@meridiantools.com',
  website: 'https://meridiantools.com',
};

test('a confirmed mail at the domain that every chosen school knows for the employer is proof 3', async () => {
  const facts = directoryFacts(db);
  const subject = aSubject({ origin: 'form', ...meridian });
  expect(await facts.isKnownTo(subject, targetIds)).toBe(true);
  expect(proofOf(subject, { mailConfirmed: true, knownToSchool: true })).toBe(3);
});

test.each([
  ['a mail elsewhere', { ...meridian, email: 'hr@meridian-jobs.com' }],
  ['free mail', { ...meridian, email: 'meridiantools@gmail.com' }],
  ['another name at that domain', { ...meridian, employer: 'Quite Another Company' }],
])('%s is not known to the school, whatever site it names', async (_, over) => {
  expect(await directoryFacts(db).isKnownTo(aSubject({ origin: 'form', ...over }), targetIds)).toBe(false);
});

test('what one chosen school does not know, or when none is chosen, proves nothing', async () => {
  const [first = 0] = targetIds;
  await known(first, 'Only Here', 'onlyhere.com');
  const subject = aSubject({ origin: 'form', employer: 'Only Here', email: 'a@onlyhere.com' });
  const facts = directoryFacts(db);
  expect(await facts.isKnownTo(subject, [first])).toBe(true);
  expect(await facts.isKnownTo(subject, targetIds)).toBe(false);
  expect(await facts.isKnownTo(subject, [])).toBe(false);
});

test('a contact that the school keeps for the employer is known, also with free mail', async () => {
  const [targetId = 0] = targetIds;
  await db.insert(directoryContacts).values({
    targetId,
    id: 'c1',
    email: 'pat.meridian@gmail.com',
    employerId: companyKey('Meridian Tools, Inc.'),
    from: 'link',
    seenAt: at,
  });
  const facts = directoryFacts(db);
  const pat = aSubject({ origin: 'form', ...meridian, email: 'Pat.Meridian@gmail.com' });
  expect(await facts.isKnownTo(pat, [targetId])).toBe(true);
  expect(await facts.isKnownTo({ ...pat, employer: 'Somebody Else' }, [targetId])).toBe(false);
});

test.each([
  ['impersonation', { employer: 'Meridian Tools Careers', email: 'jobs@hire-desk.net' }],
  ['look-alike', { employer: 'Meridian Hiring', email: 'jobs@meridiantools-careers.com' }],
])('who pretends to be an employer of the directory is found by the signal %s', async (id, over) => {
  const subject = aSubject({ origin: 'form', ...over });
  const found = async (
    knownEmployers: Awaited<ReturnType<ReturnType<typeof directoryFacts>['knownEmployers']>>,
  ) => screen(subject, { proof: 1, knownEmployers }).signals.map((signal) => signal.id);
  expect(await found(await directoryFacts(db).knownEmployers(subject))).toContain(id);
  expect(await found([])).not.toContain(id);
});
