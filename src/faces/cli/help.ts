import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../core/nearest.ts';
import { isBuilt, packageRoot } from '../../core/package-root.ts';
import type { Command } from './command.ts';
import { commands, type Entry } from './commands.ts';

/** The command that the call's first words name; the longest name wins (`feed add` before `feed`). */
export function find(argv: readonly string[]): Entry | undefined {
  const byLength = commands.toSorted(([a], [b]) => b.length - a.length);
  return byLength.find(([name]) => name === argv.slice(0, name.split(' ').length).join(' '));
}

/** What help says of a command. */
export type Description = Pick<Command, 'name' | 'usage' | 'about'>;

/** Every command's description, in the order of help. The build keeps them in a file, so that no command is loaded for them. */
export async function descriptions(): Promise<readonly Description[]> {
  const kept = join(packageRoot, 'dist/commands.json');
  if (isBuilt && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const all = await Promise.all(commands.map(([, load]) => load()));
  return all.map(({ name, usage, about }) => ({ name, usage, about }));
}

/** All commands, or those that begin with a word, each with what it does. */
export async function overview(group?: string): Promise<string> {
  const all = (await descriptions()).filter(
    ({ name }) => group === undefined || name.startsWith(`${group} `),
  );
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  const usage =
    group === undefined
      ? 'Usage: quadwire <command> [--json] [--help]\n       quadwire --version'
      : `Usage: quadwire ${group} <word> [--json] [--help]`;
  return `${usage}\n\n${lines.join('\n')}`;
}

export function helpFor(command: Description): string {
  return `${usageOf(command)}\n\n${command.about}`;
}

function usageOf({ name, usage }: Pick<Description, 'name' | 'usage'>): string {
  return `Usage: quadwire ${name} ${usage}`.trimEnd();
}

/** Whether some commands begin with the word, as `feed add` with `feed`. */
export function isGroup(word: string): boolean {
  return commands.some(([name]) => name.startsWith(`${word} `));
}

/** Why the words name no command, with the one that was probably meant. */
export function unknownCommand([first = '', second]: readonly string[]): string {
  const begun = commands.flatMap(([name]) => (name.startsWith(`${first} `) ? [name] : []));
  const words = second === undefined ? first : `${first} ${second}`;
  const all = commands.map(([name]) => name);
  const firsts = [...new Set(all.flatMap((name) => [name, name.split(' ')[0] ?? '']))];
  const none = second === undefined ? '' : didYouMean(words, begun);
  const question = begun.length > 0 ? none : didYouMean(first, firsts) || didYouMean(words, all);
  return begun.length === 0
    ? `There is no command ${first}.${question} \`quadwire help\` lists them.`
    : `\`${first}\` needs a subcommand: ${begun.join(', ')}.${question}`;
}
