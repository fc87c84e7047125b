import { isRecord } from '../../core/json.ts';
import { userInfo } from 'node:os';
import type * as z from 'zod';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Actor } from '../../platform/accounts/permissions.ts';
import { own as memberOf } from '../../core/own.ts';
import { redacted } from '../../core/redacted.ts';
import { shellWord } from '../../core/text.ts';
import { choicesOf, fromStrings, isOptional, typeOf } from '../../operations/registry/from-strings.ts';
import {
  execute,
  type FieldError,
  type Operation,
  type Performed,
  type Services,
} from '../../operations/registry/operation.ts';
import { type Command, done, type Exit, flagsIn, type Given, misused, refused } from './command.ts';
import type { TaskContext } from '../../tasks/context.ts';
import { servicesOf } from './cli-services.ts';
import { withProduct } from './with-product.ts';

/** How a command differs from its operation: flags of another name or kind, words that are read in another way. */
export type CommandOf<V = unknown> = {
  /** After the command's words. */
  readonly usage?: string;
  /** Instead of the operation's summary. */
  readonly about?: string;
  /** Flags beside those that the usage shows. */
  readonly options?: ParseArgsOptionsConfig;
  /** What is wrong with the words and flags together, before anything is opened. */
  readonly objection?: (typed: TypedValues) => string | undefined;
  /** Makes the input of the words, by their names in small letters, and of the flags; a text is what is wrong with a file. */
  readonly read?: (typed: TypedValues) => Made | Promise<Made>;
  /** What a person reads beside the answer. */
  readonly notes?: (value: V) => readonly string[];
  /** What of the answer was refused, for scripts: the command ends with 1 then. */
  readonly refuses?: (value: V) => string | undefined;
};
type Made = Readonly<Record<string, unknown>> | string;
export type TypedValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A user of an installation's command line may do everything. */
export const operatorOfMachine: Actor = {
  kind: 'token',
  id: 'cli',
  name: `cli:${systemUser()}`,
  scopes: ['admin'],
  limits: {},
};

/** A container may run under a number that no user has. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** A command that does what its operation does; `carryOut` on a product that is open already. */
export type OperationCommand = Command & {
  readonly carryOut: (given: Given, services: Services) => Promise<Exit>;
};

/** What a removal of a feed or a target says about its jobs. */
export const endingJobs = {
  usage: 'NAME --leave-up|--delist',
  objection: (typed) =>
    (typed['leave-up'] === true) === (typed['delist'] === true)
      ? 'Say what becomes of its jobs: --leave-up or --delist.'
      : undefined,
  read: ({ name, delist }) => ({ name, jobs: delist === true ? 'delist' : 'leave-up' }),
} as const satisfies CommandOf;

/** The command of an operation: words in capitals are positionals (the last takes all that follow if `…` ends it), the other keys of its input are flags. */
export function commandOf<O extends z.ZodType>(
  op: Operation & { readonly output: O },
  own: CommandOf<z.output<O>> = {},
): OperationCommand {
  const parts = (op.cli ?? op.name.replace('.', ' ')).split(' ');
  const name = parts.filter((part) => /^[a-z]/.test(part)).join(' ');
  const words = parts.filter((part) => !/^[a-z]/.test(part));
  const keys = words.map((word) => word.replaceAll(/[^A-Z_]/g, '').toLowerCase());
  const flags = Object.entries(op.input.shape).filter(([key]) => !keys.includes(key));
  const shown = own.usage ?? [...words, ...flags.map(([key, schema]) => usageOf(key, schema))].join(' ');
  const usage = op.confirms ? `${shown} [--confirm NAME --count N]` : shown;
  const options = { ...flagsIn(usage), ...own.options };
  const carryOut = async (given: Given, services: Services) => {
    const typed = typedIn(given, keys, options);
    const named = flags.map(([key]) => key);
    const raw = (await own.read?.(typed)) ?? withKeys(named, keys, typed);
    if (typeof raw === 'string') return refused(raw);
    const confirmed = op.confirms && {
      confirm: typed['confirm'] ?? raw['confirm'],
      count: raw['count'] ?? typed['count'],
    };
    const input = { ...fromStrings(op.input.shape, raw), ...confirmed };
    const names = (own.usage ?? '').split(' ');
    const placed = (error: FieldError) =>
      wrong(error, { keys, names, options, input, hidden: op.localKeys ?? [] });
    const performed = await execute(services, operatorOfMachine, op, input);
    const exit = exitOf(given, placed, performed);
    if (!('value' in performed) || (own.notes ?? own.refuses) === undefined) return exit;
    const value = op.output.parse(performed.value);
    for (const note of own.notes?.(value) ?? []) given.terminal.say(note);
    const reason = own.refuses?.(value);
    return reason === undefined ? exit : refused(reason);
  };
  return {
    name,
    usage,
    about: own.about ?? `${op.summary}.`,
    options,
    words: [
      words.filter((word) => !word.startsWith('[')).length,
      words.at(-1)?.endsWith('…') ? Infinity : words.length,
    ],
    carryOut,
    run: async (given) => {
      const objection = own.objection?.(typedIn(given, keys, options));
      if (objection !== undefined) return misused(objection);
      return withProduct(given, async ({ context }) => carryOut(given, servicesOf(context)));
    },
  };
}

/** Two operations under one command: a flag chooses the other one. */
export function eitherOf(
  base: OperationCommand,
  flag: string,
  other: OperationCommand,
  words: Pick<Command, 'usage' | 'about'>,
): OperationCommand {
  return chosenBy(({ flags }) => flags.has(flag), base, other, words);
}

/** Two operations under one command: `isOther` reads from the call which one is meant. */
export function chosenBy(
  isOther: (given: Given) => boolean,
  base: OperationCommand,
  other: OperationCommand,
  words: Pick<Command, 'usage' | 'about'>,
): OperationCommand {
  const chosen = (given: Given) => (isOther(given) ? other : base);
  return {
    ...base,
    ...words,
    options: { ...other.options, ...base.options },
    words: [Math.min(base.words[0], other.words[0]), Math.max(base.words[1], other.words[1])],
    carryOut: async (given, services) => chosen(given).carryOut(given, services),
    run: async (given) => chosen(given).run(given),
  };
}

function typedIn(
  { words, flags }: Given,
  keys: readonly string[],
  options: ParseArgsOptionsConfig,
): TypedValues {
  const flagged = Object.entries(options).map(([name, { type, multiple }]) => {
    if (type === 'boolean') return [name, flags.has(name) || undefined] as const;
    const many = flags.many(name);
    return [name, multiple ? (many.length === 0 ? undefined : many) : flags.text(name)] as const;
  });
  const isLast = (at: number) => at === keys.length - 1 && words.length > keys.length;
  const named = keys.map((key, at) => [key, isLast(at) ? words.slice(at) : words[at]] as const);
  return Object.fromEntries([...flagged, ...named]);
}

function withKeys(flags: readonly string[], keys: readonly string[], typed: TypedValues): TypedValues {
  const named = [...flags.map((key) => [key, typed[kebab(key)]]), ...keys.map((key) => [key, typed[key]])];
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** `soap.url: must be …` */
const atPlace = ({ field, message }: FieldError) =>
  [field.replace(/^definition\./, ''), message].filter(Boolean).join(': ');

/** Carries an operation out for a command with words of its own; an exit where it was refused. */
export async function carriedOut<O extends z.ZodType>(
  given: Given,
  context: TaskContext,
  op: Operation & { readonly output: O },
  input: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly value: z.output<O> } | { readonly exit: Exit }> {
  const performed = await execute(servicesOf(context), operatorOfMachine, op, input);
  if ('value' in performed) return { value: op.output.parse(performed.value) };
  return { exit: exitOf(given, atPlace, performed) };
}

/** Prints how an operation ended; `placed` words a mistake of the input. */
function exitOf(
  { flags, terminal }: Pick<Given, 'flags' | 'terminal'>,
  placed: (error: FieldError) => string,
  performed: Performed,
): Exit {
  switch (performed.kind) {
    case 'done':
    case 'accepted':
    case 'created': {
      const { value, text } = performed;
      terminal.out(flags.has('json') ? JSON.stringify(listIn(value)) : (text ?? linesOf(value)));
      return done;
    }
    case 'invalid': {
      const { errors } = performed;
      return errors.every(({ isUnknown }) => isUnknown)
        ? refused(errors.map(({ message }) => message).join('\n'))
        : misused(errors.map(placed).join('\n'));
    }
    case 'confirmation_required': {
      const { name, count, sentence } = performed.effect;
      return refused(
        `${sentence} To do it, repeat the command with --confirm ${shellWord(name)} --count ${count}.`,
      );
    }
    case 'not_found':
    case 'conflict':
    case 'forbidden':
      return refused(performed.detail);
  }
}

type Asked = {
  readonly keys: readonly string[];
  /** The words of the usage, in the order of the keys. */
  readonly names: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  readonly input: Readonly<Record<string, unknown>>;
  readonly hidden: readonly string[];
};

/** `NAME must be …, not x`, `--every must be …, not x`; a message that names its place itself stays as it is. */
function wrong({ field, message }: FieldError, { keys, names, options, input, hidden }: Asked): string {
  const [key = '', at = '0'] = field.split('.');
  if (key === '') return message;
  const [flag = kebab(key)] = [kebab(key), kebab(key).replace(/s$/, '')].filter((name) =>
    Object.hasOwn(options, name),
  );
  const name = names[keys.indexOf(key)] ?? '';
  const word = /^[A-Z_]+$/.test(name) ? name : key.toUpperCase();
  const isOfFile = keys.at(-1) === 'file' && !Object.hasOwn(options, flag);
  const place = keys.includes(key) ? word : isOfFile ? 'FILE' : `--${flag}`;
  const said = hidden.includes(key) ? message : withCame(message, [memberOf(input, key)].flat()[Number(at)]);
  return /^(must|expected|is|has|was)\b/i.test(said) ? `${place} ${said}` : `${place}: ${said}`;
}

/** What was expected, and what came instead. */
function withCame(message: string, value: unknown): string {
  if (!/^(must|expected|invalid|too)\b/i.test(message) || value === undefined) return message;
  const came = redacted(typeof value === 'string' ? value : JSON.stringify(value));
  if (message.includes(came)) return message;
  return /\bnot\b/.test(message) ? `${message}: ${came}` : `${message}, not ${came}`;
}

/** A list is printed without the envelope that the API gives it. */
function listIn(value: unknown): unknown {
  return isRecord(value) && Array.isArray(value['items']) ? value['items'] : value;
}

function linesOf(value: unknown): string {
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join('\n');
}

function usageOf(key: string, schema: Parameters<typeof typeOf>[0]): string {
  const flag = `--${kebab(key)}`;
  const choices = choicesOf(schema);
  const value = choices.length > 0 ? choices.join('|') : key.toUpperCase();
  const type = typeOf(schema);
  const whole = type === 'boolean' ? flag : `${flag} ${value}`;
  const bracketed = isOptional(schema) ? `[${whole}]` : whole;
  return type === 'array' ? `${bracketed}…` : bracketed;
}

function kebab(key: string): string {
  return key.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
