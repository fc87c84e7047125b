import { type Mirrored, mirrorDirectory as mirror } from '../directory/mirror.ts';
import { dueMirrors } from '../directory/directory.repository.ts';
import type { Queue } from '../platform/queue/queue.ts';
import type { Priority } from '../rest/bucket.ts';
import { connectRest } from '../targets/connect-rest.ts';
import { type Target, targetById } from '../targets/targets.repository.ts';
import type { TaskContext } from './context.ts';

export type MirrorOutcome = Mirrored | { readonly kind: 'idle'; readonly reason: string };

/** Brings the mirror of an active target's directory up to date, with what calls the others leave. */
export async function mirrorDirectory(context: TaskContext, targetId: number): Promise<MirrorOutcome> {
  const target = await targetById(context.db, targetId);
  if (target === undefined || target.state !== 'active')
    return { kind: 'idle', reason: 'the target is not active' };
  return pullDirectory(context, target, 'mirrors');
}

/** Brings the mirror of a target's directory up to date. */
export async function pullDirectory(
  context: TaskContext,
  target: Target,
  priority: Priority,
): Promise<MirrorOutcome> {
  const { db, clock, log } = context;
  const connection = connectRest(context, target, priority);
  if (connection.kind === 'none') return { kind: 'idle', reason: connection.reason };
  const outcome = await mirror({ db, clock, client: connection.client, targetId: target.id });
  if (outcome.kind === 'failed')
    log.warn('directory not mirrored', { target: target.name, reason: outcome.failure.reason });
  else
    log.info('directory mirrored', {
      target: target.name,
      employers: outcome.employers,
      whole: outcome.whole,
    });
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
