import { batchesOf } from '../../publishing/batches-store.ts';
import { restoreRemovals } from '../../tasks/restore-batch.ts';
import { targetNamed } from '../../targets/store.ts';
import { type Command, done, misused, refused } from '../command.ts';
import { minute } from '../../operations/text.ts';
import { columns, plural } from '../terminal.ts';
import { withProduct } from '../with-product.ts';
import { noTarget } from '../unknown.ts';

export const batches: Command = {
  name: 'batches',
  usage: '[--target T] [--json]',
  about: 'Removals that went out together, and how many of their jobs can be restored.',
  options: { target: { type: 'string' } },
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const name = given.flags.text('target');
      const target = name === undefined ? undefined : await targetNamed(db, name);
      if (name !== undefined && target === undefined) return noTarget(name);
      const found = await batchesOf(db, target?.id);
      const rows = found.map(({ id, createdAt, restoredAt, ...batch }) => ({
        id,
        target: batch.target,
        cause: batch.cause,
        count: batch.count,
        restorable: batch.restorable,
        created_at: createdAt.toISOString(),
        restored_at: restoredAt?.toISOString() ?? null,
      }));
      if (given.flags.has('json')) given.terminal.out(JSON.stringify(rows));
      else
        given.terminal.out(
          rows.length === 0
            ? 'Nothing was taken down.'
            : columns(
                ['Batch', 'When (UTC)', 'Target', 'Why', 'Jobs', 'Restorable'],
                rows.map((row) => [
                  row.id,
                  minute(new Date(row.created_at)),
                  row.target,
                  row.cause,
                  row.count,
                  row.restorable,
                ]),
              ),
        );
      return done;
    }),
};

export const restore: Command = {
  name: 'restore',
  usage: 'BATCH [--json]',
  about: 'Publishes the jobs of a batch of removals again, under the same ids.',
  words: [1, 1],
  run: async (given) => {
    const id = Number(given.words[0]);
    if (!Number.isInteger(id)) return misused('BATCH must be the number of a batch; `batches` shows them.');
    return withProduct(given, async ({ context }) => {
      const outcome = await restoreRemovals(context, id, 'cli');
      if (outcome.kind === 'refused') return refused(outcome.reason);
      const { listings, others } = outcome;
      if (given.flags.has('json'))
        given.terminal.out(JSON.stringify({ batch: id, restored: listings, others }));
      else
        given.terminal.out(
          `${plural(listings, 'job')} will be published again; what another document of its feed lacks ends again.${others === 0 ? '' : ` ${plural(others, 'job')} of the batch went for another reason, which stands.`}`,
        );
      return done;
    });
  },
};
