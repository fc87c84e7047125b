import { type MirrorOutcome, pullDirectory } from '../directory/ask-directory.ts';
import { dueMirrors } from '../directory/directory.repository.ts';
import type { Queue } from '../platform/queue/queue.ts';
import { targetById } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';

/** Brings the mirror of an active target's directory up to date, with what calls the others leave. */
export async function mirrorDirectory(context: TaskContext, targetId: number): Promise<MirrorOutcome> {
  const { db, log } = context;
  const target = await targetById(db, targetId);
  if (target === undefined || target.state !== 'active')
    return { kind: 'idle', reason: 'the target is not active' };
  const outcome = await pullDirectory(context, target, 'mirrors');
  const about = { target: target.name };
  if (outcome.kind === 'failed')
    log.warn('directory not mirrored', { ...about, reason: outcome.failure.reason });
  else if (outcome.kind !== 'idle')
    log.info('directory mirrored', { ...about, employers: outcome.employers, whole: outcome.whole });
  return outcome;
}

/** Mirrors that are due: hourly, and those that were never pulled. */
export async function pollDirectories({ db, clock }: TaskContext, queue: Queue): Promise<void> {
  const due = await dueMirrors(db, clock.now());
  await queue.send(
    ...due.map((targetId) => ({
      name: 'mirror-directory',
      payload: { targetId },
      key: `target ${targetId}`,
    })),
  );
}
