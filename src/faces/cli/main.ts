import { enableCompileCache } from 'node:module';
import packageFile from '../../../package.json' with { type: 'json' };
import { type Exit, misused, parseCall, refused } from './command.ts';
import { descriptions, find, helpFor, isGroup, overview, unknownCommand } from './help.ts';
import { tuneEngine } from './engine.ts';
import { machineTrouble } from './machine-trouble.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/** What a call meets: the process, or a test that keeps what is written. */
export type Surroundings = {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes a line of the log; absent: stderr. */
  readonly writeLog?: (line: string) => void;
  /** Called once the command's code is loaded. */
  readonly loaded?: () => void;
};

/** Runs the command that this process was started with. */
export async function runProcess(): Promise<void> {
  // What a command loads is compiled once, not with each start: a third of the time until it runs.
  enableCompileCache();
  const { code, halfOpen } = await callCommand(process.argv.slice(2), {
    terminal: processTerminal(),
    env: process.env,
    loaded: tuneEngine,
  });
  process.exitCode = code;
  if (halfOpen) process.exit();
}

/** Runs one command and gives its exit code; `halfOpen` when something was left open that would keep a process alive. */
export async function callCommand(argv: readonly string[], surroundings: Surroundings) {
  const { terminal } = surroundings;
  try {
    const exit = await runCommand(argv, surroundings);
    if (exit.code !== 0) terminal.say(exit.reason);
    return { code: exit.code, halfOpen: false };
  } catch (error) {
    const reason = machineTrouble(error);
    if (reason === undefined) throw error;
    terminal.say(reason);
    return { code: 1, halfOpen: true };
  }
}

async function runCommand(
  argv: readonly string[],
  { terminal, env, writeLog, loaded = () => {} }: Surroundings,
): Promise<Exit> {
  const [first, ...more] = argv;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return help(more, terminal, first === undefined);
  if (first === '--version' || first === '-V') {
    terminal.out(packageFile.version);
    return { code: 0 };
  }
  const entry = find(argv);
  if (entry === undefined) {
    if (!isGroup(first) || !more.some((word) => word === '--help' || word === '-h'))
      return misused(unknownCommand(argv));
    return help([first], terminal, false);
  }
  const [command, { readConfig }, { pinoLog }] = await Promise.all([
    entry[1](),
    import('../../config.ts'),
    import('../../core/pino.ts'),
  ]);
  loaded();
  const call = parseCall(command, argv.slice(command.name.split(' ').length));
  if (call.kind === 'wrong') return misused(call.reason);
  if (call.flags.has('help')) {
    terminal.out(helpFor(command));
    return { code: 0 };
  }
  const { words, flags } = call;
  const read = readConfig(env);
  if (read.kind === 'mistakes')
    return refused(
      `The environment has mistakes:\n${read.mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
    );
  const { config } = read;
  const log = pinoLog(config.logLevel, { before: () => terminal.clear?.(), write: writeLog });
  return command.run({ words, flags, config, log, terminal });
}

/** `help`, `help COMMAND`, `help feed`, `help --json`; without any word it is a mistake that is helped. */
async function help(words: readonly string[], terminal: Terminal, isMistake: boolean): Promise<Exit> {
  const [first] = words;
  if (first === '--json') {
    terminal.out(JSON.stringify(await descriptions()));
    return { code: 0 };
  }
  if (first === undefined) {
    terminal.out(await overview());
    return isMistake ? misused('A command was expected.') : { code: 0 };
  }
  const entry = find(words);
  if (entry === undefined && !isGroup(first)) return misused(unknownCommand(words));
  const one = (await descriptions()).find(({ name }) => name === entry?.[0]);
  terminal.out(one === undefined ? await overview(first) : helpFor(one));
  return { code: 0 };
}
