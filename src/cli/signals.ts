import { once } from 'node:events';

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function signalled(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.once('SIGINT', () => process.exit(130));
}
