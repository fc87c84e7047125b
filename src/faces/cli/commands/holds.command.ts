import { readFile } from 'node:fs/promises';
import { noFile } from '../unknown.ts';
import { approveHold, listHolds, muteHold, rejectHold } from '../../../operations/holds.operations.ts';
import { commandOf, type TypedValues } from '../operation-command.ts';

export const holds = commandOf(listHolds, {
  usage: '[--state S]',
  read: ({ state }) => ({ state, limit: '200' }),
});

const noList = ({ file }: TypedValues) =>
  typeof file === 'string'
    ? noFile(file, '--file must be a file of ids, with commas between them or one a line')
    : undefined;

/** `--feed` is another name of `--confirm`. */
export const approve = commandOf(approveHold, {
  usage: 'HOLD [--feed NAME] [--count N] [--only IDS|--file F] [--this-run] [--seen R] [--yes]',
  objection: noList,
  read: async ({ id, feed, count, confirm = feed, only, file, ...flags }) => ({
    id,
    only: await namedIn(only, file),
    confirm,
    seen: flags['seen'],
    this_run: flags['this-run'],
    count: typeof count === 'string' ? count.replaceAll(',', '') : undefined,
  }),
});

export const reject = commandOf(rejectHold, {
  usage: 'HOLD [--only IDS|--file F] [--seen R] [--yes]',
  objection: noList,
  read: async ({ id, seen, only, file }) => ({ id, seen, only: await namedIn(only, file) }),
});

/** Ids with commas or blanks between them, or one a line of a file. */
async function namedIn(only: unknown, file: unknown): Promise<readonly string[] | undefined> {
  const text = typeof file === 'string' ? await readFile(file, 'utf8') : only;
  return typeof text === 'string' ? text.split(/[\s,]+/).filter((one) => one !== '') : undefined;
}

export const mute = commandOf(muteHold, {
  usage: 'HOLD --until DATE [--seen R]',
});
