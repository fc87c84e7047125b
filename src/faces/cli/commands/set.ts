import { jsonIn } from '../../../core/json.ts';
import { setSetting } from '../../../operations/settings.operations.ts';
import { type Command, type Exit, type Given, misused } from '../command.ts';
import { commandOf } from '../operation-command.ts';

const eitherValue = 'Give a VALUE, or --default in its place.';

/** The command that sets one key of a definition: `change` is given the value as typed, empty where the key goes. */
export const settingOf = (
  kind: 'feed' | 'target',
  about: string,
  change: (given: Given, key: string, text: string) => Promise<Exit>,
): Command => ({
  name: `${kind} set`,
  usage: 'NAME KEY VALUE|--default',
  about: `${about}; --default takes the key out of the definition.`,
  words: [2, 3],
  run: async (given) => {
    const [, key = '', value] = given.words;
    if ((value === undefined) !== given.flags.has('default')) return misused(eitherValue);
    return change(given, key, value === undefined || value === 'null' ? '' : value);
  },
});

/** What became of a key. */
export const changeOf = (key: string, text: string) => `${key} is ${text === '' ? 'taken out' : 'set'}`;

/** A value as typed: a list or record where it is written as JSON, else the text. */
export function jsonValue(text: string): unknown {
  return /^[[{]/.test(text) ? (jsonIn(text) ?? text) : text;
}

export const set = commandOf(setSetting, {
  usage: 'KEY VALUE|--default [--feed F|--target T]',
  objection: ({ value, default: clears }) =>
    (value === undefined) !== (clears === true) ? eitherValue : undefined,
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
