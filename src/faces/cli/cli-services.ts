import type { Services } from '../../operations/registry/operation.ts';
import type { TaskContext } from '../../tasks/context.ts';

/** What operations need, from what a command has. Nothing is queued: the workers' next poll finds the work within a minute. */
export function servicesOf(context: TaskContext): Services {
  const { db, clock, formSite, secretNamed } = context;
  if (formSite === undefined) throw new Error('the command line needs to know where the pages are');
  const { secret, timeZone, origin } = formSite;
  return {
    db,
    clock,
    local: true,
    network: context,
    site: { secret, timeZone, publicUrl: origin },
    queue: () => undefined,
    isSecretSet: (name) => secretNamed(name) !== undefined,
  };
}
