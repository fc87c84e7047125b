import { readJournal } from '../../../platform/audit/read-journal.ts';
import { recoverLedgers } from '../../../operations/schools/ledgers.operations.ts';
import { claimDatabase } from '../../../tasks/in-service.ts';
import { placeOf } from '../cli-installation.ts';
import { servicesOf } from '../cli-services.ts';
import { type Command, report } from '../command.ts';
import { commandOf, type OperationCommand } from '../operation-command.ts';
import { withProduct } from '../with-product.ts';

const recoverAll = commandOf(recoverLedgers);

export const recover: OperationCommand = {
  ...recoverAll,
  run: (given) =>
    withProduct(given, ({ context }) => {
      const journal = readJournal(given.config.journalDir);
      return recoverAll.carryOut(given, { ...servicesOf(context), journal });
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
      return report(given, { installation: id }, `This database is in service here now (${id}).`);
    }),
};
