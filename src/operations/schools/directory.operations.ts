import * as z from 'zod';
import { plural } from '../../core/numbers.ts';
import {
  bringContact,
  bringEmployer,
  type Brought,
  contactsAt,
  type DirectoryRequest,
  directoryFreshness,
  employersAt,
  pullDirectory,
  pullSoon,
} from '../../directory/ask-directory.ts';
import { decideName } from '../../directory/decide-name.ts';
import type { Freshness } from '../../directory/directory-freshness.ts';
import { type Found, lookUpContacts, lookUpEmployers } from '../../directory/lookup.ts';
import { requestedNames } from '../../directory/names.repository.ts';
import type { Checking } from '../../targets/target-check.ts';
import type { Target } from '../../targets/targets.queries.ts';
import { whyUnknown } from '../../screening/employers/employers.queries.ts';
import { aboutTarget } from '../registry/access.ts';
import { compareTargets, reconcileTasks } from '../registry/compare.ts';
import {
  type Caller,
  type Failure,
  type Outcome,
  type Services,
  mutation,
  query,
  done,
} from '../registry/operation.ts';
import { columns, minute } from '../registry/operation-text.ts';
import { rowAs } from '../registry/row-as.ts';

const target = z.string().describe('Name of the target');
const live = z.enum(['0', '1']).default('0').describe('1 asks the target itself, with one call.');
const text = (most: number) => z.string().min(1).max(most);
const email = z.email().max(320);

/** What the acts and queries about one target's directory share. */
const atTarget = { parts: { name: 'target' }, inSteps: true, ...aboutTarget('target') } as const;

const freshness = {
  as_of: z.iso
    .datetime()
    .nullable()
    .describe('Changes at the target up to then are known; null: never pulled.'),
  problem: z
    .object({ why: z.string(), remedy: z.string() })
    .nullable()
    .describe('Why the directory was never pulled, or not lately, and what to do.'),
};
const notes = z.array(z.string()).describe('How true the directory is, and what else to know, in sentences.');
const brought = z.object({ id: z.string(), name: z.string(), created: z.boolean() });

const cannotAsk: Failure = { kind: 'conflict', detail: 'Targets cannot be asked from here.' };

const employerOutput = z.object({
  id: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  website: z.string().nullable(),
  tax_id: z.string().nullable(),
  imported_id: z.string().nullable(),
  last_modified: z.iso.datetime().nullable(),
});

export const findEmployers = query({
  ...atTarget,
  name: 'directory.employers',
  permission: 'read',
  summary: 'Employers that a target knows, by name, site, mail address, tax id or imported id',
  input: z.object({ target, q: text(200), live }),
  output: z.object({
    ...freshness,
    notes,
    items: z.array(employerOutput),
  }),
  http: 'GET /targets/{name}/employers',
  cli: 'employers TARGET Q',
  run: async (call) => {
    const { db, input, subject } = call;
    const asked = await askedAt(
      call,
      (network) => employersAt(network, subject, input.q),
      () => lookUpEmployers(db, subject.id, input.q),
    );
    if (asked.kind !== 'found') return asked;
    const items = asked.found.items.map(rowAs(employerOutput));
    const { age, kind: _, ...fresh } = await freshnessAt(call, subject);
    return done({ ...fresh, notes: age, items });
  },
  text: ({ items }) =>
    columns(
      ['Id', 'Name', 'Site', 'Tax id'],
      items.map(({ id, name, website, tax_id }) => [id, name, website ?? '', tax_id ?? '']),
    ),
});

const contactOutput = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  employer_id: z.string().nullable(),
});

export const findContacts = query({
  ...atTarget,
  name: 'directory.contacts',
  permission: 'operate',
  summary: 'Contacts that a target knows, by e-mail address',
  input: z.object({ target, email: z.string().min(3).max(320), live }),
  output: z.object({
    ...freshness,
    notes,
    items: z.array(contactOutput),
  }),
  http: 'GET /targets/{name}/contacts',
  cli: 'contacts TARGET EMAIL',
  run: async (call) => {
    const { db, input, subject } = call;
    const asked = await askedAt(
      call,
      (network) => contactsAt(network, subject, input.email),
      () => lookUpContacts(db, subject.id, input.email),
    );
    if (asked.kind !== 'found') return asked;
    const items = asked.found.items.map(rowAs(contactOutput));
    const { age, kind: _, ...fresh } = await freshnessAt(call, subject);
    return done({ ...fresh, notes: [...age, ...linksNote(subject)], items });
  },
  text: ({ items }) =>
    columns(
      ['Id', 'E-mail', 'Name', 'Employer'],
      items.map(({ id, email: address, name, employer_id }) => [id, address, name ?? '', employer_id ?? '']),
    ),
});

function linksNote({ name, definition }: Target): readonly string[] {
  if (definition.rest?.followLinks === true) return [];
  return [
    `Contacts of employers are met only where the school agreed that links may be followed: \`target set ${name} rest.followLinks true\`.`,
  ];
}

export const addEmployer = mutation({
  ...atTarget,
  name: 'directory.add-employer',
  transaction: false,
  permission: 'operate',
  summary: 'Find an employer at a target, or create it there with its contact',
  // The service wants an e-mail address of an employer's contact with it (REST 2.6).
  input: z.object({
    target,
    name: text(255),
    contact: z.strictObject({ email, name: text(255).optional() }),
    website: z.url().max(500).optional(),
    tax_id: text(100).optional(),
    imported_id: text(100).optional(),
  }),
  output: brought,
  http: 'POST /targets/{name}/employers',
  cli: 'employers TARGET NAME',
  run: async (call) => {
    const { input, subject, local } = call;
    const network = networkOf(call);
    if (network === undefined) return cannotAsk;
    const outcome = await bringEmployer(network, subject, {
      name: input.name,
      primaryContact: { email: input.contact.email, fullName: input.contact.name },
      website: input.website,
      taxId: input.tax_id,
      importedId: input.imported_id,
    });
    const remedy = local
      ? `\`employers ${subject.name} "${input.name}" --as ID\` decides which it is, with an id or \`own\`.`
      : 'POST …/employer-doubts decides which it is; a tax id or an imported id tells them apart.';
    return broughtTo(outcome, `/targets/${subject.name}/employers`, remedy);
  },
  audit: ({ subject, value: { id, name, created } }) =>
    created ? { subject: `target:${subject.name}`, detail: { id, name } } : [],
  text: (value, { target: name }) => broughtText(value, name),
});

export const addContact = mutation({
  ...atTarget,
  name: 'directory.add-contact',
  transaction: false,
  permission: 'operate',
  summary: 'Find a contact of an employer at a target, or create it there',
  input: z.object({ target, email, employer_id: text(100), name: text(255).optional() }),
  output: brought,
  http: 'POST /targets/{name}/contacts',
  cli: 'contacts TARGET EMAIL',
  run: async (call) => {
    const { input, subject } = call;
    const network = networkOf(call);
    if (network === undefined) return cannotAsk;
    const wanted = { email: input.email, employer: input.employer_id, fullName: input.name };
    return broughtTo(await bringContact(network, subject, wanted), `/targets/${subject.name}/contacts`);
  },
  // The audit names a person by the id alone.
  audit: ({ input, subject, value: { id, created } }) =>
    created ? { subject: `target:${subject.name}`, detail: { id, employer: input.employer_id } } : [],
  text: (value, { target: name }) => broughtText(value, name),
});

export const pullDirectorySoon = mutation({
  ...atTarget,
  name: 'directory.pull',
  permission: 'operate',
  summary: 'Pull the directory of a target as soon as a worker is free',
  input: z.object({ target }),
  output: z.object({ name: z.string(), ...freshness }),
  http: 'POST /targets/{name}/directory/pull',
  run: async (call) => {
    const { db, clock, subject } = call;
    const { kind, age: _, ...fresh } = await freshnessAt(call, subject);
    if (subject.state !== 'active')
      return { kind: 'conflict', detail: `${subject.name} is paused; resume it, then pull its directory.` };
    if (kind === 'no connection' && fresh.problem) return { kind: 'conflict', detail: fresh.problem.why };
    await pullSoon({ db, clock }, subject);
    return { kind: 'accepted', value: { name: subject.name, ...fresh } };
  },
  audit: ({ subject }) => ({ subject: `target:${subject.name}` }),
  tasks: ({ subject: { id } }) => [
    { name: 'mirror-directory', payload: { targetId: id }, key: `target ${id}` },
  ],
});

export const pullNow = mutation({
  ...atTarget,
  name: 'directory.read',
  transaction: false,
  permission: 'operate',
  summary: 'Pull the directory of a target now; a paused one too',
  input: z.object({ target }),
  output: z.object({ employers: z.int(), contacts: z.int(), whole: z.boolean() }),
  cli: 'employers TARGET',
  run: async (call) => {
    const { subject } = call;
    const network = networkOf(call);
    if (network === undefined) return cannotAsk;
    const pulled = await pullDirectory(network, subject, 'people');
    if (pulled.kind === 'idle') return { kind: 'conflict', detail: `Nothing was pulled: ${pulled.reason}.` };
    if (pulled.kind === 'failed') {
      const { reason } = pulled.failure;
      const remedy = `\`target check ${subject.name}\` says more.`;
      return { kind: 'conflict', detail: `The pull ended early: ${reason}. ${remedy}` };
    }
    const { employers, contacts, whole } = pulled;
    return done({ employers, contacts, whole });
  },
  audit: ({ subject, value }) => ({ subject: `target:${subject.name}`, detail: value }),
  text: ({ employers, contacts, whole }, { target: name }) => {
    const extent = whole ? 'the whole directory' : 'what changed since the last pull';
    return `Pulled ${extent} of ${name}: ${plural(employers, 'employer')}, ${plural(contacts, 'contact')}.`;
  },
});

export const listDoubts = query({
  ...atTarget,
  name: 'directory.doubts',
  permission: 'read',
  summary: 'Employers of our jobs that may be one the target knows; a person decides',
  input: z.object({ target }),
  output: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        site: z.string(),
        why: z.string(),
        candidates: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
  http: 'GET /targets/{name}/employer-doubts',
  run: async ({ db, subject }) => {
    const doubts = await requestedNames(db, subject.id);
    const items = doubts.map(({ name, domain, why, candidates }) => ({
      name,
      site: domain,
      why: why ?? '',
      candidates,
    }));
    return done({ items });
  },
});

export const decideEmployer = mutation({
  ...atTarget,
  name: 'directory.decide',
  permission: 'operate',
  summary: 'Decide which employer of the target an employer of our jobs is',
  input: z.object({
    target,
    name: text(500),
    as: text(100).describe('The id of one of the candidates, or `own`: none of them.'),
  }),
  output: z.object({ name: z.string(), written_as: z.string() }),
  http: 'POST /targets/{name}/employer-doubts',
  cli: 'employers TARGET NAME',
  run: async ({ db, clock, actor, subject, input: { name, as } }) => {
    const unknown = await whyUnknown(db, name);
    if (unknown !== undefined) return { kind: 'not_found', detail: unknown };
    const decision = { targetId: subject.id, name, as, by: actor.name, at: clock.now() };
    const decided = await decideName(db, decision);
    if (decided.kind === 'unknown') return { kind: 'not_found', detail: decided.reason };
    await compareTargets(db, [subject]);
    return done({ name, written_as: decided.name });
  },
  audit: ({ subject, input: { name, as }, value }) => ({
    subject: `target:${subject.name}`,
    detail: { name, as, writtenAs: value.written_as },
  }),
  tasks: ({ subject }) => reconcileTasks([subject]),
  text: ({ name, written_as }, { target: school }) => `${name} is written as ${written_as} at ${school}.`,
});

/** What the mirror knows, or what the target itself answers, as the input says. */
async function askedAt<T>(
  call: Caller & { readonly input: { readonly live: '0' | '1' } },
  ask: (network: Checking) => Promise<DirectoryRequest<T>>,
  lookUp: () => Promise<Found<T>>,
): Promise<{ readonly kind: 'found'; readonly found: Found<T> } | Failure> {
  if (call.input.live === '0') return { kind: 'found', found: await lookUp() };
  const network = networkOf(call);
  if (network === undefined) return cannotAsk;
  const asked = await ask(network);
  return asked.kind === 'found' ? asked : { kind: 'conflict', detail: asked.reason };
}

/** How targets are called, with the database of the act: inside its transaction nothing else can be read. */
function networkOf({ network, db }: Caller): Services['network'] {
  return network && { ...network, db };
}

async function freshnessAt(call: Caller, at: Target) {
  const network = networkOf(call);
  const found: Freshness | undefined = network && (await directoryFreshness(network, at));
  const { why, remedy, kind } = found?.problem ?? {};
  return {
    kind,
    as_of: found?.asOf?.toISOString() ?? null,
    problem: why === undefined || remedy === undefined ? null : { why, remedy },
    age: found === undefined ? [] : [ageText(at, found)],
  };
}

/** How true the mirror is, and why it is not newer. */
function ageText({ name }: Target, { asOf, employers, problem }: Freshness): string {
  const age =
    asOf === null
      ? `The directory of ${name} was never pulled.`
      : `${plural(employers, 'employer')}, as ${name} was at ${minute(asOf)} UTC.`;
  return problem === undefined ? age : `${age} ${problem.why} ${problem.remedy}`;
}

function broughtTo(outcome: Brought, location: string, remedy = ''): Outcome<z.input<typeof brought>> {
  switch (outcome.kind) {
    case 'failed':
      return { kind: 'conflict', detail: outcome.reason };
    case 'doubtful': {
      const { why, candidates } = outcome;
      const names = candidates.map(({ id, name }) => `${name} (${id})`).join(', ');
      return { kind: 'conflict', detail: `Nothing was created: ${why}, ${names}. ${remedy}`, isOpen: true };
    }
    case 'found':
      return done({ id: outcome.id, name: outcome.name, created: false });
    case 'created':
      return { kind: 'created', location, value: { id: outcome.id, name: outcome.name, created: true } };
  }
}

function broughtText({ id, name, created }: z.input<typeof brought>, at: string): string {
  return created ? `${name} is created at ${at}: ${id}` : `${at} has ${name} already: ${id}`;
}
