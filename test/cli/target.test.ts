import { expect, test } from 'vitest';
import { parseCall } from '../../src/cli/command.ts';
import { targetCheck } from '../../src/cli/commands/target.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/core/log.ts';

const ignore = () => {};

test('the canary is let out only with consent', async () => {
  const call = parseCall(targetCheck, ['northfield', '--canary']);
  const read = readConfig({});
  if (call.kind === 'wrong' || read.kind === 'mistakes') throw new Error('the call is not understood');
  const terminal = { out: ignore, say: ignore, progress: ignore, isTerminal: false };
  expect(await targetCheck.run({ ...call, config: read.config, log: silentLog, terminal })).toMatchObject({
    code: 2,
    reason: expect.stringContaining('Say --yes'),
  });
});
