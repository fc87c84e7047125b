#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig } from '../config.ts';
import { pinoLog } from '../core/pino.ts';
import { type Exit, misused, parseCall, refused } from './command.ts';
import { commands, type Entry } from './commands.ts';
import { boundMemory } from './engine.ts';
import { machineTrouble } from './machine-trouble.ts';
import { processTerminal, type Terminal } from './terminal.ts';

// What a command loads is compiled once, not with each start: a third of the time until it runs.
enableCompileCache();
process.exitCode = await main(process.argv.slice(2), processTerminal());

/** Runs one command and gives its exit code. */
async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const exit = await runCommand(argv, terminal);
  if (exit.code !== 0) terminal.say(exit.reason);
  return exit.code;
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<Exit> {
  const [first] = argv;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    terminal.out(await overview());
    return first === undefined ? misused('') : { code: 0 };
  }
  if (first === '--version' || first === '-V') {
    terminal.out(packageFile.version);
    return { code: 0 };
  }
  const entry = find(argv);
  if (entry === undefined) return misused(unknown(first));
  const command = await entry[1]();
  boundMemory();
  const call = parseCall(command, argv.slice(command.name.split(' ').length));
  if (call.kind === 'wrong') return misused(call.reason);
  if (call.flags.has('help')) {
    terminal.out(`Usage: quadwire ${command.name} ${command.usage}\n\n${command.about}`);
    return { code: 0 };
  }
  const read = readConfig(process.env);
  if (read.kind === 'mistakes')
    return refused(
      `The environment has mistakes:\n${read.mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
    );
  const { words, flags } = call;
  try {
    return await command.run({
      words,
      flags,
      config: read.config,
      log: pinoLog(read.config.logLevel),
      terminal,
    });
  } catch (error) {
    const reason = machineTrouble(error);
    if (reason === undefined) throw error;
    terminal.say(reason);
    // What stands half open would keep the process alive.
    process.exit(1);
  }
}

/** `feed` alone is no command, but the beginning of some. */
function unknown(first: string): string {
  const begun = commands.flatMap(([name]) => (name.startsWith(`${first} `) ? [name] : []));
  return begun.length === 0
    ? `There is no command ${first}. \`quadwire help\` lists them.`
    : `${first} is followed by a word: ${begun.join(', ')}.`;
}

/** The command that the call's first words name; the longest name wins (`feed add` before `feed`). */
function find(argv: readonly string[]): Entry | undefined {
  const byLength = commands.toSorted(([a], [b]) => b.length - a.length);
  return byLength.find(([name]) => name === argv.slice(0, name.split(' ').length).join(' '));
}

async function overview(): Promise<string> {
  const all = await Promise.all(commands.map(([, load]) => load()));
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: quadwire <command> [--json] [--help]\n       quadwire --version\n\n${lines.join('\n')}`;
}
