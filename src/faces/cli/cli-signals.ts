import { once } from 'node:events';

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function signalled(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.once('SIGINT', () => process.exit(130));
}

/**
 * Does something at the first SIGINT or SIGTERM, in place of ending at once; a second one ends the process. Gives a question whether
 * there was one.
 */
export function onFirstSignal(
  act: () => void,
  signals: Pick<NodeJS.EventEmitter, 'on'> = process,
  end: (code: number) => void = (code) => process.exit(code),
): () => boolean {
  let came = false;
  const heard = () => {
    if (came) return end(130);
    came = true;
    act();
  };
  signals.on('SIGINT', heard);
  signals.on('SIGTERM', heard);
  return () => came;
}

/** What a run that a signal stopped says it left undone, by the names of feeds and targets. */
export function stoppedBefore(undone: {
  readonly feeds: readonly string[];
  readonly targets: readonly string[];
}): string {
  return [
    'Stopped by a signal.',
    ...(undone.feeds.length === 0 ? [] : [`Not read: ${undone.feeds.join(', ')}.`]),
    ...(undone.targets.length === 0
      ? []
      : [`Not published, or not to the end: ${undone.targets.join(', ')}.`]),
    'What is still due goes with the next run, or a worker’s.',
  ].join(' ');
}
