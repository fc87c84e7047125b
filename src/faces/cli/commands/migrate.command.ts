import { migrationsFolder, migrationsIn } from '../../../db/migrate.ts';
import { startSender } from '../../../platform/queue/pg-boss.ts';
import { queueKinds } from '../../../tasks/schedule.ts';
import { type Command, done } from '../command.ts';
import { withProduct } from '../with-product.ts';

export const migrate: Command = {
  name: 'migrate',
  usage: '',
  about: 'Brings the database to this version’s schema (every command does so when it opens it).',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ queueDatabase }) => {
      // The queue's tables too, so that the user who runs the product later needs no right to create tables.
      if (!('joined' in queueDatabase))
        await (await startSender(queueDatabase, queueKinds, given.log)).stop();
      const newest = migrationsIn(migrationsFolder).at(-1) ?? 'none';
      given.terminal.out(
        given.flags.has('json') ? JSON.stringify({ schema: newest }) : `The schema is at ${newest}.`,
      );
      return done;
    }),
};
