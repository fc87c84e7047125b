import type { Command } from './command.ts';
import { up } from './commands/up.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [up];
