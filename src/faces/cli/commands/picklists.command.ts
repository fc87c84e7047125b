import { catalogueOf, refreshPicklists } from '../../../picklists/catalogue.ts';
import { snakeKeys } from '../../../core/snake-keys.ts';
import { describeResolution } from '../../../picklists/describe.ts';
import { aliasesFor, currentPicklists } from '../../../picklists/picklists.queries.ts';
import { noAliases } from '../../../picklists/picklist-aliases.ts';
import { resolve as resolveLabels } from '../../../picklists/resolve.ts';
import type { Node } from '../../../node.ts';
import { loadSettings } from '../../../platform/settings/settings.queries.ts';
import type { Target } from '../../../targets/targets.queries.ts';
import { type Command, done, refused, report } from '../command.ts';
import { minute } from '../../../operations/registry/operation-text.ts';
import { mapLabel, undoLabels } from '../../../operations/labels.operations.ts';
import { execute } from '../../../operations/registry/operation.ts';
import { reportPicklists, setMeaning, undoMeaning } from '../../../operations/picklists.operations.ts';
import { commandOf, eitherOf, operatorOfMachine, type OperationCommand } from '../operation-command.ts';
import { servicesOf } from '../cli-services.ts';
import { columns } from '../terminal.ts';
import { withTarget } from './target.command.ts';

const entries = commandOf(reportPicklists);

export const picklists: OperationCommand = {
  ...entries,
  usage: 'TARGET [FIELD] [--report [--all]]',
  about:
    'A target’s picklists and their versions; with a field, its entries. --report: which entries are understood, with suggestions for those that are not.',
  run: (given) =>
    withTarget(given, async ({ target, node }) => {
      const { words, flags } = given;
      const unread = await readFirst(node, target);
      if (unread !== undefined) return refused(unread);
      if (flags.has('report')) return entries.carryOut(given, servicesOf(node.context));
      const lists = await currentPicklists(node.db, target.id);
      const field = words[1];
      if (field === undefined) {
        const facts = lists.map(({ field: name, version, entries, checkedAt }) => ({
          field: name,
          version,
          entries: entries.length,
          checked_at: checkedAt,
        }));
        const rows = facts.map(({ checked_at: at, ...one }) => [...Object.values(one), minute(at)]);
        return report(given, facts, columns(['Field', 'Version', 'Entries', 'Read (UTC)'], rows));
      }
      const list = lists.find((one) => one.field === field);
      if (list === undefined)
        return refused(
          noPicklist(
            target.name,
            field,
            lists.map((one) => one.field),
          ),
        );
      const rows = list.entries.map(({ ikey, ivalue }) => [ikey, ivalue]);
      return report(given, list.entries, columns(['Key', 'Label'], rows));
    }),
};

export const picklistsMeaning = eitherOf(commandOf(setMeaning), 'undo', commandOf(undoMeaning), {
  usage: 'TARGET FIELD KEY CONCEPT…|--catch-all|--nothing|--undo',
  about: 'Decides what an entry of a target’s list means, by concepts as the report names them.',
});

/** Reads a target's lists when none was ever read; why that failed, if it did. */
async function readFirst({ db, context }: Node, target: Target): Promise<string | undefined> {
  if ((await currentPicklists(db, target.id)).length > 0) return undefined;
  const settings = await loadSettings(db);
  const now = context.clock.now();
  const { failed } = await refreshPicklists(db, context.connect(target, settings), {
    target,
    now,
    everyHours: 0,
  });
  if ((await currentPicklists(db, target.id)).length > 0) return undefined;
  const reasons = Object.entries(failed).map(([field, reason]) => `${field}: ${reason}`);
  return `No picklist of ${target.name} could be read (${reasons.join('; ') || 'it offers none'}). \`target check ${target.name}\` shows the connection.`;
}

function noPicklist(target: string, field: string, others: readonly string[]): string {
  const has = others.length === 0 ? 'It offers none with entries.' : `It has ${others.join(', ')}.`;
  return `${target} has no picklist ${field}. ${has}`;
}

export const resolve: Command = {
  name: 'resolve',
  usage: 'TARGET FIELD LABEL [--as KEY|--ignore|--forget [--everywhere]]',
  about:
    'How a label maps at a target; with --as, decides it; --ignore: it means none of the entries; --forget: takes the decision back (--everywhere: at every target).',
  words: [3, 3],
  run: (given) =>
    withTarget(given, async ({ target, node }) => {
      const { words, flags, terminal } = given;
      const { db, context } = node;
      const [, field = '', label = ''] = words;
      const unread = await readFirst(node, target);
      if (unread !== undefined) return refused(unread);
      const { lists } = await catalogueOf(db, target.id);
      const list = lists.get(field);
      if (list === undefined) return refused(noPicklist(target.name, field, [...lists.keys()]));
      const key = flags.text('as');
      if (flags.has('forget')) {
        const at = flags.has('everywhere') ? {} : { target: target.name };
        const decisions = [{ ...at, field, label }];
        await execute(servicesOf(context), operatorOfMachine, undoLabels, { decisions });
      }
      if (key !== undefined || flags.has('ignore')) {
        const input = { target: target.name, field, label, key, everywhere: flags.has('everywhere') };
        const { kind } = await execute(servicesOf(context), operatorOfMachine, mapLabel, input);
        if (kind !== 'done')
          return refused(
            `${field} of ${target.name} has no key ${key}. \`picklists ${target.name} ${field}\` shows them.`,
          );
      }
      const aliases = (await aliasesFor(db, target.id)).get(field) ?? noAliases;
      const resolution = resolveLabels({ field, labels: [label] }, list, aliases);
      if (flags.has('json')) terminal.out(JSON.stringify(snakeKeys(resolution)));
      else for (const one of resolution.labels) terminal.out(describeResolution(one, list));
      return done;
    }),
};
