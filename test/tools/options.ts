import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What a tool was asked for; `--help` prints its usage and ends with 0, a wrong option with 2. */
export function optionsOf<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    if (error instanceof TypeError) return refuse(error.message, usage);
    throw error;
  }
}

/** Says what was wrong and what is expected, and ends with 2. */
export function refuse(mistake: string, usage: string): never {
  console.error(`${mistake}\n${usage}`);
  process.exit(2);
}
