import { setSetting } from '../../../operations/settings.operations.ts';
import { commandOf } from '../operation-command.ts';

export const set = commandOf(setSetting, {
  usage: 'KEY VALUE|--default [--feed F|--target T]',
  options: { feed: { type: 'string' }, target: { type: 'string' }, default: { type: 'boolean' } },
  objection: ({ value, default: clears, feed, target }) => {
    if ((value === undefined) !== (clears === true)) return 'Give a VALUE, or --default in its place.';
    return feed !== undefined && target !== undefined
      ? 'A setting is for a feed or for a target, not for both.'
      : undefined;
  },
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
