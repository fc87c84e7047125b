import { setSetting } from '../../../operations/settings.operations.ts';
import { commandOf } from '../operation-command.ts';

export const set = commandOf(setSetting, {
  usage: 'KEY VALUE|--default [--feed F|--target T]',
  options: { feed: { type: 'string' }, target: { type: 'string' }, default: { type: 'boolean' } },
  objection: ({ value, default: clears }) =>
    (value === undefined) !== (clears === true) ? 'Give a VALUE, or --default in its place.' : undefined,
  read: ({ key, value = null, feed, target }) => ({
    scope:
      feed === undefined
        ? target === undefined
          ? 'global'
          : `target:${String(target)}`
        : `feed:${String(feed)}`,
    key,
    value,
  }),
});
