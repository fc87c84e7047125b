import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { noAdapter } from '../../../src/faces/cli/requested-document.ts';
import { type Command, type Given, done, parseCall } from '../../../src/faces/cli/command.ts';
import {
  targetAdd,
  targetCheck,
  targetSet,
  withTypedKey,
} from '../../../src/faces/cli/commands/target.command.ts';
import { preview } from '../../../src/faces/cli/commands/preview.command.ts';
import { withProduct } from '../../../src/faces/cli/with-product.ts';
import { commandLine } from '../../../src/core/core-writer.ts';
import { readConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/core/log.ts';
import { ownData } from '../../setup/in-process.ts';
import { parseTargetDefinition } from '../../../src/targets/target-definition.ts';
import { addTarget } from '../../../src/targets/targets.repository.ts';
import { targetNamed } from '../../../src/targets/targets.queries.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-target-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
ownData(folder);

const ignore = () => {};

/** A call as it is typed; what it says to people is kept. */
function typed(command: Command, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const call = parseCall(command, words);
  const read = readConfig(env);
  if (call.kind === 'wrong' || read.kind === 'mistakes') throw new Error('the call is not understood');
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const terminal = { out: ignore, say, progress: ignore, isTerminal: false };
  const given: Given = { ...call, config: read.config, log: silentLog, terminal };
  return { given, said };
}

test('the canary is let out only with consent', async () => {
  const { given } = typed(targetCheck, ['northfield', '--canary']);
  expect(await targetCheck.run(given)).toMatchObject({
    code: 2,
    reason: expect.stringContaining('Say --yes'),
  });
});

test(
  'the first real target pauses the reference instance, and says so once',
  { timeout: 120_000 },
  async () => {
    const soap = { url: 'http://127.0.0.1:1/soap', namespace: 'urn:JobWebService' };
    const add = async (name: string) => {
      const { given, said } = typed(targetAdd, [name, '--soap', soap.url], { QUADWIRE_DATA: folder });
      if (name === 'northfield')
        await withProduct(given, async ({ db }) => {
          await addTarget(db, { name: 'instance', definition: { soap }, builtIn: true, now: new Date() });
          return done;
        });
      expect(await targetAdd.run(given)).toEqual(done);
      return said;
    };
    const told = 'The reference instance is paused; `target resume instance` works on it again.';
    expect(await add('northfield')).toContain(told);
    expect(await add('calloway')).not.toContain(told);
  },
);

test('an adapter that there is not is answered with each that there is, once', () => {
  const exit = noAdapter(typed(preview, ['x.xml', '--adapter', 'nope']).given);
  const names = ('reason' in exit ? (exit.reason ?? '') : '').replace(/^.*There are |\.$/g, '').split(', ');
  expect(names).toContain('dfe-ats');
  expect(new Set(names).size).toBe(names.length);
});

/** A value for each key of docs/settings.md, as typed, and as the definition has it where that is no text. */
const typedKeys: Readonly<Record<string, readonly [typed: string, kept?: unknown]>> = {
  'soap.url': ['https://school.example/soap'],
  'soap.namespace': ['urn:Other'],
  'soap.wsdl': ['https://school.example/soap?wsdl'],
  'soap.soapAction': ['{namespace}#{operation}'],
  'soap.auth.kind': ['none'],
  'soap.auth.user': ['17'],
  'soap.auth.secretEnv': ['QUADWIRE_SECRET_SOAP'],
  'soap.headers': ['{"X-Tag": "a"}', { 'X-Tag': 'a' }],
  'soap.charset': ['ISO-8859-1'],
  'soap.refusalPattern': ['[Ee]rror: (.*)'],
  'soap.clientCertificate.certEnv': ['QUADWIRE_SECRET_CERT'],
  'soap.clientCertificate.keyEnv': ['QUADWIRE_SECRET_KEY'],
  'rest.url': ['https://school.example/api/public'],
  'rest.tokenEnv': ['QUADWIRE_SECRET_TOKEN'],
  'rest.allowStudents': ['false', false],
  'rest.followLinks': ['true', true],
  'rest.createEmployers': ['true', true],
  sourceId: ['17'],
  idTemplate: ['{source}-{job_id}'],
  picklistFields: ['salary, travel_perc', ['salary', 'travel_perc']],
  requiredFields: ['salary', ['salary']],
  omittedFields: ['["travel_perc"]', ['travel_perc']],
  routing: [
    '[{"field": "country", "op": "is", "values": ["US"], "then": "send"}]',
    [{ field: 'country', op: 'is', values: ['US'], then: 'send' }],
  ],
  'agreement.holder': ['Northfield'],
  'agreement.from': ['2026-01-01'],
  'agreement.to': ['2027-01-01'],
  country: ['US'],
  'resumeModes.web': ['1'],
  'resumeModes.email': ['2'],
  'resumeModes.school': ['3'],
  'form.title': ['2027'],
  'form.rules': ['Asks for a pay range.'],
  'form.decides': ['within 2 working days'],
  'form.longestDays': ['30', 30],
  'form.closedUntil': ['2027-01-01'],
  'form.hidesNames': ['true', true],
  'form.questions': ['true', true],
  'form.place': ['Toledo, OH'],
  'form.kind': ['Community college'],
  'form.students': ['12000', 12000],
  'form.offered': ['false', false],
};

test('target set takes every documented key of a definition, by its type', () => {
  const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('# Keys of a target’s definition');
  const documented = [...table.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, key = '']) => key);
  expect(Object.keys(typedKeys)).toEqual(documented);
  const secrets = {
    secretEnv: 'QUADWIRE_SECRET_A',
    certEnv: 'QUADWIRE_SECRET_B',
    keyEnv: 'QUADWIRE_SECRET_C',
  };
  const whole = {
    soap: {
      url: 'https://school.example/soap',
      namespace: 'urn:JobWebService',
      auth: { kind: 'basic', user: 'a', secretEnv: secrets.secretEnv },
      clientCertificate: { certEnv: secrets.certEnv, keyEnv: secrets.keyEnv },
    },
    rest: { url: 'https://school.example/api/public' },
  } as const;
  const { given } = typed(targetSet, ['northfield', 'country', 'US']);
  for (const [key, [text, kept = text]] of Object.entries(typedKeys)) {
    const parsed = parseTargetDefinition(withTypedKey(whole, key, text), commandLine(given.config), whole);
    const value = parsed.kind === 'target' && key.split('.').reduce<unknown>(memberOf, parsed.definition);
    expect([key, parsed.kind, value]).toEqual([key, 'target', kept]);
  }
});

function memberOf(record: unknown, key: string): unknown {
  return typeof record === 'object' && record !== null
    ? Object.entries(record).find(([name]) => name === key)?.[1]
    : undefined;
}

test(
  'a key takes what its type is: true, a number, a text of digits, nothing',
  { timeout: 120_000 },
  async () => {
    const rest = { url: 'http://127.0.0.1:1/api/public' };
    const definition = { soap: { url: 'http://127.0.0.1:1/soap', namespace: 'urn:JobWebService' }, rest };
    const set = async (key: string, value: string) => {
      const { given } = typed(targetSet, ['easton', key, value], { QUADWIRE_DATA: folder });
      return targetSet.run(given);
    };
    const { given } = typed(targetCheck, ['easton'], { QUADWIRE_DATA: folder });
    await withProduct(given, async ({ db }) => {
      await addTarget(db, { name: 'easton', definition, now: new Date() });
      return done;
    });
    expect(await set('rest.followLinks', 'true')).toEqual(done);
    expect(await set('form.longestDays', '30')).toEqual(done);
    expect(await set('sourceId', '17')).toEqual(done);
    expect(await set('rest.followLinks', 'yes')).toMatchObject({ code: 2 });
    expect(await set('form.longestDays', '')).toEqual(done);
    await withProduct(given, async ({ db }) => {
      const kept = await targetNamed(db, 'easton');
      expect(kept?.definition).toMatchObject({ rest: { ...rest, followLinks: true }, sourceId: '17' });
      expect(kept?.definition.form).not.toHaveProperty('longestDays');
      return done;
    });
  },
);
