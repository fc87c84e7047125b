import * as z from 'zod';
import { commandLine } from '../../../core/core-writer.ts';
import type { TargetDefinition } from '../../../db/schema/targets.schema.ts';
import {
  parseTargetDefinition,
  targetDefinitionSchema,
  targetNameForm,
} from '../../../targets/target-definition.ts';
import { allTargets, type Target, targetNamed } from '../../../targets/targets.queries.ts';
import type { Node } from '../../../node.ts';
import { type Command, done, type Exit, type Given, misused, report } from '../command.ts';
import { patchTo } from '../../../operations/registry/changes.ts';
import { checkConnection } from '../../../operations/schools/connections.operations.ts';
import { createTarget, removeTarget, setTarget } from '../../../operations/targets.operations.ts';
import { carriedOut, commandOf, endingJobs } from '../operation-command.ts';
import { minute } from '../../../operations/registry/operation-text.ts';
import { columns } from '../terminal.ts';
import { changeOf, jsonValue, settingOf } from './set.ts';
import { withProduct } from '../with-product.ts';
import { noTarget } from '../unknown.ts';

/** The keys of a definition that have flags. */
const places: Readonly<Record<string, string>> = {
  soap: 'soap.url',
  namespace: 'soap.namespace',
  wsdl: 'soap.wsdl',
  rest: 'rest.url',
  'token-env': 'rest.tokenEnv',
  auth: 'soap.auth.kind',
  'auth-user': 'soap.auth.user',
  'auth-secret-env': 'soap.auth.secretEnv',
  'source-id': 'sourceId',
};

export const targetAdd: Command = {
  name: 'target add',
  usage:
    'NAME --soap URL [--namespace NS] [--wsdl URL|FILE] [--rest URL [--token-env VAR]] [--auth none|basic|bearer|wsse --auth-user U --auth-secret-env VAR] [--source-id ID] [--concurrency N] [--review]',
  about: 'A new target, after a connection check; a check that fails warns and keeps it.',
  words: [1, 1],
  run: async (given) => {
    const written = definitionFrom(given.flags);
    const parsed = parseTargetDefinition(written, commandLine(given.config));
    if (parsed.kind !== 'target') return misused(parsed.mistakes.join('\n'));
    const [name = ''] = given.words;
    if (!targetNameForm.test(name))
      return misused(`NAME must be small letters, digits and dashes, at most 63, not ${name}`);
    const concurrency = given.flags.text('concurrency');
    if (concurrency !== undefined && !/^([1-9]|[1-5]\d|6[0-4])$/.test(concurrency))
      return misused(`--concurrency must be a whole number from 1 to 64, not ${concurrency}`);
    const input = {
      name,
      definition: written,
      review: given.flags.has('review'),
      state: 'active',
      concurrency: concurrency === undefined ? undefined : Number(concurrency),
    };
    return withProduct(given, (node) => add(given, node, input));
  },
};

function definitionFrom({ text }: Given['flags']): Readonly<Record<string, unknown>> {
  return Object.entries(places).reduce<Readonly<Record<string, unknown>>>(
    (made, [flag, place]) => {
      const typed = text(flag);
      return typed === undefined ? made : withKey(made, place.split('.'), typed);
    },
    { soap: { url: '' } },
  );
}

async function add(given: Given, node: Node, input: Readonly<Record<string, unknown>>): Promise<Exit> {
  const { flags, terminal } = given;
  const [name = ''] = given.words;
  const { db, context } = node;
  const wasPaused = await isBuiltInPaused(db);
  const added = await carriedOut(given, context, createTarget, input);
  if ('exit' in added) return added.exit;
  const checked = await carriedOut(given, context, checkConnection, { name });
  if ('exit' in checked) return checked.exit;
  const { name: _, done: _done, lines, ...check } = checked.value;
  const facts = { name, check: { ...check, lines } };
  report(given, facts, `Target ${name} is added.`);
  if (!wasPaused && (await isBuiltInPaused(db)))
    terminal.say('The reference instance is paused; `target resume instance` works on it again.');
  for (const line of lines) terminal.say(line);
  if (check.works)
    terminal.say(
      flags.has('review')
        ? `\`plan --target ${name}\` shows its jobs; its first plan waits for a person.`
        : `Workers send jobs there now. \`plan --target ${name}\` shows which; \`target pause ${name}\` stops them.`,
    );
  else
    terminal.say(
      `The connection does not work yet. The target is kept; \`target check ${name}\` tries again.`,
    );
  if (check.restWorks === false)
    terminal.say(`Its directory cannot be read yet: jobs are posted without it. ${restRemedy(name)}`);
  return done;
}

/** The first real target pauses the built-in one. */
async function isBuiltInPaused(db: Node['db']): Promise<boolean> {
  return (await allTargets(db)).some(({ builtIn, state }) => builtIn && state === 'paused');
}

export const targetList: Command = {
  name: 'target list',
  usage: '[--json]',
  about: 'All targets.',
  words: [0, 0],
  run: (given) =>
    withProduct(given, async ({ db }) => {
      const targets = await allTargets(db);
      const rows = targets.map(({ name, state, definition, lastAnswerAt: at }) => [
        name,
        state,
        definition.soap.url,
        at === null ? 'none yet' : minute(at),
      ]);
      const text = columns(['Target', 'State', 'Address', 'Last answer (UTC)'], rows);
      return report(given, targets.map(shown), text);
    }),
};

function shown({
  name,
  definition,
  state,
  builtIn,
  reviewFirst,
  lastAnswerAt,
  lastTrouble,
  repeatsSafe,
}: Target) {
  return {
    name,
    state,
    built_in: builtIn,
    review: reviewFirst,
    ...definition,
    last_answer_at: lastAnswerAt,
    last_trouble: lastTrouble,
    repeats: repeatsSafe,
  };
}

export const targetShow: Command = {
  name: 'target show',
  usage: 'NAME',
  about: 'One target’s definition and health.',
  words: [1, 1],
  run: (given) =>
    withTarget(given, async ({ target }) => {
      given.terminal.out(JSON.stringify(shown(target), null, given.flags.has('json') ? 0 : 2));
      return done;
    }),
};

export const targetCheck = commandOf(checkConnection, {
  usage: 'NAME [--canary --yes]',
  about:
    'Asks a target whether it is up, reads its WSDL and picklists, and tries its REST service with one call; posts nothing. --canary, on a test instance, posts one marked job twice and deletes it twice, and records whether repeating a call is safe.',
  objection: ({ canary, yes }) =>
    canary === true && yes !== true
      ? 'The canary posts a marked job, which students of that system may see until it is deleted. Say --yes where that may be.'
      : undefined,
  read: ({ name, canary = false }) => ({ name, canary }),
  refuses: ({ name, works, restWorks }) => {
    if (!works) return `The connection to ${name} does not work.`;
    return restWorks === false
      ? `Jobs can be posted to ${name}, but its REST service cannot be used. ${restRemedy(name)}`
      : undefined;
  },
});

/** What to do about a REST service that does not answer as it should. */
function restRemedy(name: string): string {
  return `\`target set ${name} rest.url URL\` and \`target set ${name} rest.tokenEnv VAR\` change it; VAR holds the token that the vendor’s help desk issued.`;
}

export const targetSet = settingOf(
  'target',
  'Changes one key of a target’s definition, such as soap.url or requiredFields (docs/settings.md); lists such as routing as JSON',
  (given, key, text) =>
    withTarget(given, async ({ target: { name, definition }, node: { context } }) => {
      const [member = ''] = key.split('.');
      const patch = patchTo({ ...definition }, withTypedKey(definition, key, text));
      const changed = await carriedOut(given, context, setTarget, { name, [member]: patch[member] });
      if ('exit' in changed) return changed.exit;
      if (key === 'soap.wsdl' && text !== '') given.terminal.say(`\`target check ${name}\` reads it.`);
      return report(given, { name, key }, `Target ${name}: ${changeOf(key, text)}.`);
    }),
);

/** A definition with one key as typed, read by the type that the definition's schema gives the key. */
export function withTypedKey(definition: TargetDefinition, key: string, text: string) {
  const path = key.split('.');
  return withKey(definition, path, typedValue(path, text));
}

/** A record with a value at a path; undefined takes it away. */
function withKey(
  record: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const inner = record[key];
  if (rest.length > 0)
    return {
      ...record,
      [key]: withKey(typeof inner === 'object' && inner !== null ? { ...inner } : {}, rest, value),
    };
  if (value === undefined) return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
  return { ...record, [key]: value };
}

/** Text of the command line as a value of the schema: nothing removes the key, lists may be written with commas. */
function typedValue(path: readonly string[], text: string): unknown {
  if (text === '') return undefined;
  switch (typeAt(path)) {
    case 'string':
      return text;
    case 'integer':
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      return text.startsWith('[') ? jsonValue(text) : text.split(',').map((one) => one.trim());
    default:
      return jsonValue(text);
  }
}

type Schema = z.core.JSONSchema.JSONSchema;

/** The JSON type of a definition's key; undefined for a record, or for a key that there is not. */
function typeAt(path: readonly string[]): Schema['type'] {
  let at: Schema | undefined = z.toJSONSchema(targetDefinitionSchema, {
    io: 'input',
    unrepresentable: 'any',
  });
  for (const part of path) {
    const inner: Schema | boolean | undefined = at?.properties?.[part] ?? at?.additionalProperties;
    at = typeof inner === 'object' ? inner : undefined;
  }
  return at?.type;
}

export const targetRemove = commandOf(removeTarget, endingJobs);

/** Opens the product and the target that the first word names. */
export function withTarget(
  given: Given,
  work: (found: { readonly target: Target; readonly node: Node }) => Promise<Exit>,
): Promise<Exit> {
  return withProduct(given, async (node) => {
    const name = given.words[0] ?? '';
    const target = await targetNamed(node.db, name);
    return target === undefined ? noTarget(node.db, name) : work({ target, node });
  });
}
