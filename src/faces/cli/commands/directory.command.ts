import {
  addContact,
  addEmployer,
  decideEmployer,
  findContacts,
  findEmployers,
  pullNow,
} from '../../../operations/schools/directory.operations.ts';
import { servicesOf } from '../cli-services.ts';
import { done, type Given, misused } from '../command.ts';
import {
  chosenBy,
  commandOf,
  eitherOf,
  type OperationCommand,
  type TypedValues,
} from '../operation-command.ts';
import { withProduct } from '../with-product.ts';

const asked = ({ live: isLive, ...typed }: TypedValues) => ({ ...typed, live: isLive === true ? '1' : '0' });
const notesOf = ({ notes }: { readonly notes: readonly string[] }) => notes;

const findOne = commandOf(findEmployers, { usage: 'TARGET QUERY [--live]', read: asked, notes: notesOf });
const decide = commandOf(decideEmployer, { usage: 'TARGET QUERY --as ID|own' });
const createOne = commandOf(addEmployer, {
  usage: 'TARGET QUERY --email EMAIL [--contact NAME] [--website URL] [--tax-id ID] [--imported-id ID]',
  read: ({ email, contact, 'tax-id': tax_id, 'imported-id': imported_id, ...typed }) => ({
    ...typed,
    contact: { email, name: contact },
    tax_id,
    imported_id,
  }),
});
const pull = commandOf(pullNow);

const words = {
  usage:
    'TARGET [QUERY] [--live] [--pull] [--as ID|own] [--create --email EMAIL [--contact NAME] [--website URL] [--tax-id ID] [--imported-id ID]] [--json]',
  about:
    'Employers that a target knows, by name, site, tax id or imported id; --live asks the target; --pull brings the whole directory up to date first; --as decides that QUERY, an employer of our jobs, is one of them; --create finds QUERY, or creates it with its contact.',
};
const one = chosenBy(
  ({ flags }) => flags.text('as') !== undefined,
  eitherOf(findOne, 'create', createOne, words),
  decide,
  words,
);

export const employers: OperationCommand = {
  ...one,
  words: [1, 2],
  carryOut: async (given, services) => {
    const isWhole = given.words[1] === undefined;
    if (given.flags.has('pull')) {
      const { say } = given.terminal;
      const first: Given = isWhole ? given : { ...given, terminal: { ...given.terminal, out: say } };
      const exit = await pull.carryOut({ ...first, words: given.words.slice(0, 1) }, services);
      if (exit !== done || isWhole) return exit;
    }
    return one.carryOut(given, services);
  },
  run: async (given) => {
    const { words: typed, flags } = given;
    if (typed[1] === undefined && !flags.has('pull'))
      return misused('Name the employer to look for, or say --pull to bring the directory up to date.');
    if (flags.has('create') && flags.text('email') === undefined)
      return misused('--create needs --email: a school keeps an employer with the address of its contact.');
    return withProduct(given, async ({ context }) => employers.carryOut(given, servicesOf(context)));
  },
};

const isAddress = ({ email }: TypedValues) =>
  /^[^\s@]+@[^\s@]+$/.test(String(email))
    ? undefined
    : `EMAIL must be an e-mail address, not ${String(email)}`;

export const contacts = eitherOf(
  commandOf(findContacts, {
    usage: 'TARGET EMAIL [--live]',
    objection: isAddress,
    read: asked,
    notes: notesOf,
  }),
  'create',
  commandOf(addContact, {
    usage: 'TARGET EMAIL --employer ID [--name NAME]',
    objection: (typed) =>
      isAddress(typed) ??
      (typed['employer'] === undefined
        ? '--create needs --employer ID: `employers TARGET NAME` shows the ids.'
        : undefined),
    read: ({ employer, ...typed }) => ({ ...typed, employer_id: employer }),
  }),
  {
    usage: 'TARGET EMAIL [--live] [--create --employer ID [--name NAME]] [--json]',
    about:
      'Contacts that a target knows, by e-mail address: of network registrations, created ones, and, where rest.followLinks is agreed, the primary contacts of employers. --live asks the target; --create finds the contact of an employer, or creates it.',
  },
);
