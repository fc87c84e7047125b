import type { Freshness } from '../../../directory/directory-freshness.ts';
import {
  bringContact,
  bringEmployer,
  type Brought,
  contactsAt,
  directoryFreshness,
  employersAt,
  pullNow,
} from '../../../tasks/ask-directory.ts';
import type { Node } from '../../../node.ts';
import type { Target } from '../../../targets/targets.repository.ts';
import {
  decideEmployerName,
  findOrCreateContactAt,
  findOrCreateEmployer,
} from '../../web/doing/directory.actions.ts';
import { type Command, done, type Exit, type Given, misused, refused, report } from '../command.ts';
import { operatorOfMachine as cli } from '../operation-command.ts';
import { minute } from '../../../operations/registry/operation-text.ts';
import { columns, plural } from '../terminal.ts';

import { withTarget } from './target.command.ts';

type At = { readonly target: Target; readonly node: Node };

export const employers: Command = {
  name: 'employers',
  usage:
    'TARGET [QUERY] [--live] [--pull] [--as ID|own] [--create --email EMAIL [--contact NAME] [--website URL] [--tax-id ID] [--imported-id ID]] [--json]',
  about:
    'Employers that a target knows, by name, site, tax id or imported id; --live asks the target; --pull brings the whole directory up to date first; --as decides that QUERY, an employer of our jobs, is one of them; --create finds QUERY, or creates it with its contact.',
  options: {
    live: { type: 'boolean' },
    pull: { type: 'boolean' },
    as: { type: 'string' },
    create: { type: 'boolean' },
    email: { type: 'string' },
    contact: { type: 'string' },
    website: { type: 'string' },
    'tax-id': { type: 'string' },
    'imported-id': { type: 'string' },
  },
  words: [1, 2],
  run: async (given) => {
    const { words, flags } = given;
    if (words[1] === undefined && !flags.has('pull'))
      return misused('Name the employer to look for, or say --pull to bring the directory up to date.');
    if (flags.has('create') && flags.text('email') === undefined)
      return misused('--create needs --email: a school keeps an employer with the address of its contact.');
    return withTarget(given, (at) => runEmployers(given, at));
  },
};

async function runEmployers(given: Given, at: At): Promise<Exit> {
  const { words, flags } = given;
  if (flags.has('pull')) {
    const exit = await pull(given, at);
    if (exit !== done || words[1] === undefined) return exit;
  }
  if (flags.text('as') !== undefined) return decide(given, at);
  return flags.has('create') ? create(given, at) : lookUp(given, at);
}

async function pull({ words, flags, terminal }: Given, { target, node: { context } }: At): Promise<Exit> {
  const outcome = await pullNow(context, target);
  if (outcome.kind === 'idle') return refused(`Nothing was pulled: ${outcome.reason}.`);
  if (outcome.kind === 'failed')
    return refused(
      `The pull ended early: ${outcome.failure.reason}. \`target check ${target.name}\` says more.`,
    );
  const { employers, contacts, whole } = outcome;
  const extent = whole ? 'the whole directory' : 'what changed since the last pull';
  const text = `Pulled ${extent} of ${target.name}: ${plural(employers, 'employer')}, ${plural(contacts, 'contact')}.`;
  if (words[1] !== undefined) terminal.say(text);
  else terminal.out(flags.has('json') ? JSON.stringify({ employers, contacts, whole }) : text);
  return done;
}

async function decide(
  { words, flags, terminal }: Given,
  { target, node: { db, context } }: At,
): Promise<Exit> {
  const [, query = ''] = words;
  const as = flags.text('as') ?? '';
  const decided = await decideEmployerName({ db, clock: context.clock }, cli, target, { name: query, as });
  if (decided.kind === 'unknown') return refused(decided.reason);
  terminal.out(`${query} is written as ${decided.name} at ${target.name}.`);
  return done;
}

async function create(given: Given, { target, node: { db, context } }: At): Promise<Exit> {
  const { words, flags } = given;
  const name = words[1] ?? '';
  const acts = {
    bringEmployer: (at: Target, wanted: Parameters<typeof bringEmployer>[2]) =>
      bringEmployer(context, at, wanted),
  };
  const brought = await findOrCreateEmployer({ db, clock: context.clock, acts }, cli, target, {
    name,
    contact: { email: flags.text('email') ?? '', name: flags.text('contact') },
    website: flags.text('website'),
    taxId: flags.text('tax-id'),
    importedId: flags.text('imported-id'),
  });
  if (brought.kind === 'doubtful') {
    given.terminal.say(idTable(brought.candidates));
    return refused(
      `${name} may be one of these (${brought.why}); nothing was created. \`employers ${target.name} "${name}" --as ID\` decides, with the id or \`own\`.`,
    );
  }
  return told(given, target, brought);
}

async function lookUp({ words, flags, terminal }: Given, { target, node: { context } }: At): Promise<Exit> {
  const asked = await employersAt(context, target, words[1] ?? '', { live: flags.has('live') });
  if (asked.kind === 'failed') return refused(asked.reason);
  const rows = asked.found.items.map(({ id, name, website, taxId, importedId }) => ({
    id,
    name,
    website,
    tax_id: taxId,
    imported_id: importedId,
  }));
  terminal.out(
    flags.has('json')
      ? JSON.stringify(rows)
      : columns(
          ['Id', 'Name', 'Site', 'Tax id'],
          rows.map(({ id, name, website, tax_id }) => [id, name, website ?? '', tax_id ?? '']),
        ),
  );
  terminal.say(ageText(target, await directoryFreshness(context, target)));
  return done;
}

export const contacts: Command = {
  name: 'contacts',
  usage: 'TARGET EMAIL [--live] [--create --employer ID [--name NAME]] [--json]',
  about:
    'Contacts that a target knows, by e-mail address: of network registrations, created ones, and, where rest.followLinks is agreed, the primary contacts of employers. --live asks the target; --create finds the contact of an employer, or creates it.',
  options: {
    live: { type: 'boolean' },
    create: { type: 'boolean' },
    employer: { type: 'string' },
    name: { type: 'string' },
  },
  words: [2, 2],
  run: async (given) => {
    const { flags, words } = given;
    if (!/^[^\s@]+@[^\s@]+$/.test(words[1] ?? ''))
      return misused(`EMAIL must be an e-mail address, not ${words[1] ?? ''}`);
    if (flags.has('create') && flags.text('employer') === undefined)
      return misused('--create needs --employer ID: `employers TARGET NAME` shows the ids.');
    return withTarget(given, (at) =>
      flags.has('create') ? createContact(given, at) : findContact(given, at),
    );
  },
};

async function createContact(given: Given, { target, node: { db, context } }: At): Promise<Exit> {
  const { words, flags } = given;
  const acts = {
    bringContact: (at: Target, wanted: Parameters<typeof bringContact>[2]) =>
      bringContact(context, at, wanted),
  };
  const brought = await findOrCreateContactAt({ db, clock: context.clock, acts }, cli, target, {
    email: words[1] ?? '',
    employerId: flags.text('employer') ?? '',
    name: flags.text('name'),
  });
  return told(given, target, brought);
}

async function findContact(
  { words, flags, terminal }: Given,
  { target, node: { context } }: At,
): Promise<Exit> {
  const asked = await contactsAt(context, target, words[1] ?? '', { live: flags.has('live') });
  if (asked.kind === 'failed') return refused(asked.reason);
  const rows = asked.found.items.map(({ id, email, name, employerId }) => ({
    id,
    email,
    name,
    employer_id: employerId,
  }));
  terminal.out(
    flags.has('json')
      ? JSON.stringify(rows)
      : columns(
          ['Id', 'E-mail', 'Name', 'Employer'],
          rows.map(({ id, email, name, employer_id }) => [id, email, name ?? '', employer_id ?? '']),
        ),
  );
  terminal.say(ageText(target, await directoryFreshness(context, target)));
  if (target.definition.rest?.followLinks !== true)
    terminal.say(
      `Contacts of employers are met only where the school agreed that links may be followed: \`target set ${target.name} rest.followLinks true\`.`,
    );
  return done;
}

function told(given: Given, target: Target, brought: Exclude<Brought, { kind: 'doubtful' }>): Exit {
  if (brought.kind === 'failed') return refused(`${target.name}: ${brought.reason}.`);
  const { id, name, kind } = brought;
  const text =
    kind === 'created'
      ? `${name} is created at ${target.name}: ${id}`
      : `${target.name} has ${name} already: ${id}`;
  return report(given, { id, name, created: kind === 'created' }, text);
}

const idTable = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  columns(
    ['Id', 'Name'],
    rows.map(({ id, name }) => [id, name]),
  );

/** How true the mirror is, and why it is not newer. */
function ageText({ name }: Target, { asOf, employers, problem }: Freshness): string {
  const age =
    asOf === null
      ? `The directory of ${name} was never pulled.`
      : `${plural(employers, 'employer')}, as ${name} was at ${minute(asOf)} UTC.`;
  return problem === undefined ? age : `${age} ${problem.why} ${problem.remedy}`;
}
