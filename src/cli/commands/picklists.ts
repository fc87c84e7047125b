import { catalogueOf } from '../../picklists/catalogue.ts';
import { snakeKeys } from '../../core/snake-keys.ts';
import { describeResolution } from '../../picklists/describe.ts';
import { keepLabelDecision } from '../../picklists/pages-store.ts';
import { aliasesFor, currentPicklists } from '../../picklists/store.ts';
import { noAliases } from '../../picklists/aliases.ts';
import { resolve as resolveLabels } from '../../picklists/resolve.ts';
import { recordAudit } from '../../audit/store.ts';
import { type Command, done, refused } from '../command.ts';
import { minute } from '../moment.ts';
import { columns } from '../terminal.ts';
import { withTarget } from './target.ts';

export const picklists: Command = {
  name: 'picklists',
  usage: 'TARGET [FIELD]',
  about: 'A target’s picklists and their versions; with a field, its entries.',
  words: [1, 2],
  run: (given) =>
    withTarget(given, async ({ target, node: { db } }) => {
      const { words, flags, terminal } = given;
      const lists = await currentPicklists(db, target.id);
      const field = words[1];
      if (field === undefined) {
        const rows = lists.map((list) => [
          list.field,
          list.version,
          list.entries.length,
          minute(list.checkedAt),
        ]);
        terminal.out(
          flags.has('json')
            ? JSON.stringify(
                lists.map(({ field: name, version, entries, checkedAt }) => ({
                  field: name,
                  version,
                  entries: entries.length,
                  checked_at: checkedAt,
                })),
              )
            : columns(['Field', 'Version', 'Entries', 'Read (UTC)'], rows),
        );
        return done;
      }
      const list = lists.find((one) => one.field === field);
      if (list === undefined)
        return refused(
          `${target.name} has no picklist ${field}. It has ${lists.map((one) => one.field).join(', ')}.`,
        );
      terminal.out(
        flags.has('json')
          ? JSON.stringify(list.entries)
          : columns(
              ['Key', 'Label'],
              list.entries.map(({ ikey, ivalue }) => [ikey, ivalue]),
            ),
      );
      return done;
    }),
};

export const resolve: Command = {
  name: 'resolve',
  usage: 'TARGET FIELD LABEL [--as KEY [--everywhere]]',
  about: 'How a label maps at a target; with --as, decides it (--everywhere: at every target).',
  options: { as: { type: 'string' }, everywhere: { type: 'boolean' } },
  words: [3, 3],
  run: (given) =>
    withTarget(given, async ({ target, node: { db, context } }) => {
      const { words, flags, terminal } = given;
      const [, field = '', label = ''] = words;
      const { lists } = await catalogueOf(db, target.id);
      const list = lists.get(field);
      if (list === undefined)
        return refused(`${target.name} has no picklist ${field}. It has ${[...lists.keys()].join(', ')}.`);
      const key = flags.text('as');
      if (key !== undefined) {
        const entry = list.entries.find((one) => one.key === key);
        if (entry === undefined)
          return refused(
            `${field} of ${target.name} has no key ${key}. \`picklists ${target.name} ${field}\` shows them.`,
          );
        const at = context.clock.now();
        const everywhere = flags.has('everywhere');
        await keepLabelDecision(db, {
          ...(everywhere ? {} : { targetId: target.id }),
          field,
          label,
          keys: [everywhere ? entry.label : key],
          by: 'cli',
          at,
        });
        await recordAudit(db, {
          at,
          who: 'cli',
          action: 'label mapped',
          subject: `target:${target.name}`,
          detail: { field, label, key, everywhere },
        });
      }
      const aliases = (await aliasesFor(db, target.id)).get(field) ?? noAliases;
      const resolution = resolveLabels({ field, labels: [label] }, list, aliases);
      if (flags.has('json')) terminal.out(JSON.stringify(snakeKeys(resolution)));
      else for (const one of resolution.labels) terminal.out(describeResolution(one, list));
      return done;
    }),
};
