import { readJournal } from '../../../platform/audit/read-journal.ts';
import { recover as recoverLedger } from '../../../tasks/recover.ts';
import { claimDatabase } from '../../../tasks/in-service.ts';
import { placeOf } from '../cli-installation.ts';
import { type Command, done } from '../command.ts';
import { operatorOfMachine } from '../operation-command.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';

export const recover: Command = {
  name: 'recover',
  usage: '[--json]',
  about: 'Rebuilds what was sent from the journal, after a lost or older database. Sends nothing.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ context }) => {
      const { terminal, flags, config } = given;
      const outcome = await recoverLedger(context, readJournal(config.journalDir), operatorOfMachine.name);
      if (flags.has('json')) {
        terminal.out(JSON.stringify(outcome));
        return done;
      }
      const rows = outcome.targets.map(({ target, known, written }) => [target, known, written]);
      terminal.out(
        [
          `${plural(outcome.lines, 'line')} of the journal read.`,
          columns(['Target', 'In the journal', 'Brought up to date'], rows),
          ...(outcome.unknown.length === 0
            ? []
            : [`Not added yet: ${outcome.unknown.join(', ')}. Add these targets and run \`recover\` again.`]),
          'Every target is compared first: a hold of kind review shows what would change.',
        ].join('\n'),
      );
      return done;
    }),
};

export const claim: Command = {
  name: 'claim',
  usage: '[--json]',
  about: 'Takes a database that was copied or restored elsewhere into service here.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const id = await claimDatabase(db, placeOf(db, given.config));
      given.terminal.out(
        given.flags.has('json')
          ? JSON.stringify({ installation: id })
          : `This database is in service here now (${id}).`,
      );
      return done;
    }),
};
