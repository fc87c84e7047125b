import { expect, test } from 'vitest';
import { parseCall } from '../../../src/faces/cli/command.ts';
import { instance } from '../../../src/faces/cli/commands/instance.command.ts';
import { readConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/core/log.ts';

const ignore = () => {};

test.each([
  ['--port', '99999'],
  ['--port', 'x'],
  ['--fault', 'nonsense'],
  ['--fault', 'processJob:nope@1'],
  ['--profile', 'nope'],
  ['--size', 'huge'],
  ['--soap-auth', 'nope'],
  ['--leak', '1.5'],
  ['--leak', '0'],
  ['--token', ''],
  ['--namespace', ' '],
  ['--data', ''],
])('%s %s is wrong usage', async (...words) => {
  const call = parseCall(instance, words);
  const read = readConfig({});
  if (call.kind === 'wrong' || read.kind === 'mistakes') throw new Error('the call is not understood');
  const terminal = { out: ignore, say: ignore, progress: ignore, isTerminal: false };
  expect(await instance.run({ ...call, config: read.config, log: silentLog, terminal })).toMatchObject({
    code: 2,
  });
});
