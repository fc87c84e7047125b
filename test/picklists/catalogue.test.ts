import { beforeEach, describe, expect, test } from 'vitest';
import { sources, listings } from '../../src/db/schema.ts';
import { catalogueOf, picklistFieldsOf, refreshPicklists } from '../../src/picklists/catalogue.ts';
import { noAliases } from '../../src/picklists/picklist-aliases.ts';
import { resolve } from '../../src/picklists/resolve.ts';
import {
  replaceUnresolved,
  forgetLabelDecision,
  keepLabelDecision,
} from '../../src/picklists/picklists.repository.ts';
import {
  aliasesFor,
  currentPicklists,
  listingsWith,
  unresolvedIn,
  versionsOf,
} from '../../src/picklists/picklists.queries.ts';
import type { Assoc, CallOutcome } from '../../src/soap/types.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';
import type { Target } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';

const db = await testDatabase();
const now = new Date('2026-03-01T06:00:00Z');
const later = new Date('2026-03-01T18:00:00Z');
const tomorrow = new Date('2026-03-02T06:00:00Z');
let target: Target;

beforeEach(async () => {
  const definition = { soap: { url: 'https://school.example/soap', namespace: 'urn:JobWebService' } };
  const added = await addTarget(db, { name: 'school', definition, now });
  if (added === undefined) throw new Error('expected a new target, its name is taken');
  target = added;
});

describe("a target's lists (M1)", () => {
  test('lists are requested for the list fields, industry, places, and fields that an operator adds', () => {
    const definition = { ...target.definition, picklistFields: ['resume_mode', 'job_type'] };
    const fields = picklistFieldsOf({ definition });
    expect(fields).toEqual([
      'job_type',
      'job_function',
      'work_authorization',
      'degree_level',
      'class_level',
      'industry',
      'state',
      'country',
      'resume_mode',
    ]);
  });

  test('get a new version with its differences only when they differ', async () => {
    expect((await read({ ft: 'Full-time', pt: 'Part-time' })).changed).toContain('job_type');
    expect(await read({ pt: 'Part-time', ft: 'Full-time' })).toMatchObject({ changed: [], differences: {} });
    const { differences } = await read({ ft: 'Full time work', int: 'Internship' });
    expect(differences['job_type']).toEqual({
      added: [{ ikey: 'int', ivalue: 'Internship' }],
      vanished: [{ ikey: 'pt', ivalue: 'Part-time' }],
      relabelled: [{ ikey: 'ft', from: 'Full-time', to: 'Full time work' }],
    });
    expect((await versionsOf(db, target.id, 'job_type')).map(({ version }) => version)).toEqual([2, 1]);
  });

  test('stay as they were when the target is unwell or answers with nothing', async () => {
    await read({ ft: 'Full-time' });
    const troubled = await answer({ kind: 'troubled', why: 'http', reason: 'HTTP 503' });
    expect(troubled.failed).toEqual({ job_type: 'HTTP 503' });
    expect((await read({})).failed['job_type']).toBe(
      'the answer has no entries; the 1 entries known so far stay',
    );
    expect((await catalogueOf(db, target.id)).lists.get('job_type')?.entries).toHaveLength(1);
  });

  test('lists that a target does not offer are stored as empty and not used', async () => {
    const { failed } = await answer({ kind: 'refused', reason: 'unknown field' });
    expect(Object.keys(failed)).not.toContain('state');
    expect((await currentPicklists(db, target.id)).map(({ entries }) => entries.length)).toEqual(
      Array.from({ length: 8 }, () => 0),
    );
    expect((await catalogueOf(db, target.id)).lists.size).toBe(0);
  });

  test('lists are requested again only when they are old enough', async () => {
    const asked: string[] = [];
    const service = {
      getPicklist: async (field: string | null) => {
        asked.push(field ?? '');
        return { kind: 'answered', value: [{ ikey: 'a', ivalue: 'A' }] } as const;
      },
    };
    await refreshPicklists(db, service, { target, now, everyHours: 24 });
    await refreshPicklists(db, service, { target, now: later, everyHours: 24 });
    expect(asked).toHaveLength(8);
    await refreshPicklists(db, service, { target, now: tomorrow, everyHours: 24 });
    expect(asked).toHaveLength(16);
  });

  test('find a re-labelled key by its former label', async () => {
    await read({ a: 'Category A jobs', b: 'Category B jobs' });
    await read({ a: 'First class', b: 'Second class' });
    expect(await keysOf('category a jobs')).toEqual(['a']);
  });

  test('a key that another entry has now is not found by the name of the one before', async () => {
    await read({ 1: 'Full-time', 2: 'Part-time', 3: 'Internship' });
    await read({ 1: 'Part-time', 2: 'Internship', 3: 'Volunteer' });
    expect(await labelOf('Full-time')).toMatchObject({ keys: [], vanished: ['1'] });
    expect(await keysOf('Internship')).toEqual(['2']);
    await read({ 1: 'Part time', 2: 'Internships', 3: 'Volunteer' });
    expect(await labelOf('Full-time')).toMatchObject({ keys: [], vanished: ['1'] });
    expect(await keysOf('Internship')).toEqual(['2']);
  });

  test('never replace a vanished entry by a guess', async () => {
    await read({ int: 'Internship', intern: 'Student internship abroad' });
    expect(await keysOf('Praktikum')).toEqual(['int']);
    await read({ intern: 'Student internship abroad', ft: 'Full-time' });
    expect(await labelOf('Praktikum')).toMatchObject({ keys: [], vanished: ['int'] });
    expect(await keysOf('Vollzeit')).toEqual(['ft']);
  });

  test('labels whose keys changed resolve to the new keys', async () => {
    await read({ 1: 'Full-time', 2: 'Part-time' });
    await read({ x1: 'Full-time', x2: 'Part-time' });
    expect(await keysOf('Vollzeit')).toEqual(['x1']);
  });
});

describe("an operator's choice (M7)", () => {
  test('an answer is stored for a target or for all, replaced by a later one, and can be undone', async () => {
    await read({ ft: 'Full-time', pt: 'Part-time' });
    await choose(null, ['Part-time']);
    expect(await keysOf('Gig')).toEqual(['pt']);
    await choose(target.id, ['ft']);
    await choose(target.id, ['ft', 'pt']);
    expect(await keysOf('gig')).toEqual(['ft', 'pt']);
    expect(await forgetLabelDecision(db, { targetId: target.id, field: 'job_type', label: 'GIG' })).toBe(1);
    expect(await keysOf('gig')).toEqual(['pt']);
  });

  test('a decision stays with its entry when the list gets other keys or names', async () => {
    await read({ 1: 'Full-time', 2: 'Casual', 3: 'Internship' });
    await choose(target.id, ['2'], ['Casual']);
    await read({ 2: 'Full-time', 3: 'Casual', 4: 'Internship' });
    expect(await keysOf('Gig')).toEqual(['3']);
    await read({ 2: 'Full-time', 3: 'Casual work', 4: 'Internship' });
    expect(await keysOf('Gig')).toEqual(['3']);
    await read({ 2: 'Full-time', 3: 'Internship', 4: 'Volunteer' });
    expect(await labelOf('Gig')).toMatchObject({ keys: [], vanished: ['2'] });
    await read({ 2: 'Full-time', 3: 'Internship', 5: 'Casual' });
    expect(await keysOf('Gig')).toEqual(['5']);
  });

  test('a label waits for a person where its entry got another name and is gone then', async () => {
    await read({ a: 'Interns', b: 'Casual' });
    await choose(target.id, ['a'], ['Interns']);
    await read({ a: 'Early careers', b: 'Casual' });
    expect(await keysOf('Gig')).toEqual(['a']);
    await read({ b: 'Casual', c: 'Full-time' });
    expect(await labelOf('Gig')).toMatchObject({ keys: [], vanished: ['a'] });
  });

  test('touches at most the live listings that write the label', async () => {
    const [source] = await db
      .insert(sources)
      .values({ name: 'acme', kind: 'feed', externalSourceId: 'acme', createdAt: now })
      .returning();
    await db.insert(listings).values(aListing(source?.id ?? 0));
    expect(await listingsWith(db, 'job_type', 'GIG')).toBe(1);
    expect(await listingsWith(db, 'industry', 'Gig')).toBe(0);
  });
});

test('the version of a catalogue changes with its lists', async () => {
  await read({ ft: 'Full-time' });
  const { version } = await catalogueOf(db, target.id);
  await read({ ft: 'Full-time' });
  expect((await catalogueOf(db, target.id)).version).toBe(version);
  await read({ ft: 'Full time' });
  expect((await catalogueOf(db, target.id)).version).not.toBe(version);
});

test('unresolved labels are listed by the number of jobs they block', async () => {
  await replaceUnresolved(db, target.id, [row('VIE', 9, 1), row('Startup', 12, 0), row('Gig', 2, 2)]);
  expect((await unresolvedIn(db, {}, { limit: 10 })).map(({ label }) => label)).toEqual([
    'Gig',
    'VIE',
    'Startup',
  ]);
  await replaceUnresolved(db, target.id, []);
  expect(await unresolvedIn(db, { targetIds: [target.id] }, { limit: 10 })).toEqual([]);
});

function read(entries: Record<string, string>) {
  const value = Object.entries(entries).map(([ikey, ivalue]) => ({ ikey, ivalue }));
  return answer({ kind: 'answered', value });
}

/** Every list is answered alike; the clock of the stored lists does not matter here. */
function answer(outcome: CallOutcome<readonly Assoc[]>) {
  const service = { getPicklist: async () => outcome };
  return refreshPicklists(db, service, { target, now, everyHours: 0 });
}

async function labelOf(label: string) {
  const picklist = (await catalogueOf(db, target.id)).lists.get('job_type');
  if (picklist === undefined) throw new Error('expected a list of job types, got none');
  const aliases = (await aliasesFor(db, target.id)).get('job_type') ?? noAliases;
  return resolve({ field: 'job_type', labels: [label] }, picklist, aliases).labels[0];
}

const keysOf = async (label: string) => (await labelOf(label))?.keys;

const choose = (id: number | null, keys: readonly string[], names?: readonly string[]) =>
  keepLabelDecision(db, {
    ...(id === null ? {} : { targetId: id }),
    field: 'job_type',
    label: 'Gig',
    keys,
    ...(names && { names }),
    by: 'ann@example.org',
    at: now,
  });

const row = (label: string, jobs: number, blocked: number) => ({
  field: 'job_type',
  label,
  jobs,
  blocked,
  seenAt: now,
});

function aListing(sourceId: number): typeof listings.$inferInsert {
  const listing = {
    jobId: '1',
    job: { job_title: 'Tutor', job_type: [{ stringvalue: 'Gig' }] },
    employer: {},
    descriptionText: '',
    places: [],
    provenance: {},
    warnings: [],
    quality: 0,
  };
  return {
    sourceId,
    jobId: '1',
    state: 'listed',
    fingerprint: 'f',
    title: 'Tutor',
    listing,
    firstSeenAt: now,
    changedAt: now,
    touchedAt: now,
  };
}
