#!/usr/bin/env node
import { readConfig } from '../config.ts';
import { pinoLog } from '../core/pino.ts';
import { type Command, type Exit, misused, parseCall, refused } from './command.ts';
import { commands } from './commands.ts';
import { processTerminal, type Terminal } from './terminal.ts';

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
    terminal.out(overview());
    return first === undefined ? misused('') : { code: 0 };
  }
  const command = find(argv);
  if (command === undefined) return misused(`There is no command ${first}. \`quadwire help\` lists them.`);
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
  return command.run({ words, flags, config: read.config, log: pinoLog(read.config.logLevel), terminal });
}

/** The command that the call's first words name; the longest name wins (`feed add` before `feed`). */
function find(argv: readonly string[]): Command | undefined {
  const byLength = commands.toSorted((a, b) => b.name.length - a.name.length);
  return byLength.find(({ name }) => name === argv.slice(0, name.split(' ').length).join(' '));
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: quadwire <command> [--json] [--help]\n\n${lines.join('\n')}`;
}
