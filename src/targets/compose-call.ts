import { present } from '../core/present.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { CallOutcome, ExactCall, JobWebService } from '../soap/types.ts';
import { unwritable } from '../soap/untyped-encode.ts';
import { type Connecting, connectTarget } from './connect.ts';
import type { Target } from './targets.queries.ts';

/** The bytes of a call, or why it cannot be written. */
export type ComposedCall = { readonly request?: Uint8Array; readonly reason?: string };

/** A call as it would be sent to a target now; nothing is sent. */
export async function composeCall(
  target: Target,
  settings: Settings,
  call: (service: JobWebService, take: (made: ExactCall) => void) => Promise<CallOutcome<unknown>>,
): Promise<ComposedCall> {
  const made: ExactCall[] = [];
  const service = connectTarget(unconnected, target, settings);
  const outcome = await call(service, (one) => void made.push(one)).catch(unwritable);
  const reason = outcome.kind === 'refused' ? outcome.reason : undefined;
  return present({ request: made[0]?.request, reason });
}

/** Composes calls and sends none; the secrets that it lacks would not be shown anyway. */
const unconnected: Connecting = {
  fetch: () => Promise.reject(new Error('composed, not sent')),
  fetchAs: () => () => Promise.reject(new Error('composed, not sent')),
  secretNamed: () => 'secret',
};
