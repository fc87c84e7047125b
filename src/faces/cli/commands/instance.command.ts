import { parseFaultRule } from '../../../instance/faults/fault-rules.ts';
import { soapAuths } from '../../../instance/reference-instance.ts';
import { profileNames } from '../../../instance/profiles.ts';
import { serveInstance } from '../../../instance/serve.ts';
import { present } from '../../../core/present.ts';
import { type Command, done, misused } from '../command.ts';
import { signalled } from '../cli-signals.ts';
import { giveBackSoon } from '../engine.ts';

export const instance: Command = {
  name: 'instance',
  usage:
    '[--port 8081] [--data DIR|memory] [--profile generic|recruiting-network|law|mse|full] [--token T]… [--seed N] [--size small|campus] [--soap-auth none|basic|token] [--daily-limit N] [--burst N] [--leak N] [--fault RULE]…',
  about: 'The reference instance of both services alone.',
  options: {
    host: { type: 'string' },
    namespace: { type: 'string' },
    strict: { type: 'boolean' },
  },
  words: [0, 0],
  run: async ({ flags, terminal, log }) => {
    const profile = oneOf(profileNames, flags.text('profile'));
    const size = oneOf(['small', 'campus'] as const, flags.text('size'));
    const soapAuth = oneOf(soapAuths, flags.text('soap-auth'));
    const numbers = ['port', 'seed', 'daily-limit', 'burst', 'leak'];
    const blank = ['token', 'namespace', 'data', 'host'].find((name) =>
      flags.many(name).some((text) => text.trim() === ''),
    );
    if (blank !== undefined) return misused(`--${blank} must not be blank`);
    const wrong = numbers.find((name) => !/^\d+$/.test(flags.text(name) ?? '0'));
    if (wrong !== undefined) return misused(`--${wrong} must be a whole number, not ${flags.text(wrong)}`);
    if (Number(flags.text('leak') ?? 1) === 0) return misused('--leak must be 1 or more');
    if (profile === 'wrong') return misused(`--profile must be one of ${profileNames.join(', ')}`);
    if (size === 'wrong') return misused('--size must be small or campus');
    const badRule = flags
      .many('fault')
      .map(parseFaultRule)
      .find(({ kind }) => kind === 'wrong');
    if (badRule?.kind === 'wrong') return misused(badRule.reason);
    if (Number(flags.text('port') ?? 0) > 65_535) return misused('--port must be from 0 to 65535');
    if (soapAuth === 'wrong') return misused(`--soap-auth must be one of ${soapAuths.join(', ')}`);
    const number = (name: string) => {
      const text = flags.text(name);
      return text === undefined ? undefined : Number(text);
    };
    const served = await serveInstance({
      ...present({
        port: number('port'),
        host: flags.text('host'),
        data: flags.text('data'),
        namespace: flags.text('namespace'),
        seed: number('seed'),
        profile,
        size,
        soapAuth,
      }),
      ...(flags.many('token').length > 0 ? { tokens: flags.many('token') } : {}),
      strict: flags.has('strict'),
      limits: present({ daily: number('daily-limit'), burst: number('burst'), leak: number('leak') }),
      faults: flags.many('fault'),
      log,
    });
    await served.ready;
    giveBackSoon();
    terminal.say(
      `Reference instance ${served.url}  SOAP ${served.url}/soap  REST ${served.url}/api/public/v1  control ${served.url}/_control`,
    );
    await signalled();
    await served.close();
    return done;
  },
};

function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined | 'wrong' {
  return text === undefined ? undefined : (values.find((value) => value === text) ?? 'wrong');
}
