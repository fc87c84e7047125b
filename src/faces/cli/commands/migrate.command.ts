import { migrationPlan, migrationsFolder, migrationsIn } from '../../../db/migrate.ts';
import { openDatabase } from '../../../node.ts';
import { columns } from '../../../operations/registry/operation-text.ts';
import { startSender } from '../../../platform/queue/pg-boss.ts';
import { queueKinds } from '../../../tasks/schedule.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { refusedByMachine, withProduct } from '../with-product.ts';

export const migrate: Command = {
  name: 'migrate',
  usage: '[--plan]',
  about:
    'Brings the database to this version’s schema (every command does so when it opens it); --plan: shows first what that changes, and changes nothing.',
  options: { plan: { type: 'boolean' } },
  words: [0, 0],
  run: (given) =>
    given.flags.has('plan')
      ? plan(given)
      : withProduct(given, async ({ queueDatabase }) => {
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

/** The one command that opens a database as it is. */
async function plan({ config, flags, terminal }: Given): Promise<Exit> {
  const database = await openDatabase(config, 'guest').catch((error: unknown) =>
    refusedByMachine(config, error),
  );
  if (database.kind === 'refused') return refused(database.reason);
  const { db, close } = database.opened;
  try {
    const pending = await migrationPlan(db);
    if (flags.has('json')) terminal.out(JSON.stringify({ pending }));
    else if (pending.length === 0) terminal.out('The schema is the newest: nothing would change.');
    else
      terminal.out(
        columns(
          ['Migration', 'Table', 'Rows'],
          pending.flatMap(({ tag, tables }) => tables.map(({ table, rows }) => [tag, table, rows])),
        ),
      );
    return done;
  } finally {
    await close();
  }
}
