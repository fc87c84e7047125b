import { type Actor, isUnlimited, mayDo } from '../../../platform/accounts/permissions.ts';
import type { Writer } from '../../../core/core-writer.ts';
import type { WebDeps } from '../env.ts';

/** What somebody may write into a definition over the network. */
export function writerOf({ acts }: Pick<WebDeps, 'acts'>, actor: Actor): Writer {
  return {
    mayNameFiles: false,
    mayBindSecrets: mayDo(actor, 'admin') && isUnlimited(actor.limits),
    isSecretSet: (name) => acts?.isSecretSet?.(name) ?? false,
  };
}
