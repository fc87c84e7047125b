import { eq } from 'drizzle-orm';
import type { Db } from '../../src/db/db.ts';
import { listings, sources, targets } from '../../src/db/schema.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { aListing } from '../faces/web/support/data.ts';
import type { Sample } from './samples.ts';

/** northfield has a REST service, whose one employer is `EMPLOYER`. */
async function aRestSchool(db: Db): Promise<void> {
  const target = await targetNamed(db, 'northfield');
  if (target === undefined) throw new Error('northfield is missing');
  const rest = { url: 'https://northfield.example/api/public', tokenEnv: 'TOKEN' };
  await db
    .update(targets)
    .set({ definition: { ...target.definition, rest } })
    .where(eq(targets.id, target.id));
}

/** A self-check calls and marks the schools that are active. */
async function pausedSchools(db: Db): Promise<void> {
  await db.update(targets).set({ state: 'paused' });
}

/** The form has a job of Acme. */
async function aJobOfAcme(db: Db): Promise<void> {
  const form = { name: 'form', kind: 'form', externalSourceId: 'form', createdAt: new Date(0) } as const;
  const [source] = await db.insert(sources).values(form).returning();
  await db.insert(listings).values({ ...aListing(source?.id ?? 0, 'F-1', 'Clerk'), company: 'Acme' });
}

/** Operations about a school's own system. */
export const schoolSamples: Readonly<Record<string, Sample>> = {
  'status.show': { input: {} },
  'doctor.run': { input: {}, prepare: pausedSchools },
  'target.list': { input: {} },
  'target.show': { input: { name: 'northfield' } },
  'target.check': { input: { name: 'northfield' }, words: ['northfield'] },
  'target.apply': {
    input: { targets: { eastwood: { soap: { url: 'https://eastwood.example/soap' } } } },
    words: ['test/operations/targets.yaml'],
  },
  'target.ledger': { input: { name: 'northfield' } },
  'target.adopt': {
    input: { name: 'northfield', rows: [{ external_source_id: 'old', job_id: 'O-1' }] },
    words: ['northfield', 'test/operations/ledger.csv'],
  },
  'ledger.recover': { input: {} },
  'picklist.list': { input: { target: 'calloway' } },
  'listing.list': { input: { q: 'analyst', target: 'northfield' } },
  'listing.show': { input: { source: 'acme', job_id: 'A-1' } },
  'listing.call': { input: { source: 'acme', job_id: 'A-1', target: 'northfield' } },
  'publication.list': { input: { target: 'northfield' } },
  'usage.list': { input: { month: '2026-11' }, words: ['--month', '2026-11'] },
  'directory.employers': {
    input: { target: 'northfield', q: 'Acme' },
    words: ['northfield', 'Acme'],
    prepare: aRestSchool,
  },
  'directory.contacts': {
    input: { target: 'northfield', email: 'hr@acme.test' },
    words: ['northfield', 'hr@acme.test'],
    prepare: aRestSchool,
  },
  'directory.add-employer': {
    input: { target: 'northfield', name: 'Acme Tools', contact: { email: 'tools@acme.test' } },
    words: ['northfield', 'Acme Tools', '--create', '--email', 'tools@acme.test'],
    prepare: aRestSchool,
  },
  'directory.add-contact': {
    input: { target: 'northfield', email: 'ann@acme.test', employer_id: 'EMPLOYER' },
    words: ['northfield', 'ann@acme.test', '--create', '--employer', 'EMPLOYER'],
    prepare: aRestSchool,
  },
  'directory.pull': { input: { target: 'northfield' }, prepare: aRestSchool },
  'directory.read': {
    input: { target: 'northfield' },
    words: ['northfield', '--pull'],
    prepare: aRestSchool,
  },
  'directory.doubts': { input: { target: 'northfield' } },
  'directory.decide': {
    input: { target: 'northfield', name: 'Acme', as: 'own' },
    words: ['northfield', 'Acme', '--as', 'own'],
    prepare: aJobOfAcme,
  },
};
