import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../../config.ts';
import type { Log } from '../../core/log.ts';
import { didYouMean } from '../../core/nearest.ts';
import type { Terminal } from './terminal.ts';

/** 0 done, 1 failed or refused (the reason on stderr), 2 wrong usage. */
export type Exit = { readonly code: 0 } | { readonly code: 1 | 2; readonly reason: string };

export const done: Exit = { code: 0 };
export const refused = (reason: string): Exit => ({ code: 1, reason });
export const misused = (reason: string): Exit => ({ code: 2, reason });

/** What an act came to: a sentence for people, with `--json` the facts of it. */
export function report(
  { flags, terminal }: Pick<Given, 'flags' | 'terminal'>,
  facts: object,
  sentence: string,
): Exit {
  terminal.out(flags.has('json') ? JSON.stringify(facts) : sentence);
  return done;
}

/** What a command is given to work with. */
export type Given = {
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly config: Config;
  readonly log: Log;
  readonly terminal: Terminal;
};

export type Command = {
  readonly name: string;
  /** After the name: `NAME URL [--every 15m]`. Of flags with a bar between them a call has one at most. */
  readonly usage: string;
  readonly about: string;
  /** Flags beside those that the usage shows. */
  readonly options?: ParseArgsOptionsConfig;
  /** Least and most words after the command's name. */
  readonly words: readonly [number, number];
  readonly run: (given: Given) => Promise<Exit>;
};

/** The options of a call, by name. */
export type Flags = {
  readonly text: (name: string) => string | undefined;
  readonly many: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
};

export type ParsedCall =
  | { readonly kind: 'call'; readonly words: readonly string[]; readonly flags: Flags }
  | { readonly kind: 'wrong'; readonly reason: string };

/** What is wrong with the number of words: those that are missing by their names in the usage, or the first that is too many. */
function wordsMistake(usage: string, words: readonly string[], least: number, most: number): string {
  const surplus = words[most];
  if (surplus !== undefined) return `“${surplus}” is one word too many. `;
  const [named = ''] = /^(?:[A-Z_|.a-z]+…?(?: |$))*/.exec(usage) ?? [];
  const missing = named.trim().split(' ').slice(words.length, least);
  return missing.length === 0
    ? ''
    : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. `;
}

/** The flags that a usage shows: `--review` alone, `--every 15m` with a value, `[--target T]…` with several. */
export function flagsIn(usage: string): ParseArgsOptionsConfig {
  const flags: ParseArgsOptionsConfig = {};
  for (const [, name = '', value] of usage.matchAll(/--([a-z][\w-]*)(?: (?!--)([^\s[|]+))?/g))
    flags[name] =
      value === undefined ? { type: 'boolean' } : { type: 'string', multiple: /^…|…$/.test(value) };
  return flags;
}

/** The words and options of a call to a command. */
export function parseCall(
  { options = {}, words: [least, most], name, usage }: Command,
  argv: readonly string[],
): ParsedCall {
  const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  const all: ParseArgsOptionsConfig = { ...common, ...flagsIn(usage), ...options };
  const wrong = (reason: string) => ({
    kind: 'wrong' as const,
    reason: `${reason}Usage: quadwire ${name} ${usage}`.trimEnd(),
  });
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: all,
      allowPositionals: true,
      tokens: true,
    });
    const flags = flagsOf(values);
    const once = tokens.flatMap((one) => (one.kind === 'option' && !all[one.name]?.multiple ? one.name : []));
    const twice = once.find((flag, at) => once.indexOf(flag) < at);
    const objection =
      twice === undefined
        ? (contradiction(usage, values) ?? partnerless(usage, values))
        : `--${twice} is given twice: give it once. `;
    if (objection !== undefined) return wrong(objection);
    const fits = positionals.length >= least && positionals.length <= most;
    if (!fits && !flags.has('help')) return wrong(wordsMistake(usage, positionals, least, most));
    return { kind: 'call', words: positionals, flags };
  } catch (error) {
    // parseArgs says by exceptions what a person typed wrongly.
    if (!(error instanceof TypeError)) throw error;
    const [said = 'wrong option'] = error.message
      .replace(/ argument is ambiguous\..*/s, ' expects a value that begins with no dash')
      .split('. ');
    const [, flag] = /^Unknown option '--?([\w-]+)/.exec(said) ?? [];
    return wrong(
      `${said}.${
        flag === undefined
          ? ''
          : didYouMean(
              `--${flag}`,
              Object.keys(all).map((name) => `--${name}`),
            )
      } `,
    );
  }
}

/** Two flags of a call that its usage offers as alternatives: `--every 15m|--cron EXPRESSION`. */
function contradiction(usage: string, given: Readonly<Record<string, unknown>>): string | undefined {
  for (const [group] of usage.matchAll(/--[\w-]+(?: [^\s|\]]+)?(?:\|--[\w-]+(?: [^\s|\]]+)?)+/g)) {
    const both = (group.match(/(?<=--)[\w-]+/g) ?? []).filter((flag) => given[flag] !== undefined);
    if (both.length > 1) return `--${both.join(' and --')} contradict each other: give one of them. `;
  }
  return undefined;
}

/** A flag of a call without the one inside whose brackets its usage shows it: `[--rest URL [--token-env VAR]]`. */
function partnerless(usage: string, given: Readonly<Record<string, unknown>>): string | undefined {
  const groups: string[][] = [];
  const seen = new Set<string>();
  for (const [token, bar, flag = ''] of usage.matchAll(/\[|\]|(\|\s*)?--([\w-]+)/g)) {
    const [group = [], around = []] = groups;
    const isFirst = group.length === 0 || bar !== undefined;
    const partners = isFirst ? around : group.slice();
    if (token === '[') groups.unshift([]);
    else if (token === ']') groups.shift();
    else if (isFirst) group.push(flag);
    const alone = partners.length > 0 && partners.every((partner) => given[partner] === undefined);
    if (alone && given[flag] !== undefined && !seen.has(flag))
      return `--${flag} goes with --${partners.join(' or --')}. `;
    seen.add(flag);
  }
  return undefined;
}

function flagsOf(values: Readonly<Record<string, unknown>>): Flags {
  return {
    text: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    many: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
    },
    has: (name) => values[name] === true,
  };
}
