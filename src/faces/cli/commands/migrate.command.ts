import { migrationPlan, migrationsFolder, migrationsIn } from '../../../db/migrate.ts';
import { openDatabase } from '../../../node.ts';
import { columns } from '../../../operations/registry/operation-text.ts';
import { startSender } from '../../../platform/queue/pg-boss.ts';
import { queueKinds } from '../../../tasks/schedule.ts';
import { type Command, type Exit, type Given, refused, report } from '../command.ts';
import { refusedByMachine, withProduct } from '../with-product.ts';

export const migrate: Command = {
  name: 'migrate',
  usage: '[--plan]',
  about:
    'Brings the database to this version’s schema (every command does so when it opens it); --plan: shows first what that changes, and changes nothing.',
  words: [0, 0],
  run: (given) =>
    given.flags.has('plan')
      ? plan(given)
      : withProduct(given, async ({ queueDatabase }) => {
          // The queue's tables too, so that the user who runs the product later needs no right to create tables.
          if (!('joined' in queueDatabase))
            await (await startSender(queueDatabase, queueKinds, given.log)).stop();
          const newest = migrationsIn(migrationsFolder).at(-1) ?? 'none';
          return report(given, { schema: newest }, `The schema is at ${newest}.`);
        }),
};

/** The one command that opens a database as it is. */
async function plan(given: Given): Promise<Exit> {
  const { config } = given;
  const database = await openDatabase(config, 'guest').catch((error: unknown) =>
    refusedByMachine(config, error),
  );
  if (database.kind === 'refused') return refused(database.reason);
  const { db, close } = database.opened;
  try {
    const pending = await migrationPlan(db);
    const rows = pending.flatMap(({ tag, tables }) => tables.map((one) => [tag, one.table, one.rows]));
    const text =
      pending.length === 0
        ? 'The schema is the newest: nothing would change.'
        : columns(['Migration', 'Table', 'Rows'], rows);
    return report(given, { pending }, text);
  } finally {
    await close();
  }
}
